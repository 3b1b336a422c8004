/**
 * Native views of Claude Code: the payload as the agent names it, and the gates that `hooks.onNative` answers.
 *
 * @example
 * import * as claudeCode from "agenthooks/claude-code";
 * hooks.on("tool.pre", (event) => { claudeCode.preToolUse(event)?.mcp_server?.name; });
 */
import type { Json, JsonObject } from "../../base/json.js";
import type { AnyEvent } from "../../event/kinds.js";
import { unknownPaths, viewOf } from "../../event/views.js";
import { gate } from "./gate.js";
import type * as view from "./native.js";
import { SHAPES } from "./native.js";

export { claudeCode as adapter } from "./adapter.js";
export type {
  Common,
  PermissionRequest,
  PostToolUse,
  PostToolUseFailure,
  PreToolUse,
  SessionEnd,
  SessionStart,
  Stop,
  SubagentStart,
  SubagentStop,
  TaskCreated,
  UserPromptSubmit,
} from "./native.js";

const PROVIDER = "claude-code";

/** The view of a native event, or `undefined` when this is another provider or another event. */
export const preToolUse = (event: AnyEvent) => viewOf<view.PreToolUse>(event, PROVIDER, "PreToolUse");
export const postToolUse = (event: AnyEvent) => viewOf<view.PostToolUse>(event, PROVIDER, "PostToolUse");
export const postToolUseFailure = (event: AnyEvent) => viewOf<view.PostToolUseFailure>(event, PROVIDER, "PostToolUseFailure");
export const permissionRequest = (event: AnyEvent) => viewOf<view.PermissionRequest>(event, PROVIDER, "PermissionRequest");
export const userPromptSubmit = (event: AnyEvent) => viewOf<view.UserPromptSubmit>(event, PROVIDER, "UserPromptSubmit");
export const sessionStart = (event: AnyEvent) => viewOf<view.SessionStart>(event, PROVIDER, "SessionStart");
export const sessionEnd = (event: AnyEvent) => viewOf<view.SessionEnd>(event, PROVIDER, "SessionEnd");
export const stop = (event: AnyEvent) => viewOf<view.Stop>(event, PROVIDER, "Stop");
export const subagentStart = (event: AnyEvent) => viewOf<view.SubagentStart>(event, PROVIDER, "SubagentStart");
export const subagentStop = (event: AnyEvent) => viewOf<view.SubagentStop>(event, PROVIDER, "SubagentStop");
export const taskCreated = (event: AnyEvent) => viewOf<view.TaskCreated>(event, PROVIDER, "TaskCreated");

/** Payload members that no view names, as dot paths; what is inside `tool_input` and `tool_response` is not looked at. */
export function unknownKeys(event: AnyEvent): readonly string[] {
  if (event.provider !== PROVIDER) return [];
  return unknownPaths(event.raw.json, Object.hasOwn(SHAPES, event.nativeName) ? SHAPES[event.nativeName as keyof typeof SHAPES] : {});
}

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
