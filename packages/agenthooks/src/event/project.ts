/** What a tool's name and class say about a call. */
import type { JsonObject } from "../base/json.js";
import { resolvePath } from "../base/paths.js";
import type { McpCall, ShellCall, Target, ToolClass, ToolProjection } from "./tool.js";

/** `mcp__server__tool`, cut at the first two `__` so that tools with `__` or `-` survive (cases b60); `undefined` for any other name. */
export function mcpName(name: string): { readonly server: string | undefined; readonly tool: string } | undefined {
  const match = /^mcp__(.+?)__(.+)$/s.exec(name);
  if (match) return { server: match[1] as string, tool: match[2] as string };
  return name.startsWith("mcp__") && name.length > 5 ? { server: undefined, tool: name.slice(5) } : undefined;
}

/** The MCP part of a call whose name says it. */
function mcpCall(name: string): McpCall | undefined {
  const parts = mcpName(name);
  return parts && { ...parts, url: undefined, command: undefined, fromConfig: false };
}

export function shellCall(input: JsonObject, dialect: ShellCall["dialect"]): ShellCall {
  return { command: typeof input.command === "string" ? input.command : "", dialect };
}

/** A file that a call names. */
export function target(path: string, op: Target["op"], cwd: string | undefined): Target {
  return { path, absolute: resolvePath(cwd, path), op };
}

const PATH_MEMBERS = ["file_path", "filePath", "path", "absolute_path", "notebook_path", "filename"];
const OPS = { "file.read": "read", "file.write": "create", "file.edit": "update" } as const;

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
      return { canonical, targets: [target(path, OPS[canonical], cwd)], targetsComplete: true };
    }
    default:
      return { canonical, ...none };
  }
}

function dialectOf(name: string): ShellCall["dialect"] {
  if (/powershell|pwsh/i.test(name)) return "powershell";
  return /^(bash|sh|zsh)$/i.test(name) ? "posix" : "unknown";
}
