/** Finds the agent that a person uses, and asks it for its version. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { findAgent } from "../agents/install.js";
import { pinOf } from "../agents/pins.js";
import { agentEnvironment, runProcess } from "../agents/process.js";
import type { Sandbox } from "../sandbox.js";
import type { ProveHost } from "./hosts.js";
import type { ProveOptions } from "./types.js";

export interface FoundAgent {
  readonly executable: string;
  /** Where it was found. */
  readonly from: "given" | "PATH" | "lab cache";
  /** What it says when it is asked for its version. */
  readonly version: string | undefined;
  /** Its own words when it names no version. */
  readonly said: string;
}

const VERSION_TIMEOUT_MS = 20_000;

/** `undefined`: nowhere. Starts the agent once, in the scratch home. */
export async function findInstalledAgent(host: ProveHost, options: ProveOptions, sandbox: Sandbox): Promise<FoundAgent | undefined> {
  const place = locate(host, options);
  if (place === undefined) return undefined;
  const { signal } = options;
  const asked = { cwd: sandbox.work, env: agentEnvironment(sandbox), timeoutMs: VERSION_TIMEOUT_MS, ...(signal ? { signal } : {}) };
  try {
    const { stdout, stderr, code } = await runProcess(place.executable, ["--version"], asked);
    const version = code === 0 ? /\d+\.\d+\.\d+[\w.+-]*/.exec(stdout)?.[0] : undefined;
    return { ...place, version, said: `${stdout}${stderr}`.trim() || `it ended with ${code} and no word` };
  } catch (error) {
    signal?.throwIfAborted();
    return { ...place, version: undefined, said: error instanceof Error ? error.message : String(error) };
  }
}

function locate(host: ProveHost, { agents, env = process.env }: ProveOptions): Pick<FoundAgent, "executable" | "from"> | undefined {
  const given = agents?.[host.id];
  if (given !== undefined) return { executable: resolve(given), from: "given" };
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = folders.map((folder) => resolve(folder, host.executable)).find(isExecutable);
  if (onPath !== undefined) return { executable: onPath, from: "PATH" };
  for (const version of pinOf(host.id).versions) {
    const executable = findAgent(host.id, version, env);
    if (executable !== undefined) return { executable, from: "lab cache" };
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

export const notFound = (host: ProveHost): string => `no "${host.executable}" on PATH, and no pinned version in the lab's cache`;
