/** What surrounds the decision: observers that start before it, and what is told after the answer was written. */
import { sleep } from "../../base/clock.js";
import { uniqueId } from "../../base/hash.js";
import type { Answer } from "../../decision/answer.js";
import { DEFAULT_BUDGET_MS } from "../../decision/policy.js";
import type { Decision } from "../../decision/types.js";
import type { AnyEvent } from "../../event/kinds.js";
import { hasTool } from "../../event/kinds.js";
import type { Context, Outcome } from "../../router/handler.js";
import type { ContextMaker, StageOf } from "./context.js";
import { deferStages } from "./deferring.js";
import { errorClass, type Failure, logError } from "./failure.js";
import { observes } from "./observes.js";
import type { Run } from "./run.js";
import type { DecisionRecord } from "./services.js";

/** Resolves when all observers are done; never rejects. */
export type Observing = Promise<unknown> | undefined;

/** Starts observers; what they do or throw never delays or changes the answer. */
export function startObservers(run: Run, event: AnyEvent, contexts: ContextMaker, deadlineOf: (stage: StageOf) => number): Observing {
  const stages = run.parts.stages.observers.filter((stage) => stage.options.blocking !== false && observes(stage, event));
  if (stages.length === 0) return undefined;
  return Promise.allSettled(
    stages.map(async (stage) => {
      try {
        await stage.run(event, contexts.for(stage, deadlineOf(stage)));
      } catch (error) {
        logError(run.services.log, "warn", "an observer failed", error, { stage: stage.name, event: event.nativeName });
      }
    }),
  );
}

export interface Finished {
  readonly event: AnyEvent;
  readonly decision: Decision | undefined;
  readonly sent: Answer;
  readonly failure: Failure;
  readonly handler: string | undefined;
  readonly observing: Observing;
  readonly contextFor: (stage: StageOf) => Context;
}

/** After the answer: decision log, `onDecision`, observers up to their budget, deferred work. Never rejects. */
export async function finishRun(run: Run, done: Finished, budgetMs = DEFAULT_BUDGET_MS, deadline?: number): Promise<void> {
  const { services, parts } = run;
  const now = services.clock.now();
  const durationMs = Math.max(0, now - services.startedAt);
  for (const lost of run.degraded) {
    const message = lost.capability === "system-message" ? services.log.debug : services.log.warn;
    message("the agent cannot express a part of the decision", { ...lost, event: done.event.nativeName });
  }
  attempt(run, "the decision log failed", () => services.record(recordOf(run, done, durationMs)));
  attempt(run, "deferring failed", () => deferStages(run, done.event));
  if (done.observing !== undefined || parts.stages.outcomes.length > 0) {
    const limit = Math.min(budgetMs, deadline === undefined ? budgetMs : Math.max(0, deadline - now));
    const waiting = Promise.allSettled([done.observing, ...tell(run, done, durationMs)]);
    const late = await Promise.race([waiting.then(() => false), sleep(limit).then(() => true)]);
    if (late) services.log.warn("observers were left behind", { budgetMs: limit, event: done.event.nativeName });
  }
  attempt(run, "the worker could not be started", () => services.startWorker());
}

function tell(run: Run, { event, decision, sent, failure, handler, contextFor }: Finished, durationMs: number): Promise<void>[] {
  const outcome: Outcome = { event, decision, sent, degraded: run.degraded, failure: failure.kind, durationMs, handler };
  return run.parts.stages.outcomes.map(async (stage) => {
    try {
      await stage.run(outcome, contextFor(stage));
    } catch (error) {
      logError(run.services.log, "warn", "an onDecision observer failed", error, { stage: stage.name });
    }
  });
}

function attempt(run: Run, what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    logError(run.services.log, "error", what, error);
  }
}

function recordOf(run: Run, done: Finished, durationMs: number): DecisionRecord {
  const { event, decision, failure } = done;
  return {
    time: run.services.clock.now(),
    id: uniqueId().slice(4, 24),
    program: run.parts.program.name,
    provider: event.provider,
    variant: event.variant,
    event: short(event.nativeName),
    kind: event.kind,
    session: short(event.session.id),
    turn: short(event.session.turnId),
    agent: short(event.agent?.id),
    tool: short(hasTool(event) ? event.tool.name : undefined),
    decision: decision?.kind ?? "neutral",
    handler: done.handler,
    rewrote: decision?.updatedInput !== undefined || decision?.updatedPrompt !== undefined,
    contexts: decision?.contexts.length ?? 0,
    code: decision?.code,
    rule: decision?.rule,
    failure: failure.kind,
    error: errorClass(failure.error),
    degraded: run.degraded,
    durationMs: Math.round(durationMs * 10) / 10,
  };
}

/** Names are metadata; what is longer than a name is payload. */
function short<T extends string | undefined>(text: T): T | string {
  return text !== undefined && text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
