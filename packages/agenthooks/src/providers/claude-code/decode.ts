/** Claude Code's payloads. */
import { LOWER_CASE } from "../../base/text.js";
import type { DecodeInput } from "../../decision/answer.js";
import type { AnyEvent } from "../../event/kinds.js";
import type { PromptOrigin } from "../../event/prompt.js";
import { decodeShape, type ShapeDecoder } from "../_claude-shape/decode.js";
import { filled } from "../_claude-shape/payload.js";
import { EVENTS } from "./events.js";
import { outputText, tools } from "./tools.js";

/** How the agent begins after it has compacted a conversation by itself. */
const CONTINUED = "This session is being continued from";

/**
 * Who wrote a prompt: by the tag that it begins with, and by the payload's `source`. A task's end was seen to submit one since 2.1.332
 * (facts §0.9); the rest are the agent's own constants and schema, documented.
 */
const WRITERS: Readonly<Record<string, PromptOrigin>> = {
  "<task-notification": "notification",
  "<teammate-message": "agent",
  "<agent-message": "agent",
  "<cross-session-message": "agent",
  "<channel": "extension",
  "<slack-ping": "extension",
  "<slack-tag-message": "extension",
  "<tick": "synthetic",
  user: "user",
  sdk: "user",
  system: "synthetic",
  loop_wakeup: "synthetic",
  schedule_wakeup: "synthetic",
  poll_event: "extension",
};
const writer = (name: string) => (Object.hasOwn(WRITERS, name) ? WRITERS[name] : undefined);

/** `<` and the name of the tag, whatever follows it: attributes on the next line, `/>`, nothing. */
function tagOf(start: string): string {
  let end = 1;
  while (end < start.length && `${LOWER_CASE}-`.includes(start.charAt(end))) end++;
  return start.slice(0, end);
}

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
  // a person who types a tag loses the authority of that prompt, and nothing else
  promptOrigin: (payload, prompt) => {
    const start = prompt.trimStart().slice(0, CONTINUED.length);
    if (start === CONTINUED) return "continuation";
    const source = filled(payload, "source");
    return (
      (start.startsWith("<") ? writer(tagOf(start)) : undefined) ??
      (filled(payload, "agent_id") !== undefined ? "agent" : source === undefined ? "user" : (writer(source) ?? "unknown"))
    );
  },
  outputText,
};

export function decode(input: DecodeInput): AnyEvent {
  return decodeShape(decoder, input);
}
