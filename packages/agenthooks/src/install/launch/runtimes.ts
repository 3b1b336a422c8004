/** Which runtime the launcher starts: the running Node by a name that stays when it is updated (cases b05, b06). */
import { spawn } from "node:child_process";
import { access, constants, realpath } from "node:fs/promises";
import path from "node:path";
import { isBefore } from "../../event/provider.js";

/** Aliases that survive an update, the most stable first. Shims are none: what they start is not what they are. */
const PLACES = [
  "/usr/local/bin/node",
  "/usr/bin/node",
  "/opt/homebrew/bin/node",
  "/home/linuxbrew/.linuxbrew/bin/node",
  "/run/current-system/sw/bin/node",
];
const HOME_PLACES = [".local/share/fnm/aliases/default/bin/node", ".nvm/current/bin/node", ".nix-profile/bin/node"];

/** A folder that goes with an update or a session: a version, a keg, a store path, a cache of npx, a shell of fnm. */
const PASSING = /\d\.\d|\/Cellar\/|\/nix\/store\/|\/_npx\/|\/fnm_multishells\/|\/node_modules\//;

const OLDEST_NODE = "20.19.0";
/** The first that reads TypeScript without a flag, of each line that has one. */
const READS_TYPESCRIPT = { "22": "22.18.0", "23": "23.6.0" } as const;

export interface Machine {
  readonly execPath: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: the known places of this system; for tests. */
  readonly places?: readonly string[];
}

/**
 * Absolute paths, the best first: an alias of the running Node; else other stable Nodes that are new enough, and behind them the running
 * one by its own path, since that goes with the next update.
 */
export async function runtimesOf(machine: Machine): Promise<readonly string[]> {
  const { execPath, home, env, places = [...PLACES, ...HOME_PLACES.map((place) => path.join(home, place))] } = machine;
  const name = path.basename(execPath);
  const onPath = (env.PATH ?? "").split(path.delimiter).filter(path.isAbsolute);
  const named = [...places.map((place) => path.join(path.dirname(place), name)), ...onPath.map((folder) => path.join(folder, name))];
  const real = await realpath(execPath).catch(() => execPath);
  const stable = [...new Set([...named, execPath])].filter((one) => !PASSING.test(one.replaceAll("\\", "/")));
  for (const one of stable) if ((await realpath(one).catch(() => undefined)) === real) return [one];
  const others: string[] = [];
  for (const one of places) if (isNodeFrom(await versionOf(one), OLDEST_NODE)) others.push(one);
  return [...others, execPath];
}

/** What `--version` of a runtime prints, without a shell; `undefined` where it is none. */
export async function versionOf(runtime: string): Promise<string | undefined> {
  try {
    await access(runtime, constants.X_OK);
  } catch {
    return undefined;
  }
  return new Promise((resolve) => {
    const child = spawn(runtime, ["--version"], { stdio: ["ignore", "pipe", "ignore"], timeout: 10_000, killSignal: "SIGKILL" });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (out.length < 200) out += text;
    });
    child.on("error", () => resolve(undefined));
    child.on("close", (code) => resolve(code === 0 ? out.trim() : undefined));
  });
}

/** Node prints `v22.1.0`, Bun `1.3.0`. */
function isNodeFrom(version: string | undefined, oldest: string): boolean {
  return version !== undefined && /^v\d+\.\d+\.\d+/.test(version) && !isBefore(version.slice(1), oldest);
}

/** Why a runtime cannot start programs of this library; `undefined` when it can. */
export function unfit(version: string | undefined, typescript: boolean): string | undefined {
  if (version === undefined || !/^v?\d+\.\d+\.\d+/.test(version)) return "it is no runtime that prints its version; give Node or Bun";
  if (!version.startsWith("v")) return undefined;
  if (!isNodeFrom(version, OLDEST_NODE)) return `it is Node ${version.slice(1)}, and hooks need ${OLDEST_NODE} or newer`;
  const major = version.slice(1).split(".")[0] ?? "";
  const first = Object.hasOwn(READS_TYPESCRIPT, major) ? READS_TYPESCRIPT[major as keyof typeof READS_TYPESCRIPT] : "22.18.0";
  if (!typescript || isNodeFrom(version, first)) return undefined;
  return `it is Node ${version.slice(1)}, which reads no TypeScript: name Node ${first} or newer or Bun with --runtime, link the compiled file, or leave out --link`;
}
