/** What is installed, as the receipts say: enough to install it again or to take it out, without a look at any agent. */
import path from "node:path";
import type { ProviderId } from "../event/provider.js";
import type { Scope } from "../providers/install.js";
import { surroundings } from "./context.js";
import { providerIds } from "./hosts.js";
import { type Origin, realRoot, receiptsIn } from "./receipt.js";
import type { InstallOptions, Selection } from "./types.js";

/** One program in one place. */
export interface Installed {
  readonly name: string;
  readonly scope: Scope;
  readonly root: string;
  /** Every agent that it is installed for there. */
  readonly providers: readonly ProviderId[];
  /** Options that install it again, for all of these agents; `undefined`: only the tool that installed it knows them. */
  readonly again: InstallOptions | undefined;
}

/**
 * The programs that are installed. Receipts that cannot be read are passed over: `status` tells of them.
 *
 * @example
 * for (const { name, scope, root } of await installed({})) console.log(name, scope, root);
 */
export async function installed(selection: Selection): Promise<readonly Installed[]> {
  const around = await surroundings(selection, false);
  const wanted = selection.providers && providerIds(selection.providers);
  const root = selection.dir === undefined ? undefined : realRoot(path.resolve(selection.dir));
  return receiptsIn(around.state, around.read).flatMap(({ receipt }): readonly Installed[] => {
    if (!receipt) return [];
    const { name, scope, providers, origin } = receipt;
    if (selection.name !== undefined && name !== selection.name) return [];
    if (selection.scope !== undefined && scope !== selection.scope) return [];
    if (root !== undefined && realRoot(receipt.root) !== root) return [];
    if (wanted && !wanted.some((id) => providers.includes(id))) return [];
    const place = { name, scope, providers, ...(scope === "user" ? {} : { dir: receipt.root }) };
    return [{ name, scope, root: receipt.root, providers, again: origin && againOf(origin, place) }];
  });
}

/** A receipt that cannot be used. */
export interface Damaged {
  /** Of the program, as the folder of the receipt says. */
  readonly name: string;
  /** Path of the receipt. */
  readonly receipt: string;
  /** With what to do. */
  readonly message: string;
}

/**
 * The receipts that cannot be used: what `installed` passes over.
 *
 * @example
 * for (const { name, message } of await damaged({})) console.error(name, message);
 */
export async function damaged(where: Pick<Selection, "home" | "env">): Promise<readonly Damaged[]> {
  const around = await surroundings(where, false);
  return receiptsIn(around.state, around.read).flatMap(({ file, error }): readonly Damaged[] =>
    error ? [{ name: path.basename(path.dirname(path.dirname(file))), receipt: file, message: error.message }] : [],
  );
}

type Place = Pick<InstallOptions, "scope" | "providers" | "dir"> & { readonly name: string };

function againOf({ program, command, ...rest }: Origin, place: Place): InstallOptions | undefined {
  const shared = { ...rest, ...place };
  if (program !== undefined) return { ...shared, program };
  return command === undefined ? undefined : { ...shared, command };
}

/** What a receipt keeps of the options of an install. */
export function originOf(options: InstallOptions, cwd: string): Origin {
  const { version, description, runtime, link, fail } = options;
  return {
    ...(options.program === undefined ? { command: options.command } : { program: path.resolve(cwd, options.program) }),
    ...(version === undefined ? {} : { version }),
    ...(description === undefined ? {} : { description }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(link === undefined ? {} : { link }),
    ...(fail === undefined ? {} : { fail }),
  };
}
