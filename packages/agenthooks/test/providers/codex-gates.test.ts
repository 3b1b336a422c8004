/** Every gate of Codex: the bytes of what it is answered with in its own keys, and what it does not take (facts/codex.md §4 and §5). */
import { createHooks, type JsonObject, nativeAnswer } from "agenthooks";
import * as codex from "agenthooks/codex";
import { describe, expect, it } from "vitest";
import { TAKEN } from "../../src/providers/codex/answer-keys.js";
import { codexHost } from "../../src/providers/codex/host.js";
import { sendCodex } from "../helpers/codex.js";

type Gate = keyof typeof codex.events;

/** An answer in the agent's keys, as a program without types would give it. */
async function answered(gate: Gate, keys: JsonObject, fail: "open" | "closed" = "open") {
  const hooks = createHooks({ name: "gates", policy: { fail } });
  hooks.onNative(codex.events[gate] as typeof codex.events.Stop, () => nativeAnswer(keys as codex.StopAnswer));
  const { answer, failure, log } = await sendCodex(hooks, gate);
  if (answer.via !== "process") throw new Error("not a process");
  return { answer, failure, log: JSON.stringify(log), effect: codexHost.read(gate, { ...answer, timedOut: false }, "") };
}
const stdout = (text: string) => ({ via: "process", stdout: text, stderr: "", exitCode: 0 });
const specific = (event: string, members: string) => stdout(`{"hookSpecificOutput":{${members},"hookEventName":"${event}"}}`);
const context = (event: string) => specific(event, '"additionalContext":"c"');

const CONTEXT = { hookSpecificOutput: { additionalContext: "c" } };
const BLOCK = { decision: "block", reason: "no" };
const END = { continue: false, stopReason: "s" };
const blocked = stdout('{"decision":"block","reason":"no"}');
const ended = stdout('{"continue":false,"stopReason":"s"}');

const TABLE: Readonly<Record<Gate, readonly (readonly [keys: JsonObject, sent: object])[]>> = {
  PreToolUse: [
    [
      { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" } },
      specific("PreToolUse", '"permissionDecision":"deny","permissionDecisionReason":"no"'),
    ],
    [
      { hookSpecificOutput: { permissionDecision: "deny" } },
      specific("PreToolUse", '"permissionDecision":"deny","permissionDecisionReason":"blocked by a hook"'),
    ],
    [
      { hookSpecificOutput: { permissionDecision: "allow", updatedInput: { command: "box" } } },
      specific("PreToolUse", '"permissionDecision":"allow","updatedInput":{"command":"box"}'),
    ],
    [CONTEXT, context("PreToolUse")],
    [BLOCK, blocked],
    [{ systemMessage: "é" }, stdout('{"systemMessage":"\\u00e9"}')],
  ],
  PermissionRequest: [
    [
      { hookSpecificOutput: { decision: { behavior: "deny", message: "no" } } },
      specific("PermissionRequest", '"decision":{"behavior":"deny","message":"no"}'),
    ],
    [{ hookSpecificOutput: { decision: { behavior: "allow" } } }, specific("PermissionRequest", '"decision":{"behavior":"allow"}')],
    [{ systemMessage: "m" }, stdout('{"systemMessage":"m"}')],
  ],
  PostToolUse: [
    [BLOCK, blocked],
    [{ decision: "block", reason: " " }, stdout('{"decision":"block","reason":"blocked by a hook"}')],
    [END, ended],
    [CONTEXT, context("PostToolUse")],
  ],
  UserPromptSubmit: [
    [BLOCK, blocked],
    [END, ended],
    [CONTEXT, context("UserPromptSubmit")],
  ],
  SessionStart: [
    [END, ended],
    [CONTEXT, context("SessionStart")],
  ],
  Stop: [
    [BLOCK, blocked],
    [END, ended],
    [{}, stdout("")],
  ],
  SubagentStart: [[CONTEXT, context("SubagentStart")]],
  SubagentStop: [[BLOCK, blocked]],
  PreCompact: [[END, ended]],
  PostCompact: [[END, ended]],
  Interrupt: [[{ systemMessage: "m" }, stdout('{"systemMessage":"m"}')]],
};
const GATES = Object.keys(TABLE) as Gate[];

it("there is a gate for every event whose answer changes something, and for no other", () => {
  const gates = codex.adapter.events.filter((row) => row.gate).map((row) => row.native);
  for (const names of [Object.keys(codex.events), GATES, Object.keys(TAKEN)]) expect(names.toSorted()).toEqual(gates.toSorted());
});

describe.each(GATES)("%s", (gate) => {
  it.each(TABLE[gate].map(([keys, sent]) => [JSON.stringify(keys), keys, sent] as const))(
    "%s is sent, and the agent reads it",
    async (_, keys, sent) => {
      const got = await answered(gate, keys);
      expect(got.answer).toEqual(sent);
      const silent = codexHost.read(gate, { stdout: "", stderr: "", exitCode: 0, timedOut: false }, "");
      if (got.answer.stdout !== "" && gate !== "PostCompact" && gate !== "Stop" && gate !== "SubagentStop") {
        const rewrites = got.answer.stdout.includes("updatedInput");
        if (!rewrites) expect(got.effect).not.toEqual(silent);
      }
    },
  );

  it("names a key that it does not take, and answers as its fail mode says", async () => {
    const opened = await answered(gate, { permission: "deny" });
    expect([opened.failure, opened.answer]).toEqual(["error", stdout("")]);
    expect(opened.log).toContain(`${gate} of Codex does not take permission`);
    const closed = await answered(gate, { permission: "deny" }, "closed");
    expect(closed.answer.exitCode).toBe(codex.adapter.row?.(gate)?.guards ? 2 : 0);
  });
});

describe("what the agent would drop with the whole answer, and go on, is a handler error", () => {
  const of = (members: JsonObject): JsonObject => ({ hookSpecificOutput: members });
  it.each([
    ["an ask", "PreToolUse", of({ permissionDecision: "ask" }), "is one of allow, deny; got"],
    ["an allow alone", "PreToolUse", of({ permissionDecision: "allow" }), "and updatedInput together, or neither"],
    ["a rewrite alone", "PreToolUse", of({ updatedInput: {} }), "and updatedInput together, or neither"],
    ["the end of the run at a call", "PreToolUse", { continue: false }, "PreToolUse of Codex does not take continue"],
    [
      "a rewrite that is nested too deep",
      "PreToolUse",
      of({ permissionDecision: "allow", updatedInput: JSON.parse(`${'{"a":'.repeat(126)}1${"}".repeat(126)}`) as JsonObject }),
      "nested deeper than 127 levels",
    ],
    ["silence", "PreToolUse", { suppressOutput: true }, "does not take suppressOutput"],
    ["the older word", "PreToolUse", { decision: "approve" }, "decision of PreToolUse of Codex is one of block"],
    ["a reason alone", "PostToolUse", { reason: "no" }, "reason of PostToolUse of Codex goes with decision"],
    ["an output of Claude Code", "PostToolUse", of({ updatedToolOutput: "x" }), "does not take hookSpecificOutput.updatedToolOutput"],
    ["an output of MCP", "PostToolUse", of({ updatedMCPToolOutput: "x" }), "does not take hookSpecificOutput.updatedMCPToolOutput"],
    ["a context at a stop", "Stop", of({ additionalContext: "c" }), "Stop of Codex does not take hookSpecificOutput"],
    ["an empty object at a stop", "Stop", of({}), "Stop of Codex does not take hookSpecificOutput"],
    ["a block of a compaction", "PreCompact", BLOCK, "does not take decision, reason"],
    ["an interrupt", "PermissionRequest", of({ decision: { behavior: "deny", interrupt: true } }), "decision.interrupt"],
    ["a rewrite of a question", "PermissionRequest", of({ decision: { behavior: "allow", updatedInput: {} } }), "decision.updatedInput"],
    ["a behaviour that is none", "PermissionRequest", of({ decision: { behavior: "ask" } }), "is one of allow, deny; got"],
    ["the end of the run at a subagent's start", "SubagentStart", { continue: false }, "does not take continue"],
    ["a reason that is no text", "Stop", { decision: "block", reason: 1 }, "reason of Stop of Codex is a string; got 1"],
  ] as const)("%s", async (_name, gate, keys, told) => {
    const { failure, log } = await answered(gate, keys);
    expect(failure).toBe("error");
    expect(log).toContain(told);
  });
});

it("a member that is undefined is not sent", async () => {
  const keys = { systemMessage: undefined, decision: "block", reason: "no" } as unknown as JsonObject;
  expect((await answered("Stop", keys)).answer).toEqual(blocked);
});

it("a native answer that refuses stands against an ask, one that does not gives way to it", async () => {
  const { events } = codex;
  const render = (gate: Gate, keys: JsonObject) => events[gate].render(keys).refuses;
  expect(render("PreToolUse", BLOCK)).toBe(true);
  expect(render("PreToolUse", { hookSpecificOutput: { permissionDecision: "deny" } })).toBe(true);
  expect(render("PermissionRequest", { hookSpecificOutput: { decision: { behavior: "deny" } } })).toBe(true);
  expect([render("UserPromptSubmit", END), render("PreCompact", END), render("PostToolUse", END)]).toEqual([true, true, false]);
  expect([render("PreToolUse", CONTEXT), render("PermissionRequest", {})]).toEqual([false, false]);
});

it("half of a pair, and a reason of the agent's own white space, lose no answer", async () => {
  const half = await answered("PreToolUse", { decision: "block", reason: "no", systemMessage: "x\ud83d" });
  expect([half.answer.stdout, half.effect.ran]).toEqual(['{"decision":"block","reason":"no","systemMessage":"x\\ufffd"}', false]);
  expect((await answered("PreToolUse", { decision: "block", reason: "\u0085" })).effect.ran).toBe(false);
});
