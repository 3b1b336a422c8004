/**
 * Codex's answers (facts/codex.md §4, §5). The agent throws away an answer with one member that the event does not have, and the call runs:
 * every event is written with its own members only, and one without an opinion is answered with nothing.
 */
import { asciiJson, type Json } from "../../base/json.js";
import { rewrittenMember } from "../../base/json-source.js";
import type { Answer, EncodeTarget } from "../../decision/answer.js";
import { fieldsOf } from "../../decision/decision.js";
import type { Decision } from "../../decision/types.js";
import type { AnyEvent, ToolEvent } from "../../event/kinds.js";
import { Body, exit2, NO_REASON } from "../_claude-shape/answer.js";
import { CONTEXT_LIMIT, REASON_LIMIT } from "./events.js";
import { fit } from "./fit.js";
import { lostRewrite, refusal } from "./rewrite.js";
import { trim, wellFormed } from "./rust.js";

/** No output, on every event: `{}` is as good on most, but some read none. */
const SILENT = { via: "process", stdout: "", stderr: "", exitCode: 0 } as const satisfies Answer;
/** A block without a reason is dropped, and the model reads the output (facts §0.2). */
const REMOVED = "[output removed by a hook]";

/** The answer to one event. */
export function encode(event: AnyEvent, decision: Decision | undefined, target: EncodeTarget): Answer {
  if (!decision) return SILENT;
  const top = new Body();
  const contexts = [...decision.contexts];
  const specific = new Body();
  let refused: string | undefined;
  switch (event.kind) {
    case "tool.pre":
      refused = encodeCall(event, decision, specific, target);
      break;
    case "permission.request":
      if (decision.kind === "deny") refused = reasonOf(decision);
      if (refused !== undefined) specific.setJson("decision", new Body().set("behavior", "deny").set("message", refused).toString());
      else if (decision.kind === "allow") specific.setJson("decision", '{"behavior":"allow"}');
      break;
    case "prompt.submitted":
      if (decision.blocks) {
        refused = reason(decision.answer ?? decision.blockReason ?? decision.reason);
        top.set("decision", "block").set("reason", refused);
      } else stop(top, decision.stopReason);
      break;
    case "tool.post":
      // as context: a block would take the place of the output (facts §0.15)
      if (decision.kind === "flag-output" && decision.reason !== undefined) contexts.unshift(decision.reason);
      if (decision.kind === "replace-output") top.set("decision", "block").set("reason", outputOf(decision.replacedOutput as Json));
      break;
    case "agent.stop":
    case "subagent.stop":
      if (decision.stopReason !== undefined) stop(top, decision.stopReason);
      else if (decision.kind === "continue") top.set("decision", "block").set("reason", reason(decision.instruction));
      break;
    case "compact.pre":
      if (decision.blocks) stop(top, reasonOf(decision));
      break;
    case "session.start":
    case "subagent.start":
      break;
    default:
      return SILENT;
  }
  if (contexts.length > 0) specific.set("additionalContext", fit(contexts.join("\n"), CONTEXT_LIMIT));
  const message = decision.systemMessage ?? (decision.kind === "deny" && event.can("system-message") ? decision.blockReason : undefined);
  // by exit code, where its reason is all that there is to say: that survives what others print on stdout (facts §0.3, §0.16)
  if (refused !== undefined && contexts.length === 0 && message === undefined) return exit2(refused);
  // without the event's name the object is dropped (facts §0.17)
  if (!specific.empty) top.setJson("hookSpecificOutput", specific.set("hookEventName", event.nativeName).toString());
  top.set("systemMessage", message);
  return top.empty ? SILENT : { ...SILENT, stdout: wellFormed(asciiJson(top.toString())) };
}

/** The verdict on a call; the reason, where it is refused. An `allow` is written beside a rewrite only (facts §0.2). */
function encodeCall(event: ToolEvent, decision: Decision, specific: Body, target: EncodeTarget): string | undefined {
  let refused = decision.kind === "deny" ? reasonOf(decision) : undefined;
  if (refused === undefined && decision.updatedInput !== undefined) {
    const why = lostRewrite(event, decision.updatedInput);
    const denies = why !== undefined && fieldsOf(decision).required === true;
    if (why !== undefined) target.degrade?.({ capability: "update-input", to: denies ? "deny" : "dropped", why });
    if (denies) refused = reason(decision.reason ?? `a hook must rewrite this: ${why}`);
    else if (refusal(event, decision.updatedInput) === undefined) {
      const input = rewrittenMember(event.raw, "tool_input", decision.updatedInput);
      specific.set("permissionDecision", "allow").setJson("updatedInput", input);
    }
  }
  if (refused !== undefined) specific.set("permissionDecision", "deny").set("permissionDecisionReason", refused);
  return refused;
}

function stop(top: Body, why: string | undefined): void {
  if (why !== undefined) top.set("continue", false).set("stopReason", reason(why));
}

function outputOf(value: Json): string {
  return reason(typeof value === "string" ? value : JSON.stringify(value), REMOVED);
}

const reasonOf = (decision: Decision): string => reason(decision.reason);

/** Codex trims a reason, and drops what is blank (facts §5). */
function reason(text: string | undefined, blank = NO_REASON): string {
  return text === undefined || trim(text) === "" ? blank : fit(text, REASON_LIMIT);
}
