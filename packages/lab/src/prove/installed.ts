/** The program as it is installed: its folder, and what `launch.json` in it says. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, type JsonObject, list, parseJson, text } from "../json.js";
import { ProveError, type ProveScope } from "./types.js";

export interface Installed {
  readonly name: string;
  readonly version: string | undefined;
  readonly scope: ProveScope;
  /** The folder of the scope: the home folder, or the repository. */
  readonly root: string;
  /** Bundles, launcher, answer tables and `launch.json`. */
  readonly folder: string;
  readonly launcher: string;
  readonly fail: "open" | "closed";
  /** The agents that it is installed for. */
  readonly providers: readonly string[];
  /** Whether something of the program can decide on this event, so that its failure may refuse. */
  gate(provider: string, event: string): boolean;
  /** File name of the bundle of an agent. */
  bundle(provider: string): string;
  /** The native events that have an entry. */
  events(provider: string): readonly string[];
  /** What the launcher starts outside its folder: a program where it lies, or an executable. As it is written: absolute, or from the folder. */
  readonly outside: { readonly what: "link" | "command"; readonly path: string } | undefined;
}

export interface Where {
  readonly name?: string | undefined;
  readonly scope?: ProveScope | undefined;
  /** The repository or the plugin. */
  readonly dir: string;
  readonly home: string;
}

/** A scope's folder for programs, relative to its root; a plugin holds one program and no folder for more. */
const FOLDERS: { readonly [scope in Exclude<ProveScope, "plugin">]: string } = {
  user: ".agenthooks",
  project: ".agenthooks",
  local: join(".agenthooks", "local"),
};
const SCOPES = ["user", "project", "local"] as const;

/** Path of a program below the root of its scope. */
export const folderBelow = (scope: ProveScope, name: string): string => (scope === "plugin" ? "agenthooks" : join(FOLDERS[scope], name));

/**
 * The installed program that is meant. `undefined`: there is none.
 * @throws ProveError when several are, and the options do not say which.
 */
export function findInstalled(where: Where): Installed | undefined {
  const scopes = where.scope === undefined ? SCOPES : [where.scope];
  for (const scope of scopes) {
    const root = scope === "user" ? where.home : where.dir;
    const found = programsOf(scope, root).filter(({ name }) => where.name === undefined || name === where.name);
    const [first, ...others] = found;
    if (first === undefined) continue;
    if (others.length === 0) return first;
    throw new ProveError(`several programs are installed at ${root}; ${found.map(({ name }) => name).join(", ")}; name one of them`);
  }
  return undefined;
}

function programsOf(scope: ProveScope, root: string): readonly Installed[] {
  if (scope === "plugin") return [read(scope, root, join(root, "agenthooks"))].filter((one) => one !== undefined);
  const folder = join(root, FOLDERS[scope]);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => read(scope, root, join(folder, name)))
    .filter((one) => one !== undefined);
}

function outsideOf({ link, command }: JsonObject): Installed["outside"] {
  const executable = list(command)[0];
  if (typeof link === "string") return { what: "link", path: link };
  return typeof executable === "string" ? { what: "command", path: executable } : undefined;
}

function read(scope: ProveScope, root: string, folder: string): Installed | undefined {
  const file = join(folder, "launch.json");
  if (!existsSync(file)) return undefined;
  const launch = parseJson(readFileSync(file, "utf8"));
  const name = isObject(launch) ? text(launch.name) : undefined;
  if (!isObject(launch) || name === undefined) throw new ProveError(`not the facts of a program; ${file}; install it again`);
  const providers = isObject(launch.providers) ? launch.providers : {};
  const of = (provider: string) => (isObject(providers[provider]) ? providers[provider] : {});
  return {
    name,
    version: text(launch.version),
    scope,
    root,
    folder,
    launcher: join(folder, "run"),
    fail: launch.fail === "open" ? "open" : "closed",
    providers: Object.keys(providers),
    gate: (provider, event) => {
      const { events } = of(provider);
      const row = isObject(events) ? events[event] : undefined;
      return isObject(row) && row.gate === true;
    },
    bundle: (provider) => text(of(provider).bundle) ?? `hooks.${provider}.cjs`,
    events: (provider) => list(of(provider).installed).filter((event) => typeof event === "string"),
    outside: outsideOf(launch),
  };
}

/** The nearest folder above with a `.git`, as installing takes it; the folder itself where there is none. */
export function repositoryAbove(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}
