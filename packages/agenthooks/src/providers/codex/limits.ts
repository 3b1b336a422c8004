/** What Codex enforces on hooks beside the timeouts of single events, which `events.ts` names. */
import type { Limit } from "../quirk.js";
import { CONTEXT_LIMIT, REASON_LIMIT } from "./events.js";

const provider = "codex";

/** Of an entry that names none; milliseconds (facts/codex.md §0.21). */
export const DEFAULT_TIMEOUT_MS = 600_000;

const killed = {
  unit: "ms",
  beyond: "the hook is killed and the action goes on",
  mark: "measured",
  source: "facts/codex.md §0.21",
} as const;

export const LIMITS: readonly Limit[] = [
  { provider, what: "a hook whose entry names no timeout", value: DEFAULT_TIMEOUT_MS, ...killed },
  { provider, what: "a hook, whatever its entry names", value: 3_000, event: "SessionEnd", ...killed },
  { provider, what: "a hook, whatever its entry names", value: 3_000, event: "Interrupt", ...killed },
  {
    provider,
    what: "context of one answer that reaches the model whole, counted in bytes of UTF-8",
    value: CONTEXT_LIMIT,
    unit: "characters",
    beyond: "the model reads a preview and a path; the library cuts the text before that, with a mark",
    mark: "measured",
    source: "facts/codex.md §0.18",
  },
  {
    provider,
    what: "reason of a refusal or a continuation, counted in bytes of UTF-8",
    value: REASON_LIMIT,
    unit: "characters",
    beyond: "the agent cuts it, and it cannot be told where; the library cuts it before that, with a mark",
    mark: "measured",
    source: "facts/codex.md §0.18",
  },
];
