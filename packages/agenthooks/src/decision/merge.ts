/** How decisions come together: along a walk, and in `all` (definitions.md, "Decisions and stages"). */
import { changeDecision, fieldsOf } from "./decision.js";
import type { Decision, DecisionKind } from "./types.js";

/** deny and what else blocks or continues > ask > replace > flag > allow > neutral. */
const SEVERITY: Readonly<Partial<Record<DecisionKind, number>>> = {
  deny: 5,
  "block-prompt": 5,
  "answer-prompt": 5,
  cancel: 5,
  continue: 5,
  ask: 4,
  "replace-output": 3,
  "flag-output": 2,
  allow: 1,
};

function severity(decision: Decision): number {
  return SEVERITY[decision.kind] ?? 0;
}

/**
 * The final decision of a walk: `last` with what the neutral ones before it carried. Contexts and messages keep their order, the first
 * stop of the agent stays, a later rewrite replaces an earlier one, and a decision that blocks drops rewrites.
 */
export function mergeWalk(neutrals: readonly Decision[], last: Decision | undefined): Decision | undefined {
  const all = last ? [...neutrals, last] : neutrals;
  const final = last ?? neutrals.at(-1);
  if (!final) return undefined;
  return all.length === 1 && !final.blocks ? final : combined(all, final);
}

/**
 * The most restrictive of all, with the contexts of all; the winner's other members whole, ties to the earliest, stop-agent sticky.
 * A winner that neither blocks nor rewrites takes the earliest rewrite of the others: a required one must not be lost beside an `allow`.
 */
export function mergeAll(decisions: readonly Decision[]): Decision | undefined {
  let winner: Decision | undefined;
  for (const decision of decisions) if (!winner || severity(decision) > severity(winner)) winner = decision;
  if (!winner) return undefined;
  const rewrite = winner.blocks || rewrites(winner) ? winner : (decisions.find(rewrites) ?? winner);
  return changeDecision(winner, {
    contexts: Object.freeze(decisions.flatMap((decision) => decision.contexts)),
    nextContexts: Object.freeze(decisions.flatMap((decision) => decision.nextContexts)),
    stopReason: decisions.find((decision) => decision.stopReason !== undefined)?.stopReason,
    updatedInput: rewrite.updatedInput,
    updatedPrompt: rewrite.updatedPrompt,
    required: fieldsOf(rewrite).required ?? false,
  });
}

function rewrites(decision: Decision): boolean {
  return decision.updatedInput !== undefined || decision.updatedPrompt !== undefined;
}

function combined(all: readonly Decision[], final: Decision): Decision {
  const messages = all.map((decision) => decision.systemMessage).filter((message) => message !== undefined);
  const rewriting = final.blocks ? [] : all.filter(rewrites);
  const rewrite = rewriting.at(-1);
  return changeDecision(final, {
    contexts: Object.freeze(all.flatMap((decision) => decision.contexts)),
    nextContexts: Object.freeze(all.flatMap((decision) => decision.nextContexts)),
    systemMessage: messages.length === 0 ? undefined : messages.join("\n"),
    stopReason: all.find((decision) => decision.stopReason !== undefined)?.stopReason,
    blockReason: final.blockReason ?? all.find((decision) => decision.blockReason !== undefined)?.blockReason,
    updatedInput: rewrite?.updatedInput,
    updatedPrompt: rewrite?.updatedPrompt,
    required: rewriting.some((decision) => fieldsOf(decision).required ?? false),
  });
}
