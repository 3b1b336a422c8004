/**
 * Native views of Claude Code: the payload as the agent names it, and the gates that `hooks.onNative` answers.
 *
 * @example
 * import * as claudeCode from "agenthooks/claude-code";
 * hooks.on("tool.pre", (event) => { claudeCode.preToolUse(event)?.mcp_server?.name; });
 */
import { gate } from "./gate.js";

export { claudeCode as adapter } from "./adapter.js";
export type * from "./answers.js";
export type * from "./native.js";
export * from "./views.js";

/** The gates, for `hooks.onNative`: every event whose answer changes something. Not part of a bundle whose program names none. */
export const events = /* @__PURE__ */ gates();

function gates() {
  return Object.freeze({
    PreToolUse: gate("PreToolUse"),
    PostToolUse: gate("PostToolUse"),
    PostToolUseFailure: gate("PostToolUseFailure"),
    PostToolBatch: gate("PostToolBatch"),
    PermissionRequest: gate("PermissionRequest"),
    PermissionDenied: gate("PermissionDenied"),
    PreSkillShellCommand: gate("PreSkillShellCommand"),
    UserPromptSubmit: gate("UserPromptSubmit"),
    UserPromptExpansion: gate("UserPromptExpansion"),
    SessionStart: gate("SessionStart"),
    Setup: gate("Setup"),
    Stop: gate("Stop"),
    SubagentStart: gate("SubagentStart"),
    SubagentStop: gate("SubagentStop"),
    PreCompact: gate("PreCompact"),
    PreModelSwitch: gate("PreModelSwitch"),
    PostModelSwitch: gate("PostModelSwitch"),
    Notification: gate("Notification"),
    TaskCreated: gate("TaskCreated"),
    TaskCompleted: gate("TaskCompleted"),
    TeammateIdle: gate("TeammateIdle"),
    Elicitation: gate("Elicitation"),
    ElicitationResult: gate("ElicitationResult"),
    ConfigChange: gate("ConfigChange"),
    WorktreeCreate: gate("WorktreeCreate"),
    CwdChanged: gate("CwdChanged"),
    FileChanged: gate("FileChanged"),
    MessageDisplay: gate("MessageDisplay"),
  });
}
