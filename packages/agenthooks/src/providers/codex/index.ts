/**
 * Native views of Codex: the payload as the agent names it, and the gates that `hooks.onNative` answers.
 *
 * @example
 * import * as codex from "agenthooks/codex";
 * hooks.on("tool.pre", (event) => { codex.preToolUse(event)?.turn_id; });
 */
import { gate } from "./gate.js";

export { codex as adapter } from "./adapter.js";
export type * from "./answers.js";
export type * from "./native.js";
export * from "./views.js";

/** The gates, for `hooks.onNative`: every event whose answer changes something. Not part of a bundle whose program names none. */
export const events = /* @__PURE__ */ gates();

function gates() {
  return Object.freeze({
    PreToolUse: gate("PreToolUse"),
    PermissionRequest: gate("PermissionRequest"),
    PostToolUse: gate("PostToolUse"),
    UserPromptSubmit: gate("UserPromptSubmit"),
    SessionStart: gate("SessionStart"),
    Stop: gate("Stop"),
    SubagentStart: gate("SubagentStart"),
    SubagentStop: gate("SubagentStop"),
    PreCompact: gate("PreCompact"),
    PostCompact: gate("PostCompact"),
    Interrupt: gate("Interrupt"),
  });
}
