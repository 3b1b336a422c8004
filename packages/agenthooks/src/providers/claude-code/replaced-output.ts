/** What `replaceOutput` sends for the result of each tool. A bundle whose program does not have the word leaves this module out. */
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import { mcpName } from "../../event/project.js";

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
