/** Configurations as people have them, and entries to put into them, for properties. */
import fc from "fast-check";
import type { ShapedEntry } from "../../src/providers/_claude-shape/entries.js";
import type { Own } from "../../src/providers/install.js";
import { EVENTS, type GeneratedConfig } from "./config-parts.js";

export { jsonConfig } from "./config-json.js";
export type { GeneratedConfig } from "./config-parts.js";
export { tomlConfig } from "./config-toml.js";

/** What the command of every entry of ours begins with. No generated config has it. */
const LAUNCHER = "/home/o'neil/.agenthooks/guard/run";

export const own: Own = ({ command }) => typeof command === "string" && command.startsWith(`${LAUNCHER} `);

/** Entries of a program: one for each of some events. */
export const wantedEntries: fc.Arbitrary<readonly ShapedEntry[]> = fc
  .uniqueArray(fc.constantFrom(...EVENTS), { maxLength: EVENTS.length })
  .chain((events) => fc.tuple(...events.map(entryOf)));

function entryOf(event: string): fc.Arbitrary<ShapedEntry> {
  return fc
    .record({
      matcher: fc.constantFrom(undefined, "Bash", "^Write$|'\"\\", ""),
      timeout: fc.constantFrom(undefined, 5, 600),
      args: fc.constantFrom(undefined, ["--a", "b\tc"]),
    })
    .map(({ matcher, timeout, args }) => ({
      event,
      matcher,
      handler: {
        type: "command",
        command: `${LAUNCHER} agenthooks run --event='${event}' "é" C:\\x`,
        ...(timeout === undefined ? {} : { timeout }),
        ...(args === undefined ? {} : { args }),
      },
    }));
}

/** A config in which handlers of others, at any place, have become ours: older forms, two of a kind, in one group with others. */
export function mixedConfig(config: fc.Arbitrary<GeneratedConfig>): fc.Arbitrary<GeneratedConfig> {
  return fc.tuple(config, fc.array(fc.boolean(), { minLength: 1, maxLength: 8 })).map(([{ bytes, text, eol }, choices]) => {
    let at = 0;
    const taken = (source: string) =>
      source.replace(/(["'])(?:bar|jq)\1/g, (command) => (choices[at++ % choices.length] ? JSON.stringify(`${LAUNCHER} old`) : command));
    const mixed = taken(text);
    return { text: mixed, bytes: new TextEncoder().encode((bytes[0] === 0xef ? "\ufeff" : "") + mixed), eol };
  });
}
