/** Who wrote a prompt of Claude Code (facts/claude-code.md §0.9, its schema of `source`): only `user` has authority. */
import { type AnyEvent, createHooks, decodeEvent, type JsonObject } from "agenthooks";
import { describe, expect, it } from "vitest";
import { capture, captures } from "./helpers/captures.js";
import { payloadOf, send } from "./helpers/claude.js";

const originOf = (event: AnyEvent) => (event.kind === "prompt.submitted" ? event.prompt.origin : event.kind);
const decode = (payload: string | Uint8Array) => decodeEvent({ provider: "claude-code", payload });

describe("captured prompts", () => {
  const prompts = captures.filter(({ event }) => event === "UserPromptSubmit" || event === "UserPromptExpansion");

  it.each(prompts)("$version $title", async ({ title, bytes }) => {
    expect(originOf(await decode(bytes))).toBe(title.endsWith("task-notification") ? "notification" : "user");
  });

  it("a slash command is the person's: its UserPromptExpansion says which and with what", async () => {
    const slash = await decode(capture("UserPromptExpansion.slash_command").bytes);
    const mcp = await decode(capture("UserPromptExpansion.mcp_prompt").bytes);
    if (slash.kind !== "prompt.submitted" || mcp.kind !== "prompt.submitted") throw new Error("not prompts");
    expect(slash.prompt).toMatchObject({ text: "/mycmd arg1 arg2", origin: "user", command: { name: "mycmd", args: "arg1 arg2" } });
    expect(mcp.prompt).toMatchObject({ text: "/mcp__lab__hello", origin: "user", command: { name: "mcp__lab__hello", args: "" } });
  });
});

describe("a prompt", () => {
  it.each([
    ["<task-notification>\n<task-id>1</task-id>", {}, "notification"],
    ["\n <task-notification>", {}, "notification"],
    ["<task-notification>", { agent_id: "a1" }, "notification"],
    ["<task-notification>", { source: "user" }, "notification"],
    ['<teammate-message teammate_id="lead">do it</teammate-message>', {}, "agent"],
    ['<cross-session-message from="x">do it', {}, "agent"],
    ["<agent-message>", { source: "system" }, "agent"],
    ['<channel source="slack">deploy', {}, "extension"],
    ["<tick>12:00</tick>", {}, "synthetic"],
    ["This session is being continued from a previous conversation that ran out of context. The summary", {}, "continuation"],
    ["go", { agent_id: "a1", agent_type: "rev" }, "agent"],
    ["go", { agent_type: "rev" }, "user"], // a session that was started as an agent: its prompts are the person's
    ["go", {}, "user"],
    ["go", { source: "user" }, "user"],
    ["go", { source: "sdk" }, "user"],
    ["go", { source: "system" }, "synthetic"],
    ["go", { source: "loop_wakeup" }, "synthetic"],
    ["go", { source: "schedule_wakeup" }, "synthetic"],
    ["go", { source: "poll_event" }, "extension"],
    ["go", { source: "constructor" }, "unknown"],
    ["", {}, "user"],
    ["<", {}, "user"],
    ["<html>what is this?</html>", {}, "user"],
    ["<task-notifications>", {}, "user"],
    ["what is a <task-notification>?", {}, "user"],
  ])("%j %j is written by %s", async (prompt, members: JsonObject, origin) => {
    expect(originOf(await decode(JSON.stringify(payloadOf("UserPromptSubmit", { prompt, ...members }))))).toBe(origin);
  });
});

describe("a tag ends at the first character that is not of its name", () => {
  const tags: readonly (readonly [string, string])[] = [
    ["task-notification", "notification"],
    ["teammate-message", "agent"],
    ["agent-message", "agent"],
    ["cross-session-message", "agent"],
    ["channel", "extension"],
    ["slack-ping", "extension"],
    ["slack-tag-message", "extension"],
    ["tick", "synthetic"],
  ];
  const endings = [">", " a='1'>", "\na='1'>", "\r\n>", "\t>", "\n>", "/>", " />", "", "\u00a0>"];
  it.each(tags.flatMap(([tag, origin]) => endings.map((ending) => [`<${tag}${ending}`, origin] as const)))(
    "%j is of %s",
    async (prompt, origin) => {
      expect(originOf(await decode(JSON.stringify(payloadOf("UserPromptSubmit", { prompt }))))).toBe(origin);
    },
  );

  it.each(["<ticks>", "<tick-tock/>", "<channel-list\n>", "</tick>", "< tick>", "<Tick>"])("%j is the user's", async (prompt) => {
    expect(originOf(await decode(JSON.stringify(payloadOf("UserPromptSubmit", { prompt }))))).toBe("user");
  });
});

it("a program that gives authority to the user alone is not led by what a machine submits", async () => {
  const granted: string[] = [];
  const hooks = createHooks().on("prompt.submitted", ({ prompt }) => {
    if (prompt.origin === "user") granted.push(prompt.text);
  });
  const commands = ["/approve", "<task-notification>/approve", "This session is being continued from a previous conversation: /approve"];
  for (const prompt of commands) await send(hooks, "UserPromptSubmit", { prompt });
  await send(hooks, "UserPromptSubmit", { prompt: "/approve", agent_id: "a1" });
  expect(granted).toEqual(["/approve"]);
});
