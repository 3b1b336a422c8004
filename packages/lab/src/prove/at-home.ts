/** What stands in the person's own configuration, by the install half of the agent's adapter. Nothing is written. */
import { readFile } from "node:fs/promises";
import { INSTALLERS } from "agenthooks/internal/installers";
import { type JsonObject, text } from "../json.js";
import type { Installed } from "./installed.js";

export interface ConfigurationPlace {
  readonly home: string;
  /** The repository. */
  readonly dir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether the agent runs an entry, where a person has to trust it first. */
export type Trust = "trusted" | "modified" | "untrusted" | "disabled";

export interface HomeEntry {
  readonly path: string;
  readonly event: string;
  readonly matcher: string | undefined;
  readonly command: string | undefined;
  /** `undefined`: this agent asks for no trust. */
  readonly trust: Trust | undefined;
}

/** Something that a person should know of their configuration. */
export interface HomeFinding {
  readonly level: "ok" | "note" | "warning" | "error";
  readonly path: string | undefined;
  readonly message: string;
  readonly fix: string | undefined;
}

export interface AtHome {
  /** The program's entries. */
  readonly entries: readonly HomeEntry[];
  readonly findings: readonly HomeFinding[];
  /** Whether a handler is one of the program's. */
  own(handler: JsonObject): boolean;
  /** The handler with the launcher of the same scope below another root. */
  moved(handler: JsonObject, to: { readonly root: string; readonly launcher: string }): JsonObject;
}

/** @throws what the install half throws: for a scope that it cannot name, or files that cannot be read. */
export async function lookAtHome(provider: string, installed: Installed, place: ConfigurationPlace): Promise<AtHome> {
  const installer = await INSTALLERS[provider]?.();
  if (installer === undefined)
    throw new Error(`nothing can be installed for ${provider}; is agenthooks of the same version as @agenthooks/lab?`);
  const { name, scope, root, launcher } = installed;
  const wordAt = (at: { readonly root: string; readonly launcher: string }): string =>
    installer.launcherWord({ scope, root: at.root, env: place.env }, at.launcher, name);
  const word = wordAt({ root, launcher });
  const own = (handler: JsonObject): boolean => text(handler.command)?.startsWith(`${word} agenthooks run `) ?? false;
  const read = (path: string): Promise<Uint8Array | undefined> =>
    readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
      throw error;
    });
  const { entries, findings } = await installer.inspect({ scope, root, home: place.home, env: place.env, read, own });
  return {
    entries: entries.filter((entry) => entry.own),
    findings,
    own,
    moved: (handler, to) => ({ ...handler, command: `${wordAt(to)}${text(handler.command)?.slice(word.length) ?? ""}` }),
  };
}
