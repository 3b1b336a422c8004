/** What stands in the person's own configuration, by the install half of the agent's adapter. Nothing is written. */
import { readFile } from "node:fs/promises";
import { type Finding, status } from "agenthooks/install";
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

export interface AtHome {
  /** The program's entries. */
  readonly entries: readonly HomeEntry[];
  /** What keeps the agent from running them, and where something is not as it was installed. */
  readonly findings: readonly Finding[];
  /** An entry or a file of the program is not as it was installed; `false` too where no receipt says how that was. */
  readonly drift: boolean;
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
  const { home, env } = place;
  const { entries, findings } = await installer.inspect({ scope, root, home, env, read, own });
  const dir = scope === "user" ? {} : { dir: root };
  const receipt = await status({ name, providers: [provider], scope, ...dir, home, env });
  return {
    entries: entries.filter((entry) => entry.own),
    findings: receipt.entries.length === 0 ? findings : receipt.findings,
    drift: receipt.entries.some((entry) => entry.drift),
    own,
    moved: (handler, to) => ({ ...handler, command: `${wordAt(to)}${text(handler.command)?.slice(word.length) ?? ""}` }),
  };
}
