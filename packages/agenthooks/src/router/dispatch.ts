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
import { forProvider, type Program, type ProgramParts, type StageBase } from "./program.js";

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
  readonly native: { readonly answer: Answer; readonly refuses: boolean; readonly handler: string } | undefined;
  readonly failures: readonly StageFailure[];
}

export interface DispatchStage {
  readonly program: Program;
  readonly name: string;
  readonly options: HandlerOptions;
}

export interface DispatchServices {
  /** The context of one stage; its deadline is the event's, or the stage's own when that is earlier. */
  contextFor(stage: DispatchStage): Context;
  /** Rejects with a DeadlineError when `run` is not done by the stage's deadline. */
  bounded<T>(stage: DispatchStage, run: () => T | Promise<T>): Promise<T>;
  /**
   * Whether a failed stage ends everything (fail-closed) or only switches off the stages of its own program: a telemetry program that
   * breaks must not switch off the guard it was combined with.
   */
  fatal(failure: StageFailure): boolean;
}

/** What one stage decided. */
interface Part {
  readonly program: Program;
  readonly handler: string;
  readonly decision: Decision;
}

/** Thrown to leave the interceptors when a fail-closed stage has failed: the answer is settled. */
const SETTLED = new Error("settled");

/** Interceptors around handlers, then native handlers. Never rejects for what a stage threw: see `failures`. */
export async function dispatch(parts: ProgramParts, event: AnyEvent, services: DispatchServices): Promise<Dispatched> {
  const { interceptors, handlers, natives } = parts.stages;
  const failures: StageFailure[] = [];
  const failed = new Set<Program>();
  let neutrals: Part[] = [];
  let final: Part | undefined;
  let native: (Dispatched["native"] & { readonly program: Program }) | undefined;

  const runs = (stage: StageBase) => stage.options.blocking !== false && forProvider(stage, event);
  const merged = () => mergeWalk(neutrals.map(decisionIn), final?.decision);
  const call = <R>(stage: DispatchStage, run: (context: Context) => R | Promise<R>) =>
    services.bounded(stage, () => run(services.contextFor(stage)));

  /** What the stage's program has said so far does not count any more. */
  const fail = (stage: DispatchStage, error: unknown): void => {
    if (error === SETTLED) throw error;
    const { program, name } = stage;
    const failure = { program, handler: name, error };
    failures.push(failure);
    failed.add(program);
    neutrals = neutrals.filter((part) => part.program !== program);
    if (final?.program === program) final = undefined;
    if (services.fatal(failure)) throw SETTLED;
  };

  const runHandlers = async (first: AnyEvent): Promise<Decision | undefined> => {
    let seen = first;
    for (const stage of handlers) {
      if (stage.kind !== first.kind || failed.has(stage.program) || !runs(stage)) continue;
      try {
        const decision = checked(await call(stage, (context) => stage.run(seen, context)), first, stage.name);
        if (!decision) continue;
        const part = { program: stage.program, handler: fieldsOf(decision).by ?? stage.name, decision };
        if (!isNeutral(decision)) {
          final = part;
          break;
        }
        neutrals.push(part);
        seen = rewritten(seen, decision);
      } catch (error) {
        fail(stage, error);
        seen = neutrals.map(decisionIn).reduce(rewritten, first);
      }
    }
    return merged();
  };

  const intercept = async (index: number, seen: AnyEvent): Promise<Decision | undefined> => {
    const stage = interceptors[index];
    if (!stage) return runHandlers(seen);
    if (failed.has(stage.program) || !runs(stage)) return intercept(index + 1, seen);
    let inner: Promise<Decision | undefined> | undefined;
    const next = (changed?: AnyEvent): Promise<Decision | undefined> => {
      if (inner) return Promise.reject(new HandlerError(`interceptor ${stage.name} called next more than once`, stage.name));
      if (changed && changed.kind !== seen.kind) {
        return Promise.reject(
          new HandlerError(`interceptor ${stage.name} passed on an event of another kind; use event.with({...})`, stage.name),
        );
      }
      inner = intercept(index + 1, changed ?? seen);
      inner.catch(() => undefined); // awaited below, whatever the interceptor does with it
      return inner;
    };
    try {
      const decision = checked(await call(stage, (context) => stage.run(seen, next, context)), event, stage.name);
      if (!inner || decision !== (await inner)) {
        neutrals = [];
        final = decision && { program: stage.program, handler: stage.name, decision };
      }
      return decision;
    } catch (error) {
      fail(stage, error);
      // what the rest decides still counts: an interceptor that breaks or is late must not switch off a guard of another program
      await (inner ?? intercept(index + 1, seen));
      return merged();
    }
  };

  let decision: Decision | undefined;
  try {
    if (!event.backfilled) decision = await intercept(0, event);
    for (const stage of decision?.blocks ? [] : natives) {
      const { gate, program, name } = stage;
      if (native || gate.provider !== event.provider || gate.nativeName !== event.nativeName || failed.has(program) || !runs(stage))
        continue;
      try {
        const returned = await call(stage, (context) => stage.run(withNative(event), context));
        if (returned === undefined) continue;
        const keys = nativeKeys(returned);
        if (!keys) throw new HandlerError(`handler ${name} must return nativeAnswer({...}) or nothing`, name);
        const { refuses, ...sent } = gate.render(keys);
        native = { answer: { via: "process", ...sent }, refuses, handler: name, program };
      } catch (error) {
        fail(stage, error);
        decision = merged();
      }
    }
  } catch (error) {
    if (error !== SETTLED) throw error;
    decision = undefined;
    native = undefined;
  }
  const winner = final ?? neutrals.at(-1);
  return { decision, handler: winner?.handler, program: winner?.program ?? parts.program, native, failures };
}

function decisionIn(part: Part): Decision {
  return part.decision;
}

/** The event with its payload as `native`; everything else is the event's own. */
function withNative(event: AnyEvent): AnyEvent {
  return new Proxy(event, {
    get: (target, member) => {
      if (member === "native") return target.raw.json;
      const value: unknown = Reflect.get(target, member, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** @throws HandlerError when the value is no decision, or one of another kind. */
function checked(returned: unknown, event: AnyEvent, handler: string): Decision | undefined {
  const decision = decisionOf(returned, handler);
  if (decision && !FAMILIES[event.kind].includes(fieldsOf(decision).family)) {
    throw new HandlerError(`handler ${handler}: ${event.kind} does not take ${decision.kind}`, handler);
  }
  return decision;
}
