/** The members that answers of Claude Code may have (facts/claude-code.md §3), and the words that the agent knows. */

/** Members of an answer that an event may take (facts §3 "Universal output"). */
export const COMMON_KEYS = ["continue", "stopReason", "suppressOutput", "systemMessage", "terminalSequence", "decision", "reason"] as const;

/** Events that honour `decision` and `reason`; the others ignore them. PreToolUse takes them as the older form of its verdict. */
export const DECISION_EVENTS: ReadonlySet<string> = new Set([
  ...["PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "UserPromptSubmit", "UserPromptExpansion"],
  ...["Stop", "SubagentStop", "PreCompact", "TaskCreated", "TaskCompleted", "TeammateIdle", "Elicitation", "ConfigChange"],
  "WorktreeCreate",
]);

/** Members of `hookSpecificOutput` by event, beside `hookEventName`; an event that is not named takes none. */
export const SPECIFIC_KEYS: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ["permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"],
  PostToolUse: ["additionalContext", "updatedToolOutput", "updatedMCPToolOutput", "classifierContext"],
  PostToolUseFailure: ["additionalContext"],
  PostToolBatch: ["additionalContext"],
  PermissionRequest: ["decision"],
  PermissionDenied: ["retry"],
  UserPromptSubmit: ["additionalContext", "sessionTitle", "suppressOriginalPrompt"],
  UserPromptExpansion: ["additionalContext", "suppressOriginalPrompt"],
  PreSkillShellCommand: ["permissionDecision", "permissionDecisionReason"],
  SessionStart: ["additionalContext", "initialUserMessage", "sessionTitle", "watchPaths", "reloadSkills"],
  Setup: ["additionalContext"],
  Stop: ["additionalContext"],
  SubagentStart: ["additionalContext"],
  SubagentStop: ["additionalContext"],
  PreModelSwitch: ["permissionDecision", "permissionDecisionReason"],
  PostModelSwitch: ["additionalContext"],
  Notification: ["additionalContext"],
  Elicitation: ["action", "content"],
  ElicitationResult: ["action", "content"],
  WorktreeCreate: ["worktreePath"],
  CwdChanged: ["watchPaths"],
  FileChanged: ["watchPaths"],
  MessageDisplay: ["displayContent"],
};

/** Members that are one of a few words, as paths: with another word the agent drops the whole answer, and goes on (facts §0.3). */
export const WORDS: Readonly<Record<string, readonly string[]>> = {
  decision: ["block", "approve"],
  "hookSpecificOutput.permissionDecision": ["allow", "deny", "ask", "defer"],
  "hookSpecificOutput.action": ["accept", "decline", "cancel"],
  "hookSpecificOutput.decision.behavior": ["allow", "deny"],
};
