/** The members that answers of Claude Code may have, their types, and the words that the agent knows (facts/claude-code.md §3). */

import type { Members } from "../_claude-shape/members.js";

const COMMON: Members = {
  continue: "boolean",
  stopReason: "string",
  suppressOutput: "boolean",
  systemMessage: "string",
  terminalSequence: "string",
  decision: ["block", "approve"],
  reason: "string",
};

/** Members of an answer that an event may take (facts §3 "Universal output"). */
export const COMMON_KEYS: readonly string[] = Object.keys(COMMON);

/** Events that honour `decision` and `reason`; the others ignore them. PreToolUse takes them as the older form of its verdict. */
const DECISION_EVENTS: ReadonlySet<string> = new Set([
  ...["PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "UserPromptSubmit", "UserPromptExpansion"],
  ...["Stop", "SubagentStop", "PreCompact", "TaskCreated", "TaskCompleted", "TeammateIdle", "Elicitation", "ConfigChange"],
  "WorktreeCreate",
]);

/** Members beside `hookSpecificOutput` that an event takes. A compaction takes nothing but a block: the rest would become an instruction. */
export function commonOf(event: string): Members {
  const taken = Object.entries(COMMON).filter(([key]) =>
    key === "decision" || key === "reason" ? DECISION_EVENTS.has(event) : event !== "PreCompact",
  );
  return Object.fromEntries(taken);
}

const CONTEXT: Members = { additionalContext: "string" };
const WATCHING: Members = { watchPaths: "list of strings" };
const REPLY: Members = { action: ["accept", "decline", "cancel"], content: "object" };
const verdict = (...words: readonly string[]): Members => ({ permissionDecision: words, permissionDecisionReason: "string" });

/** Members of `hookSpecificOutput` by event, beside `hookEventName`; an event that is not named takes none. */
export const SPECIFIC: Readonly<Record<string, Members>> = {
  PreToolUse: { ...verdict("allow", "deny", "ask", "defer"), updatedInput: "object", ...CONTEXT },
  PostToolUse: { ...CONTEXT, updatedToolOutput: "json", updatedMCPToolOutput: "json", classifierContext: "string" },
  PostToolUseFailure: CONTEXT,
  PostToolBatch: CONTEXT,
  PermissionRequest: { decision: "object" },
  PermissionDenied: { retry: "boolean" },
  UserPromptSubmit: { ...CONTEXT, sessionTitle: "string", suppressOriginalPrompt: "boolean" },
  UserPromptExpansion: { ...CONTEXT, suppressOriginalPrompt: "boolean" },
  PreSkillShellCommand: verdict("allow", "deny", "ask", "defer"),
  SessionStart: { ...CONTEXT, initialUserMessage: "string", sessionTitle: "string", ...WATCHING, reloadSkills: "boolean" },
  Setup: CONTEXT,
  Stop: CONTEXT,
  SubagentStart: CONTEXT,
  SubagentStop: CONTEXT,
  PreModelSwitch: verdict("allow", "deny", "ask"),
  PostModelSwitch: CONTEXT,
  Notification: CONTEXT,
  Elicitation: REPLY,
  ElicitationResult: REPLY,
  WorktreeCreate: { worktreePath: "string" },
  CwdChanged: WATCHING,
  FileChanged: WATCHING,
  MessageDisplay: { displayContent: "string" },
};

/** Members of `hookSpecificOutput.decision` of a PermissionRequest by its `behavior`, without which the agent drops the answer. */
export const PERMISSION: Readonly<Record<string, Members>> = {
  allow: { updatedInput: "object", updatedPermissions: "list of objects" },
  deny: { message: "string", interrupt: "boolean" },
};
