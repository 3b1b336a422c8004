/**
 * A pseudo-terminal for one interactive agent, and what a person does there. tmux holds it: Node has none of its own, and tmux also draws
 * the screen. Its server runs in the foreground on a socket in the sandbox, as a child of this process, and ends with it.
 */
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { UnmeasuredError } from "../evidence.js";
import { quoteWords } from "../quote.js";
import { holdGroup, type ProcessResult } from "./process.js";

/** A key by tmux's name: `Enter`, `Escape`, `Down`, `C-c`. */
type Key = string;

export interface Terminal {
  /** What stands on the screen now, as text. */
  screen(): Promise<string>;
  type(text: string): Promise<void>;
  press(...keys: readonly Key[]): Promise<void>;
  /** Resolves to the screen as soon as it matches. Rejects after `ms` milliseconds (default 30 000) with the last screen. */
  until(pattern: RegExp, ms?: number): Promise<string>;
  /** Whether the agent has ended. */
  ended(): Promise<boolean>;
  /** Resolves as soon as `done` is true; asked ten times a second. Rejects after `ms` milliseconds (default 30 000), naming `what`. */
  wait(what: string, done: () => boolean, ms?: number): Promise<void>;
}

interface TerminalOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder of the sandbox, for the socket. */
  readonly folder: string;
  readonly timeoutMs: number;
  /** What the person does. */
  readonly person: (terminal: Terminal) => Promise<void>;
  /** How a person leaves this agent. */
  readonly leave: (terminal: Terminal) => Promise<void>;
}

const run = promisify(execFile);
const COLUMNS = "160";
const LINES = "60";
const POLL_MS = 100;
const DEFAULT_WAIT_MS = 30_000;
const START_MS = 10_000;
const LEAVE_MS = 8_000;
const REAPED_MS = 2_000;

/** The path of tmux. Throws {@link UnmeasuredError} where there is none. */
function findTmux(path = process.env.PATH ?? ""): string {
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, "tmux"))
    .find((file) => existsSync(file));
  if (found === undefined) throw new UnmeasuredError("an interactive run needs tmux, and there is none in PATH");
  return found;
}

/** Runs an agent under a terminal. Rejects with what the person's part rejects with; the agent has ended then too. */
export async function runInTerminal(options: TerminalOptions): Promise<ProcessResult> {
  const started = Date.now();
  const tmux = await startTmux(findTmux(), options);
  try {
    const terminal = terminalOf(tmux);
    const timer = new AbortController();
    const late = pause(options.timeoutMs, "late" as const, { signal: timer.signal });
    late.catch(() => undefined); // aborted: the person was in time
    const acted = await Promise.race([options.person(terminal), late]);
    timer.abort();
    const before = await tmux("capture-pane", "-p", "-J", "-S", "-");
    if (acted !== "late") await options.leave(terminal);
    const code = acted === "late" ? undefined : await exitCode(tmux);
    const after = await tmux("capture-pane", "-p", "-J", "-S", "-");
    return { code: code ?? "ended", stdout: `${before}\n${after}`, stderr: "", timedOut: code === undefined, ms: Date.now() - started };
  } finally {
    await tmux.end();
  }
}

type Send = (...words: readonly string[]) => Promise<string>;

interface Tmux extends Send {
  /** Ends the agent, its children and the server. */
  end(): Promise<void>;
}

async function startTmux(file: string, { file: agent, args, cwd, env, folder }: TerminalOptions): Promise<Tmux> {
  const socket = join(folder, "tty");
  const server = spawn(file, ["-S", socket, "-f", "/dev/null", "-D"], { cwd, env: { ...env }, stdio: "ignore", detached: true });
  const ended = new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => resolve());
  });
  ended.catch(() => undefined); // the first command that finds no server tells it
  const endServer = server.pid === undefined ? () => undefined : holdGroup(server.pid);
  const send: Send = async (...words) =>
    (await run(file, ["-S", socket, ...words], { env: { ...env }, maxBuffer: 16 * 1024 * 1024 })).stdout;
  let endAgent: () => void = () => undefined;
  const end = async (): Promise<void> => {
    endAgent();
    // the server reaps the agent while it lives: a container's first process may reap nobody
    for (const deadline = Date.now() + REAPED_MS; Date.now() < deadline && !(await isDead(send).catch(() => true)); ) await pause(20);
    endServer();
    await ended;
  };
  try {
    for (const deadline = Date.now() + START_MS; !(await answers(send)); await pause(20)) {
      if (Date.now() > deadline) throw new Error(`the server of tmux does not answer; ${socket}; is this tmux older than 3.2?`);
    }
    // the pane stays when the agent has ended: its last screen and its exit code are there to be read
    await send(
      "set-option",
      "-g",
      "remain-on-exit",
      "on",
      ";",
      "set-option",
      "-g",
      "history-limit",
      "5000",
      ";",
      "set-option",
      "-g",
      "focus-events",
      "on",
    );
    await send("new-session", "-d", "-x", COLUMNS, "-y", LINES, "-c", cwd, `exec ${quoteWords([agent, ...args])}`);
    endAgent = holdGroup(Number((await send("display-message", "-p", "#{pane_pid}")).trim()));
  } catch (error) {
    await end();
    throw error;
  }
  return Object.assign(send, { end });
}

const isDead = async (send: Send): Promise<boolean> => (await send("display-message", "-p", "#{pane_dead}")).trim() === "1";

const answers = (send: Send): Promise<boolean> =>
  send("show-options", "-g").then(
    () => true,
    () => false,
  );

function terminalOf(tmux: Tmux): Terminal {
  const screen = (): Promise<string> => tmux("capture-pane", "-p", "-J");
  return {
    screen,
    ended: () => isDead(tmux),
    type: async (text) => {
      await tmux("send-keys", "-l", "--", text);
      await pause(POLL_MS); // a key that comes with the text is taken for a part of a paste
    },
    press: async (...keys) => {
      for (const key of keys) {
        await tmux("send-keys", key);
        await pause(POLL_MS);
      }
    },
    async until(pattern, ms = DEFAULT_WAIT_MS) {
      const deadline = Date.now() + ms;
      for (;;) {
        const seen = await screen();
        if (pattern.test(seen)) return seen;
        if (Date.now() > deadline) throw new Error(`the screen did not show ${pattern}; after ${ms} ms:\n${seen.trimEnd()}`);
        await pause(POLL_MS);
      }
    },
    async wait(what, done, ms = DEFAULT_WAIT_MS) {
      for (const deadline = Date.now() + ms; !done(); await pause(POLL_MS)) {
        if (Date.now() > deadline) throw new Error(`${what} did not come; after ${ms} ms; the screen:\n${(await screen()).trimEnd()}`);
      }
    },
  };
}

/** The agent's exit code; `undefined` when it does not end. */
async function exitCode(tmux: Tmux): Promise<number | undefined> {
  for (const deadline = Date.now() + LEAVE_MS; Date.now() < deadline; await pause(POLL_MS)) {
    const [dead, code] = (await tmux("display-message", "-p", "#{pane_dead} #{pane_dead_status}")).trim().split(" ");
    if (dead === "1") return Number(code ?? 0);
  }
  return undefined;
}
