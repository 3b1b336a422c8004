/** Gates of Claude Code: answers in its own keys, checked and rendered. Loaded by programs that use `onNative`. */
import { asciiJson, isObject, type JsonObject } from "../../base/json.js";
import type { NativeGate } from "../../event/views.js";
import { NO_REASON } from "../_claude-shape/answer.js";
import { AnswerCheck } from "../_claude-shape/members.js";
import { commonOf, PERMISSION, SPECIFIC } from "./answer-keys.js";
import type { GateAnswers } from "./answers.js";
import { REFUSED_BY_EXIT_2, staysSilent } from "./events.js";
import type { Views } from "./native.js";

type Rendered = Omit<ReturnType<NativeGate<unknown, unknown>["render"]>, "refuses">;

/** `hookEventName` is added by `render`: an answer without it is dropped by the agent (facts §0.3). */
export function gate<Name extends keyof GateAnswers>(nativeName: Name): NativeGate<Views[Name], GateAnswers[Name]> {
  return Object.freeze({
    provider: "claude-code",
    nativeName,
    render: (answer: JsonObject) => ({ ...render(nativeName, answer), refuses: refuses(answer) }),
  });
}

/** A deferred call does not run either (facts §4). */
function refuses({ decision, hookSpecificOutput }: JsonObject): boolean {
  const { permissionDecision, decision: verdict } = isObject(hookSpecificOutput) ? hookSpecificOutput : {};
  const behavior = isObject(verdict) ? verdict.behavior : undefined;
  return decision === "block" || permissionDecision === "deny" || permissionDecision === "defer" || behavior === "deny";
}

function render(nativeName: string, answer: JsonObject): Rendered {
  check(nativeName, answer);
  const { decision, reason, hookSpecificOutput } = answer;
  const worktree = nativeName === "WorktreeCreate";
  // the agent reads no output beside exit 2 (facts §0.4): what else stands in the answer is given up for the refusal
  if (decision === "block" && (worktree || REFUSED_BY_EXIT_2.has(nativeName))) {
    return { stdout: "", stderr: typeof reason === "string" && reason.trim() !== "" ? reason : NO_REASON, exitCode: 2 };
  }
  if (worktree) return { stdout: pathOf(hookSpecificOutput), stderr: "", exitCode: 0 };
  if (staysSilent(nativeName, decision === "block")) return { stdout: "", stderr: "", exitCode: 0 };
  const sent = isObject(hookSpecificOutput)
    ? { ...answer, hookSpecificOutput: { ...hookSpecificOutput, hookEventName: nativeName } }
    : answer;
  return { stdout: asciiJson(JSON.stringify(sent)), stderr: "", exitCode: 0 };
}

/** Plain text: JSON would be taken for a path (facts §3). */
function pathOf(specific: unknown): string {
  const path = isObject(specific) ? specific.worktreePath : undefined;
  if (typeof path !== "string" || path.trim() === "" || /[\n\r]/.test(path)) {
    throw new TypeError("WorktreeCreate of Claude Code takes hookSpecificOutput.worktreePath: one absolute path on one line");
  }
  return path;
}

/** The agent drops an answer with a member of another type or another word, and the action goes on (facts §0.3, §0.5). */
function check(event: string, answer: JsonObject): void {
  const checked = new AnswerCheck("Claude Code", event);
  const members = checked.members(answer, commonOf(event), SPECIFIC[event] ?? {});
  if (event === "PermissionRequest" && answer.hookSpecificOutput !== undefined) checked.permission(members.decision, PERMISSION);
}
