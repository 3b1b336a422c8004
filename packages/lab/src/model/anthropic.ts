/** Anthropic Messages: `POST .../v1/messages`, streamed or plain, and `count_tokens`. */
import { isObject, type JsonObject, list, objects, text } from "../json.js";
import type { PlacedCall, Reply } from "./script.js";
import { eventStream, type HttpAnswer, jsonAnswer, type OfferedTool, type Shown, type ToolResult, type Wire } from "./wire.js";

const usage = (reply: Reply): JsonObject => ({
  input_tokens: reply.tokens,
  output_tokens: 10,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
});
/** Stands where the source text of the arguments belongs: JSON.stringify would round what the script wants kept. */
const HOLE = "<<args>>";

export const anthropicMessages: Wire = {
  id: "anthropic-messages",

  route(path) {
    if (/\/messages$/.test(path)) return "generate";
    return /\/messages\/count_tokens$/.test(path) ? "count" : undefined;
  },

  show(body): Shown {
    const messages = objects(body.messages);
    return {
      system: typeof body.system === "string" ? [body.system] : objects(body.system).map(blockText),
      messages: messages.flatMap((message) =>
        blocks(message.content).map((block) => ({ role: text(message.role) ?? "", text: blockText(block) })),
      ),
      toolResults: messages.flatMap((message) => blocks(message.content).filter(isToolResult).map(toolResult)),
      tools: objects(body.tools).map(offeredTool),
    };
  },

  answer: (reply, body) => (body.stream === true ? streamed(reply) : plain(reply)),
  error: (status) => jsonAnswer(status, { type: "error", error: { type: "api_error", message: "scripted error" } }),
  count: () => jsonAnswer(200, { input_tokens: 100 }),
};

// === what the model was shown ========================================================================================

const blocks = (content: unknown): readonly JsonObject[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : objects(content);

const isToolResult = (block: JsonObject): boolean => block.type === "tool_result";

const toolResult = (block: JsonObject): ToolResult => ({
  id: text(block.tool_use_id) ?? "",
  text: blocks(block.content).map(blockText).join("\n"),
  isError: block.is_error === true,
});

function blockText(block: JsonObject): string {
  if (typeof block.text === "string") return block.text;
  if (isToolResult(block)) return toolResult(block).text;
  if (block.type === "tool_use") return JSON.stringify(block.input);
  if (block.type === "thinking") return text(block.thinking) ?? "";
  return list(block.content).filter(isObject).map(blockText).join("\n");
}

const offeredTool = (tool: JsonObject): OfferedTool => ({
  name: text(tool.name) ?? "",
  description: text(tool.description) ?? "",
  schema: isObject(tool.input_schema) ? tool.input_schema : undefined,
});

// === the answer ======================================================================================================

const envelope = (reply: Reply, content: readonly unknown[], stop: string | null): JsonObject => ({
  id: `msg_lab${reply.id}`,
  type: "message",
  role: "assistant",
  model: reply.model,
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: usage(reply),
});

const stopReason = (reply: Reply): string => (reply.calls.length > 0 ? "tool_use" : "end_turn");
const hasText = (reply: Reply): boolean => reply.text !== "" || reply.calls.length === 0;
const callBlock = (call: PlacedCall, input: unknown): JsonObject => ({ type: "tool_use", id: `toolu_${call.id}`, name: call.name, input });

function plain(reply: Reply): HttpAnswer {
  const content = [
    ...(hasText(reply) ? [{ type: "text", text: reply.text }] : []),
    ...reply.calls.map((call, at) => callBlock(call, `${HOLE}${at}`)),
  ];
  let source = JSON.stringify(envelope(reply, content, stopReason(reply)));
  reply.calls.forEach((call, at) => {
    source = source.replace(JSON.stringify(`${HOLE}${at}`), () => call.argsSource);
  });
  return { status: 200, contentType: "application/json", chunks: [source] };
}

function streamed(reply: Reply): HttpAnswer {
  const events: { event: string; data: string }[] = [];
  const send = (type: string, data: JsonObject): void => {
    events.push({ event: type, data: JSON.stringify({ type, ...data }) });
  };
  let index = 0;
  const block = (content: JsonObject, delta: JsonObject): void => {
    send("content_block_start", { index, content_block: content });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
    index++;
  };
  send("message_start", { message: envelope(reply, [], null) });
  if (hasText(reply)) block({ type: "text", text: "" }, { type: "text_delta", text: reply.text });
  for (const call of reply.calls) block(callBlock(call, {}), { type: "input_json_delta", partial_json: call.argsSource });
  send("message_delta", { delta: { stop_reason: stopReason(reply), stop_sequence: null }, usage: { output_tokens: 10 } });
  send("message_stop", {});
  return eventStream(events);
}
