/** OpenAI Responses: `POST .../responses`, streamed or plain (facts/codex.md §1). The protocol marks no tool result as an error. */
import { isObject, type JsonObject, objects, text } from "../json.js";
import type { PlacedCall, Reply } from "./script.js";
import { eventStream, type HttpAnswer, jsonAnswer, type OfferedTool, type Shown, type ToolResult, type Wire } from "./wire.js";

export const openaiResponses: Wire = {
  id: "openai-responses",

  route: (path) => (/\/responses$/.test(path) ? "generate" : undefined),

  show(body): Shown {
    const items = objects(body.input);
    return {
      system: typeof body.instructions === "string" ? [body.instructions] : [],
      messages: items.flatMap((item) => itemTexts(item).map((shown) => ({ role: text(item.role) ?? "", text: shown }))),
      toolResults: items.filter(isToolResult).map(toolResult),
      // in code mode the tools stand among the messages
      tools: [body, ...items.filter(({ type }) => type === "additional_tools")]
        .flatMap(({ tools }) => objects(tools))
        .flatMap(offeredTools),
    };
  },

  answer: (reply, body) => (body.stream === true ? streamed(reply) : jsonAnswer(200, whole(reply))),
  error: (status) => jsonAnswer(status, { error: { type: "server_error", message: "scripted error" } }),
  count: () => jsonAnswer(404, { error: { message: "no such route" } }),
};

// === what the model was shown ========================================================================================

const isToolResult = (item: JsonObject): boolean => /_call_output$/.test(text(item.type) ?? "");

const toolResult = (item: JsonObject): ToolResult => ({
  id: text(item.call_id) ?? "",
  text: contentTexts(item.output).join("\n"),
  isError: false,
});

/** A string, or parts that hold one each. */
const contentTexts = (content: unknown): readonly string[] =>
  typeof content === "string" ? [content] : objects(content).map((part) => text(part.text) ?? JSON.stringify(part));

function itemTexts(item: JsonObject): readonly string[] {
  if (item.type === undefined || item.type === "message") return contentTexts(item.content);
  if (isToolResult(item)) return contentTexts(item.output);
  const said = text(item.arguments) ?? text(item.input);
  return said === undefined ? [] : [said];
}

/** A group of tools stands for its members. */
function offeredTools(tool: JsonObject): readonly OfferedTool[] {
  const name = text(tool.name) ?? text(tool.type) ?? "";
  if (tool.type === "namespace")
    return objects(tool.tools)
      .flatMap(offeredTools)
      .map((one) => ({ ...one, name: `${name}.${one.name}` }));
  return [{ name, description: text(tool.description) ?? "", schema: isObject(tool.parameters) ? tool.parameters : undefined }];
}

// === the answer ======================================================================================================

const callItem = ({ id, name, argsSource, namespace, input }: PlacedCall): JsonObject =>
  input === undefined
    ? { type: "function_call", id: `fc_${id}`, call_id: id, name, ...(namespace === undefined ? {} : { namespace }), arguments: argsSource }
    : { type: "custom_tool_call", id: `ctc_${id}`, call_id: id, name, ...(namespace === undefined ? {} : { namespace }), input };

function outputItems(reply: Reply): readonly JsonObject[] {
  const calls = reply.calls.map(callItem);
  if (reply.text === "" && calls.length > 0) return calls;
  const content = [{ type: "output_text", text: reply.text, annotations: [] }];
  return [{ type: "message", id: `msg_${reply.id}`, role: "assistant", content }, ...calls];
}

const responseId = (reply: Reply): string => `resp_${reply.id}`;

const usage = ({ tokens }: Reply): JsonObject => ({
  input_tokens: tokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: tokens + 10,
});

const whole = (reply: Reply): JsonObject => ({
  id: responseId(reply),
  object: "response",
  status: "completed",
  model: reply.model,
  output: outputItems(reply),
  usage: usage(reply),
});

function streamed(reply: Reply): HttpAnswer {
  const events: { event: string; data: string }[] = [];
  const send = (type: string, data: JsonObject): void => {
    events.push({ event: type, data: JSON.stringify({ type, ...data }) });
  };
  send("response.created", { response: { id: responseId(reply) } });
  outputItems(reply).forEach((item, at) => {
    const isMessage = item.type === "message";
    send("response.output_item.added", { output_index: at, item: isMessage ? { ...item, content: [] } : item });
    if (isMessage) send("response.output_text.delta", { output_index: at, content_index: 0, item_id: item.id, delta: reply.text });
    send("response.output_item.done", { output_index: at, item });
  });
  send("response.completed", { response: whole(reply) });
  return eventStream(events);
}
