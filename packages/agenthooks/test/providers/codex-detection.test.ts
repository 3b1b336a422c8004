/** Who is calling, where Codex and Claude Code send the same shape (design §5.4, facts/codex.md §3 and §4); and the older `notify`. */
import { readFileSync } from "node:fs";
import { blockPrompt, createHooks, decodeEvent, deny, type JsonObject, PayloadError, proceed } from "agenthooks";
import * as codex from "agenthooks/codex";
import { invoke } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { interactive, variantOf } from "../../src/providers/codex/variant.js";
import { captures, codexCaptures } from "../helpers/captures.js";
import { payloadOf } from "../helpers/claude.js";
import { codexPayload } from "../helpers/codex.js";

const seen = async (provider: string | undefined, payload: Uint8Array | JsonObject, env: Readonly<Record<string, string>> = {}) => {
  const { event } = await invoke(createHooks(), { provider: provider as string, payload, env });
  return [event?.provider, event?.detectionConfidence];
};

describe("without a flag", () => {
  it.each(codexCaptures)("codex $title is Codex's", async ({ bytes }) => {
    expect(await seen(undefined, bytes)).toEqual(["codex", "shape"]);
  });

  it("every payload of Claude Code is Claude Code's", async () => {
    for (const { bytes, title } of captures) expect(await seen(undefined, bytes), title).toEqual(["claude-code", "shape"]);
  });

  it("a payload of neither shape is not Codex's, whatever the environment is", () => {
    const odd = [
      undefined,
      null,
      [],
      {},
      { hook_event_name: 1, turn_id: "t", model: "m" },
      { hook_event_name: "stop", turn_id: "t", model: "m" },
    ];
    for (const payload of odd) expect(variantOf(payload as JsonObject)).toBeUndefined();
    expect(codex.adapter.detect({ payload: undefined, env: { CODEX_HOME: "/home/ada/.codex" } })).toBeUndefined();
  });

  it("a rollout of Windows is one", () => {
    expect(variantOf({ hook_event_name: "SessionEnd", transcript_path: "C:\\a\\rollout-x.jsonl" })).toBe("");
    expect(variantOf({ hook_event_name: "SessionEnd", transcript_path: "C:\\a\\x.jsonl" })).toBeUndefined();
  });
});

describe("on an entry of the other", () => {
  const PLUGIN = { PLUGIN_ROOT: "/p", PLUGIN_DATA: "/d", CLAUDE_PLUGIN_ROOT: "/p", CLAUDE_PLUGIN_DATA: "/d" };

  it("Codex, which runs the hooks of a plugin for Claude Code, is answered as Codex", async () => {
    const hooks = createHooks().on("tool.pre", () => deny("no"));
    const { answer, event } = await invoke(hooks, { provider: "claude-code", payload: codexPayload("PreToolUse"), env: PLUGIN });
    expect([event?.provider, event?.detectionConfidence]).toEqual(["codex", "shape"]);
    expect(answer).toMatchObject({ stdout: "", stderr: "no", exitCode: 2 });
  });

  it("Claude Code, which runs the hooks of a plugin for Codex, is answered as Claude Code", async () => {
    const hooks = createHooks().on("prompt.submitted", () => blockPrompt("no"));
    const { answer, event } = await invoke(hooks, { provider: "codex", payload: payloadOf("UserPromptSubmit") });
    expect([event?.provider, event?.detectionConfidence]).toEqual(["claude-code", "shape"]);
    expect(answer).toMatchObject({ stdout: '{"decision":"block","reason":"no"}', exitCode: 0 });
  });

  it("a turn alone is no mark: Claude Code sends one with what it displays", async () => {
    expect(await seen("claude-code", payloadOf("MessageDisplay", { turn_id: "t" }))).toEqual(["claude-code", "config"]);
    expect(await seen("codex", codexPayload("PreToolUse"), PLUGIN)).toEqual(["codex", "config"]);
  });
});

it("nobody is asked in a session without approvals; whether somebody is in another is not said", () => {
  expect(interactive({ permission_mode: "bypassPermissions" })).toBe(false);
  expect([interactive({ permission_mode: "default" }), interactive({}), interactive(undefined)]).toEqual([undefined, undefined, undefined]);
});

it("a subagent's events are of its parent's session, and its own agent", async () => {
  const titles = ["PreToolUse.in-subagent", "SubagentStart", "SubagentStop", "UserPromptSubmit.in-subagent"];
  for (const { bytes } of codexCaptures.filter(({ title }) => titles.includes(title))) {
    const { session, agent } = await decodeEvent({ provider: "codex", payload: bytes });
    expect([session.id, agent?.id, agent?.type]).toEqual([
      "01a22ce4-91ca-72b0-a319-0fc0fc61d8b3",
      "01a22ce4-959a-7de1-9764-37cea6d6b5a5",
      "default",
    ]);
  }
});

it("a prompt is the person's, a subagent's task its parent's, and a hook's instruction the agent's own", async () => {
  const origin = async (members: JsonObject) => {
    const event = await decodeEvent({ provider: "codex", payload: codexPayload("UserPromptSubmit", members) });
    return event.kind === "prompt.submitted" ? event.prompt.origin : undefined;
  };
  expect([
    await origin({}),
    await origin({ agent_id: "a" }),
    await origin({ prompt: '<hook_prompt hook_run_id="x">go</hook_prompt>' }),
  ]).toEqual(["user", "agent", "synthetic"]);
});

describe("the text of a result", () => {
  it.each([
    ["text", "a", "a"],
    ["blocks of an MCP server", { content: [{ type: "text", text: "a" }] }, "a"],
    [
      "an object of an MCP server, which the model reads before the blocks",
      { content: [{ type: "text", text: "a" }], structuredContent: { b: 1 } },
      '{"b":1}',
    ],
    ["an object", { goal: null }, '{"goal":null}'],
    ["an image", [{ type: "input_image", image_url: "data:" }], undefined],
  ])("%s", async (_name, tool_response, expected) => {
    const event = await decodeEvent({
      provider: "codex",
      payload: codexPayload("PostToolUse", { tool_response: tool_response as JsonObject }),
    });
    expect(event.kind === "tool.post" && event.outputText).toBe(expected);
  });
});

describe("the older notify", () => {
  const argv = readFileSync(new URL("../captures/codex/0.171.0/notify.argv.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const payload = argv.at(-1) ?? "";

  it("is a notification of the turn that has ended", async () => {
    const event = await decodeEvent({ provider: "codex", payload });
    expect(event).toMatchObject({
      kind: "notification",
      nativeName: "agent-turn-complete",
      message: "final text",
      notificationType: "agent-turn-complete",
    });
    expect(event.session).toMatchObject({ id: "01a22cfd-a8f9-73f2-989b-9fc962d8ba36", turnId: expect.any(String), cwd: "/home/ada/work" });
    expect(typeof event.session.projectRoot === "string" || event.session.projectRoot === undefined).toBe(true);
    expect(codex.agentTurnComplete(event)?.["input-messages"]).toEqual(["hello"]);
    expect(codex.unknownKeys(event)).toEqual([]);
  });

  it("is found without a flag, answered with nothing, and what its handlers ask for is listed as lost", async () => {
    const hooks = createHooks().on("notification", () => proceed().withContext("c"));
    const { answer, degraded, event } = await invoke(hooks, { provider: undefined as never, payload: JSON.parse(payload) as JsonObject });
    expect(answer).toEqual({ via: "process", stdout: "", stderr: "", exitCode: 0 });
    expect([event?.detectionConfidence, degraded.map(({ capability }) => capability)]).toEqual(["shape", ["add-context"]]);
  });

  it("without its members is still one; another type is none", async () => {
    const event = await decodeEvent({ provider: "codex", payload: { type: "agent-turn-complete" } });
    expect([event.kind, event.session.id, event.session.workspaceRoots]).toEqual(["notification", undefined, []]);
    await expect(decodeEvent({ provider: "codex", payload: { type: "agent-turn-begun" } })).rejects.toThrow(PayloadError);
  });
});
