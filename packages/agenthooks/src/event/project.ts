/** What a tool's name and class say about a call. */
import type { JsonObject } from "../base/json.js";
import { resolvePath } from "../base/paths.js";
import type { McpCall, ShellCall, Target } from "./tool.js";

const MCP = "mcp__";

/** `mcp__server__tool`, cut at the first two `__` so that tools with `__` or `-` survive (cases b60); `undefined` for any other name. */
export function mcpName(name: string): { readonly server: string | undefined; readonly tool: string } | undefined {
  if (!name.startsWith(MCP) || name.length === MCP.length) return undefined;
  const cut = name.indexOf("__", MCP.length + 1);
  if (cut < 0 || cut + 2 === name.length) return { server: undefined, tool: name.slice(MCP.length) };
  return { server: name.slice(MCP.length, cut), tool: name.slice(cut + 2) };
}

/**
 * The MCP part of a call whose name says it.
 * @param server the server as it is configured, where the payload names it: its own `__` are no cut, and the name has `_` for its letters
 * that no tool name may have.
 */
export function mcpCall(name: string, server?: string): McpCall | undefined {
  let parts = mcpName(name);
  if (parts && server !== undefined) {
    const cut = MCP.length + server.length;
    parts = { server, tool: (name.startsWith("__", cut) && name.slice(cut + 2)) || parts.tool };
  }
  return parts && { ...parts, url: undefined, command: undefined, fromConfig: false };
}

export function shellCall(input: JsonObject, dialect: ShellCall["dialect"]): ShellCall {
  return { command: typeof input.command === "string" ? input.command : "", dialect };
}

/** A file that a call names. */
export function target(path: string, op: Target["op"], cwd: string | undefined): Target {
  return { path, absolute: resolvePath(cwd, path), op };
}

/** What a call of each file class does to the file that it names. */
export const FILE_OPS = { "file.read": "read", "file.write": "create", "file.edit": "update" } as const;
