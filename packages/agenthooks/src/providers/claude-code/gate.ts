/** Gates of Claude Code: answers in its own keys, checked and rendered. Loaded by programs that use `onNative`. */
import { asciiJson, isObject, type Json, type JsonObject } from "../../base/json.js";
import type { NativeGate } from "../../event/views.js";
import { COMMON_KEYS, DECISION_EVENTS, SPECIFIC_KEYS, WORDS } from "./answer-keys.js";
import type { GateAnswers } from "./answers.js";
import { REFUSED_BY_EXIT_2 } from "./events.js";
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
  refuseUnknown(nativeName, answer);
  const { decision, reason, hookSpecificOutput } = answer;
  const worktree = nativeName === "WorktreeCreate";
  // the agent reads no output beside exit 2 (facts §0.4): what else stands in the answer is given up for the refusal
  if (decision === "block" && (worktree || REFUSED_BY_EXIT_2.has(nativeName))) {
    return { stdout: "", stderr: typeof reason === "string" && reason.trim() !== "" ? reason : "blocked by a hook", exitCode: 2 };
  }
  if (worktree) return { stdout: pathOf(hookSpecificOutput), stderr: "", exitCode: 0 };
  // even `{}` would become an instruction for the summary
  if (nativeName === "PreCompact" && decision !== "block") return { stdout: "", stderr: "", exitCode: 0 };
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

function refuseUnknown(nativeName: string, answer: JsonObject): void {
  const { hookSpecificOutput: specific = {}, ...top } = answer;
  if (!isObject(specific)) throw new TypeError(`${nativeName} of Claude Code takes an object as hookSpecificOutput`);
  const taken = SPECIFIC_KEYS[nativeName] ?? [];
  const common = COMMON_KEYS.filter((key) =>
    key === "decision" || key === "reason" ? DECISION_EVENTS.has(nativeName) : nativeName !== "PreCompact",
  );
  const wrong = [
    ...Object.keys(top).filter((key) => !(common as readonly string[]).includes(key)),
    ...Object.keys(specific)
      .filter((key) => key !== "hookEventName" && !taken.includes(key))
      .map((key) => `hookSpecificOutput.${key}`),
  ];
  if (wrong.length > 0) throw new TypeError(`${nativeName} of Claude Code does not take ${wrong.join(", ")}`);
  for (const [path, words] of Object.entries(WORDS)) {
    const value = path.split(".").reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), answer);
    if (value !== undefined && !words.includes(value as string)) {
      throw new TypeError(`${path} of ${nativeName} of Claude Code is one of ${words.join(", ")}; got ${JSON.stringify(value)}`);
    }
  }
}
