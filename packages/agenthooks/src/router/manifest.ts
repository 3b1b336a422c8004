/** What a program wants subscribed: printed by `<program> agenthooks manifest`. */
import { toMs } from "../base/duration.js";
import { fullPolicy } from "../decision/policy.js";
import { kinds } from "../decision/types.js";
import type { Kind } from "../event/kinds.js";
import type { ProviderId } from "../event/provider.js";
import { matchersOf } from "./combinators.js";
import type { HandlerOptions } from "./handler.js";
import type { Hooks } from "./hooks.js";
import { partsOf } from "./hooks.js";
import type { MatcherSpec } from "./matchers.js";
import { specOf } from "./matchers.js";
import { type Program, programsOf, strictestFail } from "./program.js";

/** What a program asks of an agent, as data: what an installer reads. */
export interface Manifest {
  readonly manifestVersion: 1;
  readonly name: string;
  readonly version: string | undefined;
  readonly fail: "open" | "closed";
  /** The timeout of the policy, milliseconds; of several programs the longest, when all have one. */
  readonly timeoutMs: number | undefined;
  /** Where the program keeps its state, when it says so itself. */
  readonly stateDir: string | undefined;
  readonly hooks: readonly ManifestHook[];
  readonly workers: readonly string[];
}
/** One kind, or one native event, that a program wants to be told of. */
export interface ManifestHook {
  readonly kind: Kind | "*";
  readonly native?: { readonly provider: ProviderId; readonly event: string };
  /** The calls that the handlers of this kind are limited to: any of these. */
  readonly matcher?: readonly MatcherSpec[];
  readonly blocking: boolean;
  /** Some of it runs in the detached worker. */
  readonly deferred?: boolean;
  /** Milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly providers?: readonly ProviderId[];
}

/**
 * The manifest of a program.
 * @throws TypeError when the program has no name: nothing could be installed under it.
 */
export function manifestOf(hooks: Hooks): Manifest {
  const parts = partsOf(hooks);
  const { name } = parts.program;
  if (name === undefined) throw new TypeError('the program has no name; give one: createHooks({ name: "my-hooks" })');
  const { observers, interceptors, handlers, natives, outcomes, workers } = parts.stages;
  const rows: ManifestHook[] = [];
  const seesAll = (kind: Kind) =>
    interceptors.length > 0 || outcomes.length > 0 || observers.some((stage) => stage.kinds?.includes(kind) ?? true);
  for (const stage of observers) {
    const base = { ...timing([stage.options]), blocking: false };
    if (stage.nativeName !== undefined) rows.push({ kind: "other", native: { provider: "*", event: stage.nativeName }, ...base });
    else for (const kind of stage.kinds ?? (["*"] as const)) rows.push({ kind, ...base });
  }
  if (interceptors.length + outcomes.length > 0) rows.push({ kind: "*", ...timing([{}]), blocking: interceptors.length > 0 });
  for (const kind of kinds()) {
    const own = handlers.filter((stage) => stage.kind === kind);
    if (own.length === 0) continue;
    const matcher = seesAll(kind) ? undefined : specsOf(own.map((stage) => stage.run));
    const blocking = own.some((stage) => stage.options.blocking !== false);
    rows.push({ kind, ...(matcher ? { matcher } : {}), ...timing(own.map((stage) => stage.options)), blocking });
  }
  for (const stage of natives) {
    const native = { provider: stage.gate.provider, event: stage.gate.nativeName };
    rows.push({ kind: "other", native, ...timing([stage.options]), blocking: stage.options.blocking !== false });
  }
  return {
    manifestVersion: 1,
    name,
    version: parts.version,
    fail: strictestFail(programsOf(parts)),
    timeoutMs: policyTimeout(programsOf(parts)),
    stateDir: parts.stateDir,
    hooks: rows,
    workers: [...workers.keys()],
  };
}

function policyTimeout(programs: Iterable<Program>): number | undefined {
  const timeouts = [...programs].map(({ policy }) => (typeof policy === "function" ? undefined : fullPolicy(policy).timeoutMs));
  return timeouts.every((one) => one !== undefined) ? Math.max(...timeouts) : undefined;
}

/** Narrow only if every handler carries a matcher and each says what it asks for. */
function specsOf(handlers: readonly object[]): readonly MatcherSpec[] | undefined {
  const matchers = handlers.map(matchersOf);
  if (!matchers.every((list) => list !== undefined)) return undefined;
  const specs = matchers.flat().map(specOf);
  return specs.every((spec) => spec !== undefined) ? specs : undefined;
}

/** The longest timeout, when all have one; the providers, when all are limited to some. */
function timing(options: readonly HandlerOptions[]): Pick<ManifestHook, "timeoutMs" | "providers" | "deferred"> {
  const timeouts = options.map((one) => one.timeout);
  const limits = options.map((one) => one.providers);
  const timeoutMs = timeouts.every((one) => one !== undefined) ? Math.max(...timeouts.map(toMs)) : undefined;
  const deferred = options.some((one) => one.blocking === false) ? { deferred: true } : {};
  return limits.every((one) => one !== undefined)
    ? { timeoutMs, ...deferred, providers: [...new Set(limits.flat())] }
    : { timeoutMs, ...deferred };
}
