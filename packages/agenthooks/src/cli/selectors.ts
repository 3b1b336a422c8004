/** Which program, for which agents, where: the flags that all commands share. */
import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import { ALIASES, type ProviderId, providerId } from "../event/provider.js";
import type { Selection } from "../install/types.js";
import type { Detected, Scope } from "../providers/install.js";
import type { Args, Flags } from "./args.js";
import type { Deps } from "./deps.js";
import { CommandError, UsageError } from "./errors.js";
import { nearest } from "./nearest.js";

const SCOPES = ["user", "project", "local", "plugin"] as const satisfies readonly Scope[];

export const SELECTORS = {
  provider: { value: "a,b", help: "these agents" },
  all: { help: "every agent: those found on this machine, or those it is installed for" },
  exclude: { value: "c", help: "not these agents" },
  scope: { value: SCOPES.join("|"), help: "where the entries lie (install: user unless given)", choices: SCOPES },
  dir: { value: "D", help: "root of a project, local or plugin scope (default: the git root above)" },
} as const satisfies Flags;

export const CONFIRM = {
  "dry-run": { help: "write nothing; show the exact changes" },
  yes: { help: "do not ask", short: "y" },
} as const satisfies Flags;

/** The ids of agents that can be installed for, checked; aliases are taken. */
function known(names: readonly string[], flag: string, { installers }: Deps): readonly ProviderId[] {
  const ids = Object.keys(installers);
  return names.map((name) => {
    const id = providerId(name);
    if (Object.hasOwn(installers, id)) return id;
    const near = nearest(name, [...ids, ...Object.keys(ALIASES).filter((alias) => ids.includes(providerId(alias)))]);
    const meant = near === undefined ? `one of ${ids.join(", ")}` : `did you mean ${near}?`;
    throw new UsageError(
      `${flag} names no agent that can be installed for: ${JSON.stringify(name)}; ${meant}`,
      `${flag} ${near ?? ids.join(",")}`,
    );
  });
}

/** The agents that are on this machine, in the order of the registry. */
export async function detectAgents({ installers, home, env }: Deps): Promise<ReadonlyMap<ProviderId, Detected>> {
  const found = await Promise.all(
    Object.entries(installers).map(async ([id, load]) => [id, await (await load()).detect({ home, env })] as const),
  );
  return new Map(found.flatMap(([id, detected]) => (detected === undefined ? [] : [[id, detected] as const])));
}

/**
 * The agents to install for. Without `--provider` and `--all`, where a person can be asked: those that are found, for the person to confirm.
 * @throws UsageError where the choice is missing and nobody can be asked.
 */
export async function installProviders(args: Args, deps: Deps): Promise<readonly ProviderId[]> {
  const named = args.list("provider");
  const excluded = known(args.list("exclude") ?? [], "--exclude", deps);
  if (named !== undefined && args.on("all")) throw new UsageError("--provider and --all exclude each other", "leave one out");
  const left = (ids: readonly ProviderId[]) => [...new Set(ids)].filter((id) => !excluded.includes(id));
  if (named !== undefined) return someLeft(left(known(named, "--provider", deps)), "--provider");
  const found = [...(await detectAgents(deps)).keys()];
  if (!args.on("all") && (deps.ask === undefined || args.on("yes") || args.on("json"))) {
    const here = found.length === 0 ? "none is found on this machine" : `found on this machine: ${found.join(", ")}`;
    throw new UsageError(
      `no agent is chosen; ${here}`,
      `--provider ${(found.length === 0 ? Object.keys(deps.installers) : found).join(",")}, or --all`,
    );
  }
  if (found.length === 0) {
    const ids = Object.keys(deps.installers);
    throw new CommandError(`none of ${ids.join(", ")} is found on this machine`, `name the agents: --provider ${ids.join(",")}`);
  }
  return someLeft(left(found), "--exclude");
}

function someLeft(ids: readonly ProviderId[], flag: string): readonly ProviderId[] {
  if (ids.length === 0) throw new UsageError(`${flag} leaves no agent`, "name at least one: --provider a,b");
  return ids;
}

/** Scope and folder. @throws UsageError for a plugin without a folder, and a folder of a scope that has none. */
export function placeOf(args: Args, { cwd }: Deps): { readonly scope: Scope | undefined; readonly dir: string | undefined } {
  const scope = SCOPES.find((one) => one === args.text("scope"));
  const dir = args.text("dir");
  if (scope === "plugin" && dir === undefined)
    throw new UsageError("the plugin scope needs the plugin's folder", "--dir <folder of the plugin>");
  if (scope === "user" && dir !== undefined) throw new UsageError("the user scope has no folder", "leave --dir out, or --scope project");
  return { scope, dir: dir === undefined ? undefined : path.resolve(cwd, dir) };
}

/** What is meant among the installed programs: for all commands but `install`. The first word is a name. */
export function selectionOf(args: Args, deps: Deps, name: string | undefined): Selection {
  const named = args.list("provider");
  if (named !== undefined && args.on("all")) throw new UsageError("--provider and --all exclude each other", "leave one out");
  const excluded = known(args.list("exclude") ?? [], "--exclude", deps);
  const chosen = named === undefined ? Object.keys(deps.installers) : known(named, "--provider", deps);
  const providers =
    named === undefined && excluded.length === 0
      ? undefined
      : someLeft(
          chosen.filter((id) => !excluded.includes(id)),
          "--exclude",
        );
  const { scope, dir } = placeOf(args, deps);
  return {
    ...(name === undefined ? {} : { name }),
    ...(providers === undefined ? {} : { providers }),
    ...(scope === undefined ? {} : { scope }),
    ...(dir === undefined ? {} : { dir }),
    home: deps.home,
    env: deps.env,
    signal: deps.signal,
  };
}

/** A program on the command line: a module is bundled, anything else is started with the words that follow. */
export type ProgramWords = { readonly program: string } | { readonly command: readonly [string, ...string[]] };

export const isModule = (word: string) => /\.[cm]?[jt]sx?$/.test(word);

/** @throws UsageError where there is no such file. */
export async function programOf(args: Args, deps: Deps): Promise<ProgramWords> {
  const [word, ...more] = args.words;
  if (word === undefined) throw new UsageError("no program is named", "agenthooks install hooks.ts; `agenthooks init` makes one");
  const file = path.resolve(deps.cwd, word);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    throw new UsageError(
      `there is no program ${JSON.stringify(word)}`,
      found ? "name its file, not its folder" : "give the path of its file; `agenthooks init` makes one",
    );
  }
  if (!isModule(word)) return { command: [file, ...more] };
  args.atMostWords(1);
  return { program: file };
}

/** The runtime as an absolute path: a name is looked for on PATH. @throws UsageError where it is not found. */
export async function runtimeOf(args: Args, { cwd, env }: Deps): Promise<string | undefined> {
  const word = args.text("runtime");
  if (word === undefined) return undefined;
  const bare = !/[\\/]/.test(word);
  const candidates = bare
    ? (env.PATH ?? "")
        .split(path.delimiter)
        .filter(path.isAbsolute)
        .map((folder) => path.join(folder, word))
    : [path.resolve(cwd, word)];
  for (const one of candidates) {
    const runs = await access(one, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return one;
  }
  throw new UsageError(
    `the runtime ${JSON.stringify(word)} is not found${bare ? " on PATH" : ""}`,
    "--runtime <absolute path of node or bun>",
  );
}
