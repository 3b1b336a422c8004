/** Encodes decisions in the dialect that Claude Code made common: `hookSpecificOutput`, `decision: "block"`, `continue: false`. */
import type { Json } from "../../base/json.js";
import { rewrittenMember } from "../../base/json-source.js";
import type { Answer, EncodeTarget } from "../../decision/answer.js";
import type { Decision } from "../../decision/types.js";
import type { AnyEvent } from "../../event/kinds.js";
import { Body, exit2, joinContexts, jsonAnswer, NO_REASON } from "./answer.js";

/** What a provider of this dialect answers differently. */
export interface ShapeEncoder {
  /** Characters of context that one answer may carry. */
  readonly contextLimit: number;
  /** Native events that are refused by exit 2 alone: their JSON has no verdict. */
  readonly refusedByExit2: ReadonlySet<string>;
  /** `value` in the shape that the tool's result must have; `sure` when the agent was seen to take it. */
  replacement(event: AnyEvent & { readonly kind: "tool.post" }, value: Json): { readonly value: Json; readonly sure: boolean };
}

/** The answer to one event. Neutral without extras is `{}`. */
export function encodeShape(encoder: ShapeEncoder, event: AnyEvent, decision: Decision | undefined, target: EncodeTarget): Answer {
  if (!decision) return jsonAnswer(new Body());
  if (decision.blocks && encoder.refusedByExit2.has(event.nativeName)) return exit2(reasonOf(decision));
  const top = new Body();
  const specific = new Body().set("hookEventName", event.nativeName);
  const contexts = [...decision.contexts];
  let written = false; // whether `specific` says more than its name
  const say = (name: string, value: Json | undefined) => {
    if (value === undefined) return;
    specific.set(name, value);
    written = true;
  };
  switch (event.kind) {
    case "permission.request":
      return encodePermission(event, decision, target);
    case "prompt.submitted":
    case "compact.pre":
      if (decision.blocks) top.set("decision", "block").set("reason", decision.answer ?? decision.blockReason ?? reasonOf(decision));
      break;
    case "agent.stop":
    case "subagent.stop":
      if (decision.kind === "continue" && decision.stopReason === undefined)
        top.set("decision", "block").set("reason", decision.instruction);
      break;
    case "tool.post":
    case "tool.error":
      // as context: a block would show the model the hook's own command line beside the remark (lab cases `flag.*`)
      if (decision.kind === "flag-output" && decision.reason !== undefined) contexts.unshift(decision.reason);
      if (decision.kind === "replace-output" && event.kind === "tool.post") {
        const { value, sure } = encoder.replacement(event, decision.replacedOutput as Json);
        say("updatedToolOutput", value);
        if (!sure) {
          const why = `no result of ${event.tool.name} was seen to be replaced: the agent may show the original`;
          target.degrade?.({ capability: "replace-output", to: "observed", why });
        }
      }
      break;
    default:
      if (decision.kind === "allow" || decision.kind === "deny" || decision.kind === "ask") {
        say("permissionDecision", decision.kind);
        say("permissionDecisionReason", decision.reason);
      }
      if (decision.updatedInput !== undefined) {
        specific.setJson("updatedInput", rewrittenInput(event, decision.updatedInput));
        written = true;
      }
  }
  say("additionalContext", joinContexts(contexts, encoder.contextLimit));
  if (written) top.setJson("hookSpecificOutput", specific.toString());
  common(top, decision);
  return jsonAnswer(top);
}

/** `continue`, `stopReason`, `systemMessage`: the same on every event. */
function common(top: Body, decision: Decision): void {
  if (decision.stopReason !== undefined) top.set("continue", false).set("stopReason", decision.stopReason);
  top.set("systemMessage", decision.systemMessage ?? (decision.kind === "deny" ? decision.blockReason : undefined));
}

/** An ask is no answer here: the agent's own question goes on. `interrupt` is the only way to end the run, and goes with a denial. */
function encodePermission(event: AnyEvent, decision: Decision, target: EncodeTarget): Answer {
  const verdict = new Body();
  if (decision.kind === "deny") {
    verdict.set("behavior", "deny").set("message", decision.reason);
    if (decision.stopReason !== undefined) verdict.set("interrupt", true);
  } else {
    if (decision.stopReason !== undefined)
      target.degrade?.({ capability: "stop-agent", to: "dropped", why: "only a denial can end the run here" });
    if (decision.kind === "allow") verdict.set("behavior", "allow");
    if (decision.kind === "allow" && decision.updatedInput !== undefined) {
      verdict.setJson("updatedInput", rewrittenInput(event, decision.updatedInput));
    }
  }
  if (verdict.empty) return jsonAnswer(new Body());
  const specific = new Body().set("hookEventName", event.nativeName).setJson("decision", verdict.toString());
  return jsonAnswer(new Body().setJson("hookSpecificOutput", specific.toString()));
}

/** Members that the rewrite did not touch keep their source text (design §5.8). */
function rewrittenInput(event: AnyEvent, input: Json): string {
  return rewrittenMember(event.raw, "tool_input", input);
}

function reasonOf(decision: Decision): string {
  return decision.reason ?? decision.answer ?? NO_REASON;
}
