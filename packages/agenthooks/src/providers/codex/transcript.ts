/**
 * Rollouts of Codex (facts/codex.md §7): `{ timestamp, type, payload }` per line, of which the `response_item`s are what the model was sent
 * and said. Runs of hooks are not recorded; what they said is, as messages of a developer and as `<hook_prompt>`. A subagent has a file of
 * its own, whose first line names the session that it belongs to.
 */
import { isObject, type JsonObject } from "../../base/json.js";
import { jsonLines } from "../../base/json-lines.js";
import { inputObject } from "../../event/tool.js";
import { blockText, filled, text } from "../_claude-shape/payload.js";
import type { TranscriptMessage, TranscriptOptions, TranscriptToolResult, TranscriptToolUse } from "../transcript.js";
import { rolloutsAround } from "./rollouts.js";

export async function* readCodexTranscript(path: string, options: TranscriptOptions): AsyncGenerator<TranscriptMessage, void, undefined> {
  const own = await metaOf(path);
  yield* messagesOf(path, options);
  const session = own && filled(own, "session_id");
  if (!options.subagents || own === undefined || session === undefined) return;
  for (const file of rolloutsAround(path)) {
    const meta = file === path ? undefined : await metaOf(file);
    if (meta && filled(meta, "session_id") === session && isSubagent(meta) && meta.id !== own.id) yield* messagesOf(file, options);
  }
}

/** What the first line says of the session; `undefined` for a file that begins with something else. */
async function metaOf(path: string): Promise<JsonObject | undefined> {
  for await (const line of jsonLines(path)) return line.type === "session_meta" && isObject(line.payload) ? line.payload : undefined;
  return undefined;
}

const isSubagent = (meta: JsonObject): boolean => isObject(meta.source) && meta.source.subagent !== undefined;

async function* messagesOf(path: string, options: TranscriptOptions): AsyncGenerator<TranscriptMessage, void, undefined> {
  let agentId: string | undefined;
  let subagent = false;
  let model: string | undefined;
  for await (const line of jsonLines(path, options)) {
    const { type, payload } = line;
    if (!isObject(payload)) continue;
    if (type === "session_meta") {
      subagent = isSubagent(payload);
      agentId = subagent ? filled(payload, "id") : undefined;
    } else if (type === "turn_context") model = filled(payload, "model");
    else if (type === "response_item") {
      const found = itemOf(payload);
      if (found)
        yield { ...found, subagent, agentId, model: found.role === "assistant" ? model : undefined, time: timeOf(line), raw: line };
    }
  }
}

type Item = Omit<TranscriptMessage, "subagent" | "agentId" | "model" | "time" | "raw">;
const EMPTY = { text: "", toolUses: [], toolResults: [], synthetic: false, parentId: undefined, messageId: undefined } as const;

/** `undefined` for what is no message: reasoning, searches that the provider runs, what a newer version has. */
function itemOf(payload: JsonObject): Item | undefined {
  const base = { ...EMPTY, id: filled(payload, "id") };
  switch (payload.type) {
    case "message":
      return {
        ...base,
        role: payload.role === "assistant" ? "assistant" : "user",
        text: blockText(payload.content) ?? "",
        synthetic: isSynthetic(payload),
      };
    case "function_call":
    case "custom_tool_call":
      return { ...base, role: "assistant", toolUses: useOf(payload) };
    case "function_call_output":
    case "custom_tool_call_output":
      return { ...base, role: "user", toolResults: resultOf(payload) };
    default:
      return undefined;
  }
}

/** Written by the person: what the agent marks so. Files of versions without marks have the tags that it begins its own texts with. */
function isSynthetic({ role, content, internal_chat_message_metadata_passthrough: marks }: JsonObject): boolean {
  if (role === "assistant") return false;
  const kinds = isObject(marks) ? marks.content_item_kinds : undefined;
  if (role !== "user") return true;
  return Array.isArray(kinds) ? !kinds.includes("user.text") : (blockText(content) ?? "").startsWith("<");
}

/** Named as hooks are told it, but for the shell, whose hooks are told less than the call has. */
function useOf(payload: JsonObject): TranscriptToolUse[] {
  const id = filled(payload, "call_id");
  const name = filled(payload, "name");
  if (id === undefined || name === undefined) return [];
  const space = filled(payload, "namespace");
  const full = space === undefined ? name : `${space}${space.startsWith("mcp__") ? "__" : ""}${name}`;
  const given = text(payload, "input");
  const input = given === undefined ? inputObject(payload.arguments) : name === "apply_patch" ? { command: given } : { input: given };
  return [{ id, name: full, input }];
}

function resultOf({ call_id: id, output }: JsonObject): TranscriptToolResult[] {
  if (typeof id !== "string" || id === "") return [];
  const read = blockText(output);
  return [
    { toolUseId: id, text: read, isError: read !== undefined && failed(read), output: typeof output === "string" ? undefined : output },
  ];
}

const OUTPUT = "\nOutput:\n";
const EXIT = ["Exit code: ", "Process exited with code "];

/** By the lines that the agent puts above the output of a command or a patch. A call that it did not make has none of them. */
function failed(read: string): boolean {
  const end = read.indexOf(OUTPUT);
  const head = end < 0 ? [] : read.slice(0, end).split("\n");
  return head.some((line) => EXIT.some((start) => line.startsWith(start) && line.slice(start.length) !== "0"));
}

function timeOf(line: JsonObject): Date | undefined {
  const time = new Date(filled(line, "timestamp") ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
