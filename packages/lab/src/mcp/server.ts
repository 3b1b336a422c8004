/**
 * The lab's MCP server, one message in, one out. Tools: `echo` answers with the very source text of its arguments (so that a rounded
 * number shows), `original` with a fixed text that no call of it holds, `fail` with an error; `elicit` asks the person for a name first
 and answers with what came back.
 */
import { isObject, type JsonObject, parseJson, text } from "../json.js";

const tool = (name: string, properties: JsonObject): JsonObject => ({
  name,
  description: `${name} (lab)`,
  inputSchema: { type: "object", properties },
});

const TOOLS = [
  tool("echo", { text: { type: "string" }, id: { type: "integer" } }),
  tool("original", {}),
  tool("fail", {}),
  tool("elicit", {}),
];
const ORIGINAL_TEXT = "LAB-ORIGINAL of the server";

/** The answer to one line, or `undefined` for a notification or something that is not a message. */
export function answerLine(line: string): JsonObject | undefined {
  const message = parseJson(line);
  if (!isObject(message) || message.id === undefined) return undefined;
  const { id, method } = message;
  if (method === undefined) return elicited(message);
  const params = isObject(message.params) ? message.params : {};
  const ok = (result: JsonObject): JsonObject => ({ jsonrpc: "2.0", id, result });
  switch (method) {
    case "initialize":
      return ok({
        protocolVersion: text(params.protocolVersion) ?? "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "lab", version: "1.0.0" },
      });
    case "ping":
      return ok({});
    case "tools/list":
      return ok({ tools: TOOLS });
    case "tools/call":
      if (params.name === "elicit") return elicitation(id);
      return ok(callResult(params.name, line));
    default:
      return { jsonrpc: "2.0", id, error: { code: -32601, message: `no method ${String(method)}` } };
  }
}

/** The question carries the id of the call that it belongs to: no state is kept between two lines. */
const ASKED = "lab-elicit:";

const elicitation = (call: unknown): JsonObject => ({
  jsonrpc: "2.0",
  id: `${ASKED}${JSON.stringify(call)}`,
  method: "elicitation/create",
  params: {
    message: "LAB-QUESTION",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
});

function elicited({ id, result, error }: JsonObject): JsonObject | undefined {
  if (typeof id !== "string" || !id.startsWith(ASKED)) return undefined;
  const said = isObject(result) ? result : { error };
  return {
    jsonrpc: "2.0",
    id: parseJson(id.slice(ASKED.length)),
    result: { content: [{ type: "text", text: `elicited:${JSON.stringify(said)}` }] },
  };
}

function callResult(tool: unknown, line: string): JsonObject {
  if (tool === "fail") return { isError: true, content: [{ type: "text", text: "failed on purpose" }] };
  return { content: [{ type: "text", text: tool === "original" ? ORIGINAL_TEXT : `echo:${argumentsSource(line)}` }] };
}

/** The source text of the member `arguments`, digits and all: found by counting brackets, because a parse would round them. */
export function argumentsSource(line: string): string {
  const start = line.search(/"arguments"\s*:\s*\{/);
  if (start < 0) return "";
  const open = line.indexOf("{", start);
  let depth = 0;
  let inString = false;
  for (let at = open; at < line.length; at++) {
    const char = line[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return line.slice(open, at + 1);
  }
  return line.slice(open);
}
