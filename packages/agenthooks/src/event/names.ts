/** The table of tool names that all providers share (facts/agenthooks.md §5), for events made by hand; adapters have tables of their own. */
import type { JsonObject } from "../base/json.js";
import { FILE_OPS, mcpCall, mcpName, shellCall, target } from "./project.js";
import type { ShellCall, ToolClass, ToolProjection } from "./tool.js";

const TABLE: Readonly<Record<Exclude<ToolClass, "mcp" | "other">, string>> = {
  shell: "bash shell powershell run_shell_command run_terminal_cmd exec exec_command local_shell terminal run_in_terminal send_to_terminal",
  "file.read": "read read_file readfile view_file read_many_files notebookread view",
  "file.write": "write write_file writefile create_file save_file create",
  "file.edit":
    "edit multiedit apply_patch replace edit_file notebookedit str_replace search_replace patch strreplacefile replace_string_in_file multi_replace_string_in_file insert_edit_into_file edit_notebook_file edit_files",
  search:
    "grep glob search codebase_search search_file_content find_files list_directory ls glob_file_search grep_search file_search list_dir semantic_search",
  fetch: "webfetch web_fetch websearch web_search fetch google_web_search fetch_webpage",
  task: "task agent subagent runsubagent",
};

let byName: Map<string, ToolClass> | undefined;

/** The class of a tool name, case-insensitive; `other` when no provider is known to use it. */
export function classifyName(name: string): ToolClass {
  byName ??= new Map(Object.entries(TABLE).flatMap(([kind, names]) => names.split(" ").map((one) => [one, kind as ToolClass] as const)));
  return mcpName(name) ? "mcp" : (byName.get(name.toLowerCase()) ?? "other");
}

const PATH_MEMBERS = ["file_path", "filePath", "path", "absolute_path", "notebook_path", "filename"];

/** The projection that a class implies where no adapter knows better: nothing is claimed complete that was not found. */
export function projectByClass(canonical: ToolClass, name: string, input: JsonObject, cwd: string | undefined): ToolProjection {
  const none = { targets: [], targetsComplete: false };
  switch (canonical) {
    case "shell":
      return { canonical, ...none, shell: shellCall(input, dialectOf(name)) };
    case "task":
      return { canonical, ...none, delegation: { count: 1 } };
    case "mcp": {
      const unnamed = { server: undefined, tool: name, url: undefined, command: undefined, fromConfig: false };
      return { canonical, ...none, mcp: mcpCall(name) ?? unnamed };
    }
    case "file.read":
    case "file.write":
    case "file.edit": {
      const path = PATH_MEMBERS.map((member) => input[member]).find((value) => typeof value === "string" && value !== "");
      if (typeof path !== "string") return { canonical, ...none };
      return { canonical, targets: [target(path, FILE_OPS[canonical], cwd)], targetsComplete: true };
    }
    default:
      return { canonical, ...none };
  }
}

function dialectOf(name: string): ShellCall["dialect"] {
  const lower = name.toLowerCase();
  if (lower.includes("powershell") || lower.includes("pwsh")) return "powershell";
  return lower === "bash" || lower === "sh" || lower === "zsh" ? "posix" : "unknown";
}
