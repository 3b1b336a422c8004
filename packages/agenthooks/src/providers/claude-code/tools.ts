/** Claude Code's tools: class, files, shell, delegation (facts §1 and the vendor's own input types). */
import type { Json, JsonObject } from "../../base/json.js";
import { isObject, stringsIn } from "../../base/json.js";
import type { Adapter } from "../../decision/answer.js";
import { FILE_OPS, mcpCall, mcpName, shellCall, target } from "../../event/project.js";
import type { McpCall, ShellCall, ToolClass } from "../../event/tool.js";
import { blockText } from "../_claude-shape/payload.js";

const CLASSES: Readonly<Record<string, ToolClass>> = {
  Bash: "shell",
  PowerShell: "shell",
  Monitor: "shell", // runs `command` in the background and reports its lines
  Shell: "shell", // Cursor's name: it runs Claude's entries too (cases b28)
  Read: "file.read",
  NotebookRead: "file.read",
  Write: "file.write",
  Edit: "file.edit",
  MultiEdit: "file.edit",
  NotebookEdit: "file.edit",
  Grep: "search",
  Glob: "search",
  LS: "search",
  ToolSearch: "search",
  WebFetch: "fetch",
  WebSearch: "fetch",
  Task: "task", // the older name of Agent
  Agent: "task",
  Workflow: "task",
};

const DIALECTS: Readonly<Record<string, ShellCall["dialect"]>> = { PowerShell: "powershell", Shell: "unknown" };

/** Tools that reach no file: their targets are complete though empty. */
const FILELESS: ReadonlySet<string> = new Set(["WebFetch", "WebSearch", "ToolSearch", "TodoWrite", "AskUserQuestion"]);

export const tools: Adapter["tools"] = {
  classify: (name) => (Object.hasOwn(CLASSES, name) ? (CLASSES[name] as ToolClass) : mcpName(name) ? "mcp" : "other"),
  project: (name, input, cwd) => {
    const canonical = tools.classify(name, input);
    const path = [input.file_path, input.notebook_path, input.path].find((one) => typeof one === "string" && one !== "");
    const none = { targets: [], targetsComplete: FILELESS.has(name) };
    switch (canonical) {
      case "shell":
        return { ...none, shell: shellCall(input, DIALECTS[name] ?? "posix") };
      case "task":
        return { ...none, delegation: { count: name === "Workflow" ? "unbounded" : 1 } };
      case "mcp":
        return { ...none, mcp: mcpCall(name) as McpCall };
      case "search":
        return typeof path === "string" ? { ...none, targets: [target(path, "read", cwd)] } : none;
      case "file.read":
      case "file.write":
      case "file.edit":
        return typeof path === "string" ? { targets: [target(path, FILE_OPS[canonical], cwd)], targetsComplete: true } : none;
      default:
        return none;
    }
  },
};

/** What of a result the model reads, by tool (captures); the sentences that the agent adds are not in the payload. */
export function outputText(tool: string, output: Json | undefined): string | undefined {
  if (!isObject(output)) return undefined;
  // a background command has no output yet: the model reads a sentence about it
  if (tool === "Bash") return output.backgroundTaskId === undefined ? joined(output.stdout, output.stderr) : undefined;
  if (tool === "Read" && isObject(output.file)) return joined(output.file.content);
  if (tool === "Grep") return joined(output.content, ...texts(output.filenames)) || undefined;
  if (tool === "Glob") return texts(output.filenames).join("\n") || undefined;
  if (tool === "Agent" || tool === "Task") return blockText(output.content);
  if (tool === "WebFetch") return joined(output.result);
  if (tool === "WebSearch") return stringsIn(output.results ?? []).join("\n") || undefined;
  return undefined;
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((one): one is string => typeof one === "string") : [];
}

function joined(...parts: readonly (Json | undefined)[]): string {
  return parts.filter((part): part is string => typeof part === "string" && part !== "").join("\n");
}

/**
 * The smallest result that carries a text and that Claude Code accepts, by tool, as measured (lab cases `replace-output-*`). A value of
 * another shape is dropped by the agent without a word and the original goes to the model. Where the agent wraps the result in a
 * sentence of its own, the text stands inside it.
 */
const SHAPES: Readonly<Record<string, (text: string, original: JsonObject) => JsonObject>> = {
  Bash: (text) => ({ stdout: text, stderr: "", interrupted: false, isImage: false }),
  Read: (text, original) => {
    const file = isObject(original.file) ? original.file : {};
    const filePath = typeof file.filePath === "string" ? file.filePath : "";
    const lines = text.split("\n").length;
    return { type: "text", file: { filePath, content: text, numLines: lines, startLine: 1, totalLines: lines } };
  },
  Grep: (text) => ({ mode: "content", numFiles: 0, filenames: [], content: text }),
  Glob: (text) => ({ durationMs: 0, numFiles: 1, filenames: [text], truncated: false }),
  WebSearch: (text) => ({ query: "", results: [text], durationSeconds: 0 }),
  Agent: (text, original) => ({ ...original, content: [{ type: "text", text }] }),
  NotebookEdit: (text) => ({
    new_source: "",
    cell_type: "code",
    language: "",
    edit_mode: "replace",
    error: text,
    notebook_path: "",
    original_file: "",
    updated_file: "",
  }),
  Write: (text) => ({ type: "create", filePath: text, content: "", structuredPatch: [], originalFile: null }),
  Edit: (text) => ({
    filePath: text,
    oldString: "",
    newString: "",
    originalFile: "",
    structuredPatch: [],
    userModified: false,
    replaceAll: false,
  }),
};

/** Tools whose result was seen to be replaced by one of the same shape with every text changed. */
const SAME_SHAPE: ReadonlySet<string> = new Set(
  "Monitor CronCreate Workflow SendMessage ListAgents ToolSearch ReportFindings TaskCreate TaskList".split(" "),
);

/** `value` as the result of `tool`. */
export function replacement(tool: string, original: Json | undefined, value: Json): { readonly value: Json; readonly sure: boolean } {
  if (mcpName(tool)) return { value: isBlocks(value) ? value : asText(value), sure: true };
  const shape = SHAPES[tool === "Task" ? "Agent" : tool];
  if (!shape || !isObject(original)) return { value: withText(original ?? null, asText(value)), sure: SAME_SHAPE.has(tool) };
  const template = shape(isObject(value) ? "" : asText(value), original);
  if (!isObject(value)) return { value: template, sure: true };
  const filled = { ...template, ...value };
  return { value: sameTypes(filled, template) ? filled : shape(asText(value), original), sure: true };
}

/** The same shape with every text replaced. */
function withText(value: Json, text: string): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => withText(one, text));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withText(one, text)]));
  return typeof value === "string" || value === null ? text : value;
}

/** A result in the tool's own shape is taken as it is, with what it leaves out filled in. */
function sameTypes(value: JsonObject, template: JsonObject): boolean {
  return Object.entries(template).every(([name, wanted]) => {
    const member = value[name];
    if (isObject(wanted)) return isObject(member) && sameTypes(member, wanted);
    return Array.isArray(wanted) === Array.isArray(member) && typeof wanted === typeof member;
  });
}

/** Older versions fail on MCP results that are neither a text nor content blocks, and show nothing for a list of texts. */
function isBlocks(value: Json): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    (value as readonly Json[]).every((block) => isObject(block) && typeof block.type === "string")
  );
}

function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
