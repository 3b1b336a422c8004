/**
 * The seam between the script and a wire protocol. One file per wire: it says which paths are its own, how to read what a request showed
 * the model, and how an answer looks. Add a wire: write that file and name it in `wires.ts`.
 */
import type { JsonObject } from "../json.js";
import type { Reply } from "./script.js";

/** A tool that the request offered to the model. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of its input; `undefined` for tools that the vendor's server runs. */
  readonly schema: JsonObject | undefined;
}

export interface ToolResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

/** What one request showed the model, whatever the wire. */
export interface Shown {
  /** System texts, wherever the wire carries them. */
  readonly system: readonly string[];
  /** Every text of the conversation in order, tool results and the model's own words included; tool calls as JSON. */
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  readonly toolResults: readonly ToolResult[];
  readonly tools: readonly OfferedTool[];
}

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly chunks: readonly string[];
}

export interface Wire {
  readonly id: string;
  /** What a POST to this path (no query) asks for; `undefined`: not this wire. */
  route(path: string): "generate" | "count" | undefined;
  show(body: JsonObject): Shown;
  /** The answer asked for by this body: streamed or in one piece. */
  answer(reply: Reply, body: JsonObject): HttpAnswer;
  error(status: number): HttpAnswer;
  count(): HttpAnswer;
}

export const jsonAnswer = (status: number, body: unknown): HttpAnswer => ({
  status,
  contentType: "application/json",
  chunks: [JSON.stringify(body)],
});

/** Server-sent events, one chunk each: what a real endpoint does, so that agents read across chunk borders. */
export const eventStream = (events: readonly { readonly event?: string; readonly data: string }[]): HttpAnswer => ({
  status: 200,
  contentType: "text/event-stream",
  chunks: events.map(({ event, data }) => `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`),
});
