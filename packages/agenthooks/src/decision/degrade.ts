/** What becomes of a decision that this event cannot express (design §4 and §5.10, facts/agenthooks.md §2.4). */
import { UnsupportedDecisionError } from "../base/errors.js";
import { damage } from "../base/json-source.js";
import type { AnyEvent } from "../event/kinds.js";
import type { Capability, NativeEventRow } from "../event/provider.js";
import type { Degraded } from "./answer.js";
import { changeDecision, type DecisionFields, fieldsOf, makeDecision } from "./decision.js";
import type { FullPolicy } from "./policy.js";
import type { Decision, DecisionKind, Family } from "./types.js";

/** The capability that a decision of each kind needs. */
const NEEDS: Readonly<Partial<Record<DecisionKind, Capability>>> = {
  deny: "deny",
  "block-prompt": "deny",
  "answer-prompt": "deny",
  cancel: "deny",
  ask: "ask",
  allow: "allow",
  continue: "continue-agent",
  "flag-output": "add-context",
  "replace-output": "replace-output",
};

const NEUTRAL_KIND: Readonly<Record<Family, DecisionKind>> = {
  tool: "no-decision",
  prompt: "accept-prompt",
  output: "observed",
  stop: "finish",
  proceed: "proceed",
  cancel: "proceed",
};

/** Why most parts are lost; the capability says which. */
const CANNOT = "the agent has no form for it on this event";
const REQUIRED_REASON = "a hook must rewrite this and the agent cannot do it here";

export interface DegradeResult {
  readonly decision: Decision | undefined;
  readonly degraded: readonly Degraded[];
}

/**
 * The nearest decision that `event` can express. What is not required is dropped and listed, the rest stays.
 * @param loopCount how often this turn was continued already.
 * @param row the event's row of its adapter's table.
 * @throws UnsupportedDecisionError under `unsupported: "strict"`; a system message alone is never a reason.
 */
export function degrade(
  event: AnyEvent,
  decision: Decision | undefined,
  policy: FullPolicy,
  loopCount = 0,
  row?: NativeEventRow,
): DegradeResult {
  if (!decision) return { decision, degraded: [] };
  const degraded: Degraded[] = [];
  const lose = (capability: Capability, to: Degraded["to"], why: string) => {
    if (policy.unsupported === "strict" && capability !== "system-message") {
      throw new UnsupportedDecisionError(
        `${event.provider} cannot express ${capability} on ${event.nativeName}; ask event.can("${capability}") first`,
        capability,
      );
    }
    degraded.push({ capability, to, why });
  };
  let result = degradeKind(event, decision, policy, lose);
  result = degradeRewrite(event, result, row?.rewriteNeedsAllow === true && result.kind !== "allow", lose);
  if (result.kind === "continue" && result.stopReason !== undefined && event.can("stop-agent")) {
    lose("continue-agent", "finish", "the decision also ends the run");
    result = neutral(result);
  }
  if (result.kind === "continue" && loopCount >= policy.continuationCap) {
    degraded.push({
      capability: "continue-agent",
      to: "finish",
      why: `continued ${loopCount} times; the cap is ${policy.continuationCap}`,
    });
    result = neutral(result);
  }
  return { decision: degradeModifiers(event, result, lose), degraded };
}

type Lose = (capability: Capability, to: Degraded["to"], why: string) => void;

function degradeKind(event: AnyEvent, decision: Decision, policy: FullPolicy, lose: Lose): Decision {
  const needs = NEEDS[decision.kind];
  const fallback = fieldsOf(decision).fallback;
  const nobody = decision.kind === "ask" && (fallback !== undefined || policy.askFallbackGiven) && event.session.interactive === false;
  if (needs === undefined || (event.can(needs) && !nobody)) return decision;
  if (decision.kind !== "ask") {
    lose(needs, NEUTRAL_KIND[fieldsOf(decision).family], CANNOT);
    return neutral(decision);
  }
  const denies = (fallback ?? policy.askFallback) === "deny" && event.can("deny");
  const why = nobody ? "headless: nobody can be asked" : CANNOT;
  lose("ask", denies ? "deny" : "no-decision", why);
  return denies ? makeDecision({ ...withoutRewrite(decision), kind: "deny" }) : neutral(decision);
}

function degradeRewrite(event: AnyEvent, decision: Decision, barred: boolean, lose: Lose): Decision {
  if (decision.updatedInput === undefined && decision.updatedPrompt === undefined) return decision;
  if (decision.blocks) return makeDecision(withoutRewrite(decision));
  const damaged = damage(event.raw.bytes, decision.updatedInput);
  if (event.can("update-input") && !barred && !damaged) return decision;
  const why = damaged ?? CANNOT;
  const { family, required } = fieldsOf(decision);
  if (required && event.can("deny")) {
    lose("update-input", family === "prompt" ? "block-prompt" : "deny", why);
    return makeDecision({
      ...withoutRewrite(decision),
      kind: family === "prompt" ? "block-prompt" : "deny",
      reason: decision.reason ?? REQUIRED_REASON,
    });
  }
  lose("update-input", "dropped", why);
  const rest = makeDecision(withoutRewrite(decision));
  // an allow was meant for the call as rewritten
  return rest.kind === "allow" ? neutral(rest) : rest;
}

function degradeModifiers(event: AnyEvent, decision: Decision, lose: Lose): Decision {
  const changes: { -readonly [Member in keyof DecisionFields]?: DecisionFields[Member] } = {};
  if (decision.contexts.length > 0 && !event.can("add-context")) {
    if (decision.kind === "continue") {
      changes.instruction = [decision.instruction, ...decision.contexts].join("\n"); // the instruction is what the model reads here
    } else lose("add-context", "dropped", CANNOT);
    changes.contexts = [];
  }
  if (decision.stopReason !== undefined && !event.can("stop-agent")) {
    lose("stop-agent", "dropped", CANNOT);
    changes.stopReason = undefined;
  }
  if (decision.systemMessage !== undefined && !event.can("system-message")) {
    lose("system-message", "dropped", CANNOT);
    changes.systemMessage = undefined;
  }
  return Object.keys(changes).length === 0 ? decision : changeDecision(decision, changes);
}

function withoutRewrite(decision: Decision): DecisionFields {
  return { ...fieldsOf(decision), updatedInput: undefined, updatedPrompt: undefined, required: false };
}

/** The neutral decision of the same family, with everything that the first one carried beside its verdict. */
export function neutral(decision: Decision): Decision {
  const fields = fieldsOf(decision);
  return makeDecision({
    family: fields.family === "cancel" ? "proceed" : fields.family,
    kind: NEUTRAL_KIND[fields.family],
    contexts: decision.contexts,
    nextContexts: decision.nextContexts,
    systemMessage: decision.systemMessage,
    stopReason: decision.stopReason,
    updatedInput: decision.updatedInput,
    updatedPrompt: decision.updatedPrompt,
    required: fields.required ?? false,
  });
}
