/** What a program wants written into an agent's configuration: native events, the calls that are enough, timeouts. */
import type { Adapter } from "../decision/answer.js";
import { isBefore, type NativeEventRow, type ProviderId } from "../event/provider.js";
import type { HostModel } from "../providers/host.js";
import type { WantedEntry } from "../providers/install.js";
import type { Manifest, ManifestHook } from "../router/manifest.js";
import type { MatcherSpec } from "../router/matchers.js";

export interface EntriesInput {
  readonly adapter: Adapter;
  readonly host: HostModel;
  readonly manifest: Pick<Manifest, "hooks" | "timeoutMs">;
  /** The installed version of the agent; `undefined`: the newest known. */
  readonly hostVersion?: string | undefined;
}

/** The native events that need an entry, in the order of the adapter's table. */
export function wantedRows({ adapter, host, manifest, hostVersion }: EntriesInput): readonly NativeEventRow[] {
  const there = adapter.events.filter((row) => isThere(row, hostVersion));
  const reported = (row: NativeEventRow) => {
    const reports = host.reported?.[row.native];
    return reports?.every((name) => there.some(({ native, observe }) => native === name && observe === "safe")) ?? false;
  };
  return there.filter((row) => manifest.hooks.some((hook) => sees(hook, row, adapter.id) && wants(hook, row, reported(row))));
}

/** One entry for each of these events, but for its command. */
export function wantedEntries(input: EntriesInput): readonly Omit<WantedEntry, "command">[] {
  const { adapter, host, manifest } = input;
  return wantedRows(input).map((row) => {
    const hooks = manifest.hooks.filter((hook) => sees(hook, row, adapter.id));
    return { event: row.native, matchers: matchersOf(hooks), timeoutMs: neededTimeout(manifest, hooks, host.timeoutMs(row.native)) };
  });
}

/** The command of an entry: the same for every version of a program, since an agent's trust may be a digest of it. */
export function commandOf(launcherWord: string, provider: ProviderId, event: string): string {
  return `${launcherWord} agenthooks run --provider=${provider} --event=${event}`;
}

/** Whether something of the program is registered for an event. */
export function sees({ kind, native, providers }: ManifestHook, row: NativeEventRow, provider: string): boolean {
  if (providers && !providers.includes(provider)) return false;
  if (native) return native.event === row.native && (native.provider === provider || native.provider === "*");
  return kind === "*" || kind === row.kind;
}

function isThere(row: NativeEventRow, hostVersion: string | undefined): boolean {
  if (hostVersion === undefined) return row.until === undefined;
  return !(row.since !== undefined && isBefore(hostVersion, row.since)) && !(row.until !== undefined && isBefore(row.until, hostVersion));
}

/**
 * Whether a hook that sees an event is reason enough for an entry. What only watches is never put before an action that a report tells of
 * as well (design §4, cases b09); an event that is loud has to be named, by its kind or itself, and one that changes the agent has to be
 * answered.
 */
function wants({ kind, native, blocking }: ManifestHook, row: NativeEventRow, reported: boolean): boolean {
  if (row.observe === "never") return native !== undefined && blocking;
  if (row.observe === "opt-in") return native !== undefined || (kind !== "*" && kind !== "other");
  return kind !== "*" || blocking || !reported;
}

/** All that any of them asks for; one that does not say asks for everything. */
function matchersOf(hooks: readonly ManifestHook[]): readonly MatcherSpec[] | undefined {
  const specs: MatcherSpec[] = [];
  for (const { matcher } of hooks) {
    if (matcher === undefined) return undefined;
    specs.push(...matcher);
  }
  return specs;
}

/** The program's own deadline is the agent's timeout less a tenth; the launcher needs the rest. */
const SHARE = 0.9;
const ROOM_MS = 1_000;

/** Only a program that asks for more than the agent gives names a timeout; whole seconds, as agents count. */
function neededTimeout(manifest: Pick<Manifest, "timeoutMs">, hooks: readonly ManifestHook[], givenMs: number): number | undefined {
  const asked = hooks.flatMap((hook) => hook.timeoutMs ?? manifest.timeoutMs ?? []);
  const longest = Math.min(Math.max(0, ...asked), manifest.timeoutMs ?? Number.POSITIVE_INFINITY);
  const neededMs = Math.ceil((longest / SHARE + ROOM_MS) / 1_000) * 1_000;
  return longest > 0 && neededMs > givenMs ? neededMs : undefined;
}
