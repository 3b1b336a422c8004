/**
 * `agenthooks/registry`: what the library knows of every agent, as frozen data. Unlike the root entry it loads all adapters; a hook never
 * loads it.
 */
import type { Kind } from "../event/kinds.js";
import { type Capability, capabilitiesOf, type NativeEventRow, type ProviderId, providerId, type Variant } from "../event/provider.js";
import type { BlindSpot, Quirk } from "../providers/quirk.js";
import { hasEvent } from "./matrix.js";
import { PROVIDERS, type ProviderTables } from "./tables.js";

export type { BlindSpot, Limit, Measurement, Quirk, SilentEvent } from "../providers/quirk.js";
export type { MatrixCell, MatrixOptions, MatrixRow, Measured } from "./matrix.js";
export { matrix, quirksOf } from "./matrix.js";
export { inRange } from "./range.js";
export type { ProviderTables } from "./tables.js";

/** All tables of every provider that has an adapter. */
export const providers: readonly ProviderTables[] = PROVIDERS;

/** The native events of every provider, by its id. */
export const eventMap: Readonly<Record<string, readonly NativeEventRow[]>> = Object.freeze(
  Object.fromEntries(PROVIDERS.map(({ id, events }) => [id, events])),
);

/**
 * What a decision can express: what `event.can(...)` answers. Of a kind: what every native event of that kind can. Empty for a provider,
 * an event or a kind that the tables do not have.
 * @param variant `""`: the variants that no table names.
 * @param hostVersion dotted; leaves out events that this version of the agent does not have. Default: the newest.
 */
export function capabilities(
  provider: ProviderId,
  variant: Variant,
  at: { readonly native: string } | { readonly kind: Kind },
  hostVersion?: string,
): ReadonlySet<Capability> {
  const id = providerId(provider);
  const rows = Object.hasOwn(eventMap, id) ? (eventMap[id] as readonly NativeEventRow[]) : [];
  const found = rows.filter((row) => hasEvent(row, hostVersion) && ("native" in at ? row.native === at.native : row.kind === at.kind));
  const sets = found.map((row) => capabilitiesOf(row, variant, hostVersion));
  return new Set([...(sets[0] ?? [])].filter((one) => sets.every((set) => set.has(one))));
}

/** What agents never show to hooks. */
export const blindSpots: readonly BlindSpot[] = Object.freeze(PROVIDERS.flatMap((one) => one.blindSpots));

/** What agents do otherwise than their tables say. */
export const quirks: readonly Quirk[] = Object.freeze(PROVIDERS.flatMap((one) => one.quirks));
