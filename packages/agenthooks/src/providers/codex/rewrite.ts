/**
 * What of a rewritten input reaches a tool (facts/codex.md §5): of a shell and a patch the text alone, since hooks are shown no more of the
 * call; of any other tool the whole of its arguments.
 */
import { canonicalJson, isObject, type Json, type JsonObject } from "../../base/json.js";
import type { ToolEvent } from "../../event/kinds.js";
import { MAX_INPUT_DEPTH, unreadable } from "./rust.js";

const TEXTS: ReadonlySet<string> = new Set(["Bash", "apply_patch"]);

/**
 * Why the agent does not take `input` at all; `undefined` where it does. Without its text such a call fails, with a message that blames the
 * hook; what its parser does not read costs the whole answer, and the call runs as it was.
 */
export function refusal({ tool }: ToolEvent, input: JsonObject): string | undefined {
  if (TEXTS.has(tool.name) && typeof input.command !== "string") return `${tool.name} is rewritten by a text as command, and there is none`;
  return unreadable(input, MAX_INPUT_DEPTH);
}

/** Why `input` does not reach the tool as it is; `undefined` where it does. */
export function lostRewrite(event: ToolEvent, input: JsonObject): string | undefined {
  const { tool, raw } = event;
  const refused = refusal(event, input);
  if (refused !== undefined || !TEXTS.has(tool.name)) return refused;
  const sent = isObject(raw.json) && isObject(raw.json.tool_input) ? raw.json.tool_input : {};
  const changed = Object.keys({ ...sent, ...input }).filter((name) => name !== "command" && !same(input[name], sent[name]));
  return changed.length > 0 ? `of ${tool.name} only command is rewritten, not ${changed.join(", ")}` : undefined;
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other);
}
