/** The trust that a person gives to hooks of Codex: the hash of each definition in the agent's own config (facts/codex.md §2). */
import { writeFileSync } from "node:fs";
import { codexDefinitionHash, codexStateKey } from "agenthooks/install";

/** As in `hooks.json`, below `hooks`. */
export type CodexHooks = Readonly<
  Record<string, readonly { readonly matcher?: string; readonly hooks: readonly Readonly<Record<string, string | number>>[] }[]>
>;

/** The lines that trust the handlers of a file; of the groups that `trusts` says, all by default. A JSON string is a TOML basic string. */
export function stateTables(
  source: string,
  hooks: CodexHooks,
  trusts: (event: string, group: number) => boolean = () => true,
): readonly string[] {
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks: handlers }, group) =>
      trusts(event, group)
        ? handlers.flatMap((handler, index) => [
            `[hooks.state.${JSON.stringify(codexStateKey(source, event, group, index))}]`,
            `trusted_hash = ${JSON.stringify(codexDefinitionHash(event, matcher, handler))}`,
          ])
        : [],
    ),
  );
}

/** Writes an entry per handler of `hooksFile`. */
export function placeTrust(configFile: string, hooksFile: string, hooks: CodexHooks): void {
  writeFileSync(
    configFile,
    stateTables(hooksFile, hooks)
      .map((line) => `${line}\n`)
      .join(""),
  );
}
