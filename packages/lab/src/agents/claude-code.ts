/** Claude Code, headless (`-p`). Everything but the hooks is given by environment and flags (facts/claude-code.md §1). */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type JsonObject, parseLines, text } from "../json.js";
import { startModel } from "../model/server.js";
import { mcpServerCommand } from "../paths.js";
import { MCP_LOG, type Sandbox } from "../sandbox.js";
import type { Driver, HookEntry, NeutralTool, RunOptions, RunResult } from "./driver.js";
import { installAgent } from "./install.js";
import { agentEnvironment, runProcess } from "./process.js";

/** `--tools` replaces the default list, and "default" is only known when it stands alone. */
const BASE_TOOLS = ["Agent", "Bash", "Edit", "Read", "Write", "NotebookEdit", "Skill", "WebFetch", "WebSearch"];
const DEFAULT_TIMEOUT_MS = 60_000;

export const claudeCode: Driver = {
  id: "claude-code",
  variant: "print",
  events: {
    toolPre: "PreToolUse",
    toolPost: "PostToolUse",
    toolError: "PostToolUseFailure",
    prompt: "UserPromptSubmit",
    sessionStart: "SessionStart",
    sessionEnd: "SessionEnd",
    stop: "Stop",
    permissionRequest: { name: "PermissionRequest", versions: ["2.1.332"] }, // in `-p` not before: facts/claude-code.md §0.7
    subagentStart: "SubagentStart",
    subagentStop: "SubagentStop",
  },

  tool(call, sandbox) {
    return native(call, sandbox);
  },

  placeHooks(sandbox, entries, settings = {}) {
    const file = join(sandbox.home, ".claude", "settings.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ ...settings, hooks: grouped(entries) }, null, 2)}\n`);
  },

  denyRule: (word) => ({ permissions: { deny: [`Bash(${word}:*)`] } }),

  rawDeny: (reason) => ({
    stdout: JSON.stringify({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
    }),
    exitCode: 0,
  }),

  async run(options) {
    const binary = await installAgent("claude-code", options.version);
    const model = await startModel({ script: options.script });
    try {
      const result = await runProcess(binary, argsOf(options), {
        cwd: options.sandbox.work,
        env: agentEnvironment(options.sandbox, { ...environment(model.url, options.sandbox), ...options.env }),
        timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      });
      return { ...result, model: model.record, ...readStream(parseLines(result.stdout)) };
    } finally {
      await model.close();
    }
  },
};

/** Reports about hooks (`hook_response` and the like) repeat what the hooks said: they are not the agent's own words. */
function readStream(lines: readonly JsonObject[]): Pick<RunResult, "finalText" | "endReason" | "notices" | "complaints"> {
  const end = lines.findLast((line) => line.type === "result");
  const answers = lines.filter((line) => line.subtype === "hook_response");
  const unreadable = answers.filter((line) => line.outcome === "error" || /validation failed/.test(text(line.stderr) ?? ""));
  return {
    finalText: text(end?.result),
    endReason: text(end?.terminal_reason) ?? text(end?.subtype),
    notices: lines.filter((line) => line.subtype === "informational").map((line) => text(line.content) ?? ""),
    complaints: unreadable.map(
      (line) => `${text(line.hook_name)}: exit ${String(line.exit_code)} ${(text(line.stderr) ?? "").split("\n")[0]}`,
    ),
  };
}

function native(call: NeutralTool, sandbox: Sandbox): ReturnType<Driver["tool"]> {
  switch (call.kind) {
    case "shell":
      return { name: "Bash", args: { command: call.command, description: "lab" } };
    case "write":
      return { name: "Write", args: { file_path: sandbox.file(call.path), content: call.content } };
    case "edit":
      return { name: "Edit", args: { file_path: sandbox.file(call.path), old_string: call.from, new_string: call.to } };
    case "read":
      return { name: "Read", args: { file_path: sandbox.file(call.path) } };
    case "mcp":
      return { name: `mcp__lab__${call.tool}`, args: call.args ?? {}, ...(call.rawArgs === undefined ? {} : { rawArgs: call.rawArgs }) };
    case "task":
      return {
        name: "Agent",
        args: { description: "lab task", prompt: call.prompt, subagent_type: "general-purpose", run_in_background: false },
      };
  }
}

function grouped(entries: readonly HookEntry[]): JsonObject {
  const hooks: Record<string, unknown[]> = {};
  for (const { event, command, timeoutSeconds = 30, matcher } of entries) {
    hooks[event] ??= [];
    hooks[event].push({ ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: "command", command, timeout: timeoutSeconds }] });
  }
  return hooks;
}

function argsOf({
  prompt = "do the thing",
  permissions = "bypass",
  tools = [],
  mcp = false,
  args = [],
  sandbox,
}: RunOptions): readonly string[] {
  const [command, ...rest] = mcpServerCommand(join(sandbox.lab, MCP_LOG));
  return [
    ...["-p", prompt, "--output-format", "stream-json", "--verbose", "--include-hook-events"],
    ...["--permission-mode", permissions === "bypass" ? "bypassPermissions" : "default"],
    ...(tools.length > 0 ? ["--tools", [...BASE_TOOLS, ...tools].join(",")] : []),
    ...(mcp ? ["--mcp-config", JSON.stringify({ mcpServers: { lab: { command, args: rest } } })] : []),
    ...args,
  ];
}

const environment = (modelUrl: string, sandbox: Sandbox): Record<string, string> => ({
  ANTHROPIC_BASE_URL: modelUrl,
  ANTHROPIC_API_KEY: "dummy",
  CLAUDE_CODE_MAX_RETRIES: "0",
  IS_SANDBOX: "1", // lets root use bypassPermissions
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  CLAUDE_CODE_TMPDIR: sandbox.tmp, // it ignores TMPDIR for its own scratch files
  DISABLE_AUTOUPDATER: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
});
