/** The table of Codex's events: kinds, marks and claims (facts/codex.md §4, design §4 and §5.10). */
import { createHooks, type Kind } from "agenthooks";
import { capabilities, eventMap, matrix } from "agenthooks/registry";
import { expect, it } from "vitest";
import { CAPABILITIES } from "../../src/event/provider.js";
import { codexCaptures } from "../helpers/captures.js";
import { sendCodex } from "../helpers/codex.js";

const rows = eventMap.codex ?? [];
const named = (mark: (row: (typeof rows)[number]) => boolean) =>
  rows
    .filter(mark)
    .map((row) => row.native)
    .toSorted();

const KINDS: Readonly<Record<string, Kind>> = {
  SessionStart: "session.start",
  SessionEnd: "session.end",
  UserPromptSubmit: "prompt.submitted",
  PreModelRequest: "model.request",
  PostModelRequest: "model.response",
  PreToolUse: "tool.pre",
  PermissionRequest: "permission.request",
  PostToolUse: "tool.post",
  PreCompact: "compact.pre",
  PostCompact: "compact.post",
  SubagentStart: "subagent.start",
  SubagentStop: "subagent.stop",
  Stop: "agent.stop",
  Interrupt: "other",
};

it("there are 14 events, each recorded and of the kind of the design", () => {
  expect(Object.fromEntries(rows.map(({ native, kind }) => [native, kind]))).toEqual(KINDS);
  expect([...new Set(codexCaptures.map(({ event }) => event))].toSorted()).toEqual(Object.keys(KINDS).toSorted());
});

it("fail-closed refuses a call, a question and a prompt, and nothing that comes after the fact", () => {
  expect(named((row) => row.guards === true)).toEqual(["PermissionRequest", "PreToolUse", "UserPromptSubmit"]);
});

it("what goes to the model and comes from it is told when it is asked for only", () => {
  expect(named((row) => row.observe !== "safe")).toEqual(["PostModelRequest", "PreModelRequest"]);
  expect(named((row) => row.observe === "never")).toEqual([]);
});

it("the ends of a session and of a turn by hand have a second, whatever has no timeout", () => {
  expect(Object.fromEntries(rows.flatMap((row) => (row.timeoutMs === undefined ? [] : [[row.native, row.timeoutMs]])))).toEqual({
    SessionEnd: 1_000,
    Interrupt: 1_000,
  });
  expect(matrix("codex").find(({ native }) => native === "Stop")?.timeoutMs).toBe(600_000);
});

it("a message reaches nobody in exec, and the rest is the same there", () => {
  for (const { native } of rows) {
    const [other, exec] = ["", "print"].map((variant) => [...capabilities("codex", variant, { native })]);
    expect(exec, native).toEqual(other?.filter((one) => one !== "system-message"));
  }
});

it("nothing is claimed that the agent fails on: no ask and no allow of a call, no rewrite of a question, no end at a call or a result", () => {
  const lacks = (native: string) => CAPABILITIES.filter((one) => !capabilities("codex", "", { native }).has(one));
  expect(lacks("PreToolUse")).toEqual(expect.arrayContaining(["ask", "allow", "stop-agent"]));
  expect(lacks("PermissionRequest")).toEqual(expect.arrayContaining(["update-input", "add-context", "stop-agent"]));
  expect(lacks("PostToolUse")).toContain("stop-agent");
  expect(lacks("SubagentStart")).toContain("deny");
});

it("an event that a later version may have reaches observers as it is", async () => {
  const seen: string[] = [];
  const hooks = createHooks().onAny((event) => void seen.push(`${event.kind} ${event.nativeName}`));
  const { answer } = await sendCodex(hooks, "StopFailure");
  expect([seen, answer]).toEqual([["other StopFailure"], { via: "process", stdout: "", stderr: "", exitCode: 0 }]);
});
