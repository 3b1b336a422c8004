/** The whole pipeline in this process. */
import type { Json } from "../base/json.js";
import { type LogLine, logTo } from "../base/log.js";
import { memoryStore, type StateStore } from "../base/state.js";
import type { Answer } from "../decision/answer.js";
import type { Decision } from "../decision/types.js";
import type { AnyEvent } from "../event/kinds.js";
import { type ProviderId, providerId, type Variant } from "../event/provider.js";
import { rawFrom } from "../event/raw.js";
import type { Outcome } from "../router/handler.js";
import { type Hooks, partsOf } from "../router/hooks.js";
import { adaptersOf } from "../runtime/core/adapters.js";
import { NO_FLAGS } from "../runtime/core/argv.js";
import { run } from "../runtime/core/pipeline.js";
import type { DeferredEntry, Services } from "../runtime/core/services.js";

/** One payload, and where it comes from. */
export interface InvokeInput {
  readonly provider: ProviderId;
  readonly payload: string | Uint8Array | Json;
  /** The native event, as `--event` names it. */
  readonly event?: string;
  readonly variant?: Variant;
  readonly hostVersion?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** State that several invocations share; default: a new one each time. */
  readonly state?: InvokeState;
}
/** What became of one payload. */
export interface Invoked {
  /** As it was sent; `undefined` when neutral. */
  readonly decision: Decision | undefined;
  readonly degraded: Outcome["degraded"];
  readonly failure: Outcome["failure"];
  readonly answer: Answer;
  readonly log: readonly { readonly level: string; readonly message: string }[];
  /** The event as handlers saw it; `undefined` when the payload could not be used. */
  readonly event: AnyEvent | undefined;
  readonly handler: string | undefined;
  /** Work that was deferred; it is not run. */
  readonly deferred: readonly DeferredEntry[];
}

/** What one session keeps between invocations. */
export interface InvokeState {
  readonly store: StateStore;
}
/** State in memory for several calls of `invoke`. */
export function invokeState(): InvokeState {
  return { store: memoryStore() };
}

/**
 * The whole pipeline in this process: what the agent would be sent. Needs no HOME and leaves no file.
 *
 * @example
 * const { answer } = await invoke(hooks, { provider: "claude-code", event: "PreToolUse", payload: { tool_name: "Bash" } });
 */
export async function invoke(hooks: Hooks, input: InvokeInput): Promise<Invoked> {
  const parts = partsOf(hooks);
  const lines: LogLine[] = [];
  const deferred: DeferredEntry[] = [];
  const clock = parts.clock ?? { now: () => Date.now() };
  const services: Services = {
    clock,
    env: input.env ?? {},
    cwd: process.cwd(),
    log: logTo((line) => lines.push(line)),
    store: input.state?.store ?? memoryStore(),
    startedAt: clock.now(),
    record: () => undefined,
    keep: (entry) => deferred.push(entry),
    startWorker: () => undefined,
  };
  const flags = {
    ...NO_FLAGS,
    provider: providerId(input.provider),
    event: input.event,
    variant: input.variant,
    hostVersion: input.hostVersion,
  };
  const result = await run(parts, { payload: rawFrom(input.payload).bytes, flags, adapters: adaptersOf(parts.providers) }, services);
  await result.finish();
  const { decision, degraded, failure, answer, event, handler } = result;
  return { decision, degraded, failure, answer, event, handler, deferred, log: lines };
}
