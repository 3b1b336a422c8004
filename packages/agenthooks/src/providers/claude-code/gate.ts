/** Gates of Claude Code: answers in its own keys, checked and rendered. Loaded by programs that use `onNative`. */
import { asciiJson, isObject, type JsonObject } from "../../base/json.js";
import type { NativeGate } from "../../event/views.js";
import { COMMON_KEYS, SPECIFIC_KEYS } from "./answer-keys.js";
import { REFUSED_BY_EXIT_2 } from "./events.js";

/** `hookEventName` is added by `render`: an answer without it is dropped by the agent (facts §0.3). */
export function gate<View, Keys>(nativeName: string): NativeGate<View, Keys> {
  return Object.freeze({
    provider: "claude-code",
    nativeName,
    render: (answer: JsonObject) => {
      refuseUnknown(nativeName, answer);
      const { reason, hookSpecificOutput } = answer;
      if (answer.decision === "block" && REFUSED_BY_EXIT_2.has(nativeName)) {
        return { stdout: "", stderr: typeof reason === "string" && reason.trim() !== "" ? reason : "blocked by a hook", exitCode: 2 };
      }
      const sent = isObject(hookSpecificOutput)
        ? { ...answer, hookSpecificOutput: { ...hookSpecificOutput, hookEventName: nativeName } }
        : answer;
      return { stdout: asciiJson(JSON.stringify(sent)), stderr: "", exitCode: 0 };
    },
  });
}

function refuseUnknown(nativeName: string, { hookSpecificOutput, ...top }: JsonObject): void {
  const taken = SPECIFIC_KEYS[nativeName] ?? [];
  const inner = isObject(hookSpecificOutput) ? Object.keys(hookSpecificOutput) : [];
  const wrong = [
    ...Object.keys(top).filter((key) => !(COMMON_KEYS as readonly string[]).includes(key)),
    ...inner.filter((key) => key !== "hookEventName" && !taken.includes(key)).map((key) => `hookSpecificOutput.${key}`),
  ];
  if (wrong.length > 0) throw new TypeError(`${nativeName} of Claude Code does not take ${wrong.join(", ")}`);
}
