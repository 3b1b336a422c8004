/** Runs a program as an agent would, without the agent. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isObject, type Json } from "../base/json.js";
import { shellWord } from "../base/shell-word.js";
import { type ProviderId, providerId, type Variant } from "../event/provider.js";
import { rawFrom } from "../event/raw.js";
import type { Effect, HostModel } from "../providers/host.js";
import { HOSTS } from "../providers/hosts.js";

export type { Effect } from "../providers/host.js";

/** Which agent is played, and what it starts. */
export interface FakeProviderOptions {
  readonly provider: ProviderId;
  /** The hook's command line, one word each; ` agenthooks run --provider=P --event=E` is added unless `agenthooks` is among them. */
  readonly command: readonly string[];
  readonly variant?: Variant;
  readonly hostVersion?: string;
  /** The home folder that the hook sees; default: a scratch folder that is removed after each event. */
  readonly home?: string;
  /** Beside what the agent sets. */
  readonly env?: Readonly<Record<string, string>>;
  /** The timeout of the entry, milliseconds; default: the agent's own. */
  readonly timeoutMs?: number;
}

/** What a hook answered, and what the agent would do with it. `exitCode` is `null` when a signal ended it. */
export interface Fired {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  /** What the agent would do with that. */
  readonly effect: Effect;
}

/**
 * Runs an installed or built program as the agent would: its shell, its environment, its timeout, its reading of exit codes.
 *
 * @example
 * const agent = new FakeProvider({ provider: "claude-code", command: ["node", "hooks.mjs"] });
 * const { effect } = await agent.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "rm -rf build" } });
 */
export class FakeProvider {
  readonly #options: FakeProviderOptions;

  /** @throws TypeError when nothing is known about how this provider runs hooks. */
  constructor(options: FakeProviderOptions) {
    const id = providerId(options.provider);
    if (!Object.hasOwn(HOSTS, id)) throw new TypeError(`no model of ${JSON.stringify(id)}; one of ${Object.keys(HOSTS).join(", ")}`);
    if (!Array.isArray(options.command) || options.command.length === 0) {
      throw new TypeError('command is a list of words, e.g. ["node", "dist/hooks.cjs"]');
    }
    // the hook is started in the payload's folder: files are meant as the test names them
    const command = options.command.map((word: string) => (word.includes("/") && existsSync(word) ? path.resolve(word) : word));
    this.#options = { ...options, provider: id, command };
  }

  /**
   * Starts the hook for one event, in the payload's working directory when that is there.
   * @param payload members of an object payload that the agent always sends are added when they are missing; text and bytes go as they are.
   * @throws TypeError for an event that the agent does not have; Error when the command did not start: to the agent a hook that is missing
   * looks like one without an opinion, to a test it must not.
   */
  async fire(event: string, payload: Json | string | Uint8Array): Promise<Fired> {
    const { provider, variant = "", hostVersion, env } = this.#options;
    const host = await (HOSTS[provider] as () => Promise<HostModel>)();
    host.requireEvent(event);
    const home = this.#options.home ?? (await mkdtemp(path.join(tmpdir(), "agenthooks-fake-")));
    if (!existsSync(home)) throw new Error(`the home folder ${home} is not there; make it first`);
    try {
      const full =
        typeof payload === "object" && payload !== null && !(payload instanceof Uint8Array) ? host.complete(event, payload, home) : payload;
      const bytes = rawFrom(full).bytes;
      const named = isObject(full) && typeof full.cwd === "string" && full.cwd !== "" ? full.cwd : home;
      const environment = { PATH: process.env.PATH ?? "", HOME: home, LANG: "C.UTF-8", ...host.env(named, variant, hostVersion), ...env };
      const timeoutMs = this.#options.timeoutMs ?? host.timeoutMs(event);
      const ended = await start(this.#commandLine(event), bytes, existsSync(named) ? named : home, environment, timeoutMs);
      if (didNotStart(ended)) throw new Error(`the hook did not start; ${this.#commandLine(event)}; ${ended.stderr.trim().slice(0, 500)}`);
      return { ...ended, effect: host.read(event, ended, variant) };
    } finally {
      if (this.#options.home === undefined) await rm(home, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  #commandLine(event: string): string {
    const { command, provider, hostVersion } = this.#options;
    const version = hostVersion === undefined ? [] : [`--host-version=${hostVersion}`];
    const words = command.includes("agenthooks")
      ? command
      : [...command, "agenthooks", "run", `--provider=${provider}`, `--event=${event}`, ...version];
    return words.map(shellWord).join(" ");
  }
}

type Ended = Omit<Fired, "effect">;

/** Not found or not executable by the shell's account, or a module that Node cannot find. */
function didNotStart({ exitCode, stderr }: Ended): boolean {
  return exitCode === 126 || exitCode === 127 || (exitCode === 1 && stderr.includes("MODULE_NOT_FOUND"));
}

function start(command: string, input: Uint8Array, cwd: string, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", command], { cwd, env, stdio: "pipe", detached: true });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let timedOut = false;
    const endGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // it has ended
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup();
    }, timeoutMs);
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    // a child that the hook left behind may hold the pipes: the agent does not wait for it
    child.on("exit", (exitCode) => {
      clearTimeout(timer);
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString("utf8");
        resolve({ stdout: text(out), stderr: text(err), exitCode, timedOut });
      }, 20);
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
