/** Claude Code's payloads. */
import type { DecodeInput } from "../../decision/answer.js";
import type { AnyEvent } from "../../event/kinds.js";
import type { PromptOrigin } from "../../event/prompt.js";
import { decodeShape, type ShapeDecoder } from "../_claude-shape/decode.js";
import { filled } from "../_claude-shape/payload.js";
import { EVENTS } from "./events.js";
import { outputText, tools } from "./tools.js";

/** How the agent begins after it has compacted a conversation by itself. */
const CONTINUED = "This session is being continued from a previous conversation";

const decoder: ShapeDecoder = {
  provider: "claude-code",
  events: EVENTS,
  tools,
  projectVariable: "CLAUDE_PROJECT_DIR",
  turnId: (payload) => filled(payload, "prompt_id"),
  interactive: (env, variant) => {
    if (variant === "print" || variant === "remote") return false;
    return variant === "cli" ? env.CLAUDE_CODE_SESSION_ATTENDED !== "0" : undefined;
  },
  promptOrigin: (payload, prompt) => {
    const written = writerOf(prompt.trimStart());
    if (written !== undefined) return written;
    if (filled(payload, "agent_id") !== undefined) return "agent";
    switch (filled(payload, "source")) {
      case undefined: // no version was seen to send it: without a mark of a machine, the prompt is a person's
      case "user":
      case "sdk":
        return "user";
      case "system":
      case "loop_wakeup":
      case "schedule_wakeup":
        return "synthetic";
      case "poll_event":
        return "extension";
      default:
        return "unknown";
    }
  },
  outputText,
};

/**
 * Who wrote a prompt that says so in its first words. A task's end was seen to submit one since 2.1.332 (facts §0.9); the other tags are
 * the agent's own constants, documented. A person who types one loses the authority of that prompt, and nothing else.
 */
function writerOf(prompt: string): PromptOrigin | undefined {
  if (prompt.startsWith(CONTINUED)) return "continuation";
  if (!prompt.startsWith("<")) return undefined;
  // no expression: a first use costs a hook start 50 microseconds
  const [tag = ""] = prompt.slice(1, 40).split(">", 1)[0]?.split(" ", 1) ?? [];
  switch (tag) {
    case "task-notification":
      return "notification";
    case "teammate-message":
    case "agent-message":
    case "cross-session-message":
      return "agent";
    case "channel":
    case "slack-ping":
    case "slack-tag-message":
      return "extension";
    case "tick":
      return "synthetic";
    default:
      return undefined;
  }
}

export function decode(input: DecodeInput): AnyEvent {
  return decodeShape(decoder, input);
}
