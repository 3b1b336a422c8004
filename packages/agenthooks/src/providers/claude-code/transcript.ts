/**
 * Transcripts of Claude Code (facts/claude-code.md §6): one object per line, of which `user` and `assistant` are messages; an answer of the
 * model has a line per content block. Subagents write files of their own, in `<session>/subagents` beside `<session>.jsonl`.
 */
import { builtin } from "../../base/builtin.js";
import { errorCode } from "../../base/files.js";
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import { jsonLines } from "../../base/json-lines.js";
import { blockText, filled } from "../_claude-shape/payload.js";
import type { TranscriptMessage, TranscriptOptions, TranscriptToolResult, TranscriptToolUse } from "../transcript.js";

const EXTENSION = ".jsonl";

export async function* readClaudeTranscript(path: string, options: TranscriptOptions): AsyncGenerator<TranscriptMessage, void, undefined> {
  for (const file of [path, ...(options.subagents ? subagentFiles(path) : [])]) {
    for await (const line of jsonLines(file, options)) {
      const message = messageOf(line);
      if (message) yield message;
    }
  }
}

function subagentFiles(path: string): string[] {
  if (!path.endsWith(EXTENSION)) return [];
  const folder = `${path.slice(0, -EXTENSION.length)}/subagents`;
  try {
    const files = builtin("fs").readdirSync(folder);
    return files
      .filter((file) => file.endsWith(EXTENSION))
      .sort()
      .map((file) => `${folder}/${file}`);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return [];
    throw error;
  }
}

/** `undefined` for the many lines that are no message: of the agent's own book-keeping, or of a newer version. */
function messageOf(line: JsonObject): TranscriptMessage | undefined {
  const { type: role, message } = line;
  if ((role !== "user" && role !== "assistant") || !isObject(message)) return undefined;
  const { content } = message;
  const blocks = Array.isArray(content) ? (content as readonly Json[]).filter(isObject) : [];
  const agentId = filled(line, "agentId");
  const time = new Date(filled(line, "timestamp") ?? Number.NaN);
  const results = blocks.filter((block) => block.type === "tool_result");
  return {
    role,
    text: blockText(typeof content === "string" ? content : blocks.filter((block) => block.type === "text")) ?? "",
    toolUses: blocks.flatMap(useOf),
    toolResults: results.flatMap((block) => resultOf(block, results.length === 1 ? line.toolUseResult : undefined)),
    synthetic: line.isMeta === true || line.isCompactSummary === true,
    subagent: line.isSidechain === true || agentId !== undefined,
    agentId,
    id: filled(line, "uuid"),
    parentId: filled(line, "parentUuid"),
    messageId: filled(message, "id"),
    model: filled(message, "model"),
    time: Number.isNaN(time.getTime()) ? undefined : time,
    raw: line,
  };
}

function useOf(block: JsonObject): TranscriptToolUse[] {
  const { type, id, name, input } = block;
  if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") return [];
  return [{ id, name, input: isObject(input) ? input : {} }];
}

function resultOf(block: JsonObject, output: Json | undefined): TranscriptToolResult[] {
  const toolUseId = filled(block, "tool_use_id");
  return toolUseId === undefined ? [] : [{ toolUseId, text: blockText(block.content), isError: block.is_error === true, output }];
}
