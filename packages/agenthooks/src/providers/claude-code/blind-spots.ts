/** What Claude Code never shows to hooks (facts/claude-code.md §0.12; lab findings; documents). */
import type { BlindSpot } from "../quirk.js";

const provider = "claude-code";

export const BLIND_SPOTS: readonly BlindSpot[] = [
  { provider, what: "files that a prompt mentions with @ are read without a tool call", mark: "documented" },
  { provider, what: "what a shell command does beyond its text: the files it writes are no tool's targets", mark: "documented" },
  {
    provider,
    what: "a call of an unknown tool, or one whose input fails the tool's schema, fires no PreToolUse and no PostToolUseFailure",
    mark: "measured",
  },
  { provider, what: "an edit of a file that was not read before fails without a PreToolUse", mark: "measured" },
  { provider, what: "a denied call fires no PostToolUse and no PostToolUseFailure", mark: "measured" },
  {
    provider,
    what: "a person who refuses in the dialog ends the turn: no PostToolUse, no PostToolUseFailure, no PostToolBatch, no Stop",
    variants: ["cli"],
    mark: "measured",
  },
  { provider, what: "the body of a skill reaches the model as a message of its own, not as the tool's output", mark: "measured" },
  { provider, what: "PermissionRequest does not fire before 2.1.332", variants: ["print"], mark: "measured" },
];
