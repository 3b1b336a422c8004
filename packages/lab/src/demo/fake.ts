/**
 * The demo without an agent: the library's fake provider starts the program as Claude Code would, and this file plays the rest of the agent.
 * What the hook allows is really done, in the scratch folder.
 */
import { spawnSync } from "node:child_process";
import { FakeProvider } from "agenthooks/testing";
import type { Driver, NeutralTool } from "../agents/driver.js";
import { readDecisions } from "../decision-log.js";
import type { Sandbox } from "../sandbox.js";
import { CALLS, describeCall } from "./scenario.js";
import { joinLog, type Played, type PlayedCall } from "./timeline.js";

/** A tool result in Claude Code's own shape, and the text of it that the model reads. */
interface Done {
  readonly response: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export async function playFake(sandbox: Sandbox, driver: Driver, launcher: string): Promise<Played> {
  const provider = new FakeProvider({
    provider: driver.id,
    variant: driver.variant,
    command: [launcher],
    home: sandbox.home,
    env: { CLAUDE_PROJECT_DIR: sandbox.work }, // the agent was started in the project, not in its home
  });
  const startedAt = Date.now();
  const calls: PlayedCall[] = [];
  for (const tool of CALLS) {
    const { name, args = {} } = driver.tool(tool, sandbox);
    calls.push({ call: `${name} ${describeCall(tool)}`, modelSaw: await playCall(provider, driver, sandbox, tool, name, args) });
  }
  const shown = calls.map(({ modelSaw }) => modelSaw ?? "").join("\n");
  return { entries: joinLog(readDecisions(sandbox.home), calls, startedAt), shown };
}

/** Returns what the model reads as the tool's result. */
async function playCall(
  provider: FakeProvider,
  driver: Driver,
  sandbox: Sandbox,
  tool: NeutralTool,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<string> {
  const common = { session_id: "demo", cwd: sandbox.work, tool_name: name, tool_input: args, tool_use_id: `call-${name}` };
  const before = await provider.fire(driver.events.toolPre, JSON.stringify({ ...common, hook_event_name: driver.events.toolPre }));
  if (!before.effect.ran) return before.effect.shownToModel.join("\n");
  const { response, text } = perform(tool, sandbox);
  const payload = { ...common, hook_event_name: driver.events.toolPost, tool_response: response };
  const after = await provider.fire(driver.events.toolPost, JSON.stringify(payload));
  return after.effect.shownToModel.length > 0 ? after.effect.shownToModel.join("\n") : text;
}

function perform(tool: NeutralTool, sandbox: Sandbox): Done {
  if (tool.kind === "shell") {
    const { stdout } = spawnSync("/bin/sh", ["-c", tool.command], { cwd: sandbox.work, encoding: "utf8" });
    return { response: { stdout, stderr: "", interrupted: false, isImage: false }, text: stdout };
  }
  if (tool.kind === "write") {
    const filePath = sandbox.write(tool.path, tool.content);
    const response = { type: "create", filePath, content: tool.content, structuredPatch: [], originalFile: null };
    return { response, text: `File created successfully at: ${filePath}` };
  }
  if (tool.kind === "read") {
    const content = sandbox.read(tool.path) ?? "";
    const lines = content.split("\n").length;
    const file = { filePath: sandbox.file(tool.path), content, numLines: lines, startLine: 1, totalLines: lines };
    return { response: { type: "text", file }, text: content };
  }
  throw new Error(`the demo's agent has no ${tool.kind} tool; demo/fake.ts; add it there`);
}
