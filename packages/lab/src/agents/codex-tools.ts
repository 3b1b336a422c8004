/** The tools of Codex, as its model calls them and as hooks see them (facts/codex.md §0.8 to §0.10, §6). */
import { isObject, type JsonObject, objects, parseJson, text } from "../json.js";
import type { ToolUse, Turn } from "../model/script.js";
import type { Sandbox } from "../sandbox.js";
import type { NeutralTool } from "./driver.js";

const HOOK_NAMES: Partial<Record<NeutralTool["kind"], string>> = {
  shell: "Bash",
  read: "Bash",
  write: "apply_patch",
  edit: "apply_patch",
  task: "spawn_agent",
};

export const patch = (body: string): ToolUse => ({ name: "apply_patch", input: `*** Begin Patch\n${body}*** End Patch\n` });

/** Each line of a text with a mark before it, as a patch wants it. */
const marked = (mark: string, lines: string): string =>
  lines
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `${mark}${line}\n`)
    .join("");

export function nativeTool(call: NeutralTool, { file }: Sandbox): ToolUse {
  switch (call.kind) {
    case "shell":
      return { name: "exec_command", args: { cmd: call.command } };
    case "write":
      return patch(`*** Add File: ${call.path}\n${marked("+", call.content)}`);
    case "edit":
      return patch(`*** Update File: ${call.path}\n@@\n${marked("-", call.from)}${marked("+", call.to)}`);
    case "read":
      return { name: "exec_command", args: { cmd: `cat ${file(call.path)}` } };
    case "mcp": {
      const { rawArgs, args = {} } = call;
      return { name: call.tool, namespace: "mcp__lab", args, ...(rawArgs === undefined ? {} : { rawArgs }) };
    }
    case "task":
      return { name: "spawn_agent", namespace: "multi_agent_v1", args: { message: call.prompt } };
  }
}

/** A subagent runs beside its parent: the parent's next answer is to wait for it, so that a task is one step of the script. */
export function awaitedTask(body: JsonObject): Turn | undefined {
  const items = objects(body.input);
  const last = items.findLast((item) => item.role !== "developer");
  if (last?.type !== "function_call_output") return undefined;
  const asked = items.find((item) => item.type === "function_call" && item.call_id === last.call_id);
  const output = parseJson(text(last.output) ?? "");
  const id = isObject(output) ? text(output.agent_id) : undefined;
  if (asked?.name !== "spawn_agent" || id === undefined) return undefined;
  return { tool: { name: "wait_agent", namespace: "multi_agent_v1", args: { targets: [id], timeout_ms: 30_000 } } };
}

/** What a matcher has to name. */
export const hookTool = (call: NeutralTool): string =>
  HOOK_NAMES[call.kind] ?? (call.kind === "mcp" ? `mcp__lab__${call.tool}` : call.kind);
