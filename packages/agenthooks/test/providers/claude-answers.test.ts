/** Odd inputs of Claude Code's tables: tools without their members, results without their shape, answers without a reason. */
import {
  allow,
  askUser,
  createEvent,
  createHooks,
  decodeEvent,
  defineProvider,
  deny,
  flagOutput,
  noDecision,
  observed,
  replaceOutput,
} from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import { providers } from "agenthooks/registry";
import { describe, expect, it } from "vitest";
import { rowOf } from "../../src/decision/answer.js";
import { refusal } from "../../src/decision/fail.js";
import { blockText } from "../../src/providers/_claude-shape/payload.js";
import { gitRoot } from "../../src/providers/_claude-shape/project-root.js";
import { replacement } from "../../src/providers/claude-code/replaced-output.js";
import { outputText, tools } from "../../src/providers/claude-code/tools.js";
import { json, send, specific } from "../helpers/claude.js";

describe("the text of a result", () => {
  it.each([
    ["Bash", { stdout: "a", stderr: "b" }, "a\nb"],
    ["Bash", { stdout: "", stderr: "", backgroundTaskId: "1" }, undefined],
    ["Read", { file: { content: "a" } }, "a"],
    ["Read", {}, undefined],
    ["Grep", { content: "a", filenames: ["b", 1] }, "a\nb"],
    ["Grep", {}, undefined],
    ["Glob", { filenames: ["a", "b"] }, "a\nb"],
    ["Glob", { filenames: "none" }, undefined],
    ["Task", { content: [{ type: "text", text: "a" }, { type: "image" }] }, "a"],
    ["Agent", { content: [] }, undefined],
    ["WebFetch", { result: "a" }, "a"],
    ["WebSearch", { results: ["a", { title: "b" }] }, "a\nb"],
    ["WebSearch", {}, undefined],
    ["NeverSeen", { any: "a" }, undefined],
    ["Bash", "text", undefined],
  ])("of %s %j", (tool, output, expected) => {
    expect(outputText(tool, output)).toBe(expected);
  });

  it("of blocks is the text among them", () => {
    expect([blockText("a"), blockText(1), blockText([1, { text: 2 }]), blockText([{ text: "a" }, { text: "b" }])]).toEqual([
      "a",
      undefined,
      undefined,
      "a\nb",
    ]);
  });
});

describe("the files of a call", () => {
  const of = (name: string, input: Record<string, string>) => tools.project(name, input, "/work");
  it("are what it names, and complete only where nothing else can be meant", () => {
    expect(of("Grep", { path: "src" })).toMatchObject({ targets: [{ absolute: "/work/src", op: "read" }], targetsComplete: false });
    expect(of("Grep", {})).toMatchObject({ targets: [], targetsComplete: false });
    expect(of("Edit", { file_path: "a" })).toMatchObject({ targets: [{ op: "update" }], targetsComplete: true });
    expect(of("Edit", { file_path: "" })).toMatchObject({ targets: [], targetsComplete: false });
    expect(of("WebFetch", {})).toMatchObject({ targets: [], targetsComplete: true });
  });

  it("of agents that a call starts are counted where they can be", () => {
    expect(of("Workflow", {})).toMatchObject({ delegation: { count: "unbounded" } });
    expect(of("Agent", {})).toMatchObject({ delegation: { count: 1 } });
    expect(of("Monitor", { command: "tail" })).toMatchObject({ shell: { dialect: "posix" } });
    expect(of("PowerShell", { command: "ls" })).toMatchObject({ shell: { dialect: "powershell" } });
  });
});

describe("a replaced output", () => {
  it("of a Read without its file is still a file", () => {
    expect(replacement("Read", { type: "text" }, "new").value).toMatchObject({ file: { filePath: "", content: "new" } });
    expect(replacement("Read", { file: { filePath: 1 } }, "new").value).toMatchObject({ file: { filePath: "" } });
  });

  it("of a Task has the shape of an Agent's", () => {
    expect(replacement("Task", { status: "completed", content: [] }, "new")).toEqual({
      value: { status: "completed", content: [{ type: "text", text: "new" }] },
      sure: true,
    });
  });

  it("in another shape than the tool's own is written as its text", () => {
    expect(replacement("Bash", { stdout: "a" }, { stdout: "new" }).value).toMatchObject({ stdout: "new", stderr: "" });
    expect(replacement("Bash", { stdout: "a" }, { stdout: 1 }).value).toMatchObject({ stdout: '{"stdout":1}' });
  });

  it("of a tool that was not seen is a guess, and says so", () => {
    expect(replacement("NeverSeen", { a: ["b", 1, null] }, "new")).toEqual({ value: { a: ["new", 1, "new"] }, sure: false });
    expect(replacement("NeverSeen", undefined, "new")).toEqual({ value: "new", sure: false });
    expect(replacement("TaskList", { tasks: "a" }, "new")).toEqual({ value: { tasks: "new" }, sure: true });
    expect(replacement("mcp__lab__echo", "a", { any: 1 })).toEqual({ value: '{"any":1}', sure: true });
    expect(replacement("mcp__lab__echo", "a", [{ type: "text", text: "new" }]).value).toEqual([{ type: "text", text: "new" }]);
  });

  it("goes through the pipeline as a guess that is told", async () => {
    const hooks = createHooks().on("tool.post", () => replaceOutput("gone"));
    const sent = await send(hooks, "PostToolUse", { tool_name: "NeverSeen", tool_response: "secret" });
    expect(sent.degraded).toMatchObject([{ capability: "replace-output" }]);
  });
});

describe("an answer", () => {
  it("to a permission request ends the run by a denial only", async () => {
    const of = (decision: ReturnType<typeof deny>) =>
      send(
        createHooks().on("permission.request", () => decision),
        "PermissionRequest",
      );
    expect(specific(await of(deny("no").stopAgent("end")))).toMatchObject({ decision: { behavior: "deny", interrupt: true } });
    const allowed = await of(allow().stopAgent("end"));
    expect(specific(allowed)).toMatchObject({ decision: { behavior: "allow" } });
    expect(allowed.degraded).toMatchObject([{ capability: "stop-agent" }]);
    expect(json(await of(askUser("sure?")))).toEqual({});
  });

  it("with a rewrite of an event that was made by hand writes the whole input", async () => {
    const event = createEvent("tool.pre", { nativeName: "PreToolUse", raw: "no JSON", tool: { name: "Bash", input: { command: "ls" } } });
    const decision = noDecision().withUpdatedInput({ command: "ls -l" });
    const answer = claudeCode.adapter.encode(event, decision, { variant: "", hostVersion: undefined });
    expect(answer).toMatchObject({ stdout: expect.stringContaining('"updatedInput":{"command":"ls -l"}') });
  });

  it("to WorktreeCreate is never a byte: one would be taken for a path", async () => {
    expect((await send(createHooks(), "WorktreeCreate")).answer).toMatchObject({ stdout: "", exitCode: 0 });
  });

  it("of a gate that refuses by exit 2 has a reason, whatever was given", () => {
    const { render } = claudeCode.events.TaskCreated;
    expect(render({ decision: "block", reason: " " })).toEqual({
      stdout: "",
      stderr: "blocked by a hook",
      exitCode: 2,
      refuses: true,
    });
    expect(render({ continue: false })).toMatchObject({ exitCode: 0 });
  });

  it("is silent where a gate's is: on a compaction that goes on", async () => {
    const { answer } = await send(createHooks(), "PreCompact");
    expect(answer).toMatchObject({ stdout: "", stderr: "", exitCode: 0 });
    expect({ ...answer, refuses: false }).toMatchObject(claudeCode.events.PreCompact.render({}));
    expect(claudeCode.events.PreCompact.render({ decision: "block" }).stdout).toBe('{"decision":"block"}');
  });

  it("carries as much context as the tables say", () => {
    const claude = providers.find(({ id }) => id === "claude-code");
    const limit = claude?.limits.find(({ what }) => what.startsWith("context"))?.value ?? 0;
    const contextOf = (length: number): string => {
      const event = createEvent("tool.post", { nativeName: "PostToolUse", tool: { name: "Bash", input: {} } });
      const decision = observed().withContext("c".repeat(length));
      const answer = claudeCode.adapter.encode(event, decision, { variant: "", hostVersion: undefined });
      if (answer.via !== "process") throw new Error(answer.via);
      return (JSON.parse(answer.stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext;
    };
    expect(contextOf(limit)).toBe("c".repeat(limit));
    expect(contextOf(limit + 1)).toMatch(/cut to fit/);
    expect(contextOf(limit + 1)).toHaveLength(limit);
    const quirk = claude?.quirks.find(({ id }) => id === "claude-code/long-context-becomes-a-preview");
    expect(quirk?.mitigation.replaceAll(" ", "")).toContain(String(limit));
  });

  it("of the fail mode is a refusal of the event's own kind", () => {
    expect(refusal(createEvent("subagent.start", {})).kind).toBe("cancel");
    expect(refusal(createEvent("prompt.submitted", { prompt: "hi" })).kind).toBe("block-prompt");
    expect(refusal(createEvent("other", {}))).toMatchObject({ kind: "deny" });
  });

  it("that asks in a headless run takes the fallback of its own", async () => {
    const hooks = createHooks().on("tool.pre", () => askUser("sure?", { fallback: "deny" }));
    const sent = await send(hooks, "PreToolUse", {}, { env: { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" } });
    expect(sent.degraded).toMatchObject([{ capability: "ask", to: "deny", why: "headless: nobody can be asked" }]);
  });

  it("that refuses drops its own rewrite", async () => {
    const sent = await send(
      createHooks().on("tool.pre", () => deny("no").withUpdatedInput({ command: "x" })),
      "PreToolUse",
    );
    expect(specific(sent)).not.toHaveProperty("updatedInput");
  });
});

describe("a decision's modifiers", () => {
  it("take texts only", () => {
    expect(() => flagOutput("f").withContext(1 as never)).toThrow("withContext takes a text, not number");
    expect(() => flagOutput("f").withSystemMessage(undefined as never)).toThrow(TypeError);
  });
});

describe("an adapter", () => {
  it("without its tool table is refused by name", () => {
    const { tools: own, ...rest } = claudeCode.adapter;
    expect(() => defineProvider({ ...rest, id: "x", tools: { classify: own.classify } } as never)).toThrow(
      "tools.project is not a function",
    );
    expect(() => defineProvider({ ...rest, id: "x" } as never)).toThrow("tools.classify is not a function");
  });

  it("without a quick way to one row is looked through", () => {
    const { row: _, ...slow } = claudeCode.adapter;
    expect(rowOf(slow, "Stop")).toEqual(rowOf(claudeCode.adapter, "Stop"));
    expect(rowOf(slow, "Nothing")).toBeUndefined();
  });
});

describe("unknown keys", () => {
  it("are none on an event of another provider, and all on an event without a view", async () => {
    expect(claudeCode.unknownKeys(createEvent("tool.pre", { provider: "codex", tool: { name: "x", input: {} } }))).toEqual([]);
    const event = await decodeEvent({ provider: "claude-code", payload: { hook_event_name: "NeverSeen", session_id: "s", brand_new: 1 } });
    expect(claudeCode.unknownKeys(event)).toContain("brand_new");
  });
});

describe("the project root", () => {
  it("is the nearest folder with a repository, and none above the root", () => {
    expect(gitRoot(process.cwd())).toBeDefined();
    expect([gitRoot("/proc"), gitRoot(undefined)]).toEqual([undefined, undefined]);
  });

  it("a command without arguments has none", async () => {
    const event = await decodeEvent({
      provider: "claude-code",
      payload: { hook_event_name: "UserPromptExpansion", session_id: "s", prompt: "/c", command_name: "c" },
    });
    expect(event.kind === "prompt.submitted" && event.prompt.command).toEqual({ name: "c", args: "" });
  });
});
