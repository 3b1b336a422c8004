/** Claude Code's payloads. */
import type { DecodeInput } from "../../decision/answer.js";
import type { AnyEvent } from "../../event/kinds.js";
import { decodeShape, type ShapeDecoder } from "../_claude-shape/decode.js";
import { filled } from "../_claude-shape/payload.js";
import { EVENTS } from "./events.js";
import { outputText, tools } from "./tools.js";

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
  // since 2.1.332 the end of a background task submits a prompt of its own (facts §0.9); a subagent's prompt is the agent's
  promptOrigin: (payload, prompt) => {
    if (prompt.startsWith("<task-notification>")) return "notification";
    return filled(payload, "agent_id") === undefined ? "user" : "agent";
  },
  outputText,
};

export function decode(input: DecodeInput): AnyEvent {
  return decodeShape(decoder, input);
}
