/** What the transcript of any agent is read as. Never loaded by a hook that does not read one. */
import type { Json, JsonObject } from "../base/json.js";
import type { JsonLinesOptions } from "../base/json-lines.js";

export interface TranscriptToolUse {
  readonly id: string;
  /** The agent's own tool name. */
  readonly name: string;
  readonly input: JsonObject;
}
export interface TranscriptToolResult {
  /** The `id` of the use that it answers. */
  readonly toolUseId: string;
  /** What the model read; `undefined` when it was no text. */
  readonly text: string | undefined;
  readonly isError: boolean;
  /** The tool's result in its own shape, as `event.output` has it, where the transcript keeps it. */
  readonly output: Json | undefined;
}
/** One line of a conversation. */
export interface TranscriptMessage {
  readonly role: "user" | "assistant";
  /** The texts joined with a newline; `""` for a line of tool uses or results alone. */
  readonly text: string;
  readonly toolUses: readonly TranscriptToolUse[];
  readonly toolResults: readonly TranscriptToolResult[];
  /** Written by the agent in the person's place: the body of a skill or command, the summary of a compaction. */
  readonly synthetic: boolean;
  /** It belongs to a subagent; `agentId` says to which, where the transcript does. */
  readonly subagent: boolean;
  readonly agentId: string | undefined;
  readonly id: string | undefined;
  readonly parentId: string | undefined;
  /** The same on all lines of one answer of the model. */
  readonly messageId: string | undefined;
  readonly model: string | undefined;
  readonly time: Date | undefined;
  /** The line as it is in the file. */
  readonly raw: JsonObject;
}

export interface TranscriptOptions extends JsonLinesOptions {
  /** The subagents of the session too, each whole, after the session's own messages. Default `false`. */
  readonly subagents?: boolean;
}
export type TranscriptReader = (path: string, options: TranscriptOptions) => AsyncIterable<TranscriptMessage>;
