/** Gates of Codex: answers in its own keys, checked and rendered. Loaded by programs that use `onNative`. */
import { asciiJson, isObject, type Json, type JsonObject } from "../../base/json.js";
import type { NativeGate } from "../../event/views.js";
import { NO_REASON } from "../_claude-shape/answer.js";
import { AnswerCheck } from "../_claude-shape/members.js";
import { PERMISSION, TAKEN, type Taken } from "./answer-keys.js";
import type { GateAnswers } from "./answers.js";
import type { Views } from "./native.js";
import { MAX_DEPTH, trim, unreadable, wellFormed } from "./rust.js";

/** `hookEventName` is added by `render`: an answer without it is dropped by the agent (facts/codex.md §0.17). */
export function gate<Name extends keyof GateAnswers>(nativeName: Name): NativeGate<Views[Name], GateAnswers[Name]> {
  const taken = TAKEN[nativeName] as Taken;
  return Object.freeze({
    provider: "codex",
    nativeName,
    render: (answer: JsonObject) => {
      const sent = checked(nativeName, answer, taken);
      const stdout = Object.keys(sent).length === 0 ? "" : wellFormed(asciiJson(JSON.stringify(sent)));
      return { stdout, stderr: "", exitCode: 0, refuses: refuses(nativeName, sent) };
    },
  });
}

/** Events whose action does not go on where the answer says that the run does not (facts §4). */
const HELD = new Set(["UserPromptSubmit", "PreCompact"]);

function refuses(event: string, { continue: goesOn, decision, hookSpecificOutput }: JsonObject): boolean {
  const { permissionDecision, decision: verdict } = isObject(hookSpecificOutput) ? hookSpecificOutput : {};
  return (
    (goesOn === false && HELD.has(event)) ||
    decision === "block" ||
    permissionDecision === "deny" ||
    (isObject(verdict) && verdict.behavior === "deny")
  );
}

/** The agent drops an answer that is not wholly as it wants it, and the action goes on (facts §0.1, §0.2). */
function checked(event: string, answer: JsonObject, { top, specific }: Taken): JsonObject {
  const check = new AnswerCheck("Codex", event);
  if (specific === undefined && answer.hookSpecificOutput !== undefined)
    throw new TypeError(`${event} of Codex does not take hookSpecificOutput`);
  const members = check.members(answer, top, specific ?? {});
  if (event === "PermissionRequest" && answer.hookSpecificOutput !== undefined) check.permission(members.decision, PERMISSION);
  if (answer.reason !== undefined && answer.decision !== "block")
    throw new TypeError(`reason of ${event} of Codex goes with decision: "block"`);
  const rewrites = members.updatedInput !== undefined;
  if ((members.permissionDecision === "allow") !== rewrites) {
    throw new TypeError(`${event} of Codex takes permissionDecision: "allow" and updatedInput together, or neither`);
  }
  const unread = unreadable(answer, MAX_DEPTH);
  if (unread !== undefined) throw new TypeError(`${event} of Codex does not take this answer: ${unread}`);
  const reasoned = answer.decision === "block" ? { ...answer, reason: filled(answer.reason) } : answer;
  if (answer.hookSpecificOutput === undefined) return defined(reasoned);
  const said =
    members.permissionDecision === "deny" ? { ...members, permissionDecisionReason: filled(members.permissionDecisionReason) } : members;
  return defined({ ...reasoned, hookSpecificOutput: { ...said, hookEventName: event } });
}

/** A refusal without a reason is dropped (facts §0.2). */
function filled(reason: Json | undefined): string {
  return typeof reason === "string" && trim(reason) !== "" ? reason : NO_REASON;
}

/** A member that is `undefined` is not sent. */
function defined(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined));
}
