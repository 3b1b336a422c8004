/** From what the stages returned to the answer: failure policy, degradation, encoding. */
import { PayloadError, UnsupportedDecisionError } from "../../base/errors.js";
import type { Answer, Degraded } from "../../decision/answer.js";
import { changeDecision, fieldsOf, makeDecision } from "../../decision/decision.js";
import { degrade, neutral } from "../../decision/degrade.js";
import type { FullPolicy } from "../../decision/policy.js";
import type { Decision } from "../../decision/types.js";
import { FAMILIES } from "../../decision/types.js";
import { type AnyEvent, hasTool } from "../../event/kinds.js";
import type { NativeEventRow } from "../../event/provider.js";
import type { Dispatched } from "../../router/dispatch.js";
import type { Program } from "../../router/program.js";
import { countContinuation } from "./continuation.js";
import { type Failure, failureOf, logError, NO_FAILURE } from "./failure.js";
import { keepNextContexts, takeNextContexts } from "./next-contexts.js";
import { encodeSafely, type Run } from "./run.js";
import { failDecision } from "./unreadable.js";

export interface Settled {
  readonly answer: Answer;
  readonly decision: Decision | undefined;
  readonly failure: Failure;
  readonly handler: string | undefined;
}

/**
 * The answer to a dispatched event.
 * @param policyOf the policy of the program that a stage was registered on.
 * @param counted how often this turn was continued, or why that is not known.
 */
export async function settle(
  run: Run,
  event: AnyEvent,
  row: NativeEventRow | undefined,
  dispatched: Dispatched,
  policyOf: (program: Program) => FullPolicy,
  counted: number | { readonly error: unknown },
): Promise<Settled> {
  const { adapter, services, target, degraded } = run;
  const { failures, native, handler } = dispatched;
  const { nativeName } = event;
  for (const { handler: stage, error } of failures) {
    logError(services.log, "error", "a stage failed", error, { stage, event: nativeName });
  }
  const failed = (fail: "open" | "closed", failure: Failure, by: string | undefined): Settled => {
    const decision = failDecision(adapter, event, fail, services.log);
    return { answer: encodeSafely(run, event, decision), decision, failure, handler: by };
  };
  const last = failures.at(-1);
  const failure = last ? failureOf(last.error) : NO_FAILURE;
  const closed = failures.find(({ program }) => policyOf(program).fail === "closed");
  if (closed) return failed("closed", failure, closed.handler);
  if (hasTool(event) && event.tool.name === "" && !dispatched.decision?.blocks && run.fail === "closed") {
    // rules for any tool have run; which of the others was meant cannot be told (cases b33)
    services.log.error("no tool name: fail-closed holds", { event: nativeName });
    return failed("closed", { kind: "error", error: new PayloadError("no tool_name", "invalid", adapter.id) }, handler);
  }
  const policy = policyOf(dispatched.program);
  let pending: readonly string[] = [];
  // what the state folder refuses is logged and left: a deny stays a deny on a full disk
  const tolerate = (what: string) => (error: unknown) => logError(services.log, "error", what, error, { event: nativeName });
  const keep = async (contexts: readonly string[]) => {
    if (contexts.length > 0) await keepNextContexts(services, event, contexts).catch(tolerate("contexts for later cannot be kept"));
  };
  const lose = (what: Degraded) => {
    if (policy.unsupported === "strict") throw new UnsupportedDecisionError(`${what.why}; the policy is strict`, what.capability);
    degraded.push(what);
  };
  try {
    const asked = dispatched.decision;
    if (asked?.kind === "continue" && typeof counted !== "number") throw counted.error;
    const lessened = degrade(event, asked, policy, typeof counted === "number" ? counted : 0, row);
    degraded.push(...lessened.degraded);
    const { blocks = false, kind, nextContexts = [] } = lessened.decision ?? {};
    // an ask and a rewrite that must happen are held against a native answer that does not refuse
    const held = kind === "ask" || (lessened.decision && fieldsOf(lessened.decision).required);
    const sendNative = native && !blocks && (native.refuses || !held);
    if (!sendNative && kind !== "block-prompt" && kind !== "answer-prompt") {
      pending = (await takePending(run, event).catch(tolerate("contexts for later cannot be read"))) ?? [];
    }
    const decision = withContexts(event, lessened.decision, pending);
    await keep(nextContexts);
    if (sendNative) return { answer: native.answer, decision, failure, handler: native.handler };
    if (kind === "continue" && (await countContinuation(services, event)) >= policy.continuationCap) {
      degraded.push({ capability: "continue-agent", to: "finish", why: "continued by another hook meanwhile" });
      const finished = neutral(decision as Decision);
      return { answer: adapter.encode(event, finished, target), decision: finished, failure, handler };
    }
    const answer = adapter.encode(event, decision, { ...target, degrade: lose });
    return { answer, decision, failure, handler };
  } catch (error) {
    await keep(pending);
    logError(services.log, "error", "the decision could not be sent", error, { event: nativeName, handler });
    // a deny always stays, also where a strict policy refuses what was to go with it
    const stays = dispatched.decision?.blocks && error instanceof UnsupportedDecisionError;
    return failed(stays ? "closed" : policy.fail, failureOf(error), handler);
  }
}

/** Contexts that an earlier event left for the first one that can carry them; programs that decide nothing leave none. */
async function takePending({ parts, services }: Run, event: AnyEvent): Promise<readonly string[]> {
  const { handlers, interceptors } = parts.stages;
  if (handlers.length + interceptors.length === 0 || FAMILIES[event.kind].length === 0 || !event.can("add-context")) return [];
  return takeNextContexts(services, event);
}

function withContexts(event: AnyEvent, decision: Decision | undefined, contexts: readonly string[]): Decision | undefined {
  const [family] = FAMILIES[event.kind];
  if (contexts.length === 0 || family === undefined) return decision;
  const carrier = decision ?? neutral(makeDecision({ family, kind: "no-decision" }));
  return changeDecision(carrier, { contexts: [...contexts, ...carrier.contexts] });
}
