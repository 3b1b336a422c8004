/** The rows about the person's own configuration: what stands in it, and whether the agent runs it. */
import { type CheckInput, within } from "./checks.js";
import type { ProveRow } from "./types.js";

/** `entries`, and `trust` where the agent knows it. */
export async function configurationRows(input: CheckInput): Promise<void> {
  const { host, installed, tell } = input;
  await within(input, undefined, async (_, { files, events, trust, foreign, off, notes }) => {
    const others = foreign === 0 ? [] : [`${foreign} of others left out: what they do is theirs`];
    const where = [...files, ...others, ...notes].join("; ");
    const expected = "they stand in the configuration";
    const count = `${events.length} for ${[...new Set(events)].length} events`;
    const entries = (outcome: ProveRow["outcome"], seen: string, evidence: string, fix?: string): void =>
      tell({ name: "entries", expected, seen, evidence, outcome, ...(fix === undefined ? {} : { fix }) });
    const again = `agenthooks install <program> --provider ${host.id}`;
    if (off.length > 0) entries("failed", "switched off", off.join("; "), `${off.join("; ")}: change that`);
    else if (events.length === 0) entries("failed", `none of ${installed.name}`, where || "no configuration", again);
    else entries("held", count, where);
    if (host.howToTrust === undefined) return;
    const wrong = trust.filter((one) => one !== "trusted");
    const held = trust.length > 0 && wrong.length === 0;
    tell({
      name: "trust",
      expected: "the agent runs every entry",
      seen: held ? `${trust.length} of ${trust.length} trusted` : `${wrong.length} of ${trust.length} ${[...new Set(wrong)].join(", ")}`,
      evidence: held ? "hashes of the definitions" : `${host.title} skips an entry that is not trusted, without a word`,
      outcome: held ? "held" : "failed",
      ...(held ? {} : { fix: host.howToTrust }),
    });
  });
}
