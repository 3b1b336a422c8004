/** What of the wanted entries an installed version can take. */
import { sha256 } from "../../base/hash.js";
import { canonicalJson, type JsonObject } from "../../base/json.js";
import { type EventTable, isBefore, type ProviderId } from "../../event/provider.js";
import type { Finding, PlanRequest, WantedEntry } from "../install.js";

/** Of a handler as it stands there; the order of its members does not count. */
export function digestOf(handler: JsonObject): string {
  return sha256(canonicalJson(handler));
}

/** Why an entry is not written; `undefined` where it is. */
function reasonAgainst(event: string, table: EventTable, hostVersion: string | undefined): string | undefined {
  const row = table.row(event);
  if (!row) return "the agent has no such event";
  if (row.observe === "never") return "a hook there would change what the agent does";
  if (row.since !== undefined && isBefore(hostVersion, row.since)) return `${hostVersion} does not have it, ${row.since} does`;
  if (row.until !== undefined && isBefore(row.until, hostVersion ?? "0")) return `${hostVersion} no longer has it`;
  return undefined;
}

/**
 * Only what the installed version knows is written: one that does not drops the whole file at worst (case b77).
 * @returns the entries to write, and a finding for each that is left out.
 */
export function knownEntries(
  provider: ProviderId,
  { entries, hostVersion }: Pick<PlanRequest, "entries" | "hostVersion">,
  table: EventTable,
): { readonly entries: readonly WantedEntry[]; readonly findings: readonly Finding[] } {
  const against = entries.map((entry) => ({ entry, reason: reasonAgainst(entry.event, table, hostVersion) }));
  return {
    entries: against.filter(({ reason }) => reason === undefined).map(({ entry }) => entry),
    findings: against.flatMap(({ entry, reason }): readonly Finding[] => {
      if (reason === undefined) return [];
      const message = `no entry is written for ${entry.event}: ${reason}`;
      return [{ level: "warning", provider, path: undefined, message, fix: undefined }];
    }),
  };
}
