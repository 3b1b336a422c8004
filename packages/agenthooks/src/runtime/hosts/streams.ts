/** Standard input and output of a hook process. */
import type { Writable } from "node:stream";
import { builtin } from "../../base/builtin.js";
import { DeadlineError, PayloadError } from "../../base/errors.js";
import { errorCode } from "../../base/files.js";
import type { Answer } from "../../decision/answer.js";
import { bounded } from "../core/deadline.js";

type ProcessAnswer = Extract<Answer, { readonly via: "process" }>;

/** A payload beyond this is refused; what follows is read and dropped, so that the writer never sees a broken pipe (cases b22). */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 65_536;
const DRAIN_MS = 1000;
const STDIN = "/proc/self/fd/0";

/**
 * Reads standard input to its end.
 * @param deadline milliseconds since the epoch; a payload that is not complete by then is late.
 * @throws PayloadError `oversize` or `late`.
 */
export async function readStdin(deadline: number, now: () => number): Promise<Uint8Array> {
  const descriptor = nonBlockingStdin();
  return descriptor === undefined ? readStream(deadline, now) : readDescriptor(descriptor, deadline, now);
}

/** Reads and drops what a writer still has for us, so that it never sees a broken pipe (cases b22); not longer than a second. */
export function drainStdin(): void {
  const descriptor = nonBlockingStdin();
  try {
    if (descriptor !== undefined) readDescriptor(descriptor, Date.now() + DRAIN_MS, Date.now);
  } catch {
    // it was late or too large: nobody asked for it
  }
}

interface PipeWrap {
  readonly Pipe: new (type: number) => { open(descriptor: number): number };
  readonly constants: { readonly SOCKET: number };
}
/** Keeps the handle that made the descriptor non-blocking: collected, it would close it. */
const held: unknown[] = [];

/**
 * Standard input for synchronous reads that never wait, so that a payload that does not come can be given up. Node's own stream costs a
 * fifth of a hook's CPU, a read in a thread a seventh, and that thread would keep the process from ending. Linux opens a pipe again under
 * /proc; a socket (Claude Code, and whatever starts hooks from Node) becomes non-blocking when a handle is opened on it. Where neither
 * works the stream serves.
 */
function nonBlockingStdin(): number | undefined {
  const fs = builtin("fs");
  try {
    // what agents give us is told by the link's text, for a quarter of what fstat costs
    const link = fs.readlinkSync(STDIN);
    const stat = link.startsWith("/") ? fs.fstatSync(0) : undefined;
    if (stat?.isFile() || link === "/dev/null") return 0;
    if (stat?.isFIFO() || link.startsWith("pipe:")) return fs.openSync(STDIN, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    if (!link.startsWith("socket:")) return undefined;
    const { noDeprecation } = process;
    process.noDeprecation = true; // under --throw-deprecation the call would end us
    const { Pipe, constants } = (process as unknown as { binding(name: string): PipeWrap }).binding("pipe_wrap");
    process.noDeprecation = noDeprecation ?? false;
    const handle = new Pipe(constants.SOCKET);
    held.push(handle);
    return handle.open(0) === 0 ? 0 : undefined;
  } catch {
    return undefined;
  }
}

function readDescriptor(descriptor: number, deadline: number, now: () => number): Uint8Array {
  const fs = builtin("fs");
  const sink = collector();
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0; // a small payload stays in the first chunk, uncopied
  for (let wait = 0; ; ) {
    let length = 0;
    try {
      length = fs.readSync(descriptor, chunk, filled, chunk.length - filled, null);
    } catch (error) {
      if (errorCode(error) === "EAGAIN") {
        if (now() >= deadline) throw lateError();
        wait = Math.min(wait + 1, 20);
        pause(wait);
        continue;
      }
      if (errorCode(error) !== "EOF") throw error; // how Windows says that the writer is gone
    }
    wait = 0;
    filled += length;
    if (length > 0 && filled < chunk.length) continue;
    sink.add(chunk.subarray(0, filled));
    if (length === 0) return sink.end();
    chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    filled = 0;
  }
}

/** Sleeps without giving up the thread: nothing else is to be done before the payload is there. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function readStream(deadline: number, now: () => number): Promise<Uint8Array> {
  const sink = collector();
  const all = async () => {
    for await (const chunk of process.stdin) sink.add(chunk as Uint8Array);
  };
  await bounded("stdin", deadline, now, all, () => undefined).catch((error: unknown) => {
    throw error instanceof DeadlineError ? lateError() : error;
  });
  return sink.end();
}

function lateError(): PayloadError {
  return new PayloadError("the payload was not complete in time; stdin; the agent must write it and close the pipe", "late", undefined);
}

function collector(): { add(chunk: Uint8Array): void; end(): Uint8Array } {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    add: (chunk) => {
      length += chunk.length;
      if (length <= MAX_PAYLOAD_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    },
    end: () => {
      if (length > MAX_PAYLOAD_BYTES) {
        throw new PayloadError(`the payload has ${length} bytes; stdin; at most ${MAX_PAYLOAD_BYTES} are read`, "oversize", undefined);
      }
      return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
    },
  };
}

/** The launcher's descriptor. */
const ANSWER = 3;

/**
 * Gives the agent its answer. Under a launcher as one document on its descriptor: the launcher's mark, the exit code, the stream (`o` or
 * `e`), the text, and a last line that says it is complete. Without one, or where the descriptor is not there, on the streams themselves.
 */
export function deliver({ stdout, stderr, exitCode }: ProcessAnswer, mark: string | undefined): void {
  const document = `${mark}${exitCode}${stdout === "" && stderr !== "" ? "e" : "o"}${stdout || stderr}\n.`;
  if (mark !== undefined && writeAll(ANSWER, document)) {
    builtin("fs").closeSync(ANSWER);
    return;
  }
  writeAll(2, stderr);
  writeAll(1, stdout);
}

/** Writes all of `text`; a reader that is gone is no error of ours. */
export function writeAll(descriptor: number, text: string): boolean {
  if (text === "") return true;
  const fs = builtin("fs");
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(descriptor, bytes, at);
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") return false;
      pause(1);
    }
  }
  return true;
}

/**
 * From now on `process.stdout`, `process.stderr` and `console` of user code lead to `take`: a stray print must not become part of the
 * answer. Neither stream is made unless somebody asks for it.
 */
export function captureOutput(take: (text: string, stream: "stdout" | "stderr") => void): void {
  for (const name of ["stdout", "stderr"] as const) {
    let sink: Writable | undefined;
    Object.defineProperty(process, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        sink ??= new (builtin("stream").Writable)({
          decodeStrings: false,
          write: (chunk: string | Uint8Array, _encoding, done) => {
            take(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"), name);
            done();
          },
        });
        return sink;
      },
    });
  }
}
