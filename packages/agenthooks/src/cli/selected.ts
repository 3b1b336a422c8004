/** The installed program that a command means, and where. */
import { stat } from "node:fs/promises";
import path from "node:path";
import type { Installed } from "../install/installed.js";
import type { InstallOptions, Scope } from "../install/types.js";
import type { Args } from "./args.js";
import type { Deps, Installs } from "./deps.js";
import { CommandError, UsageError } from "./errors.js";
import { nearest } from "./nearest.js";
import { isModule, placeOf, programOf, selectionOf } from "./selectors.js";

/** The file that the first word names, where it is no name of a program. */
export function fileOf(args: Args, { cwd }: Deps): string | undefined {
  const [word] = args.words;
  return word !== undefined && (isModule(word) || /[\\/]/.test(word)) ? path.resolve(cwd, word) : undefined;
}

const isOf = (file: string, { again }: Installed) => (again?.program ?? again?.command?.[0]) === file;

/**
 * The places of the program that is named, or of the only one that is installed where the flags say.
 * @param command for the message: how it is said instead
 * @throws UsageError when several are installed and none is named.
 * @throws CommandError when there is none, or none of this name.
 */
export async function placesOf(command: string, args: Args, deps: Deps, { installed, damaged }: Installs): Promise<readonly Installed[]> {
  const [word] = args.words;
  const places = await installed(selectionOf(args, deps, undefined));
  const names = [...new Set(places.map(({ name }) => name))];
  if (word === undefined && names.length > 1) {
    throw new UsageError(`several programs are installed: ${names.join(", ")}`, `name one: agenthooks ${command} ${names[0]}`);
  }
  const file = fileOf(args, deps);
  const found = places.filter((place) => (file === undefined ? place.name === (word ?? names[0]) : isOf(file, place)));
  if (found.length > 0) return found;
  // it may be installed all the same: "not installed" would be wrong
  const unread = (await damaged(deps)).find(({ name }) => word === undefined || file !== undefined || name === word);
  if (unread) {
    const scope = path.basename(unread.receipt).split("-")[0];
    throw new CommandError(unread.message, `with the receipt moved away: agenthooks uninstall ${unread.name} --scope ${scope}`);
  }
  if (word === undefined) {
    throw new CommandError("no program is installed here", "agenthooks install <program>; --scope and --dir say where to look");
  }
  const near = nearest(word, names);
  const others = names.length === 0 ? "nothing is installed: agenthooks install <program>" : `installed: ${names.join(", ")}`;
  const meant = near === undefined ? others : `did you mean ${near}?`;
  throw new CommandError(`${JSON.stringify(word)} is not installed here`, meant);
}

/**
 * Options that install each of the programs again. A program on the command line takes the place of the one that was installed.
 * @throws CommandError where a program is no longer where it was.
 */
export async function againFor(command: string, args: Args, deps: Deps, installs: Installs): Promise<readonly InstallOptions[]> {
  const context = { home: deps.home, env: deps.env, signal: deps.signal };
  const file = fileOf(args, deps);
  if (file !== undefined) {
    const program = await programOf(args, deps);
    const known = (await installs.installed(selectionOf(args, deps, undefined))).filter((place) => isOf(file, place));
    const { scope = "user", dir } = placeOf(args, deps);
    const place = { scope, providers: args.list("provider") ?? [], ...(dir === undefined ? {} : { dir }) };
    // a program that has moved: it is installed where the flags say, by the name that it gives itself
    return known.length === 0
      ? [{ ...program, ...place, ...context }]
      : known.flatMap(({ again }) => (again ? [{ ...again, ...context }] : []));
  }
  args.atMostWords(1);
  const places = await placesOf(command, args, deps, installs);
  return Promise.all(places.map(async (place) => ({ ...(await sourceOf(command, place)), ...context })));
}

async function sourceOf(command: string, { name, again }: Installed): Promise<InstallOptions> {
  const source = again?.program ?? again?.command?.[0];
  if (again === undefined || source === undefined) {
    throw new CommandError(`${name} was installed by a tool that has more to say than its program`, `${command} it with that tool`);
  }
  if (await stat(source).catch(() => undefined)) return again;
  throw new CommandError(`the program of ${name} is no longer at ${source}`, `agenthooks ${command} <path of the program>`);
}

/**
 * Finds what a command means. Where that fails, what a killed install has left half done is undone all the same: nothing else would.
 * @throws what `find` throws, with what was undone.
 */
export async function foundOrHealed<T>(args: Args, { home, env }: Deps, { recover }: Installs, find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof CommandError) || args.on("dry-run")) throw error;
    const undone = (await recover({ home, env })).map(({ message }) => message);
    throw undone.length === 0 ? error : new CommandError([error.message, ...undone].join("; "), error.fix);
  }
}

/**
 * What is taken out without a scope must be in one place: a program can be installed in many repositories.
 * @throws UsageError with the flags of each place. `--all` means all of them.
 */
export function refuseManyPlaces(places: readonly Installed[], args: Args): void {
  if (args.on("all") || places.length < 2) return;
  const flags = places.map(({ scope, root }) => flagsOf(scope, root));
  throw new UsageError(
    `${JSON.stringify(places[0]?.name)} is installed in ${places.length} places`,
    `choose: ${[...flags, "--all"].join(", ")}`,
  );
}

/** The flags that mean one place; without a root the one that is found from the working folder. */
export function flagsOf(scope: Scope, root: string | undefined): string {
  if (scope === "user" || root === undefined) return `--scope ${scope}`;
  return `--scope ${scope} --dir ${/^[\w./~@+-]+$/.test(root) ? root : JSON.stringify(root)}`;
}
