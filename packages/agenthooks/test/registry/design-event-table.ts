/**
 * The event table of the original design (its §3.4), the column of Claude Code, as it was written: data, not a claim. `event-map.test.ts`
 * holds it against our table.
 */
export interface DesignRow {
  readonly kind: string;
  /** Native names; `[]`: a dash. */
  readonly native: readonly string[];
  /** What the cell says beside the names. */
  readonly remark?: string;
}

export const DESIGN_ROWS: readonly DesignRow[] = [
  { kind: "session.start", native: ["SessionStart"] },
  { kind: "session.end", native: ["SessionEnd"] },
  { kind: "prompt.submitted", native: ["UserPromptSubmit"] },
  { kind: "tool.pre", native: ["PreToolUse"] },
  { kind: "tool.post", native: ["PostToolUse"] },
  { kind: "tool.error", native: ["PostToolUseFailure"] },
  { kind: "permission.request", native: ["PermissionRequest"] },
  { kind: "agent.stop", native: ["Stop"] },
  { kind: "subagent.start", native: ["SubagentStart"] },
  { kind: "subagent.stop", native: ["SubagentStop"] },
  { kind: "compact.pre", native: ["PreCompact"] },
  { kind: "compact.post", native: ["PostCompact"] },
  { kind: "notification", native: ["Notification"] },
  { kind: "file.edited", native: ["FileChanged"] },
  { kind: "model.request", native: [] },
  { kind: "model.response", native: ["MessageDisplay"], remark: "approx." },
  {
    kind: "other",
    native: ["Setup", "TaskCreated", "Elicitation", "WorktreeCreate", "WorktreeRemove"],
    remark: "remaining ~15 events (Setup, TaskCreated, Elicitation, Worktree*, …)",
  },
];

/** Where our table says something else, with what overrules the design. A row that no longer differs has to go. */
export const DEVIATIONS: readonly {
  readonly kind: string;
  /** The native name that the design does not have, or does not have there; `undefined`: a kind that it does not have. */
  readonly native: string | undefined;
  readonly fact: string;
}[] = [
  {
    kind: "prompt.submitted",
    native: "UserPromptExpansion",
    fact: "facts/claude-code.md §3: a slash command's prompt comes here after UserPromptSubmit and can be blocked; design.md §5.10 makes it prompt.submitted",
  },
  {
    kind: "tool.pre",
    native: "PreSkillShellCommand",
    fact: "facts/claude-code.md §3: it stands before a command that a skill runs, new in 2.1.332; design.md §5.10 makes it tool.pre",
  },
  {
    kind: "mcp.inventory",
    native: undefined,
    fact: "design.md §4 adds the kind; Claude Code has no event for it (facts/claude-code.md §3)",
  },
];

/** Events that came after the design was written (facts/claude-code.md §3: 2.1.197 has 30, without these). */
export const LATER: readonly string[] = ["PreModelSwitch", "PostModelSwitch", "DirectoryAdded", "PreSkillShellCommand"];
