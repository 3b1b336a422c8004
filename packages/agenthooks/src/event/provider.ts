/** Who sends events, and what its native events are. */
import type { Kind } from "./kinds.js";

export type BuiltinProvider =
  | "claude-code"
  | "cursor"
  | "codex"
  | "gemini"
  | "opencode"
  | "kimi-code"
  | "copilot-cli"
  | "openclaw"
  | "hermes"
  | "pi"
  | "zcode"
  | "qwen-code";
/** A built-in provider, or the id of one added with `defineProvider`. Aliases (`kimi`, `copilot`) are resolved before an event is made. */
export type ProviderId = BuiltinProvider | (string & {});

/** Where one provider behaves differently; `""` when it is not known. */
export type Variant = "" | "cli" | "ide" | "cloud" | "cowork" | "remote" | "print" | (string & {});

/** How the provider was found: by our flag, by a mark in the payload, by the environment. */
export type DetectionConfidence = "config" | "shape" | "env";

export const CAPABILITIES = [
  "deny",
  "ask",
  "allow",
  "update-input",
  "add-context",
  "replace-output",
  "continue-agent",
  "stop-agent",
  "system-message",
] as const;
/** What a decision can express. A capability belongs to one native event of one variant: ask with `event.can(...)`. */
export type Capability = (typeof CAPABILITIES)[number];

/** One native event of a provider: a row of its `events.ts`. */
export interface NativeEventRow {
  readonly native: string;
  readonly kind: Kind;
  /** An answer can change what happens. */
  readonly gate: boolean;
  /** It stands before an action: a fail-closed program refuses here when it fails (design §5.10). Default `false`. */
  readonly guards?: boolean;
  /** A rewrite is taken only beside an allow. Default `false`. */
  readonly rewriteNeedsAllow?: boolean;
  /** By variant; `""` holds for the variants that are not named. */
  readonly capabilities: Readonly<Partial<Record<Variant, readonly Capability[]>>>;
  /** What versions before one cannot do, in one variant or in all. */
  readonly lacks?: readonly { readonly before: string; readonly variant?: Variant; readonly capabilities: readonly Capability[] }[];
  /** First and last version of the agent that has the event. */
  readonly since?: string;
  readonly until?: string;
  /** `never`: subscribing changes the agent; `opt-in`: loud or approximate, left out by default. */
  readonly observe: "safe" | "opt-in" | "never";
  /** Sent only for files that a watch list names: the matcher of the entry, or `watchPaths` of an earlier answer. Default `false`. */
  readonly watchList?: boolean;
  /** The agent's own timeout for a hook of this event, where it is not the general one; milliseconds. */
  readonly timeoutMs?: number;
}

/** The native events of a provider by name. */
export interface EventTable {
  readonly rows: readonly NativeEventRow[];
  row(native: string): NativeEventRow | undefined;
}

/** A hook asks for one row of some thirty: each is made when it is asked for, since making all costs a hook start 0.2 ms. */
export function eventTable(makers: Readonly<Record<string, () => Omit<NativeEventRow, "native">>>): EventTable {
  let rows: readonly NativeEventRow[] | undefined;
  const row = (native: string) =>
    Object.hasOwn(makers, native) ? { native, ...(makers[native] as () => Omit<NativeEventRow, "native">)() } : undefined;
  return {
    get rows() {
      rows ??= Object.freeze(Object.keys(makers).map((native) => row(native) as NativeEventRow));
      return rows;
    },
    row,
  };
}

/** Whether a dotted version is older than another; one that is not known counts as new. */
export function isBefore(version: string | undefined, other: string): boolean {
  if (version === undefined) return false;
  const left = version.split(".").map(Number);
  const right = other.split(".").map(Number);
  const at = right.findIndex((part, index) => (left[index] ?? 0) !== part);
  return at >= 0 && (left[at] ?? 0) < (right[at] as number);
}

/** The capabilities of a row in one variant of one version. */
export function capabilitiesOf(
  row: NativeEventRow | undefined,
  variant: Variant,
  hostVersion: string | undefined,
): ReadonlySet<Capability> {
  const table = row?.capabilities ?? {};
  const found = new Set(Object.hasOwn(table, variant) ? table[variant] : table[""]);
  for (const { before, variant: only, capabilities } of row?.lacks ?? []) {
    if (isBefore(hostVersion, before) && (only === undefined || only === variant)) for (const one of capabilities) found.delete(one);
  }
  return found;
}

const ALIASES: Readonly<Record<string, BuiltinProvider>> = { kimi: "kimi-code", copilot: "copilot-cli" };

/** The id that an alias stands for. */
export function providerId(name: string): ProviderId {
  return Object.hasOwn(ALIASES, name) ? (ALIASES[name] as BuiltinProvider) : name;
}
