/** Standard input and output of a hook process. */
import type { Writable } from "node:stream";
import { builtin } from "../../base/builtin.js";
import { PayloadError } from "../../base/errors.js";
import { errorCode } from "../../base/files.js";

/** A payload beyond this is refused; what follows is read and dropped, so that the writer never sees a broken pipe (cases b22). */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 65_536;

/**
 * Reads standard input to its end.
 * @param deadline milliseconds since the epoch; a payload that is not complete by then is late.
 * @throws PayloadError `oversize` or `late`.
 */
export async function readStdin(deadline: number, now: () => number): Promise<Uint8Array> {
  const descriptor = nonBlockingStdin();
  return descriptor === undefined ? readStream(deadline, now) : readDescriptor(descriptor, deadline, now);
}

/** Reads and drops what a writer still has for us, so that it never sees a broken pipe (cases b22); at most for a second without data. */
export function drainStdin(): void {
  const descriptor = nonBlockingStdin();
  if (descriptor === undefined) return;
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const fs = builtin("fs");
  for (let quiet = 0; quiet < 50; ) {
    try {
      if (fs.readSync(descriptor, chunk, 0, CHUNK_BYTES, null) === 0) return;
      quiet = 0;
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") return;
      quiet++;
      pause(20);
    }
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
    const stat = fs.fstatSync(0);
    if (stat.isFile()) return 0;
    if (stat.isFIFO()) return fs.openSync("/proc/self/fd/0", fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    if (!stat.isSocket()) return undefined;
    const { Pipe, constants } = (process as unknown as { binding(name: string): PipeWrap }).binding("pipe_wrap");
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
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let wait = 0; ; ) {
    try {
      const length = fs.readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
      if (length === 0) return sink.end();
      sink.add(Uint8Array.prototype.slice.call(chunk, 0, length));
      wait = 0;
    } catch (error) {
      const code = errorCode(error);
      if (code === "EOF") return sink.end();
      if (code !== "EAGAIN") throw error;
      if (now() >= deadline) throw lateError();
      wait = Math.min(wait + 1, 20);
      pause(wait);
    }
  }
}

/** Sleeps without giving up the thread: nothing else is to be done before the payload is there. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function readStream(deadline: number, now: () => number): Promise<Uint8Array> {
  const sink = collector();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(lateError())), Math.max(0, Math.min(deadline - now(), 2 ** 31 - 1)));
    const settle = (done: () => void) => {
      clearTimeout(timer);
      process.stdin.removeAllListeners();
      process.stdin.pause();
      done();
    };
    process.stdin.on("data", (chunk: Uint8Array) => sink.add(chunk));
    process.stdin.on("end", () =>
      settle(() => {
        try {
          resolve(sink.end());
        } catch (error) {
          reject(error);
        }
      }),
    );
    process.stdin.on("error", (error) => settle(() => reject(error)));
  });
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

/** Writes all of `text`; a reader that is gone is no error of ours. */
export function writeAll(descriptor: number, text: string): void {
  const fs = builtin("fs");
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(descriptor, bytes, at);
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") return;
      pause(1);
    }
  }
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
