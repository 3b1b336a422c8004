/** Where Codex reads hooks from, and under which names it remembers that a person trusts them. */
import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { InstallConflictError } from "../../base/errors.js";
import { errorCode } from "../../base/files.js";
import { mainCheckoutOf } from "../git.js";
import type { Place } from "../install.js";

/** One folder that can name hooks in two ways. */
export interface Layer {
  /** The folder that holds both files. */
  readonly folder: string;
  readonly hooksJson: string;
  readonly configToml: string;
  /** The folder as the agent may write it in a state key, the likeliest first. */
  readonly names: readonly string[];
  /** The checkout whose folder it is, where that is not the one that was asked for. */
  readonly mainCheckout: string | undefined;
  /** In a worktree its own folder: Codex looks there whether there is one, and then reads the main checkout's. */
  readonly worktree: Layer | undefined;
}

/** The folder of the person's own configuration. */
export function codexHome({ home, env }: Pick<Place, "home" | "env">): string {
  return env.CODEX_HOME ? resolve(env.CODEX_HOME) : join(home, ".codex");
}

/** The person's own configuration, which also holds the trust in hooks of all other places but plugins. */
export async function userLayer(place: Pick<Place, "home" | "env">): Promise<Layer> {
  const folder = codexHome(place);
  const real = await realOf(folder);
  // $CODEX_HOME is resolved, the default is not (seen on 0.171.0: `hooks/list` with a linked home and with a linked $CODEX_HOME)
  return layer(folder, place.env.CODEX_HOME ? [real] : [folder, real]);
}

/**
 * The layer of a scope that is no plugin.
 * @throws InstallConflictError for a project whose `.codex` is the person's own.
 */
export async function layerOf(place: Pick<Place, "scope" | "root" | "home" | "env">): Promise<Layer> {
  const user = await userLayer(place);
  if (place.scope === "user") return user;
  const main = await mainCheckoutOf(place.root);
  const root = main ?? place.root;
  const folder = join(root, ".codex");
  if ((await realOf(folder)) === (await realOf(user.folder)))
    throw new InstallConflictError(
      `the .codex of this project is your own configuration of Codex; ${folder}; take the user scope, or another folder`,
      folder,
    );
  // how the session came there decides the key; `.codex` itself is not resolved
  return {
    ...layer(folder, [folder, join(await realOf(root), ".codex")]),
    mainCheckout: main,
    worktree: main === undefined ? undefined : layer(join(place.root, ".codex"), []),
  };
}

function layer(folder: string, names: readonly string[]): Layer {
  return {
    folder,
    hooksJson: join(folder, "hooks.json"),
    configToml: join(folder, "config.toml"),
    names: [...new Set(names)],
    mainCheckout: undefined,
    worktree: undefined,
  };
}

/** The path behind all links; what is not there yet is named below the nearest folder that is. */
export async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    return join(await realOf(dirname(path)), basename(path));
  }
}
