/** What each event of an agent can express and what of it was measured, cell by cell: the data behind the tables of the docs. */
import { UsageError } from "../base/errors.js";
import { deepFreeze } from "../base/json.js";
import { KIND_CAPABILITIES } from "../event/capabilities.js";
import type { Kind } from "../event/kinds.js";
import {
  CAPABILITIES,
  type Capability,
  capabilitiesOf,
  isBefore,
  type NativeEventRow,
  type ProviderId,
  providerId,
  type Variant,
} from "../event/provider.js";
import type { Measurement, Quirk } from "../providers/quirk.js";
import { inRange } from "./range.js";
import { PROVIDERS, type ProviderTables } from "./tables.js";

/** What the lab saw: `unmeasured` where no case reaches, which is no guess either way. */
export type Measured = Measurement["outcome"] | "unmeasured";

/** One capability of one native event in one variant of one version. */
export interface MatrixCell {
  readonly capability: Capability;
  /** The library's table says that a decision can express it: what `event.can(...)` answers. */
  readonly claimed: boolean;
  /** `partial`: some cases held and some did not, or one held in part. */
  readonly measured: Measured;
  /** Where the claim comes from: a lab case, or the agent's documents and earlier observation. */
  readonly mark: "measured" | "documented";
  /** Decisions of this kind of event may carry it and this event has no form for it: it is dropped or replaced, and logged. */
  readonly degraded: boolean;
  /** Names of the lab cases that held. */
  readonly held: readonly string[];
  /** Names of the lab cases that did not hold, or in part only. */
  readonly failed: readonly string[];
  /** Ids of the quirks of this event and capability. */
  readonly quirks: readonly string[];
  /** One of these quirks loses something that cannot be had back. */
  readonly loss: boolean;
}

/** One native event in one variant of one version. */
export interface MatrixRow {
  readonly native: string;
  readonly kind: Kind;
  /** An answer can change what happens. */
  readonly gate: boolean;
  /** A fail-closed program refuses here when it fails. */
  readonly guards: boolean;
  /** A rewrite is taken only beside an allow. */
  readonly rewriteNeedsAllow: boolean;
  readonly observe: NativeEventRow["observe"];
  /** How long a hook of this event may take unless its entry says otherwise; milliseconds. */
  readonly timeoutMs: number;
  /** First and last version that has the event; `null`: every one that was looked at. */
  readonly since: string | null;
  readonly until: string | null;
  /** Whether it reaches a hook: `yes` and `no` as the lab saw it. */
  readonly fires: "yes" | "no" | "unmeasured";
  /** In the order of the capabilities of the library; all of them. */
  readonly cells: readonly MatrixCell[];
  /** Ids of the quirks of this event, whatever the capability. */
  readonly quirks: readonly string[];
}

/** What a matrix is made for. */
export interface MatrixOptions {
  /** Dotted. Default: the newest that was measured. */
  readonly version?: string;
  /** Default `""`: the variants that no table names. */
  readonly variant?: Variant;
}

/** Cases of these show nothing about whether an event was fired: without it the same would have happened. */
const SAY_NOTHING: ReadonlySet<string> = new Set(["control", "neutral", "fail-open"]);

/**
 * All tables of one provider.
 * @throws UsageError when there are none.
 */
function tablesOf(provider: ProviderId): ProviderTables {
  const id = providerId(provider);
  const found = PROVIDERS.find((one) => one.id === id);
  if (found) return found;
  const known = PROVIDERS.map((one) => one.id).join(", ");
  throw new UsageError(`the registry has no provider ${JSON.stringify(provider)}; it has ${known}`);
}

/** Whether this version of the agent has the event; of a version that is not known, whether the newest has it. */
export function hasEvent(row: NativeEventRow, hostVersion: string | undefined): boolean {
  const gone = row.until !== undefined && (hostVersion === undefined || isBefore(row.until, hostVersion));
  return !gone && (row.since === undefined || !isBefore(hostVersion, row.since));
}

/**
 * The native events that a version of an agent has, each with every capability: claimed or not, measured or not.
 * Plain data: `JSON.stringify` keeps all of it.
 *
 * @throws UsageError when the registry does not have the provider.
 * @example
 * for (const row of matrix("claude-code", { variant: "print" }))
 *   for (const cell of row.cells) if (cell.claimed && cell.mark === "documented") console.log(row.native, cell.capability);
 */
export function matrix(provider: ProviderId, options: MatrixOptions = {}): readonly MatrixRow[] {
  return deepFreeze(matrixOf(tablesOf(provider), options));
}

/** The matrix of any tables; without a version that was measured, of a version that has every event. */
export function matrixOf(all: ProviderTables, options: MatrixOptions): MatrixRow[] {
  const version = options.version ?? all.versions[0];
  const variant = options.variant ?? "";
  return all.events.filter((row) => hasEvent(row, version)).map((row) => rowOf(all, row, version, variant));
}

function rowOf(all: ProviderTables, row: NativeEventRow, version: string | undefined, variant: Variant): MatrixRow {
  const cases = all.measurements.filter((one) => one.event === row.native && one.version === version && one.variant === variant);
  const quirks = all.quirks.filter((one) => one.event === row.native && concerns(one, version, variant));
  const claims = capabilitiesOf(row, variant, version);
  return {
    native: row.native,
    kind: row.kind,
    gate: row.gate,
    guards: row.guards === true,
    rewriteNeedsAllow: row.rewriteNeedsAllow === true,
    observe: row.observe,
    timeoutMs: row.timeoutMs ?? all.timeoutMs,
    since: row.since ?? null,
    until: row.until ?? null,
    fires: fires(all, row.native, cases, version, variant),
    cells: CAPABILITIES.map((capability) => cellOf(row.kind, capability, claims.has(capability), cases, quirks)),
    quirks: quirks.map(({ id }) => id),
  };
}

function cellOf(kind: Kind, capability: Capability, claimed: boolean, cases: readonly Measurement[], quirks: readonly Quirk[]): MatrixCell {
  const own = cases.filter((one) => one.capability === capability);
  const held = own.filter(({ outcome }) => outcome === "yes").map((one) => one.case);
  const failed = own.filter(({ outcome }) => outcome !== "yes").map((one) => one.case);
  const all = (outcome: Measurement["outcome"]) => own.every((one) => one.outcome === outcome);
  const measured = own.length === 0 ? "unmeasured" : all("yes") ? "yes" : all("no") ? "no" : "partial";
  const named = quirks.filter((one) => one.capability === capability);
  return {
    capability,
    claimed,
    measured,
    mark: measured === "unmeasured" ? "documented" : "measured",
    degraded: !claimed && KIND_CAPABILITIES[kind].includes(capability),
    held,
    failed,
    quirks: named.map(({ id }) => id),
    loss: named.some(({ loss }) => loss !== undefined),
  };
}

function fires(
  all: ProviderTables,
  native: string,
  cases: readonly Measurement[],
  version: string | undefined,
  variant: Variant,
): MatrixRow["fires"] {
  if (cases.some((one) => one.outcome !== "no" && !SAY_NOTHING.has(one.capability))) return "yes";
  const silent = all.silentEvents.some(
    ({ event, mark, versions, variants }) =>
      event === native && mark === "measured" && isIn(versions, version) && (variants?.includes(variant) ?? true),
  );
  return silent || cases.some((one) => one.capability === "observe") ? "no" : "unmeasured";
}

/** A version that is not known counts as new: it is in no range but `*`. */
function isIn(range: string, version: string | undefined): boolean {
  return range === "*" || (version !== undefined && inRange(range, version));
}

function concerns(quirk: Quirk, version: string | undefined, variant: Variant): boolean {
  return isIn(quirk.versions, version) && (quirk.variant === undefined || quirk.variant === variant);
}

/**
 * The quirks of one provider, narrowed by what is given.
 * @param at `event`: native name; `version`: dotted; `variant`: those of every variant are kept too.
 * @throws UsageError when the registry does not have the provider.
 */
export function quirksOf(
  provider: ProviderId,
  at: { readonly event?: string; readonly version?: string; readonly variant?: Variant } = {},
): readonly Quirk[] {
  return tablesOf(provider).quirks.filter(
    (quirk) =>
      (at.event === undefined || quirk.event === at.event) &&
      (at.version === undefined || inRange(quirk.versions, at.version)) &&
      (at.variant === undefined || quirk.variant === undefined || quirk.variant === at.variant),
  );
}
