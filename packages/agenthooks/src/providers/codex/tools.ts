/** Codex's tools: class, files, shell, delegation (facts/codex.md §0.8-§0.11, §6). */
import type { Adapter } from "../../decision/answer.js";
import { mcpCall, mcpName, shellCall, target } from "../../event/project.js";
import type { McpCall, ToolClass } from "../../event/tool.js";
import { heredocTargets, patchTargets } from "./patch.js";

/** Exact native names; `mcp__*` is `mcp` and the rest is `other`. Tools of a namespace are named by gluing the two together (facts §0.10). */
export const CLASSES: Readonly<Record<string, ToolClass>> = {
  Bash: "shell",
  apply_patch: "file.edit",
  view_image: "file.read",
  spawn_agent: "task",
  collaborationspawn_agent: "task",
  multi_agent_v1spawn_agent: "task",
};

/** Tools that reach no file: their targets are complete though empty. */
const FILELESS: ReadonlySet<string> = new Set([
  ...["get_goal", "create_goal", "update_goal", "clocksleep"],
  ...["wait_agent", "collaborationwait_agent", "multi_agent_v1wait_agent"],
]);

export const tools: Adapter["tools"] = {
  classify: (name) => (Object.hasOwn(CLASSES, name) ? (CLASSES[name] as ToolClass) : mcpName(name) ? "mcp" : "other"),
  project: (name, input, cwd) => {
    const none = { targets: [], targetsComplete: FILELESS.has(name) };
    switch (tools.classify(name, input)) {
      case "shell": {
        const shell = shellCall(input, cwd === undefined || cwd.startsWith("/") ? "posix" : "unknown"); // Windows: never observed
        return { ...none, shell, targets: heredocTargets(shell.command, cwd) };
      }
      case "task":
        return { ...none, delegation: { count: 1 } };
      case "mcp":
        return { ...none, mcp: mcpCall(name) as McpCall };
      case "file.edit":
        return typeof input.command === "string" ? patchTargets(input.command, cwd) : none;
      case "file.read":
        return typeof input.path === "string" && input.path !== ""
          ? { targets: [target(input.path, "read", cwd)], targetsComplete: true }
          : none;
      default:
        return none;
    }
  },
};
