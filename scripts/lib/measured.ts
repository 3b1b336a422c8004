/** The lab's results as the library carries them: `providers/<id>/measured.ts`, so that the registry knows what is measured. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./repo.js";

/** A row of `lab/results/<provider>/<version>.json`, as far as the docs read it. */
export interface LabResult {
  readonly version: string;
  readonly variant: string;
  readonly event: string;
  readonly capability: string;
  readonly case: string;
  readonly outcome: "yes" | "no" | "partial";
  readonly evidence: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/** The committed results of one provider, newest version first; none of one that the lab has not started. */
export function labResults(provider: string): readonly LabResult[] {
  const folder = join(root, "lab", "results", provider);
  const files = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith(".json"));
  files.sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return files.flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as readonly LabResult[]);
}

/** The text of `measured.ts`. */
export function measuredSource(provider: string): string {
  const rows = labResults(provider).map(({ version, variant, event, capability, case: name, outcome }) => {
    const members = Object.entries({ version, variant, event, capability, case: name, outcome });
    return `  { ${members.map(([member, value]) => `${member}: ${JSON.stringify(value)}`).join(", ")} },`;
  });
  return `/** What the lab measured: made by \`npm run docs\` from lab/results/${provider}/, never edited. */
import type { Measurement } from "../quirk.js";

export const MEASURED: readonly Measurement[] = [
${rows.join("\n")}
];
`;
}
