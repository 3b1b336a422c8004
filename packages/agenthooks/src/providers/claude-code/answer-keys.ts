/** The members that answers of Claude Code may have (facts/claude-code.md §3). */

/** Members of an answer that every event takes (facts §3 "Universal output"). */
export const COMMON_KEYS = ["continue", "stopReason", "suppressOutput", "systemMessage", "terminalSequence", "decision", "reason"] as const;

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
  CwdChanged: ["watchPaths"],
  FileChanged: ["watchPaths"],
  MessageDisplay: ["displayContent"],
};
