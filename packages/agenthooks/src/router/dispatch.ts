/** Runs the deciding stages of a program over one event: interceptors, handlers, native handlers. */
import { HandlerError } from "../base/errors.js";
import type { Answer } from "../decision/answer.js";
import { fieldsOf, isNeutral } from "../decision/decision.js";
import { mergeWalk } from "../decision/merge.js";
import type { Decision } from "../decision/types.js";
import { FAMILIES } from "../decision/types.js";
import type { AnyEvent } from "../event/kinds.js";
import { decisionOf, rewritten } from "./combinators.js";
import type { Context, HandlerOptions } from "./handler.js";
import { nativeKeys } from "./native.js";
import { forProvider, type HandlerStage, type InterceptorStage, type NativeStage, type Program, type ProgramParts } from "./program.js";

/** A stage that failed, with the program that answers for it. */
export interface StageFailure {
  readonly program: Program;
  readonly handler: string;
  readonly error: unknown;
}

export interface Dispatched {
  readonly decision: Decision | undefined;
  /** The stage whose decision won. */
  readonly handler: string | undefined;
  /** The program whose policy rules the decision. */
  readonly program: Program;
  readonly native: { readonly answer: Answer; readonly handler: string } | undefined;
  readonly failures: readonly StageFailure[];
}

export interface DispatchServices {
  /** The context of one stage; its deadline is the event's, or the stage's own when that is earlier. */
  contextFor(stage: { readonly program: Program; readonly name: string; readonly options: HandlerOptions }): Context;
  /** Rejects with a DeadlineError when `run` is not done by the stage's deadline. */
  bounded<T>(
    stage: { readonly program: Program; readonly name: string; readonly options: HandlerOptions },
    run: () => T | Promise<T>,
  ): Promise<T>;
  /**
   * Whether a failed stage ends everything (fail-closed) or only switches off the stages of its own program: a telemetry program that
   * breaks must not switch off the guard it was combined with.
   */
  fatal(failure: StageFailure): boolean;
}

/** One part of the walk's result: what a neutral stage carried. */
interface Part {
  readonly program: Program;
  readonly handler: string;
  readonly decision: Decision;
}

class Walk {
  readonly failures: StageFailure[] = [];
  readonly failed = new Set<Program>();
  parts: Part[] = [];
  final: Part | undefined;
  native: (Dispatched["native"] & { readonly program: Program }) | undefined;

  constructor(
    readonly parts0: ProgramParts,
    readonly services: DispatchServices,
  ) {}

  /** Records a failure; true when nothing more may run. */
  fail(stage: { readonly program: Program; readonly name: string }, error: unknown): boolean {
    const failure = { program: stage.program, handler: stage.name, error };
    this.failures.push(failure);
    this.failed.add(stage.program);
    this.parts = this.parts.filter((part) => part.program !== stage.program);
    if (this.final?.program === stage.program) this.final = undefined;
    if (this.native?.program === stage.program) this.native = undefined;
    return this.services.fatal(failure);
  }
}

/** Thrown to leave the interceptors when a fail-closed stage has failed: the answer is settled. */
class Settled extends Error {}

/** Interceptors around handlers, then native handlers. Never rejects for what a stage threw: see `failures`. */
export async function dispatch(parts: ProgramParts, event: AnyEvent, services: DispatchServices): Promise<Dispatched> {
  const walk = new Walk(parts, services);
  const wrapping = parts.stages.interceptors.filter((stage) => forProvider(stage, event));
  const deciding = FAMILIES[event.kind].length > 0;
  try {
    let result: Decision | undefined;
    if (!event.backfilled) result = await runInterceptors(walk, wrapping, 0, event, deciding);
    if (!deciding && result) throw new HandlerError(`an interceptor decided on ${event.kind}, which can only be observed`, "interceptor");
    if (!(result?.blocks ?? false)) await runNatives(walk, event);
    const winner = walk.final ?? walk.parts.at(-1);
    const { answer, handler } = walk.native ?? {};
    return {
      decision: result,
      handler: winner?.handler,
      program: winner?.program ?? parts.program,
      native: answer && handler !== undefined ? { answer, handler } : undefined,
      failures: walk.failures,
    };
  } catch (error) {
    if (!(error instanceof Settled)) throw error;
    return {
      decision: undefined,
      handler: undefined,
      program: walk.failures.at(-1)?.program ?? parts.program,
      native: undefined,
      failures: walk.failures,
    };
  }
}

async function runInterceptors(
  walk: Walk,
  stages: readonly InterceptorStage[],
  index: number,
  event: AnyEvent,
  deciding: boolean,
): Promise<Decision | undefined> {
  const stage = stages[index];
  if (!stage) return deciding ? runHandlers(walk, event) : runReports(walk, event);
  if (walk.failed.has(stage.program)) return runInterceptors(walk, stages, index + 1, event, deciding);
  let inner: { readonly decision: Decision | undefined } | undefined;
  let called = false;
  const next = async (changed?: AnyEvent): Promise<Decision | undefined> => {
    if (called) throw new HandlerError(`interceptor ${stage.name} called next more than once`, stage.name);
    called = true;
    const decision = await runInterceptors(walk, stages, index + 1, changed ?? event, deciding);
    inner = { decision };
    return decision;
  };
  try {
    const returned = await walk.services.bounded(stage, () => stage.run(event, next, walk.services.contextFor(stage)));
    const decision = checked(returned, event, stage.name);
    if (decision !== inner?.decision) {
      walk.parts = [];
      walk.final = decision ? { program: stage.program, handler: stage.name, decision } : undefined;
    }
    return decision;
  } catch (error) {
    if (error instanceof Settled) throw error;
    if (walk.fail(stage, error)) throw new Settled();
    if (!called) return runInterceptors(walk, stages, index + 1, event, deciding);
    return mergeWalk(
      walk.parts.map((part) => part.decision),
      walk.final?.decision,
    );
  }
}

async function runHandlers(walk: Walk, event: AnyEvent): Promise<Decision | undefined> {
  const stages = walk.parts0.stages.handlers.filter((stage) => stage.kind === event.kind && runs(stage, event));
  let seen = event;
  for (const stage of stages) {
    if (walk.failed.has(stage.program)) continue;
    try {
      const returned = await walk.services.bounded(stage, () => stage.run(seen, walk.services.contextFor(stage)));
      const decision = checked(returned, event, stage.name);
      if (!decision) continue;
      const part = { program: stage.program, handler: stage.name, decision };
      if (!isNeutral(decision)) {
        walk.final = part;
        break;
      }
      walk.parts.push(part);
      seen = rewritten(seen, decision);
    } catch (error) {
      if (walk.fail(stage, error)) throw new Settled();
      seen = walk.parts.reduce((at, part) => rewritten(at, part.decision), event);
    }
  }
  return mergeWalk(
    walk.parts.map((part) => part.decision),
    walk.final?.decision,
  );
}

/** Handlers of a kind that can only be observed: all run, what they return is an error. */
async function runReports(walk: Walk, event: AnyEvent): Promise<undefined> {
  for (const stage of walk.parts0.stages.handlers.filter((one) => one.kind === event.kind && runs(one, event))) {
    try {
      const returned = await walk.services.bounded(stage, () => stage.run(event, walk.services.contextFor(stage)));
      checked(returned, event, stage.name);
    } catch (error) {
      walk.fail(stage, error);
    }
  }
}

async function runNatives(walk: Walk, event: AnyEvent): Promise<void> {
  const stages = walk.parts0.stages.natives.filter(
    (stage) => stage.gate.provider === event.provider && stage.gate.nativeName === event.nativeName && runs(stage, event),
  );
  for (const stage of stages) {
    if (walk.failed.has(stage.program) || walk.native) continue;
    try {
      const seen = withNative(event);
      const returned = await walk.services.bounded(stage, () => stage.run(seen, walk.services.contextFor(stage)));
      if (returned === undefined) continue;
      const keys = nativeKeys(returned);
      if (!keys) throw new HandlerError(`handler ${stage.name} must return nativeAnswer({...}) or nothing`, stage.name);
      walk.native = { answer: { via: "process", ...stage.gate.render(keys) }, handler: stage.name, program: stage.program };
    } catch (error) {
      if (walk.fail(stage, error)) throw new Settled();
    }
  }
}

/** The event with its payload as `native`; everything else is the event's own. */
function withNative(event: AnyEvent): AnyEvent {
  return new Proxy(event, {
    get: (target, member) => {
      if (member === "native") return target.raw.json;
      const value: unknown = Reflect.get(target, member, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
    has: (target, member) => member === "native" || Reflect.has(target, member),
  });
}

function runs(stage: HandlerStage | NativeStage, event: AnyEvent): boolean {
  return stage.options.blocking !== false && forProvider(stage, event);
}

/** @throws HandlerError when the value is no decision, or one of another kind. */
function checked(returned: unknown, event: AnyEvent, handler: string): Decision | undefined {
  const decision = decisionOf(returned, handler);
  if (decision && !FAMILIES[event.kind].includes(fieldsOf(decision).family)) {
    throw new HandlerError(`handler ${handler} answered ${event.kind} with ${decision.kind}, which that kind does not take`, handler);
  }
  return decision;
}
