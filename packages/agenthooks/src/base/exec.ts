/** Runs programs for handlers: a process group of its own, a deadline, caps on the output, no shell unless asked. */
import type { ChildProcess } from "node:child_process";
import { builtin } from "./builtin.js";
import type { Duration } from "./duration.js";
import { toMs } from "./duration.js";

/** How `context.exec` runs a program. */
export interface ExecOptions {
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly input?: string | Uint8Array | undefined;
  /** Never beyond the deadline of the event. */
  readonly timeout?: Duration | undefined;
  /** Per stream; default 1 MiB. What is beyond is dropped and `truncated` is set. */
  readonly maxOutputBytes?: number | undefined;
  /** Runs the command line through the system's shell. Default `false`. */
  readonly shell?: boolean;
}
/** What a program that `context.exec` started left behind. `code` is `null` when a signal ended it. */
export interface ExecResult {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly timedOut: boolean;
}

const DEFAULT_MAX_BYTES = 1024 * 1024;
/** From SIGTERM to SIGKILL. */
const GRACE_MS = 200;
/** How long the pipes of an ended program are still read: a child that it left behind may hold them for ever. */
const DRAIN_MS = 100;

/**
 * Runs `file` and resolves when it has ended, was ended at `deadline`, or left children that hold its pipes.
 * @param deadline milliseconds since the epoch.
 * @throws the system's error when the program cannot be started.
 */
export function execFile(file: string, args: readonly string[], options: ExecOptions, deadline: number): Promise<ExecResult> {
  const limit = Math.min(deadline - Date.now(), options.timeout === undefined ? Number.POSITIVE_INFINITY : toMs(options.timeout));
  const windows = process.platform === "win32";
  const child = builtin("child_process").spawn(file, [...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    shell: options.shell ?? false,
    detached: !windows,
    windowsHide: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const end = (signal: NodeJS.Signals) => endGroup(child, signal, windows);
  return new Promise((resolve, reject) => {
    const out = collect(child.stdout, options.maxOutputBytes ?? DEFAULT_MAX_BYTES);
    const err = collect(child.stderr, options.maxOutputBytes ?? DEFAULT_MAX_BYTES);
    let timedOut = false;
    const timers: NodeJS.Timeout[] = [];
    timers.push(
      setTimeout(
        () => {
          timedOut = true;
          end("SIGTERM");
          timers.push(setTimeout(() => end("SIGKILL"), GRACE_MS));
        },
        Math.max(0, Math.min(limit, 2 ** 31 - 1)),
      ),
    );
    let settled = false;
    const settle = (code: number | null, signal: string | null) => {
      if (settled) return;
      settled = true;
      for (const timer of timers) clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ code, signal, stdout: out.text(), stderr: err.text(), truncated: out.truncated() || err.truncated(), timedOut });
    };
    child.on("error", (error) => {
      for (const timer of timers) clearTimeout(timer);
      // the commonest mistake, which the system only calls ENOENT
      if (file.includes(" ") && args.length === 0)
        error.message += `; a program and its arguments are given apart: exec("npm", ["test"]), or { shell: true }`;
      reject(error);
    });
    child.on("exit", (code, signal) => {
      if (timedOut) end("SIGKILL");
      timers.push(setTimeout(() => settle(code, signal), DRAIN_MS));
    });
    child.on("close", settle);
    child.stdin.on("error", () => undefined); // a program that does not read its input is no error
    child.stdin.end(options.input);
  });
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals, windows: boolean): void {
  if (child.pid === undefined) return;
  try {
    if (windows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // it has ended meanwhile
  }
}

function collect(stream: NodeJS.ReadableStream, maxBytes: number): { text(): string; truncated(): boolean } {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let cut = false;
  stream.on("error", () => undefined);
  stream.on("data", (chunk: Uint8Array) => {
    const room = maxBytes - kept;
    if (chunk.length > room) cut = true;
    if (room <= 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    chunks.push(part);
    kept += part.length;
  });
  return { text: () => Buffer.concat(chunks).toString("utf8"), truncated: () => cut };
}
