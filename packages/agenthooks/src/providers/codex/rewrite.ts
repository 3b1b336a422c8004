/** What of a rewritten input Codex takes, by tool (facts/codex.md §5). */
import type { JsonObject } from "../../base/json.js";
import { canonicalJson, isObject } from "../../base/json.js";
import type { ToolEvent } from "../../event/kinds.js";
import { mcpName } from "../../event/project.js";

/** Tools of which one member is read, and without which the call fails: the agent shows hooks no other. */
const MEMBER: Readonly<Record<string, string>> = { Bash: "command", apply_patch: "command", view_image: "path" };

const memberOf = (name: string): string | undefined => (Object.hasOwn(MEMBER, name) ? MEMBER[name] : undefined);

/** What is sent of `input`; `undefined` where the agent takes none of it. */
export function takenInput({ tool }: ToolEvent, input: JsonObject): JsonObject | undefined {
  const member = memberOf(tool.name);
  if (member === undefined) return mcpName(tool.name) ? input : undefined;
  const value = input[member];
  return typeof value === "string" ? { [member]: value } : undefined;
}

/** Why `input` does not reach the tool as it is; `undefined` where it does. */
export function lostRewrite({ tool, raw }: ToolEvent, input: JsonObject): string | undefined {
  const member = memberOf(tool.name);
  if (member === undefined) return mcpName(tool.name) ? undefined : `no rewrite of ${tool.name || "this tool"} was seen to be taken`;
  if (typeof input[member] !== "string") return `${tool.name} is rewritten by a text as ${member}, and this has none`;
  const sent = isObject(raw.json) && isObject(raw.json.tool_input) ? raw.json.tool_input : {};
  const changed = Object.keys(input).filter((name) => name !== member && !same(input[name], sent[name]));
  return changed.length > 0 ? `of ${tool.name} only ${member} is rewritten, not ${changed.join(", ")}` : undefined;
}

function same(one: JsonObject[string] | undefined, other: JsonObject[string] | undefined): boolean {
  return one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other);
}
