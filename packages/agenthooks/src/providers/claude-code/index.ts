/**
 * Native views of Claude Code: the payload as the agent names it, and the gates that `hooks.onNative` answers.
 *
 * @example
 * import * as claudeCode from "agenthooks/claude-code";
 * hooks.on("tool.pre", (event) => { claudeCode.preToolUse(event)?.mcp_server?.name; });
 */
import type { Json, JsonObject } from "../../base/json.js";
import { gate } from "./gate.js";
import type * as view from "./native.js";

export { claudeCode as adapter } from "./adapter.js";
export type * from "./native.js";
export * from "./views.js";

/** Keys that every answer may carry. */
interface CommonAnswer {
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly suppressOutput?: boolean;
  readonly systemMessage?: string;
  readonly terminalSequence?: string;
}
interface Blocking extends CommonAnswer {
  readonly decision?: "block";
  readonly reason?: string;
}
interface WithContext {
  readonly additionalContext?: string;
}
interface Verdict {
  readonly permissionDecision?: "allow" | "deny" | "ask" | "defer";
  readonly permissionDecisionReason?: string;
}
type Answers<Base, Specific> = Base & { readonly hookSpecificOutput?: Specific };

export type PreToolUseAnswer = Answers<CommonAnswer, Verdict & WithContext & { readonly updatedInput?: JsonObject }>;
export type PostToolUseAnswer = Answers<Blocking, WithContext & { readonly updatedToolOutput?: Json; readonly classifierContext?: string }>;
export type PostToolUseFailureAnswer = Answers<Blocking, WithContext>;
export type PermissionRequestAnswer = Answers<
  CommonAnswer,
  {
    readonly decision:
      | { readonly behavior: "allow"; readonly updatedInput?: JsonObject; readonly updatedPermissions?: readonly JsonObject[] }
      | { readonly behavior: "deny"; readonly message?: string; readonly interrupt?: boolean };
  }
>;
export type UserPromptSubmitAnswer = Answers<
  Blocking,
  WithContext & { readonly sessionTitle?: string; readonly suppressOriginalPrompt?: boolean }
>;
export type SessionStartAnswer = Answers<
  CommonAnswer,
  WithContext & {
    readonly initialUserMessage?: string;
    readonly sessionTitle?: string;
    readonly watchPaths?: readonly string[];
    readonly reloadSkills?: boolean;
  }
>;
export type StopAnswer = Answers<Blocking, WithContext>;
export type SubagentStartAnswer = Answers<CommonAnswer, WithContext>;
/** The refusal is sent as exit 2 with the reason, which is what this event honours. */
export type TaskCreatedAnswer = {
  readonly decision?: "block";
  readonly reason?: string;
  readonly continue?: boolean;
  readonly stopReason?: string;
};

/** The gates, for `hooks.onNative`. */
export const events = Object.freeze({
  PreToolUse: gate<view.PreToolUse, PreToolUseAnswer>("PreToolUse"),
  PostToolUse: gate<view.PostToolUse, PostToolUseAnswer>("PostToolUse"),
  PostToolUseFailure: gate<view.PostToolUseFailure, PostToolUseFailureAnswer>("PostToolUseFailure"),
  PermissionRequest: gate<view.PermissionRequest, PermissionRequestAnswer>("PermissionRequest"),
  UserPromptSubmit: gate<view.UserPromptSubmit, UserPromptSubmitAnswer>("UserPromptSubmit"),
  SessionStart: gate<view.SessionStart, SessionStartAnswer>("SessionStart"),
  Stop: gate<view.Stop, StopAnswer>("Stop"),
  SubagentStart: gate<view.SubagentStart, SubagentStartAnswer>("SubagentStart"),
  SubagentStop: gate<view.SubagentStop, StopAnswer>("SubagentStop"),
  TaskCreated: gate<view.TaskCreated, TaskCreatedAnswer>("TaskCreated"),
});
