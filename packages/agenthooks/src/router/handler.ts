/** What is registered: handlers, observers, interceptors, and the outcome they are told. */
import type { Duration } from "../base/duration.js";
import type { ExecOptions, ExecResult } from "../base/exec.js";
import type { Json } from "../base/json.js";
import type { Log } from "../base/log.js";
import type { State } from "../base/state.js";
import type { Answer, Degraded } from "../decision/answer.js";
import type { Decision, DecisionByKind } from "../decision/types.js";
import type { AnyEvent, EventByKind, Kind } from "../event/kinds.js";
import type { ProviderId } from "../event/provider.js";

/** What a handler is given beside the event. */
export interface Context {
  /** Aborted at the deadline, or when the agent itself gives up. */
  readonly signal: AbortSignal;
  readonly deadline: Date;
  readonly log: Log;
  /** The environment of the hook process; under a resident or in-process transport, of the event. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly state: State;
  /** The agent's own client under an in-process transport; typed by the provider's subpath. */
  readonly host?: unknown;
  /**
   * Runs a program in a process group of its own. It is ended half a second before the deadline at the latest, so that the handler can still
   * answer (`timedOut`). Rejects only when it cannot be started: `file` is a program, its arguments are `args`.
   */
  exec(file: string, args?: readonly string[], options?: ExecOptions): Promise<ExecResult>;
  /** Writes the work down, then starts it detached; done once, also when this process or the worker dies. Resolves with its id when it is on disk. */
  defer(worker: string, payload: Json): Promise<string>;
}

/** What a handler may return; falling off the end counts as nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement is `void` to the compiler
type Result<D> = D | undefined | void;
/** A function of an event that may return a decision. Combinators take and return this type. */
export type HandlerFunction<E, D> = (event: E, context: Context) => Result<D> | Promise<Result<D>>;
/** The handler of one kind. */
export type Handler<K extends Kind> = HandlerFunction<EventByKind[K], DecisionByKind[K]>;

/** The decisions that every one of these kinds takes. */
type CommonDecision<K extends Kind> = CommonOf<K, DecisionByKind[K]>;
type CommonOf<K extends Kind, D> = D extends unknown ? ([K] extends [KindsTaking<D>] ? D : never) : never;
type KindsTaking<D> = { [K in Kind]: [D] extends [DecisionByKind[K]] ? K : never }[Kind];

/** How handlers are run. */
export interface HandlerOptions {
  /** For logs, `walk` and `explain`; default: the function's name. */
  readonly name?: string;
  readonly timeout?: Duration;
  /** `false`: runs after the answer in the detached worker; its decision is ignored. Default `true`. */
  readonly blocking?: boolean;
  readonly providers?: readonly ProviderId[];
}
/** Which events an observer is told of, and how it is run. */
export interface ObserverOptions {
  readonly name?: string;
  readonly kinds?: readonly Kind[];
  readonly providers?: readonly ProviderId[];
  readonly blocking?: boolean;
  readonly timeout?: Duration;
}
/** Return values of observers are ignored; one that is a decision does not compile. */
export type Observer<E, R> = ((event: E, context: Context) => R) & ([Extract<Awaited<R>, Decision>] extends [never] ? unknown : never);

/** The rest of the pipeline; call it at most once. */
export type Next = (event?: AnyEvent) => Promise<Decision | undefined>;
/** Wraps the typed handlers of every kind. `undefined` is neutral; a decision of another kind than the event's is a handler error. */
export type Interceptor = (event: AnyEvent, next: Next, context: Context) => Decision | undefined | Promise<Decision | undefined>;

/** What happened to one event, told after the answer was written. */
export interface Outcome {
  readonly event: AnyEvent;
  /** What the handlers decided; `undefined` when neutral. */
  readonly decision: Decision | undefined;
  readonly sent: Answer;
  /** What the agent could not express, in the order it was dropped or changed. */
  readonly degraded: readonly Degraded[];
  readonly failure: "none" | "error" | "timeout" | "crash";
  readonly durationMs: number;
  /** The handler whose decision won. */
  readonly handler: string | undefined;
}

/** A handler of several kinds returns what all of them take. */
export type SharedHandler<K extends Kind> = HandlerFunction<EventByKind[K], CommonDecision<K>>;
/** What may stand before the handlers; not a function. */
export type LeadingOptions = HandlerOptions & { readonly apply?: never };
