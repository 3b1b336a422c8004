/** What Claude Code is sent, and what it then does (facts/claude-code.md §4 and the lab's findings). */
import type { Hooks, JsonObject } from "agenthooks";
import {
  acceptPrompt,
  allow,
  answerPrompt,
  askUser,
  cancel,
  continueWith,
  createEvent,
  createHooks,
  decodeEvent,
  defineProvider,
  deny,
  finish,
  flagOutput,
  noDecision,
  observed,
  PayloadError,
  proceed,
  replaceOutput,
} from "agenthooks";
import { adapter } from "agenthooks/claude-code";
import { capabilities, eventMap } from "agenthooks/registry";
import { invoke } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { CAPABILITIES } from "../src/event/provider.js";
import { capture, captures } from "./helpers/captures.js";
import { json, payloadOf, send, specific } from "./helpers/claude.js";

const pre = (decide: () => ReturnType<typeof deny> | undefined) => createHooks().on(["tool.pre", "permission.request"], decide);
const post = (decide: () => ReturnType<typeof observed> | undefined) => createHooks().on(["tool.post", "tool.error"], decide);

describe("tool.pre", () => {
  it("an allow says allow and nothing else", async () => {
    expect(json(await send(pre(allow), "PreToolUse"))).toEqual({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
    });
  });

  it("a system message goes to the person, a context to the model", async () => {
    const hooks = pre(() => noDecision().withContext("c").withSystemMessage("m"));
    expect(json(await send(hooks, "PreToolUse"))).toEqual({
      hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "c" },
      systemMessage: "m",
    });
  });

  it("the reason for the person is shown beside the reason for the model", async () => {
    const hooks = pre(() => deny("for the model").withBlockReason("for the person"));
    const answer = json(await send(hooks, "PreToolUse"));
    expect(answer).toMatchObject({ systemMessage: "for the person", hookSpecificOutput: { permissionDecisionReason: "for the model" } });
  });

  it("an allow on an inline command of a skill is dropped and listed: it would add nothing", async () => {
    const sent = await send(pre(allow), "PreSkillShellCommand");
    expect([json(sent), sent.degraded]).toEqual([{}, [expect.objectContaining({ capability: "allow", to: "no-decision" })]]);
  });
});

describe("permission.request", () => {
  it("a denial carries its message, and ends the run when the agent is stopped", async () => {
    expect(
      specific(
        await send(
          pre(() => deny("no")),
          "PermissionRequest",
        ),
      ).decision,
    ).toEqual({ behavior: "deny", message: "no" });
    const stopping = await send(
      pre(() => deny("no").stopAgent("enough")),
      "PermissionRequest",
    );
    expect(specific(stopping).decision).toEqual({ behavior: "deny", message: "no", interrupt: true });
  });

  it("an allow may carry a rewrite", async () => {
    const hooks = createHooks().on("permission.request", (event) => allow().withUpdatedInput(event.tool.patch({ command: "box" })));
    expect(specific(await send(hooks, "PermissionRequest")).decision).toEqual({ behavior: "allow", updatedInput: { command: "box" } });
  });

  it("an ask is the agent's own question", async () => {
    expect(
      json(
        await send(
          pre(() => askUser("sure?")),
          "PermissionRequest",
        ),
      ),
    ).toEqual({});
  });

  it("what it cannot express is listed: context, message, stopping without a denial, a rewrite without an allow", async () => {
    const lost = async (decide: () => ReturnType<typeof deny>) =>
      (await send(pre(decide), "PermissionRequest")).degraded.map((one) => one.capability);
    expect(await lost(() => allow().withContext("c"))).toEqual(["add-context"]);
    expect(await lost(() => allow().withSystemMessage("m"))).toEqual(["system-message"]);
    expect(await lost(() => allow().stopAgent("s"))).toEqual(["stop-agent"]);
    expect(await lost(() => noDecision().withUpdatedInput({ command: "box" }))).toEqual(["update-input"]);
  });
});

describe("prompts", () => {
  const prompt = (decide: () => ReturnType<typeof acceptPrompt>) => createHooks().on("prompt.submitted", decide);

  it("an answered prompt is blocked with the answer", async () => {
    expect(
      json(
        await send(
          prompt(() => answerPrompt("42")),
          "UserPromptSubmit",
        ),
      ),
    ).toEqual({ decision: "block", reason: "42" });
  });

  it("a rewrite of the prompt is dropped and listed, the context stays", async () => {
    const sent = await send(
      prompt(() => acceptPrompt().withUpdatedPrompt("other").withContext("c")),
      "UserPromptSubmit",
    );
    expect(json(sent)).toEqual({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "c" } });
    expect(sent.degraded).toMatchObject([{ capability: "update-input", to: "dropped" }]);
  });
});

describe("results of tools", () => {
  it("a flag leaves the output as it is and shows the remark without the hook's command line (lab: decision:block shows it)", async () => {
    for (const event of ["PostToolUse", "PostToolUseFailure"]) {
      const sent = await send(
        post(() => flagOutput("hm").withContext("c")),
        event,
      );
      expect(specific(sent)).not.toHaveProperty("updatedToolOutput");
      expect(String(specific(sent).additionalContext)).toContain("hm");
      expect(String(specific(sent).additionalContext)).toContain("c");
      expect(json(sent)).not.toHaveProperty("decision");
    }
  });

  it("a replaced failure is degraded loudly: the agent has no way", async () => {
    const sent = await send(
      post(() => replaceOutput("gone")),
      "PostToolUseFailure",
    );
    expect([json(sent), sent.degraded]).toEqual([{}, [expect.objectContaining({ capability: "replace-output", to: "observed" })]]);
  });

  it.each([
    ["Bash", { stdout: "secret", stderr: "", interrupted: false, isImage: false }, { stdout: "T", stderr: "", interrupted: false }],
    [
      "Read",
      { type: "text", file: { filePath: "/a", content: "secret", numLines: 1, startLine: 1, totalLines: 1 } },
      { type: "text", file: { filePath: "/a", content: "T", numLines: 1, startLine: 1, totalLines: 1 } },
    ],
    [
      "Grep",
      { mode: "content", content: "secret", numFiles: 1, filenames: ["secret"] },
      { mode: "content", content: "T", numFiles: 0, filenames: [] },
    ],
    ["Glob", { filenames: ["secret"], durationMs: 3, numFiles: 1, truncated: false }, { filenames: ["T"], numFiles: 1, truncated: false }],
    ["WebSearch", { query: "secret", results: ["secret"], durationSeconds: 1 }, { query: "", results: ["T"], durationSeconds: 0 }],
  ])("a text replaces the whole result of %s in the shape that the agent takes", async (tool_name, tool_response, wanted) => {
    const hooks = post(() => replaceOutput("T"));
    const sent = await send(hooks, "PostToolUse", { tool_name, tool_input: {}, tool_response: tool_response as JsonObject });
    expect(specific(sent).updatedToolOutput).toMatchObject(wanted);
    expect(JSON.stringify(sent.answer)).not.toContain("secret");
    expect(sent.degraded).toEqual([]);
  });

  it.each([
    ["a text", "T", "T"],
    ["content blocks", [{ type: "text", text: "T" }], [{ type: "text", text: "T" }]],
    ["an object, which an older version fails on", { a: 1 }, '{"a":1}'],
    ["a number", 5, "5"],
    ["texts, which would be shown as nothing", ["T"], '["T"]'],
    ["null", null, "null"],
  ])("an MCP result is replaced by %s", async (_name, value, wanted) => {
    const sent = await send(
      post(() => replaceOutput(value)),
      "PostToolUse",
      { tool_name: "mcp__a__b", tool_input: {}, tool_response: "secret" },
    );
    expect(specific(sent).updatedToolOutput).toEqual(wanted);
  });

  it.each(captures.filter((one) => one.event === "PostToolUse"))(
    "$version $title: a replaced output is sent in a shape, or degraded loudly",
    async ({ bytes }) => {
      const { answer, degraded } = await invoke(
        post(() => replaceOutput("REPLACED")),
        { provider: "claude-code", payload: bytes },
      );
      if (answer.via !== "process") throw new Error("not a process");
      if (!answer.stdout.includes("REPLACED")) expect(degraded).toMatchObject([{ capability: "replace-output" }]);
    },
  );

  it("a value in the tool's own shape is taken as it is", async () => {
    const value = { stdout: "T", stderr: "E", interrupted: true, isImage: false };
    expect(
      specific(
        await send(
          post(() => replaceOutput(value)),
          "PostToolUse",
        ),
      ).updatedToolOutput,
    ).toEqual(value);
  });

  it("the real payload of a task tool is replaced in its own shape (lab: {task:{id,subject}})", async () => {
    const { bytes } = capture("PostToolUse.TaskCreate");
    const sent = await invoke(
      post(() => replaceOutput("T")),
      { provider: "claude-code", payload: bytes },
    );
    expect(JSON.stringify(sent.answer)).not.toContain("desc A");
    expect(specific(sent).updatedToolOutput ?? sent.degraded[0]?.capability).toBeDefined();
  });
});

describe("stops", () => {
  it.each(["Stop", "SubagentStop"])("%s is continued with the instruction and its contexts", async (event) => {
    const hooks = createHooks().on(["agent.stop", "subagent.stop"], () => continueWith("go on").withContext("c"));
    const sent = await send(hooks, event);
    const told = `${json(sent)?.reason ?? ""}\n${specific(sent).additionalContext ?? ""}`;
    expect(told).toContain("go on");
    expect(told).toContain("c");
    expect(sent.degraded).toEqual([]);
  });

  it("stopping the agent where it is ignored is listed (lab: SubagentStop, PostToolUseFailure)", async () => {
    const stop = await send(
      createHooks().on("subagent.stop", () => finish().stopAgent("x")),
      "SubagentStop",
    );
    expect([json(stop), stop.degraded.map((one) => one.capability)]).toEqual([{}, ["stop-agent"]]);
    const failed = await send(
      post(() => observed().stopAgent("x")),
      "PostToolUseFailure",
    );
    expect([json(failed), failed.degraded.map((one) => one.capability)]).toEqual([{}, ["stop-agent"]]);
  });
});

describe("sessions, subagents, compaction", () => {
  it("contexts reach a session and a subagent", async () => {
    const hooks = createHooks().on(["session.start", "subagent.start"], () => proceed().withContext("c"));
    for (const event of ["SessionStart", "SubagentStart"]) expect(specific(await send(hooks, event)).additionalContext).toBe("c");
  });

  it("a subagent cannot be refused here: loudly degraded", async () => {
    const sent = await send(
      createHooks().on("subagent.start", () => cancel("no")),
      "SubagentStart",
    );
    expect([json(sent), sent.degraded.map((one) => [one.capability, one.to])]).toEqual([{}, [["deny", "proceed"]]]);
  });

  it("a compaction can be", async () => {
    expect(
      json(
        await send(
          createHooks().on("compact.pre", () => cancel("no")),
          "PreCompact",
        ),
      ),
    ).toEqual({ decision: "block", reason: "no" });
  });
});

describe("limits", () => {
  it("context beyond what arrives whole is cut with a mark, the decision stays complete", async () => {
    const hooks = createHooks().on("tool.pre", (event) =>
      deny("r".repeat(300)).withContext("a".repeat(9_000)).withContext("\u{1f6ab}".repeat(3_000)).withSystemMessage(event.tool.name),
    );
    const sent = await send(hooks, "PreToolUse");
    const context = String(specific(sent).additionalContext);
    expect(context.length).toBeLessThanOrEqual(10_000);
    expect(context).toMatch(/agenthooks: cut/);
    expect(context).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    expect(specific(sent)).toMatchObject({ permissionDecision: "deny", permissionDecisionReason: "r".repeat(300) });
  });

  it("a rewrite is never cut", async () => {
    const content = "x".repeat(200_000);
    const hooks = createHooks().on("tool.pre", (event) => noDecision().withUpdatedInput(event.tool.patch({ content })));
    expect(specific(await send(hooks, "PreToolUse")).updatedInput).toMatchObject({ content });
  });
});

describe("capabilities", () => {
  it("event.can says what the registry says, for every event", async () => {
    for (const { native } of eventMap["claude-code"] ?? []) {
      const event = await decodeEvent({ provider: "claude-code", payload: payloadOf(native), event: native });
      const said = capabilities("claude-code", "", { native });
      for (const one of CAPABILITIES) {
        expect(event.can(one), `${native} ${one}`).toBe(said.has(one));
      }
    }
  });

  it("a kind can what all of its events can, and an unknown provider or event nothing", () => {
    expect([...capabilities("claude-code", "", { kind: "tool.pre" })]).toContain("deny");
    expect(capabilities("claude-code", "", { native: "Nope" }).size).toBe(0);
    expect(capabilities("nobody", "", { kind: "tool.pre" }).size).toBe(0);
  });

  it("an event that a version does not have yet can nothing there", () => {
    expect(capabilities("claude-code", "", { native: "PreSkillShellCommand" }, "2.1.197").size).toBe(0);
    expect(capabilities("claude-code", "", { native: "PreSkillShellCommand" }, "2.1.332").has("deny")).toBe(true);
    expect(capabilities("claude-code", "", { native: "PreSkillShellCommand" }, "2.2.0").has("deny")).toBe(true);
  });
});

describe("variants", () => {
  it.each([
    [{ CLAUDE_CODE_REMOTE: "true" }, "remote", false],
    [{ CLAUDE_CODE_REMOTE: "false", CLAUDE_CODE_ENTRYPOINT: "cli" }, "cli", true],
    [{ CLAUDE_CODE_ENTRYPOINT: "sdk-cli" }, "print", false],
    [{ CLAUDE_CODE_SESSION_ATTENDED: "0" }, "print", false],
    [{ CLAUDE_CODE_ENTRYPOINT: "cli" }, "cli", true],
    [{ CLAUDECODE: "1" }, "", undefined],
    [{}, "", undefined],
  ])("%j is %j", async (env, variant, interactive) => {
    const event = await decodeEvent({ provider: "claude-code", payload: payloadOf("Stop"), env });
    expect([event.variant, event.session.interactive]).toEqual([variant, interactive]);
  });

  it("the version is read from the environment", () => {
    expect(adapter.hostVersion?.({ AI_AGENT: "claude-code_2-1-332_harness" })).toBe("2.1.332");
    expect(adapter.hostVersion?.({ AI_AGENT: "codex_1-2-3" })).toBeUndefined();
    expect(adapter.hostVersion?.({})).toBeUndefined();
  });
});

describe("events by hand and by decoding", () => {
  it("createEvent classifies by the names that all providers share", () => {
    const call = (name: string) =>
      createEvent("tool.pre", { tool: { name, input: { command: "ls", file_path: "a" } }, session: { cwd: "/w" } }).tool;
    expect(
      ["Bash", "run_shell_command", "read_file", "apply_patch", "mcp__a__b", "websearch", "Task", "nope"].map(
        (name) => call(name).canonical,
      ),
    ).toEqual(["shell", "shell", "file.read", "file.edit", "mcp", "fetch", "task", "other"]);
    expect(call("Read").targets).toEqual([{ path: "a", absolute: "/w/a", op: "read" }]);
    expect(createEvent("tool.pre", { tool: { name: "x", canonical: "shell" } }).tool.shell).toEqual({ command: "", dialect: "unknown" });
  });

  it("it can everything its kind can, and is frozen", () => {
    const event = createEvent("agent.stop", { loopCount: 2 });
    expect([event.can("continue-agent"), event.can("deny"), event.loopCount, event.previouslyContinued]).toEqual([true, false, 2, false]);
    expect(() => Object.assign(event, { loopCount: 3 })).toThrow(TypeError);
  });

  it("a call without an id gets one that is the same for the same call", () => {
    const id = (command: string, session = "s") =>
      createEvent("tool.pre", { tool: { name: "Bash", input: { command } }, session: { id: session } }).tool;
    expect(id("ls").id).toMatch(/^hook_synth_[0-9a-f]{16}$/);
    expect(id("ls").synthesized).toBe(true);
    expect(id("ls").id).toBe(id("ls").id);
    expect(id("ls").id).not.toBe(id("pwd").id);
    expect(id("ls").id).not.toBe(id("ls", "t").id);
  });

  it("patch replaces, adds and removes members, and leaves the event as it was", () => {
    const { tool } = createEvent("tool.pre", { tool: { name: "x", input: { a: 1, b: 2 } } });
    expect(tool.patch({ a: 3, b: undefined, c: 4 })).toEqual({ a: 3, c: 4 });
    expect(tool.input).toEqual({ a: 1, b: 2 });
  });

  it.each([
    ["", "empty"],
    [" \n", "empty"],
    ["nope", "invalid"],
    ["[]", "invalid"],
    ["{}", "unknown-event"],
  ])("decodeEvent of %j rejects with a PayloadError %s", async (payload, code) => {
    const error: unknown = await decodeEvent({ provider: "claude-code", payload }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PayloadError);
    expect(error).toMatchObject({ code, provider: "claude-code" });
  });

  it("an unknown provider is a TypeError that names the known ones", async () => {
    await expect(decodeEvent({ provider: "nobody", payload: {} })).rejects.toThrow(/claude-code/);
  });
});

describe("providers of one's own", () => {
  const mine = defineProvider({ ...adapter, id: "my-agent" });
  const program = (): Hooks => createHooks({ providers: [mine] }).on("tool.pre", () => deny("no"));

  it("get in through createHooks", async () => {
    const sent = await invoke(program(), { provider: "my-agent", payload: payloadOf("PreToolUse") });
    expect(specific(sent).permissionDecision).toBe("deny");
  });

  it("are checked", () => {
    const broken = (change: object) => () => defineProvider({ ...adapter, ...change } as typeof adapter);
    expect(broken({ apiVersion: 2 })).toThrow(/apiVersion/);
    expect(broken({ id: "My Agent" })).toThrow(/kebab/);
    expect(broken({ encode: undefined })).toThrow(/encode/);
    expect(broken({ events: [] })).toThrow(/events/);
    expect(broken({ events: [...adapter.events, adapter.events[0]] })).toThrow(/twice/);
    expect(() => createHooks({ providers: [mine, mine] })).toThrow(/twice/);
  });

  it.each(["open", "closed"] as const)("one that throws while it decodes or encodes follows fail %s", async (fail) => {
    const bug = () => {
      throw new Error("bug");
    };
    for (const change of [{ encode: bug }, { decode: bug }]) {
      const hooks = createHooks({ policy: { fail }, providers: [defineProvider({ ...adapter, id: "my-agent", ...change })] }).on(
        "tool.pre",
        () => deny("no"),
      );
      const { answer } = await invoke(hooks, { provider: "my-agent", event: "PreToolUse", payload: payloadOf("PreToolUse") });
      expect(answer).toMatchObject(
        fail === "closed" ? { exitCode: 2 } : { exitCode: 0, stdout: expect.stringMatching(/^(\{\})?$/) as string },
      );
    }
  });
});
