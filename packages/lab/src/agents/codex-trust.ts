/** The trust that a person gives to hooks of Codex: the hash of each definition in the agent's own config (facts/codex.md §2). */
import { writeFileSync } from "node:fs";
import { codexDefinitionHash, codexStateKey } from "agenthooks/install";

/** As in `hooks.json`, below `hooks`. */
export type CodexHooks = Readonly<
  Record<string, readonly { readonly matcher?: string; readonly hooks: readonly Readonly<Record<string, string | number>>[] }[]>
>;

/** Writes an entry per handler of `hooksFile`. A JSON string is a TOML basic string. */
export function placeTrust(configFile: string, hooksFile: string, hooks: CodexHooks): void {
  const entries = Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks: handlers }, group) =>
      handlers.map((handler, index) => {
        const key = codexStateKey(hooksFile, event, group, index);
        return `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${JSON.stringify(codexDefinitionHash(event, matcher, handler))}\n`;
      }),
    ),
  );
  writeFileSync(configFile, entries.join(""));
}
