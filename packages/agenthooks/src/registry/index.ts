/** All tables of all adapters as data: this subpath, unlike the root entry, loads every adapter. */

import type { Kind } from "../event/kinds.js";
import {
  type Capability,
  capabilitiesOf,
  isBefore,
  type NativeEventRow,
  type ProviderId,
  providerId,
  type Variant,
} from "../event/provider.js";
import { BLIND_SPOTS as CLAUDE_BLIND_SPOTS } from "../providers/claude-code/blind-spots.js";
import { EVENTS as claudeCode } from "../providers/claude-code/events.js";
import { QUIRKS as claudeCodeQuirks } from "../providers/claude-code/quirks.js";
import type { BlindSpot, Quirk } from "../providers/quirk.js";

export type { BlindSpot, Quirk } from "../providers/quirk.js";

/** The native events of every provider. */
export const eventMap: Readonly<Record<string, readonly NativeEventRow[]>> = Object.freeze({ "claude-code": claudeCode.rows });

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
  const known = rows.filter((row) => row.since === undefined || !isBefore(hostVersion, row.since));
  const found = known.filter((row) => ("native" in at ? row.native === at.native : row.kind === at.kind));
  const sets = found.map((row) => capabilitiesOf(row, variant, hostVersion));
  return new Set([...(sets[0] ?? [])].filter((one) => sets.every((set) => set.has(one))));
}

/** What agents never show to hooks. */
export const blindSpots: readonly BlindSpot[] = Object.freeze([...CLAUDE_BLIND_SPOTS]);

/** What agents do otherwise than their tables say. */
export const quirks: readonly Quirk[] = Object.freeze([...claudeCodeQuirks]);
