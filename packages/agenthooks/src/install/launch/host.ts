/** What the library knows of an agent that a program is placed for. */
import type { Adapter } from "../../decision/answer.js";
import type { HostModel } from "../../providers/host.js";
import { HOSTS } from "../../providers/hosts.js";
import { BUILT_IN } from "../../providers/index.js";
import type { Manifest } from "../../router/manifest.js";
import { BundleError } from "../bundle-error.js";
import { wantedEntries, wantedRows } from "../entries.js";
import type { StagedHost } from "./contents.js";

/** @throws BundleError for an agent that is not known. */
export async function adapterAndHost(id: string, program: string): Promise<{ readonly adapter: Adapter; readonly host: HostModel }> {
  const adapter = Object.hasOwn(BUILT_IN, id) ? await BUILT_IN[id]?.() : undefined;
  if (!adapter) throw new BundleError(`unknown provider ${JSON.stringify(id)}; one of ${Object.keys(BUILT_IN).join(", ")}`, program);
  const host = Object.hasOwn(HOSTS, id) ? await HOSTS[id]?.() : undefined;
  if (!host) throw new BundleError(`nothing is known of how ${id} runs hooks`, program);
  return { adapter, host };
}

export interface HostFacts {
  readonly manifest: Manifest;
  readonly hostVersion: string | undefined;
  readonly program: string;
  /** The timeout of the agent's entry for an event, milliseconds, where the caller names one. */
  timeoutMs?(native: string): number | undefined;
}

/** @throws BundleError for an agent that is not known, or a timeout that is out of range. */
export async function hostFor(id: string, { manifest, hostVersion, program, timeoutMs }: HostFacts): Promise<StagedHost> {
  const { adapter, host } = await adapterAndHost(id, program);
  const input = { adapter, host, manifest, hostVersion };
  const entries = wantedEntries(input).map((entry) => ({ ...entry, timeoutMs: timeoutMs?.(entry.event) ?? entry.timeoutMs }));
  const needed = new Map(entries.map((entry) => [entry.event, entry.timeoutMs]));
  return {
    adapter,
    hostVersion,
    rows: wantedRows(input),
    entries,
    timeoutMs: ({ native }) => checkedTimeout(timeoutMs?.(native) ?? needed.get(native) ?? host.timeoutMs(native), native, program),
  };
}

/** Below a second no runtime has answered, and a launcher that ends it then answers every event by the fail mode. */
const LEAST_MS = 1_000;
const MOST_MS = 24 * 60 * 60 * 1_000;

function checkedTimeout(ms: number, event: string, program: string): number {
  if (Number.isFinite(ms) && ms >= LEAST_MS && ms <= MOST_MS) return ms;
  throw new BundleError(`the timeout of ${event} is ${ms} ms; give it ${LEAST_MS} to ${MOST_MS} milliseconds, or none`, program);
}
