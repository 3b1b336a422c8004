/** The rows about the person's own configuration: what stands in it, and whether the agent runs it. */
import { type CheckInput, within } from "./checks.js";
import { row } from "./rows.js";

const ENTRIES = "all are configured";
const TRUST = "all are trusted";

/** `entries`, and `trust` where the agent knows it. */
export async function configurationRows(input: CheckInput): Promise<void> {
  const { host, installed, atHome, tell } = input;
  const { entries, findings, drift } = atHome;
  const { foreign, notes, repositoryUntrusted } = await within(input, {}, async (_, copied) => copied);
  const files = [...new Set(entries.map(({ path }) => path))];
  const others = foreign === 0 ? [] : [`${foreign} of others left out: what they do is theirs`];
  const found = new Set(entries.map(({ event }) => event));
  const missing = installed.events(host.id).filter((event) => !found.has(event));
  const again = `agenthooks upgrade ${installed.name}, or install it again`;
  const errors = findings.filter(({ level }) => level === "error");
  const said = (finding: (typeof errors)[number]): string => [finding.message, finding.path].filter(Boolean).join("; ");
  if (errors.length > 0) {
    const fixes = errors.map((finding) => [said(finding), finding.fix].filter(Boolean).join("; "));
    tell(row("entries", "failed", ENTRIES, "the agent does not run them", errors.map(said).join("; "), fixes.join("; ")));
  } else if (entries.length === 0) {
    tell(row("entries", "failed", ENTRIES, `none of ${installed.name}`, [...others, ...notes].join("; "), again));
  } else if (missing.length > 0) {
    tell(row("entries", "failed", ENTRIES, `missing: ${missing.join(", ")}`, files.join("; "), again));
  } else if (drift && entries.every(({ trust }) => trust === undefined || trust === "trusted")) {
    const warnings = findings.filter(({ level }) => level === "warning");
    tell(row("entries", "failed", ENTRIES, "not as they were installed", warnings.map(said).join("; "), again));
  } else {
    tell(row("entries", "held", ENTRIES, `${entries.length} for ${found.size} events`, [...files, ...others, ...notes].join("; ")));
  }
  if (host.howToTrust === undefined) return;
  if (repositoryUntrusted) {
    const fix = `start ${host.id} in ${installed.root} and trust it`;
    tell(row("trust", "failed", TRUST, "the repository is not", `of one that is not trusted ${host.title} reads no hooks`, fix));
    return;
  }
  const wrong = entries.filter(({ trust }) => trust !== "trusted");
  if (entries.length > 0 && wrong.length === 0) {
    tell(row("trust", "held", TRUST, `${entries.length} of ${entries.length}`, "by the hash of each definition"));
    return;
  }
  const seen =
    entries.length === 0 ? "no entry" : `${wrong.length} of ${entries.length} ${[...new Set(wrong.map(({ trust }) => trust))].join(", ")}`;
  tell(row("trust", "failed", TRUST, seen, "skipped without a word", host.howToTrust));
}
