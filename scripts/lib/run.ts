import { type ChildProcess, spawn } from "node:child_process";
import { root } from "./repo.js";

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Text for standard input; without it the child's input is at its end. `"open"`: nothing comes and it never ends. */
  readonly input?: string;
  /** After so many milliseconds the child and its children are killed. Default: five minutes. */
  readonly timeoutMs?: number;
}

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

const running = new Set<ChildProcess>();

function end(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const) {
  process.once(signal, () => {
    for (const child of running) end(child);
    process.exit(code);
  });
}

/** Runs a command in a process group of its own and collects what it writes. Rejects only when it cannot be started. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const windows = process.platform === "win32";
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      detached: !windows,
      // They are scripts there.
      shell: windows && (command === "npm" || command === "npx"),
    });
    running.add(child);
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      end(child);
    }, options.timeoutMs ?? 300_000);
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      running.delete(child);
      reject(error);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      end(child);
      running.delete(child);
      resolve({ code, stdout, stderr, timedOut });
    });
    // A child that ends without reading its input is no error of ours.
    child.stdin?.on("error", () => undefined);
    if (options.input !== undefined && options.input !== "open") child.stdin?.end(options.input);
  });
}
