/** Claude Code, headless (`-p`) or under a terminal. Everything but the hooks is given by environment and flags (facts/claude-code.md §1). */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, type JsonObject, parseJson, parseLines, text } from "../json.js";
import { startModel } from "../model/server.js";
import { mcpServerCommand } from "../paths.js";
import { MCP_LOG, type Sandbox } from "../sandbox.js";
import type { Driver, HookEntry, NeutralTool, RunOptions, RunResult, SessionStep } from "./driver.js";
import { installAgent } from "./install.js";
import { agentEnvironment, runProcess, type Say } from "./process.js";
import { runInTerminal, type Terminal } from "./terminal.js";

/** `--tools` replaces the default list, and "default" is only known when it stands alone. */
const BASE_TOOLS = ["Agent", "Bash", "Edit", "Read", "Write", "NotebookEdit", "Skill", "WebFetch", "WebSearch"];
const DEFAULT_TIMEOUT_MS = 60_000;
const API_KEY = "dummy";

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

  hookTool: (call, sandbox) => native(call, sandbox).name,

  placeHooks(sandbox, entries, settings = {}) {
    const file = join(sandbox.home, ".claude", "settings.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ ...settings, hooks: grouped(entries) }, null, 2)}\n`);
  },

  approves: true,
  denyRule: (word) => ({ permissions: { deny: [`Bash(${word}:*)`] } }),

  rawDeny: (reason) => ({
    stdout: JSON.stringify({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
    }),
    exitCode: 0,
  }),

  async run(options) {
    if (options.client !== undefined) throw new Error("the lab speaks no protocol of claude-code; give it a session or a person");
    const binary = options.executable ?? (await installAgent("claude-code", options.version));
    const model = await startModel({ script: options.script });
    try {
      const { sandbox, session, person, signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
      const env = agentEnvironment(sandbox, { ...environment(model.url, sandbox), ...options.env });
      if (person !== undefined) {
        acceptFirstQuestions(sandbox);
        const args = interactiveArgs(options);
        const seen = await runInTerminal({ file: binary, args, cwd: sandbox.work, env, folder: sandbox.lab, timeoutMs, person, leave });
        return { ...seen, variant: "cli", model: model.record, finalText: undefined, endReason: undefined, notices: [], complaints: [] };
      }
      const talk = session === undefined ? {} : { talk: speak(session) };
      const result = await runProcess(binary, headlessArgs(options), { cwd: sandbox.work, env, timeoutMs, signal, ...talk });
      return { ...result, variant: "print", model: model.record, ...readStream(parseLines(result.stdout)) };
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

function headlessArgs(options: RunOptions): readonly string[] {
  const input = options.session === undefined ? [options.prompt ?? "do the thing"] : ["--input-format", "stream-json"];
  return ["-p", ...input, "--output-format", "stream-json", "--verbose", "--include-hook-events", ...commonArgs(options)];
}

const interactiveArgs = ({ prompt, ...options }: RunOptions): readonly string[] => [
  ...(prompt === undefined ? [] : [prompt]), // first: options like --tools take every word after them
  ...commonArgs(options),
];

function commonArgs({ permissions = "bypass", tools = [], mcp = false, args = [], sandbox }: RunOptions): readonly string[] {
  const [command, ...rest] = mcpServerCommand(join(sandbox.lab, MCP_LOG));
  return [
    ...["--permission-mode", permissions === "bypass" ? "bypassPermissions" : "default"],
    ...(tools.length > 0 ? ["--tools", [...BASE_TOOLS, ...tools].join(",")] : []),
    ...(mcp ? ["--mcp-config", JSON.stringify({ mcpServers: { lab: { command, args: rest } } })] : []),
    ...args,
  ];
}

/** The next step goes out when the agent has answered the one before; after the last one stdin is closed and the agent leaves. */
const speak =
  (steps: readonly SessionStep[]) =>
  ({ send, end }: Say): ((line: string) => void) => {
    let at = 0;
    const next = (): void => {
      const step = steps[at++];
      if (step === undefined) end();
      else send(`${JSON.stringify(stepMessage(step, at))}\n`);
    };
    next();
    return (line) => {
      const message = parseJson(line);
      if (isObject(message) && (message.type === "result" || message.type === "control_response")) next();
    };
  };

const stepMessage = (step: SessionStep, at: number): JsonObject =>
  "prompt" in step
    ? { type: "user", message: { role: "user", content: step.prompt } }
    : { type: "control_request", request_id: `lab-${at}`, request: { subtype: "set_model", model: step.model } };

/** What the agent asks once, before its first prompt, is answered before it starts (facts/claude-code.md §1). */
function acceptFirstQuestions({ home, work }: Sandbox): void {
  const answers = {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: [API_KEY], rejected: [] },
    bypassPermissionsModeAccepted: true,
    projects: { [work]: { hasTrustDialogAccepted: true } },
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(answers));
}

/** The first key closes a dialog or ends a turn; two of them at an empty prompt leave. */
async function leave(terminal: Terminal): Promise<void> {
  for (let times = 0; times < 8 && !(await terminal.ended()); times++) await terminal.press("C-c");
}

const environment = (modelUrl: string, sandbox: Sandbox): Record<string, string> => ({
  ANTHROPIC_BASE_URL: modelUrl,
  ANTHROPIC_API_KEY: API_KEY,
  CLAUDE_CODE_MAX_RETRIES: "0",
  IS_SANDBOX: "1", // lets root use bypassPermissions
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  CLAUDE_CODE_TMPDIR: sandbox.tmp, // it ignores TMPDIR for its own scratch files
  DISABLE_AUTOUPDATER: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
});
