/**
 * Codex: `codex exec` (`print` in the results), and its app server where a case needs what exec cannot show (facts/codex.md §0.4, §1). That
 * is what the terminal and every editor speak, so it stands as `cli`. Everything but hooks, their trust and rules is given by `-c`.
 */
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject, parseLines, text } from "../json.js";
import { startModel } from "../model/server.js";
import { mcpServerCommand } from "../paths.js";
import { MCP_LOG, type Sandbox } from "../sandbox.js";
import { inOneThread, needsServer, PROMPT, readServer } from "./codex-server.js";
import { awaitedTask, hookTool, nativeTool } from "./codex-tools.js";
import { type CodexHooks, placeTrust } from "./codex-trust.js";
import type { Driver, HookEntry, RunOptions, RunResult } from "./driver.js";
import { installAgent } from "./install.js";
import { agentEnvironment, runProcess } from "./process.js";
import { speakProtocol } from "./protocol.js";

const DEFAULT_TIMEOUT_MS = 60_000;
/** A name that the agent knows: it decides that `apply_patch` is offered, and no code mode (facts/codex.md §1). */
const MODEL = "gpt-5.5";

export const codexHome = (sandbox: Sandbox): string => join(sandbox.home, ".codex");

export const codex: Driver = {
  id: "codex",
  variant: "print",
  events: {
    toolPre: "PreToolUse",
    toolPost: "PostToolUse",
    toolError: undefined,
    prompt: "UserPromptSubmit",
    sessionStart: "SessionStart",
    sessionEnd: "SessionEnd",
    stop: "Stop",
    permissionRequest: { name: "PermissionRequest", versions: ["0.171.0"] },
    subagentStart: "SubagentStart",
    subagentStop: "SubagentStop",
  },

  tool: nativeTool,
  hookTool,

  placeHooks(sandbox, entries) {
    const home = codexHome(sandbox);
    mkdirSync(home, { recursive: true });
    const hooks = grouped(entries);
    const file = join(home, "hooks.json");
    writeFileSync(file, `${JSON.stringify({ hooks }, null, 2)}\n`);
    placeTrust(join(home, "config.toml"), file, hooks);
  },

  approves: false, // an allow alone is an error, and beside a rewrite it skips no question (facts/codex.md §5)
  denyRule: undefined,

  rawDeny: (reason) => ({
    stdout: JSON.stringify({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
    }),
    exitCode: 0,
  }),

  async run(options) {
    const binary = options.executable ?? (await installAgent("codex", options.version));
    const model = await startModel({ script: options.script, own: awaitedTask });
    try {
      const { sandbox, signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
      const env = agentEnvironment(sandbox, { LAB_API_KEY: "dummy", ...options.env });
      const process = { cwd: sandbox.work, env, timeoutMs, signal };
      const config = configArgs(options, model.url);
      const client = options.client ?? (needsServer(options) ? inOneThread(options) : undefined);
      if (client === undefined) {
        const result = await runProcess(binary, [...EXEC, ...config, options.prompt ?? PROMPT], process);
        return { ...result, variant: "print", model: model.record, ...readExec(parseLines(result.stdout)) };
      }
      const protocol = speakProtocol(client);
      const result = await runProcess(binary, ["app-server", ...config], { ...process, talk: protocol.talk });
      if (!result.timedOut) protocol.check();
      return { ...result, variant: "cli", model: model.record, ...readServer(parseLines(result.stdout)) };
    } finally {
      await model.close();
    }
  },
};

// === configuration ===================================================================================================

function grouped(entries: readonly HookEntry[]): CodexHooks {
  const hooks: Record<string, CodexHooks[string][number][]> = {};
  for (const { event, command, timeoutSeconds = 30, matcher } of entries) {
    hooks[event] ??= [];
    hooks[event].push({ ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: "command", command, timeout: timeoutSeconds }] });
  }
  return hooks;
}

/** A JSON string is a TOML basic string. */
const toml = (value: string): string => JSON.stringify(value);

function configArgs({ sandbox, mcp = false, args: more = [] }: RunOptions, modelUrl: string): readonly string[] {
  const [command, ...args] = mcpServerCommand(join(sandbox.lab, MCP_LOG));
  const provider = [
    `name="lab",base_url=${toml(`${modelUrl}/v1`)},wire_api="responses",requires_openai_auth=false,env_key="LAB_API_KEY"`,
    "request_max_retries=0,stream_max_retries=0,supports_websockets=false",
  ];
  const config = {
    model: toml(MODEL),
    model_provider: toml("lab"),
    "model_providers.lab": `{${provider.join(",")}}`,
    check_for_update_on_startup: "false",
    "analytics.enabled": "false",
    projects: `{${[...new Set([sandbox.work, realpathSync(sandbox.work)])].map((folder) => `${toml(folder)}={trust_level="trusted"}`).join(",")}}`,
    ...(mcp ? { "mcp_servers.lab": `{command=${toml(command)},args=[${args.map(toml).join(",")}]}` } : {}),
  };
  return [...Object.entries(config).flatMap(([key, value]) => ["-c", `${key}=${value}`]), ...more];
}

// === exec ============================================================================================================

const EXEC = ["exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];

function readExec(lines: readonly JsonObject[]): Pick<RunResult, "finalText" | "endReason" | "notices" | "complaints"> {
  const items = lines.filter((line) => line.type === "item.completed").map((line) => (isObject(line.item) ? line.item : {}));
  const texts = (type: string, member: string) => items.filter((item) => item.type === type).map((item) => text(item[member]) ?? "");
  return {
    finalText: texts("agent_message", "text").at(-1),
    endReason: text(lines.findLast((line) => /^turn\.(completed|failed)$/.test(text(line.type) ?? ""))?.type),
    notices: texts("error", "message"),
    complaints: [],
  };
}
