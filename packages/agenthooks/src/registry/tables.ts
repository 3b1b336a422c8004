/** What is known of each provider, gathered from its folder. One entry each. */
import { deepFreeze } from "../base/json.js";
import { isBefore, type NativeEventRow, type Variant } from "../event/provider.js";
import type { ToolClass } from "../event/tool.js";
import { BLIND_SPOTS } from "../providers/claude-code/blind-spots.js";
import { EVENTS } from "../providers/claude-code/events.js";
import { DEFAULT_TIMEOUT_MS, LIMITS } from "../providers/claude-code/limits.js";
import { MEASURED } from "../providers/claude-code/measured.js";
import { QUIRKS } from "../providers/claude-code/quirks.js";
import { SILENT_EVENTS } from "../providers/claude-code/silent-events.js";
import { CLASSES } from "../providers/claude-code/tools.js";
import { BLIND_SPOTS as CODEX_BLIND_SPOTS } from "../providers/codex/blind-spots.js";
import { EVENTS as CODEX_EVENTS } from "../providers/codex/events.js";
import { LIMITS as CODEX_LIMITS, DEFAULT_TIMEOUT_MS as CODEX_TIMEOUT_MS } from "../providers/codex/limits.js";
import { MEASURED as CODEX_MEASURED } from "../providers/codex/measured.js";
import { QUIRKS as CODEX_QUIRKS } from "../providers/codex/quirks.js";
import { SILENT_EVENTS as CODEX_SILENT_EVENTS } from "../providers/codex/silent-events.js";
import { CLASSES as CODEX_CLASSES } from "../providers/codex/tools.js";
import type { BlindSpot, Limit, Measurement, Quirk, SilentEvent } from "../providers/quirk.js";

/** All that is known of one provider, as data. */
export interface ProviderTables {
  /** As in `event.provider`. */
  readonly id: string;
  /** As its maker writes it. */
  readonly name: string;
  /** The versions that the lab measured, newest first. */
  readonly versions: readonly string[];
  /** The variants that a table or a measurement tells apart, `""` (every other one) first. */
  readonly variants: readonly Variant[];
  /** How long a hook may take whose entry and event name nothing else; milliseconds. */
  readonly timeoutMs: number;
  readonly events: readonly NativeEventRow[];
  /** Class by exact native tool name; a tool of an MCP server is `mcp`, one that is not named is `other`. */
  readonly tools: Readonly<Record<string, ToolClass>>;
  readonly quirks: readonly Quirk[];
  readonly blindSpots: readonly BlindSpot[];
  /** Events that do not fire in some versions or variants. */
  readonly silentEvents: readonly SilentEvent[];
  readonly limits: readonly Limit[];
  /** What the lab measured, a row for each case and version. */
  readonly measurements: readonly Measurement[];
}

function tables(given: Omit<ProviderTables, "versions" | "variants">): ProviderTables {
  const { events, measurements, quirks, blindSpots, silentEvents } = given;
  const versions = [...new Set(measurements.map(({ version }) => version))].sort((a, b) => (isBefore(a, b) ? 1 : -1));
  const variants = new Set<Variant>([
    "",
    ...events.flatMap((row) => [...Object.keys(row.capabilities), ...(row.lacks ?? []).map(({ variant = "" }) => variant)]),
    ...[...measurements, ...quirks].map(({ variant = "" }) => variant),
    ...[...blindSpots, ...silentEvents].flatMap(({ variants: only = [] }) => only),
  ]);
  return { ...given, versions, variants: [...variants] };
}

const ALL: readonly ProviderTables[] = [
  tables({
    id: "claude-code",
    name: "Claude Code",
    timeoutMs: DEFAULT_TIMEOUT_MS,
    events: EVENTS.rows,
    tools: CLASSES,
    quirks: QUIRKS,
    blindSpots: BLIND_SPOTS,
    silentEvents: SILENT_EVENTS,
    limits: LIMITS,
    measurements: MEASURED,
  }),
  tables({
    id: "codex",
    name: "Codex",
    timeoutMs: CODEX_TIMEOUT_MS,
    events: CODEX_EVENTS.rows,
    tools: CODEX_CLASSES,
    quirks: CODEX_QUIRKS,
    blindSpots: CODEX_BLIND_SPOTS,
    silentEvents: CODEX_SILENT_EVENTS,
    limits: CODEX_LIMITS,
    measurements: CODEX_MEASURED,
  }),
];

/** Copies, since freezing to the bottom stops at what is frozen already. */
export const PROVIDERS: readonly ProviderTables[] = deepFreeze(structuredClone(ALL));
