/** What Claude Code enforces on hooks beside the timeouts of single events, which `events.ts` names. */
import type { Limit } from "../quirk.js";
import { CONTEXT_LIMIT } from "./events.js";

const provider = "claude-code";

/** Of a command hook whose entry names none; milliseconds (facts/claude-code.md §2 "Timeouts": the shipped text). */
export const DEFAULT_TIMEOUT_MS = 600_000;

export const LIMITS: readonly Limit[] = [
  {
    provider,
    what: "a hook whose entry names no timeout",
    value: DEFAULT_TIMEOUT_MS,
    unit: "ms",
    beyond: "the hook is killed and the action goes on",
    mark: "documented",
    source: "facts/claude-code.md §2",
  },
  {
    provider,
    what: "context of one answer that reaches the model whole",
    value: CONTEXT_LIMIT,
    unit: "characters",
    beyond: "the model reads a preview and a path; the library cuts the text before that, with a mark",
    mark: "measured",
    source: "facts/claude-code.md §4; lab: context.long-prompt, context.long-tool-post",
  },
  {
    provider,
    what: "continuations of one turn",
    value: 8,
    unit: "continuations",
    event: "Stop",
    beyond: "the stop is taken; the library's own cap, `continuationCap`, is 5 unless the policy says otherwise",
    mark: "measured",
    source: "facts/claude-code.md §4",
  },
];
