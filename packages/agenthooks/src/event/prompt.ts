/** Prompts: their text, their parts, and who wrote them. */
import type { Json, JsonObject } from "../base/json.js";

/** Who wrote a prompt. Only `user` has authority. */
export type PromptOrigin = "user" | "agent" | "extension" | "synthetic" | "continuation" | "notification" | "unknown";

/** One part of a prompt, `raw` as the provider sent it. */
export interface PromptPart {
  readonly type: "text" | "image" | "file" | "other";
  readonly text?: string;
  readonly raw: Json;
}
/** A prompt and where it came from. */
export interface Prompt {
  /** The text parts joined with a newline. */
  readonly text: string;
  readonly parts: readonly PromptPart[];
  readonly origin: PromptOrigin;
  /** Sent while the agent was at work. */
  readonly streaming?: "steer" | "followUp";
  /** The slash command that this prompt came from, where the provider says so. */
  readonly command?: { readonly name: string; readonly args: string };
  /** A prompt that came through a channel (OpenClaw): who wrote it, where. */
  readonly inboundContext?: JsonObject;
}

/** A prompt of one text. */
export function textPrompt(text: string, origin: PromptOrigin): Prompt {
  return { text, parts: [{ type: "text", text, raw: text }], origin };
}
