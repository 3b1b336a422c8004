/** The payload of each native event as Claude Code names it. */
import type { AnyEvent } from "../../event/kinds.js";
import { unknownPaths, viewOf } from "../../event/views.js";
import type { Views } from "./native.js";
import { SHAPES } from "./shapes.js";

const PROVIDER = "claude-code";

// one function each, so that a bundle keeps those that its program calls
const view = <Name extends keyof Views>(event: AnyEvent, name: Name): Views[Name] | undefined => viewOf<Views[Name]>(event, PROVIDER, name);

/** The view of a native event, or `undefined` when this is another provider or another event. */
export const preToolUse = (event: AnyEvent) => view(event, "PreToolUse");
export const postToolUse = (event: AnyEvent) => view(event, "PostToolUse");
export const postToolUseFailure = (event: AnyEvent) => view(event, "PostToolUseFailure");
export const postToolBatch = (event: AnyEvent) => view(event, "PostToolBatch");
export const permissionRequest = (event: AnyEvent) => view(event, "PermissionRequest");
export const permissionDenied = (event: AnyEvent) => view(event, "PermissionDenied");
export const preSkillShellCommand = (event: AnyEvent) => view(event, "PreSkillShellCommand");
export const userPromptSubmit = (event: AnyEvent) => view(event, "UserPromptSubmit");
export const userPromptExpansion = (event: AnyEvent) => view(event, "UserPromptExpansion");
export const sessionStart = (event: AnyEvent) => view(event, "SessionStart");
export const sessionEnd = (event: AnyEvent) => view(event, "SessionEnd");
export const setup = (event: AnyEvent) => view(event, "Setup");
export const stop = (event: AnyEvent) => view(event, "Stop");
export const stopFailure = (event: AnyEvent) => view(event, "StopFailure");
export const subagentStart = (event: AnyEvent) => view(event, "SubagentStart");
export const subagentStop = (event: AnyEvent) => view(event, "SubagentStop");
export const preCompact = (event: AnyEvent) => view(event, "PreCompact");
export const postCompact = (event: AnyEvent) => view(event, "PostCompact");
export const preModelSwitch = (event: AnyEvent) => view(event, "PreModelSwitch");
export const postModelSwitch = (event: AnyEvent) => view(event, "PostModelSwitch");
export const notification = (event: AnyEvent) => view(event, "Notification");
export const taskCreated = (event: AnyEvent) => view(event, "TaskCreated");
export const taskCompleted = (event: AnyEvent) => view(event, "TaskCompleted");
export const teammateIdle = (event: AnyEvent) => view(event, "TeammateIdle");
export const elicitation = (event: AnyEvent) => view(event, "Elicitation");
export const elicitationResult = (event: AnyEvent) => view(event, "ElicitationResult");
export const configChange = (event: AnyEvent) => view(event, "ConfigChange");
export const worktreeCreate = (event: AnyEvent) => view(event, "WorktreeCreate");
export const worktreeRemove = (event: AnyEvent) => view(event, "WorktreeRemove");
export const instructionsLoaded = (event: AnyEvent) => view(event, "InstructionsLoaded");
export const cwdChanged = (event: AnyEvent) => view(event, "CwdChanged");
export const fileChanged = (event: AnyEvent) => view(event, "FileChanged");
export const directoryAdded = (event: AnyEvent) => view(event, "DirectoryAdded");
export const messageDisplay = (event: AnyEvent) => view(event, "MessageDisplay");

/** Payload members that no view names, as dot paths; what is inside `tool_input` and `tool_response` is not looked at. */
export function unknownKeys(event: AnyEvent): readonly string[] {
  if (event.provider !== PROVIDER) return [];
  return unknownPaths(event.raw.json, Object.hasOwn(SHAPES, event.nativeName) ? SHAPES[event.nativeName as keyof typeof SHAPES] : {});
}
