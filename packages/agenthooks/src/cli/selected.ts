/** The one installed program that a command means. */
import type { Scope, Selection, StatusEntry } from "../install/types.js";
import type { Args } from "./args.js";
import type { Deps, Installs } from "./deps.js";
import { CommandError, UsageError } from "./errors.js";
import { nearest } from "./nearest.js";
import { selectionOf } from "./selectors.js";

export interface Selected {
  readonly name: string;
  readonly selection: Selection;
  readonly entries: readonly StatusEntry[];
}

/**
 * The program by its name; without one the only one that is installed where the flags say.
 * @throws UsageError when several are installed and none is named.
 * @throws CommandError when there is none, or none of this name.
 */
export async function selectedProgram(command: string, args: Args, deps: Deps, { status }: Installs): Promise<Selected> {
  args.atMostWords(1);
  const [word] = args.words;
  const selection = selectionOf(args, deps, undefined);
  const { entries } = await status(selection);
  const names = [...new Set(entries.map((entry) => entry.name))];
  if (word === undefined && names.length > 1) {
    throw new UsageError(`several programs are installed: ${names.join(", ")}`, `name one: agenthooks ${command} ${names[0]}`);
  }
  const name = word ?? names[0];
  if (name === undefined)
    throw new CommandError("no program is installed here", "agenthooks install <program>; --scope and --dir say where to look");
  if (!names.includes(name)) {
    const near = nearest(name, names);
    throw new CommandError(
      `${JSON.stringify(name)} is not installed here`,
      near === undefined ? `installed: ${names.join(", ") || "none"}` : `did you mean ${near}?`,
    );
  }
  return { name, selection: { ...selection, name }, entries: entries.filter((entry) => entry.name === name) };
}

/**
 * What is taken out without a scope must be in one place: a program can be installed in many repositories.
 * @throws UsageError with the flags of each place. `--all` means all of them.
 */
export function refuseManyPlaces({ name, entries }: Selected, args: Args): void {
  if (args.on("all")) return;
  const places = [...new Set(entries.map(({ scope, root }) => flagsOf(scope, root)))];
  if (places.length < 2) return;
  throw new UsageError(`${JSON.stringify(name)} is installed in ${places.length} places`, `choose: ${[...places, "--all"].join(", ")}`);
}

/** The flags that mean one place; without a root the one that is found from the working folder. */
export function flagsOf(scope: Scope, root: string | undefined): string {
  if (scope === "user" || root === undefined) return `--scope ${scope}`;
  return `--scope ${scope} --dir ${/^[\w./~@+-]+$/.test(root) ? root : JSON.stringify(root)}`;
}
