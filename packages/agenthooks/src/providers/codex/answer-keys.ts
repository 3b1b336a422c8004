/** The members that answers of Codex may have, by event: those that it honours, and those that it knows and fails on (facts/codex.md §4). */
import type { Members } from "../_claude-shape/members.js";

/** What an event takes: beside `hookSpecificOutput`, and in it beside `hookEventName`; without `specific` it takes no such object. */
export interface Taken {
  readonly top: Members;
  readonly specific?: Members;
}

const SPEAKS: Members = { systemMessage: "string" };
const ENDS: Members = { continue: "boolean", stopReason: "string" };
const COMMON: Members = { ...ENDS, suppressOutput: "boolean", ...SPEAKS };
const BLOCKS: Members = { decision: ["block"], reason: "string" };
const CONTEXT: Members = { additionalContext: "string" };

/** What a gate is answered with, with an effect; an event that is not named takes nothing. */
export const TAKEN: Readonly<Record<string, Taken>> = {
  PreToolUse: {
    top: { ...SPEAKS, ...BLOCKS },
    specific: { permissionDecision: ["allow", "deny"], permissionDecisionReason: "string", updatedInput: "object", ...CONTEXT },
  },
  PermissionRequest: { top: SPEAKS, specific: { decision: "object" } },
  PostToolUse: { top: { ...ENDS, ...SPEAKS, ...BLOCKS }, specific: CONTEXT },
  UserPromptSubmit: { top: { ...COMMON, ...BLOCKS }, specific: CONTEXT },
  SessionStart: { top: COMMON, specific: CONTEXT },
  Stop: { top: { ...COMMON, ...BLOCKS } },
  SubagentStart: { top: { suppressOutput: "boolean", ...SPEAKS }, specific: CONTEXT },
  SubagentStop: { top: { ...COMMON, ...BLOCKS } },
  PreCompact: { top: COMMON },
  PostCompact: { top: COMMON },
  Interrupt: { top: SPEAKS },
};

/** Members of `hookSpecificOutput.decision` of a PermissionRequest by its `behavior`. */
export const PERMISSION: Readonly<Record<string, Members>> = { allow: {}, deny: { message: "string" } };

/**
 * Members that the agent's schema has beside those. `fails`: the whole answer is dropped for them (`continue` for `false`,
 * `suppressOutput` and `interrupt` for `true`), and the action goes on; `ignored`: they change nothing.
 */
export const RESERVED: Readonly<Record<string, { readonly top?: Fate; readonly specific?: Fate; readonly permission?: Fate }>> = {
  PreToolUse: { top: { continue: "fails", stopReason: "fails", suppressOutput: "fails" } },
  PermissionRequest: {
    top: { continue: "fails", stopReason: "fails", suppressOutput: "fails" },
    permission: { updatedInput: "fails", updatedPermissions: "fails", interrupt: "fails" },
  },
  PostToolUse: { top: { suppressOutput: "fails" }, specific: { updatedMCPToolOutput: "fails" } },
  SubagentStart: { top: { continue: "ignored", stopReason: "ignored" } },
};
export type Fate = Readonly<Record<string, "fails" | "ignored">>;
