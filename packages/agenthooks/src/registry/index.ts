/** All tables of all adapters as data: this subpath, unlike the root entry, loads every adapter. */

import type { Kind } from "../event/kinds.js";
import { type Capability, capabilitiesOf, type NativeEventRow, type ProviderId, providerId, type Variant } from "../event/provider.js";
import { EVENTS as claudeCode } from "../providers/claude-code/events.js";
import { QUIRKS as claudeCodeQuirks } from "../providers/claude-code/quirks.js";
import type { Quirk } from "../providers/quirk.js";

export type { Quirk } from "../providers/quirk.js";

/** The native events of every provider. */
export const eventMap: Readonly<Record<string, readonly NativeEventRow[]>> = Object.freeze({ "claude-code": claudeCode });

/**
 * What a decision can express. Of a kind: what every native event of that kind can.
 * @param hostVersion leaves out events that this version of the agent does not have.
 */
export function capabilities(
  provider: ProviderId,
  variant: Variant,
  at: { readonly native: string } | { readonly kind: Kind },
  hostVersion?: string,
): ReadonlySet<Capability> {
  const id = providerId(provider);
  const rows = Object.hasOwn(eventMap, id) ? (eventMap[id] as readonly NativeEventRow[]) : [];
  const known = rows.filter((row) => hostVersion === undefined || row.since === undefined || compare(hostVersion, row.since) >= 0);
  const found = known.filter((row) => ("native" in at ? row.native === at.native : row.kind === at.kind && row.since === undefined));
  const sets = found.map((row) => capabilitiesOf(row, variant));
  return new Set([...(sets[0] ?? [])].filter((one) => sets.every((set) => set.has(one))));
}

/** Compares dotted versions by number. */
function compare(a: string, b: string): number {
  const left = a.split(".").map(Number);
  const right = b.split(".").map(Number);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What agents do otherwise than their tables say. */
export const quirks: readonly Quirk[] = Object.freeze([...claudeCodeQuirks]);
