/** Starts an agent: its own HOME, an environment that holds nothing of ours, its own process group, a timeout. Ends only what it started. */
import { spawn } from "node:child_process";
import { homedir, userInfo } from "node:os";
import { delimiter, dirname, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Sandbox } from "../sandbox.js";

export interface ProcessResult {
  /** Exit code, or the signal's name. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Milliseconds from start to the end of the last pipe. */
  readonly ms: number;
}

const KILL_GRACE_MS = 2_000;

/** Throws when `home` is the home of the person who runs the lab. */
export function refuseRealHome(home: string): void {
  for (const real of [homedir(), userInfo().homedir]) {
    if (resolve(home) === resolve(real)) throw new Error(`the lab does not run in your own home; ${home}; use a sandbox`);
  }
}

/** The whole environment of an agent, as after `env -i`. */
export function agentEnvironment(sandbox: Sandbox, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  refuseRealHome(sandbox.home);
  return {
    PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
    HOME: sandbox.home,
    TMPDIR: sandbox.tmp,
    TERM: "dumb",
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    ...extra,
  };
}

/** The groups that this process started and that have not ended. */
const running = new Set<number>();

/** For an interrupted lab: nothing that it started stays. */
export function endAllProcesses(): void {
  for (const pid of running) signalGroup(pid, "SIGKILL");
}

/** Notes a process group that must not outlive this process; the returned function ends it at once. */
export function holdGroup(pid: number): () => void {
  running.add(pid);
  return () => {
    signalGroup(pid, "SIGKILL");
    running.delete(pid);
  };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // the group has ended by itself
  }
}

/** What is said to a process that listens: stdin stays open until `end`. */
export interface Say {
  send(text: string): void;
  end(): void;
}

interface ProcessOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Ends the process and what it started, at once. */
  readonly signal?: AbortSignal | undefined;
  /** Text for stdin; none: stdin is empty. */
  readonly input?: string;
  /** Talks with the process instead: called once at the start, then with every whole line of stdout. */
  readonly talk?: (say: Say) => (line: string) => void;
}

/** Resolves when the process has ended and its pipes are closed; a stray child that holds them is given two seconds. Rejects when it cannot start, and with the signal's reason. */
export function runProcess(file: string, args: readonly string[], options: ProcessOptions): Promise<ProcessResult> {
  return new Promise((settle, reject) => {
    options.signal?.throwIfAborted();
    const started = Date.now();
    const child = spawn(file, args, { cwd: options.cwd, env: { ...options.env }, stdio: ["pipe", "pipe", "pipe"], detached: true });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let timedOut = false;
    const heard = options.talk?.({ send: (text) => child.stdin.write(text), end: () => child.stdin.end() });
    if (heard !== undefined) createInterface({ input: child.stdout }).on("line", heard);
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.stdin.on("error", () => {}); // an agent that reads no stdin may close it early
    if (heard === undefined) child.stdin.end(options.input ?? "");
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    const endGroup = (signal: NodeJS.Signals): void => {
      if (pid !== undefined) signalGroup(pid, signal);
    };
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup("SIGTERM");
      setTimeout(() => endGroup("SIGKILL"), KILL_GRACE_MS).unref();
    }, options.timeoutMs);
    const abort = (): void => endGroup("SIGKILL");
    options.signal?.addEventListener("abort", abort, { once: true });
    child.once("error", (error) => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", abort);
      reject(error);
    });
    child.once("exit", () => {
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, KILL_GRACE_MS).unref();
    });
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", abort);
      endGroup("SIGKILL");
      if (pid !== undefined) running.delete(pid);
      if (options.signal?.aborted) return reject(options.signal.reason);
      const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString("utf8");
      settle({ code: code ?? signal ?? "ended", stdout: text(out), stderr: text(err), timedOut, ms: Date.now() - started });
    });
  });
}
