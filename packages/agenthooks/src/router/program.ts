/** What a program holds: its name, its policy and its stages in the order of registration. */
import type { Json } from "../base/json.js";
import type { Adapter } from "../decision/answer.js";
import { type FullPolicy, fullPolicy, type Policy, type PolicyOption } from "../decision/policy.js";
import type { Decision } from "../decision/types.js";
import type { AnyEvent, Kind } from "../event/kinds.js";
import type { NativeGate } from "../event/views.js";
import type { Context, HandlerFunction, HandlerOptions, Interceptor, Outcome } from "./handler.js";

/** The identity of the program that a stage was registered on; it stays when programs are combined. */
export interface Program {
  readonly name: string | undefined;
  readonly policy: PolicyOption | undefined;
}

export interface StageBase {
  readonly program: Program;
  readonly name: string;
  readonly options: HandlerOptions;
}
export interface HandlerStage extends StageBase {
  readonly kind: Kind;
  readonly run: HandlerFunction<AnyEvent, Decision>;
}
export interface NativeStage extends StageBase {
  readonly gate: NativeGate<unknown, unknown>;
  readonly run: HandlerFunction<AnyEvent, unknown>;
}
export interface ObserverStage extends StageBase {
  readonly kinds: readonly Kind[] | undefined;
  /** Of `onOther`. */
  readonly nativeName: string | undefined;
  readonly run: (event: AnyEvent, context: Context) => unknown;
}
export interface InterceptorStage extends StageBase {
  readonly run: Interceptor;
}
export interface OutcomeStage extends StageBase {
  readonly run: (outcome: Outcome, context: Context) => unknown;
}

export interface Stages {
  readonly observers: ObserverStage[];
  readonly interceptors: InterceptorStage[];
  readonly handlers: HandlerStage[];
  readonly natives: NativeStage[];
  readonly outcomes: OutcomeStage[];
  readonly workers: Map<string, WorkerStage>;
}

export interface WorkerStage {
  readonly program: Program;
  readonly run: (payload: Json, context: Context) => void | Promise<void>;
}

/**
 * The worker that a stage means by `name`: its own program's, whatever that was included in.
 * @throws TypeError when there is none.
 */
export function workerFor(workers: ReadonlyMap<string, WorkerStage>, program: Program, name: string): string {
  for (const [own, worker] of workers) if (worker.program === program && (own === name || own.endsWith(`/${name}`))) return own;
  throw new TypeError(`no worker ${JSON.stringify(name)}; register it with hooks.worker`);
}

export function noStages(): Stages {
  return { observers: [], interceptors: [], handlers: [], natives: [], outcomes: [], workers: new Map() };
}

/** What the runtime needs of a `Hooks` value. */
export interface ProgramParts {
  readonly program: Program;
  readonly version: string | undefined;
  readonly stateDir: string | undefined;
  readonly clock: { now(): number } | undefined;
  readonly providers: readonly Adapter[];
  readonly off: {
    readonly dedup?: boolean;
    readonly backfill?: boolean;
    readonly mcpResolution?: boolean;
    readonly mcpListProbe?: boolean;
  };
  readonly stages: Stages;
}

/** What an install has chosen instead of the program's own fail mode, if anything. */
type FailMode = "open" | "closed" | undefined;

/**
 * The policy of a program for an event.
 * @throws whatever a policy function throws.
 */
function policyFor(program: Program, event: AnyEvent, fail: FailMode): FullPolicy {
  if (typeof program.policy !== "function") return fullPolicy(program.policy, fail);
  const policy: unknown = program.policy(event);
  if (policy === undefined) throw new TypeError("the policy function returned nothing; return {} for the defaults");
  return fullPolicy(policy as Policy, fail);
}

/** What holds where no event is there to ask a policy function about: the strictest of the programs (definitions.md). */
export function strictestFail(programs: Iterable<Program>): "open" | "closed" {
  for (const program of programs) if (typeof program.policy === "function" || program.policy?.fail === "closed") return "closed";
  return "open";
}

/** The programs that stages of `parts` were registered on, its own first. */
export function programsOf(parts: ProgramParts): ReadonlySet<Program> {
  const { observers, interceptors, handlers, natives, outcomes } = parts.stages;
  return new Set([parts.program, ...[observers, interceptors, handlers, natives, outcomes].flat().map((stage) => stage.program)]);
}

/** The policy of a program for an event; one whose function throws is read as fail-closed, unless `fail` says otherwise. */
export function safePolicy(program: Program, event: AnyEvent, onError: (error: unknown) => void, fail: FailMode): FullPolicy {
  try {
    return policyFor(program, event, fail);
  } catch (error) {
    onError(error);
    return fullPolicy({}, fail ?? "closed");
  }
}

/** Whether a stage is meant for the provider of an event. */
export function forProvider(stage: StageBase, event: AnyEvent): boolean {
  return stage.options.providers === undefined || stage.options.providers.includes(event.provider);
}
