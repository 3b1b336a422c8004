/** Claude Code's tools: class, files, shell, delegation (facts §1 and the vendor's own input types). */
import type { Json } from "../../base/json.js";
import { isObject, stringsIn } from "../../base/json.js";
import type { Adapter } from "../../decision/answer.js";
import { FILE_OPS, mcpCall, mcpName, shellCall, target } from "../../event/project.js";
import type { McpCall, ShellCall, ToolClass } from "../../event/tool.js";
import { blockText } from "../_claude-shape/payload.js";

const CLASSES: Readonly<Record<string, ToolClass>> = {
  Bash: "shell",
  PowerShell: "shell",
  Monitor: "shell", // runs `command` in the background and reports its lines; with `ws` it reads a socket
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
  classify: (name, input) => {
    if (name === "Monitor" && input.command === undefined && input.ws !== undefined) return "fetch";
    return Object.hasOwn(CLASSES, name) ? (CLASSES[name] as ToolClass) : mcpName(name) ? "mcp" : "other";
  },
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
      case "file.read":
      case "file.write":
      case "file.edit":
        return typeof path === "string" ? { targets: [target(path, FILE_OPS[canonical], cwd)], targetsComplete: true } : none;
      default:
        // an Artifact is published from a file
        return (canonical === "search" || name === "Artifact") && typeof path === "string"
          ? { ...none, targets: [target(path, "read", cwd)] }
          : none;
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
