/** `createHooks`: registration and what can be read off a program. */
import type { Clock } from "../base/clock.js";
import { toMs } from "../base/duration.js";
import type { Json } from "../base/json.js";
import { consistsOf, DIGITS, LOWER_CASE } from "../base/text.js";
import type { Adapter } from "../decision/answer.js";
import { fullPolicy, onlyMembers, type PolicyOption } from "../decision/policy.js";
import { type Decision, type DecisionByKind, FAMILIES, kinds } from "../decision/types.js";
import type { AnyEvent, EventByKind, Kind, OneKind, OtherEvent } from "../event/kinds.js";
import { providerId } from "../event/provider.js";
import type { NativeEvent, NativeGate } from "../event/views.js";
import { decide } from "./decide.js";
import type {
  Context,
  HandlerFunction,
  HandlerOptions,
  Interceptor,
  LeadingOptions,
  Observer,
  ObserverOptions,
  Outcome,
  SharedHandler,
} from "./handler.js";
import type { NativeAnswer } from "./native.js";
import {
  type HandlerStage,
  type InterceptorStage,
  type NativeStage,
  noStages,
  type ObserverStage,
  type OutcomeStage,
  type ProgramParts,
  type StageBase,
  type Stages,
} from "./program.js";
import { type Stage, walk } from "./walk.js";

/** What a program is called and how it behaves. */
export interface HooksOptions {
  /** Kebab case; the folder, the state and the receipt are named by it. Required to install. */
  readonly name?: string;
  readonly version?: string;
  readonly policy?: PolicyOption;
  /** Adapters beside the built-in ones. */
  readonly providers?: readonly Adapter[];
  /** Default `$XDG_STATE_HOME/agenthooks/<name>`. */
  readonly stateDir?: string;
  readonly clock?: Clock;
  /** What to leave out; every member defaults to `false`. */
  readonly off?: {
    readonly dedup?: boolean;
    readonly backfill?: boolean;
    readonly mcpResolution?: boolean;
    readonly mcpListProbe?: boolean;
  };
}

/** A program: handlers of events. Made by `createHooks`, run by `main`, tested with `invoke`. */
export interface Hooks {
  readonly name: string | undefined;
  readonly version: string | undefined;

  /**
   * Handlers of one kind, or of several (then they return what all of them take), in order; options may stand before the handlers.
   * One signature on purpose: overloads would turn "a stop decision cannot answer tool.pre" into "no overload matches".
   * @throws TypeError for an unknown kind, a handler that is no function, or an invalid option.
   */
  on<const K extends Kind>(kind: OneKind<K> | readonly K[], first: SharedHandler<K> | LeadingOptions, ...more: SharedHandler<K>[]): this;

  /** Sees every event, mapped or not; never decides. */
  onAny<R>(observer: Observer<AnyEvent, R>, options?: ObserverOptions): this;
  /** Sees one native event that has no kind. */
  onOther<R>(nativeName: string, observer: Observer<OtherEvent, R>, options?: ObserverOptions): this;
  /** Answers a gate in the provider's own keys. On a gate that has a kind too, a typed decision that blocks wins over it. */
  onNative<View, Keys>(
    gate: NativeGate<View, Keys>,
    handler: HandlerFunction<NativeEvent<View>, NativeAnswer<Keys>>,
    options?: HandlerOptions,
  ): this;
  /** Sees what became of every event, after the answer was written; what it throws is logged. */
  onDecision(observer: (outcome: Outcome, context: Context) => unknown): this;

  use(interceptor: Interceptor): this;
  /** Appends all stages of `other`; their names are prefixed with its name. */
  include(other: Hooks): this;
  /**
   * The function that `context.defer(name, payload)` runs, detached from the hook. One that throws is tried again, five times in all, within
   * a day.
   * @typeParam T what this program defers under `name`: taken at its word, as JSON off a disk is.
   * @throws TypeError when the name is taken.
   *
   * @example
   * hooks.worker("send", async (record: { readonly event: string }) => {
   *   await fetch("https://collector.example", { method: "POST", body: JSON.stringify(record) });
   * });
   */
  worker<T extends Json>(name: string, work: (payload: T, context: Context) => void | Promise<void>): this;

  /** Visits the stages in dispatch order; ends when `visit` throws. */
  walk(visit: (stage: Stage) => void): void;
  /** Observers, interceptors and handlers, without MCP attribution, degradation or encoding; rejects with what a stage threw. */
  decide<K extends Kind>(event: EventByKind[K] & { readonly kind: K }): Promise<DecisionByKind[K] | undefined>;
}

const PARTS = Symbol.for("agenthooks.parts");

/** The inside of a program; for the runtime. @throws TypeError when it is not a program. */
export function partsOf(hooks: Hooks): ProgramParts {
  const parts = (hooks as { readonly [PARTS]?: ProgramParts } | undefined)?.[PARTS];
  if (!parts) throw new TypeError("not a hooks program; use the value that createHooks() returned");
  return parts;
}

class HooksValue {
  readonly [PARTS]: ProgramParts;

  constructor(parts: ProgramParts) {
    this[PARTS] = parts;
  }

  get name(): string | undefined {
    return this[PARTS].program.name;
  }

  get version(): string | undefined {
    return this[PARTS].version;
  }

  on(kind: Kind | readonly Kind[], ...stages: readonly unknown[]): this {
    const [first, ...rest] = stages;
    const given = typeof first === "object" && first !== null;
    const options = given ? (first as HandlerOptions) : {};
    const handlers = given ? rest : stages;
    const names = typeof kind === "string" ? [kind] : kind;
    for (const one of names)
      if (!Object.hasOwn(FAMILIES, one)) throw new TypeError(`unknown kind ${JSON.stringify(one)}; one of ${kinds().join(", ")}`);
    if (handlers.length === 0) throw new TypeError(`on(${JSON.stringify(kind)}) has no handler`);
    const own = this[PARTS].stages.handlers;
    for (const one of names) {
      for (const handler of handlers) {
        const number = own.filter((stage) => stage.kind === one).length + 1;
        own.push({ ...this.#stage(`on(${JSON.stringify(one)})`, handler, options, `${one}#${number}`), kind: one } as HandlerStage);
      }
    }
    return this;
  }

  /** What all stages have. `run` is what was registered; the name falls back to the function's, then to `unnamed`. */
  #stage(by: string, run: unknown, options: HandlerOptions, unnamed: string): StageBase & { readonly run: unknown } {
    if (typeof run !== "function") throw new TypeError(`${by} takes a function, not ${run === null ? "null" : typeof run}`);
    onlyMembers(by, options, "name timeout blocking providers");
    if (options.timeout !== undefined) toMs(options.timeout);
    const providers = options.providers?.map(providerId);
    return {
      program: this[PARTS].program,
      run,
      options: providers ? { ...options, providers } : options,
      name: options.name ?? (run.name || unnamed),
    };
  }

  #observe(by: string, run: unknown, nativeName: string | undefined, { kinds: only, ...options }: ObserverOptions): this {
    const { observers } = this[PARTS].stages;
    observers.push({ ...this.#stage(by, run, options, `${by}#${observers.length + 1}`), kinds: only, nativeName } as ObserverStage);
    return this;
  }

  onAny(observer: unknown, options: ObserverOptions = {}): this {
    return this.#observe("onAny", observer, undefined, options);
  }

  onOther(nativeName: string, observer: unknown, options: ObserverOptions = {}): this {
    return this.#observe("onOther", observer, nativeName, { ...options, kinds: ["other"] });
  }

  onNative(gate: NativeGate<unknown, unknown>, handler: unknown, options: HandlerOptions = {}): this {
    if (typeof gate?.render !== "function")
      throw new TypeError("onNative takes a gate of a provider's `events`, e.g. claudeCode.events.TaskCreated");
    const { natives } = this[PARTS].stages;
    natives.push({ ...this.#stage("onNative", handler, options, `${gate.nativeName}#${natives.length + 1}`), gate } as NativeStage);
    return this;
  }

  onDecision(observer: unknown): this {
    const { outcomes } = this[PARTS].stages;
    outcomes.push(this.#stage("onDecision", observer, {}, `onDecision#${outcomes.length + 1}`) as OutcomeStage);
    return this;
  }

  use(interceptor: unknown): this {
    const { interceptors } = this[PARTS].stages;
    interceptors.push(this.#stage("use", interceptor, {}, `interceptor#${interceptors.length + 1}`) as InterceptorStage);
    return this;
  }

  include(other: Hooks): this {
    appendStages(this[PARTS].stages, partsOf(other));
    return this;
  }

  worker(name: string, work: (payload: Json, context: Context) => void | Promise<void>): this {
    if (typeof work !== "function") throw new TypeError(`worker(${JSON.stringify(name)}) takes a function`);
    const { workers } = this[PARTS].stages;
    if (workers.has(name)) throw new TypeError(`worker ${JSON.stringify(name)} is registered twice`);
    workers.set(name, { program: this[PARTS].program, run: work });
    return this;
  }

  walk(visit: (stage: Stage) => void): void {
    walk(this[PARTS].stages, visit);
  }

  decide(event: AnyEvent): Promise<Decision | undefined> {
    return decide(this[PARTS], event);
  }
}

function isKebabCase(name: string): boolean {
  return consistsOf(name, `${LOWER_CASE}${DIGITS}-`) && name.split("-").every((word) => word !== "");
}

/**
 * A hook program.
 * @throws TypeError when the name is not kebab-case or the policy has a value that it does not take.
 *
 * @example
 * const hooks = createHooks({ name: "acme-guard", policy: { fail: "closed" } });
 */
export function createHooks(options: HooksOptions = {}): Hooks {
  onlyMembers("createHooks", options, "name version policy providers stateDir clock off");
  const { name, version, policy, providers = [], stateDir, clock, off = {} } = options;
  if (name !== undefined && !isKebabCase(name))
    throw new TypeError(`name ${JSON.stringify(name)} is not kebab-case; use a-z, 0-9 and single hyphens`);
  if (typeof policy !== "function") fullPolicy(policy);
  const ids = providers.map((adapter) => providerId(adapter.id));
  if (new Set(ids).size !== ids.length) throw new TypeError(`providers names one id twice: ${ids.join(", ")}`);
  const parts: ProgramParts = { program: { name, policy }, version, stateDir, clock, providers, off, stages: noStages() };
  return new HooksValue(parts) as unknown as Hooks;
}

/**
 * One program of several. Name, version and state directory are the first one's; each stage keeps the policy of the program that it was
 * registered on; stage, worker and state names are prefixed with that program's name.
 *
 * @example
 * export default combine(guard, telemetry);
 */
export function combine(first: Hooks, ...others: readonly Hooks[]): Hooks {
  const own = partsOf(first);
  const stages = noStages();
  for (const [index, hooks] of [first, ...others].entries()) appendStages(stages, partsOf(hooks), index === 0);
  const providers = [first, ...others].flatMap((hooks) => partsOf(hooks).providers);
  return new HooksValue({ ...own, providers, stages }) as unknown as Hooks;
}

function appendStages(to: Stages, { program, stages }: ProgramParts, own = false): void {
  const prefix = own || program.name === undefined ? "" : `${program.name}/`;
  for (const list of ["observers", "interceptors", "handlers", "natives", "outcomes"] as const) {
    (to[list] as StageBase[]).push(...stages[list].map((stage) => ({ ...stage, name: prefix + stage.name })));
  }
  for (const [name, work] of stages.workers) to.workers.set(prefix + name, work);
}
