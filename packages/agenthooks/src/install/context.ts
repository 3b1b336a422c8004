/** Where a command works, and what is known before it plans anything. */
import os from "node:os";
import { UsageError } from "../base/errors.js";
import type { Finding, Place, Scope } from "../providers/install.js";
import { recover } from "./commit.js";
import { checkedName, rootOf } from "./folder.js";
import type { Installers } from "./hosts.js";
import { bytesBefore, digestOf, journalPath, type Recovery, readJournal } from "./journal.js";
import { behindLinks, readBytes } from "./links.js";
import type { NameOptions, StagedProgram, StageOptions } from "./program.js";
import { receiptsIn, stateHome } from "./receipt.js";

/** What the commands stand on. */
export interface Deps {
  readonly installers: Installers;
  stage(options: StageOptions): Promise<StagedProgram>;
  /** The name that the program gives itself. */
  nameOf(options: NameOptions): Promise<string>;
  cwd(): string;
}

export type Read = (file: string) => Uint8Array | undefined;

export interface Surroundings {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of all programs' state. */
  readonly state: string;
  readonly read: Read;
  /** What an interrupted command had left. */
  readonly findings: readonly Finding[];
}

export interface Context extends Surroundings {
  readonly scope: Scope;
  readonly root: string;
}

interface Where {
  readonly home?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The machine as a command sees it.
 * @param writes what an interrupted command has left is undone first; else it is only seen as if it were.
 */
export async function surroundings(options: Where, writes: boolean): Promise<Surroundings> {
  const env = options.env ?? process.env;
  const home = options.home ?? os.homedir();
  const state = stateHome(home, env);
  const recovery = writes ? await recover(state) : undefined;
  return {
    home,
    env,
    state,
    read: writes ? readBytes : asUndone(state),
    findings: recovery ? told(recovery) : writes ? [] : pending(state),
  };
}

/** @throws UsageError, InstallConflictError as `rootOf` does. */
export async function contextOf(
  deps: Pick<Deps, "cwd">,
  options: Where & { readonly scope: Scope; readonly dir?: string | undefined },
  writes: boolean,
): Promise<Context> {
  const around = await surroundings(options, writes);
  return { ...around, scope: options.scope, root: rootOf(options.scope, options.dir, around.home, deps.cwd()) };
}

/** What an adapter's install half is given. */
export function placeOf({ scope, root, home, env }: Omit<Context, keyof Surroundings> & Where & { home: string }, read: Read): Place {
  return { scope, root, home, env: env ?? {}, read: async (file) => read(file) };
}

function asUndone(state: string): Read {
  const journal = readJournal(state);
  if (!journal) return readBytes;
  const files = new Map(journal.files.map((one) => [one.target, one]));
  return (file) => {
    const present = readBytes(file);
    const begun = files.get(behindLinks(file));
    return begun && digestOf(present) === begun.after ? bytesBefore(begun) : present;
  };
}

/** A finding that is about no single agent. */
export function ofAll(level: Finding["level"], path: string | undefined, message: string, fix?: string): Finding {
  return { level, provider: "*", path, message, fix };
}

function told({ what, undone, kept }: Recovery): readonly Finding[] {
  return [
    ofAll("note", undefined, `an interrupted ${what} was undone (${undone.length} files)`),
    ...kept.map((file) =>
      ofAll(
        "warning",
        file,
        `it was written by an interrupted ${what} and changed by somebody since: it is left as it is`,
        "install the program again, or uninstall it",
      ),
    ),
  ];
}

function pending(state: string): readonly Finding[] {
  const journal = readJournal(state);
  if (!journal) return [];
  const message = `an interrupted ${journal.what} is not yet undone; it is shown as if it were`;
  return [ofAll("warning", journalPath(state), message, "the next install, upgrade or uninstall undoes it")];
}

/** @throws UsageError that names what is installed. */
export function refuseUnknown(state: string, read: Read, name: string, where: string): never {
  const installed = receiptsIn(state, read).flatMap(({ receipt }) =>
    receipt ? [`${receipt.name} (${receipt.scope}, ${receipt.root})`] : [],
  );
  const todo = installed.length === 0 ? "nothing is installed" : `installed: ${installed.join(", ")}`;
  throw new UsageError(`${checkedName(name)} is not installed; ${where}; ${todo}`);
}
