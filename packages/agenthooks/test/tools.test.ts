/** The tool table of Claude Code over what its calls were recorded to carry. */
import { createHooks, decodeEvent, deny, type JsonObject, matchMcp, when } from "agenthooks";
import { describe, expect, it } from "vitest";
import { hasTool } from "../src/event/kinds.js";
import { captures } from "./helpers/captures.js";
import { payloadOf, send } from "./helpers/claude.js";

type Row = readonly [canonical: string, op: string | undefined, complete: boolean];
/** By tool: its class, what it does to the file that it names, whether it can touch no other. */
const TABLE: Readonly<Record<string, Row>> = {
  Bash: ["shell", undefined, false],
  Read: ["file.read", "read", true],
  Write: ["file.write", "create", true],
  Edit: ["file.edit", "update", true],
  Grep: ["search", undefined, false],
  Glob: ["search", undefined, false],
  WebFetch: ["fetch", undefined, true],
  WebSearch: ["fetch", undefined, true],
  Agent: ["task", undefined, false],
  AskUserQuestion: ["other", undefined, true],
  EnterWorktree: ["other", undefined, false],
  ExitWorktree: ["other", undefined, false],
  Skill: ["other", undefined, false],
  TaskCreate: ["other", undefined, false],
  TaskUpdate: ["other", undefined, false],
  mcp__lab__echo: ["mcp", undefined, false],
  mcp__lab__elicit: ["mcp", undefined, false],
  mcp__lab__fail: ["mcp", undefined, false],
};
const calls = captures.filter(({ payload }) => payload.tool_input !== undefined);

async function toolOf(payload: string | Uint8Array) {
  const event = await decodeEvent({ provider: "claude-code", payload });
  return hasTool(event) ? event.tool : undefined;
}
const call = async (tool_name: string, tool_input: JsonObject, members: JsonObject = {}) => {
  const tool = await toolOf(JSON.stringify(payloadOf("PreToolUse", { cwd: "/w", tool_name, tool_input, ...members })));
  if (!tool) throw new Error("not a call");
  return tool;
};

it("every captured tool is in the table, and nothing else is", () => {
  expect([...new Set(calls.map(({ payload }) => payload.tool_name))].toSorted()).toEqual(Object.keys(TABLE).toSorted());
});

describe.each(Object.entries(TABLE))("%s", (name, [canonical, op, complete]) => {
  const own = calls.filter(({ payload, event }) => payload.tool_name === name && event !== "PermissionDenied");

  it("is of its class, with its targets and the text of its command, on every captured event", async () => {
    expect(own.length).toBeGreaterThan(0);
    for (const { bytes, payload } of own) {
      const input = payload.tool_input as JsonObject;
      const tool = await toolOf(bytes);
      expect(tool).toMatchObject({ canonical, name, targetsComplete: complete, rawInput: input });
      expect(tool?.targets).toEqual(op === undefined ? [] : [{ path: input.file_path, absolute: input.file_path, op }]);
      expect(tool?.shell).toEqual(canonical === "shell" ? { command: input.command, dialect: "posix" } : undefined);
      expect(tool?.delegation).toEqual(canonical === "task" ? { count: 1 } : undefined);
    }
  });
});

describe("MCP", () => {
  it.each(calls.filter(({ payload }) => String(payload.tool_name).startsWith("mcp__")))("$version $title", async ({ bytes, payload }) => {
    const tool = String(payload.tool_name).slice("mcp__lab__".length);
    expect((await toolOf(bytes))?.mcp).toEqual({ server: "lab", tool, url: undefined, command: undefined, fromConfig: false });
  });

  it.each([
    ["mcp__a__b__c", undefined, "a", "b__c"],
    ["mcp__a__b__c", "a__b", "a__b", "c"], // only the payload can tell where the name of the server ends
    ["mcp__claude_ai_Linear__list", "claude.ai Linear", "claude.ai Linear", "list"],
    ["mcp__short__list", "a longer name", "a longer name", "list"],
    ["mcp__a__b", "a__b", "a__b", "b"],
  ])("%s of the configured server %s is %s / %s", async (name, configured, server, tool) => {
    const members = configured === undefined ? {} : { mcp_server: { name: configured, source: "user" } };
    expect((await call(name, {}, members)).mcp).toMatchObject({ server, tool });
  });

  it("a rule on a server by its configured name holds, and survives a rewrite", async () => {
    const hooks = createHooks()
      .use((event, next) => next(event.kind === "tool.pre" ? event.with({ tool: { input: { changed: true } } }) : event))
      .on(
        "tool.pre",
        when(matchMcp("claude.ai Linear/*"), ({ tool }) => deny(JSON.stringify(tool.input))),
      );
    const mcp = { tool_name: "mcp__claude_ai_Linear__list", mcp_server: { name: "claude.ai Linear", source: "claudeai" } };
    expect((await send(hooks, "PreToolUse", mcp)).decision?.reason).toBe('{"changed":true}');
  });

  it("a payload that names a server for a tool of another kind changes nothing", async () => {
    const tool = await call("Bash", { command: "ls" }, { mcp_server: { name: "lab", source: "x" } });
    expect([tool.canonical, tool.mcp]).toEqual(["shell", undefined]);
  });
});

describe("tools that were not recorded (the agent's own input types)", () => {
  it.each([
    ["PowerShell", { command: "ls" }, "shell"],
    ["Monitor", { command: "tail -f log", description: "d", timeout_ms: 1 }, "shell"],
    ["Monitor", { command: "x", ws: { url: "ws://x" } }, "shell"],
    ["Monitor", { ws: { url: "ws://x" }, description: "d", timeout_ms: 1 }, "fetch"],
    ["Monitor", {}, "shell"],
    ["NotebookRead", { notebook_path: "n.ipynb" }, "file.read"],
    ["NotebookEdit", { notebook_path: "n.ipynb", new_source: "x", edit_mode: "delete" }, "file.edit"],
    ["MultiEdit", { file_path: "a", edits: [] }, "file.edit"],
    ["LS", { path: "/w" }, "search"],
    ["ToolSearch", { query: "x" }, "search"],
    ["Task", { prompt: "x" }, "task"],
    ["Workflow", { script: "x" }, "task"],
    ["ReadMcpResourceTool", { server: "lab", uri: "x" }, "other"],
    ["constructor", {}, "other"],
  ])("%s %j is %s", async (name, input, canonical) => {
    expect((await call(name, input)).canonical).toBe(canonical);
  });

  it("PowerShell is a dialect of its own, a notebook is a target, a cell that is deleted is an update", async () => {
    expect((await call("PowerShell", { command: "ls" })).shell).toEqual({ command: "ls", dialect: "powershell" });
    expect((await call("NotebookRead", { notebook_path: "n.ipynb" })).targets).toEqual([
      { path: "n.ipynb", absolute: "/w/n.ipynb", op: "read" },
    ]);
    expect((await call("NotebookEdit", { notebook_path: "n.ipynb", edit_mode: "delete" })).targets[0]?.op).toBe("update");
  });

  it("one Agent is one child, a Workflow is as many as it likes", async () => {
    expect((await call("Agent", { prompt: "x" })).delegation).toEqual({ count: 1 });
    expect((await call("Task", { prompt: "x" })).delegation).toEqual({ count: 1 });
    expect((await call("Workflow", { name: "x" })).delegation).toEqual({ count: "unbounded" });
  });

  it("a file that is published is read, and may not be the only one", async () => {
    const tool = await call("Artifact", { file_path: "a.html", file_paths: ["b.png"] });
    expect(tool.targets).toEqual([{ path: "a.html", absolute: "/w/a.html", op: "read" }]);
    expect(tool.targetsComplete).toBe(false);
  });
});
