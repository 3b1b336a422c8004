/** Every gate of Claude Code: the bytes and the exit code of what it is answered with (facts/claude-code.md §3 and §4). */
import { createHooks, type JsonObject, nativeAnswer } from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import { describe, expect, it } from "vitest";
import { send } from "./helpers/claude.js";

type Gate = keyof typeof claudeCode.events;

/** An answer in the agent's keys, as a program without types would give it. */
async function answered(gate: Gate, keys: JsonObject, fail: "open" | "closed" = "open") {
  const hooks = createHooks({ name: "gates", policy: { fail } });
  hooks.onNative(claudeCode.events[gate] as typeof claudeCode.events.Stop, () => nativeAnswer(keys as claudeCode.StopAnswer));
  const sent = await send(hooks, gate);
  return { answer: sent.answer, failure: sent.failure, log: JSON.stringify(sent.log) };
}
const stdout = (text: string) => ({ via: "process", stdout: text, stderr: "", exitCode: 0 });
const exit2 = (stderr: string) => ({ via: "process", stdout: "", stderr, exitCode: 2 });

const CONTEXT = { hookSpecificOutput: { additionalContext: "c" } };
const BLOCK = { decision: "block", reason: "no" };
const DENY = { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" } };
const blocked = stdout('{"decision":"block","reason":"no"}');
const denied = (event: string) =>
  stdout(`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no","hookEventName":"${event}"}}`);
const specific = (event: string, members: string) => stdout(`{"hookSpecificOutput":{${members},"hookEventName":"${event}"}}`);
const context = (event: string) => specific(event, '"additionalContext":"c"');

/** What each gate is answered with, and what is sent: at least its refusal where it has one, and a key of its own. */
const TABLE: Readonly<Record<Gate, readonly (readonly [keys: JsonObject, sent: object])[]>> = {
  PreToolUse: [
    [DENY, denied("PreToolUse")],
    [BLOCK, blocked], // the older form, which the agent still takes
    [{ hookSpecificOutput: { permissionDecision: "defer" } }, specific("PreToolUse", '"permissionDecision":"defer"')],
    [{ hookSpecificOutput: { updatedInput: { a: 1 } } }, specific("PreToolUse", '"updatedInput":{"a":1}')],
  ],
  PostToolUse: [
    [BLOCK, blocked],
    [{ hookSpecificOutput: { updatedToolOutput: "x" } }, specific("PostToolUse", '"updatedToolOutput":"x"')],
    [{ hookSpecificOutput: { classifierContext: "x" } }, specific("PostToolUse", '"classifierContext":"x"')],
  ],
  PostToolUseFailure: [
    [BLOCK, blocked],
    [CONTEXT, context("PostToolUseFailure")],
  ],
  PostToolBatch: [
    [BLOCK, blocked],
    [CONTEXT, context("PostToolBatch")],
    [{ continue: false, stopReason: "s" }, stdout('{"continue":false,"stopReason":"s"}')],
  ],
  PermissionRequest: [
    [
      { hookSpecificOutput: { decision: { behavior: "deny", message: "no", interrupt: true } } },
      specific("PermissionRequest", '"decision":{"behavior":"deny","message":"no","interrupt":true}'),
    ],
    [
      { hookSpecificOutput: { decision: { behavior: "allow", updatedPermissions: [{ type: "setMode" }] } } },
      specific("PermissionRequest", '"decision":{"behavior":"allow","updatedPermissions":[{"type":"setMode"}]}'),
    ],
  ],
  PermissionDenied: [[{ hookSpecificOutput: { retry: true } }, specific("PermissionDenied", '"retry":true')]],
  PreSkillShellCommand: [[DENY, denied("PreSkillShellCommand")]],
  UserPromptSubmit: [
    [BLOCK, blocked],
    [
      { ...BLOCK, hookSpecificOutput: { suppressOriginalPrompt: true } },
      stdout('{"decision":"block","reason":"no","hookSpecificOutput":{"suppressOriginalPrompt":true,"hookEventName":"UserPromptSubmit"}}'),
    ],
    [{ hookSpecificOutput: { sessionTitle: "t" } }, specific("UserPromptSubmit", '"sessionTitle":"t"')],
  ],
  UserPromptExpansion: [
    [BLOCK, blocked],
    [CONTEXT, context("UserPromptExpansion")],
  ],
  SessionStart: [
    [
      { hookSpecificOutput: { initialUserMessage: "hi", watchPaths: ["/w"], reloadSkills: true } },
      specific("SessionStart", '"initialUserMessage":"hi","watchPaths":["/w"],"reloadSkills":true'),
    ],
  ],
  Setup: [[CONTEXT, context("Setup")]],
  Stop: [
    [BLOCK, blocked],
    [CONTEXT, context("Stop")],
    [{ continue: false }, stdout('{"continue":false}')],
  ],
  SubagentStart: [[CONTEXT, context("SubagentStart")]],
  SubagentStop: [
    [BLOCK, blocked],
    [CONTEXT, context("SubagentStop")],
  ],
  PreCompact: [
    [BLOCK, blocked],
    [{}, stdout("")], // whatever is printed beside a block becomes an instruction for the summary
  ],
  PreModelSwitch: [[DENY, denied("PreModelSwitch")]],
  PostModelSwitch: [[CONTEXT, context("PostModelSwitch")]],
  Notification: [[CONTEXT, context("Notification")]],
  TaskCreated: [
    [BLOCK, exit2("no")],
    [{ decision: "block" }, exit2("blocked by a hook")],
    [{ decision: "block", reason: " \n" }, exit2("blocked by a hook")],
    [{ ...BLOCK, systemMessage: "lost beside exit 2" }, exit2("no")],
  ],
  TaskCompleted: [[BLOCK, exit2("no")]],
  TeammateIdle: [[BLOCK, exit2("no")]],
  Elicitation: [
    [BLOCK, exit2("no")],
    [
      { hookSpecificOutput: { action: "accept", content: { name: "Ada" } } },
      specific("Elicitation", '"action":"accept","content":{"name":"Ada"}'),
    ],
  ],
  ElicitationResult: [[{ hookSpecificOutput: { action: "decline" } }, specific("ElicitationResult", '"action":"decline"')]],
  ConfigChange: [[BLOCK, exit2("no")]],
  WorktreeCreate: [
    [{ hookSpecificOutput: { worktreePath: "/home/ada/wt é" } }, stdout("/home/ada/wt é")],
    [BLOCK, exit2("no")],
  ],
  CwdChanged: [[{ hookSpecificOutput: { watchPaths: ["/w"] } }, specific("CwdChanged", '"watchPaths":["/w"]')]],
  FileChanged: [[{ hookSpecificOutput: { watchPaths: ["/w"] } }, specific("FileChanged", '"watchPaths":["/w"]')]],
  MessageDisplay: [[{ hookSpecificOutput: { displayContent: "é" } }, specific("MessageDisplay", '"displayContent":"\\u00e9"')]],
};

const GATES = Object.keys(TABLE) as Gate[];
/** Neither `decision` nor `reason` changes anything there: the program is told instead of being ignored. */
const WITHOUT_DECISION: readonly Gate[] = [
  ...(["PermissionRequest", "PermissionDenied", "PreSkillShellCommand", "SessionStart", "Setup", "SubagentStart"] as const),
  ...(["PreModelSwitch", "PostModelSwitch", "Notification", "ElicitationResult", "CwdChanged", "FileChanged", "MessageDisplay"] as const),
];

it("there is a gate for every event whose answer changes something, and for no other", () => {
  const gates = claudeCode.adapter.events.filter((row) => row.gate).map((row) => row.native);
  expect(Object.keys(claudeCode.events).toSorted()).toEqual(gates.toSorted());
  expect(GATES.toSorted()).toEqual(gates.toSorted());
});

describe.each(GATES)("%s", (gate) => {
  it.each(TABLE[gate].map(([keys, sent]) => [JSON.stringify(keys), keys, sent] as const))("%s", async (_, keys, sent) => {
    expect((await answered(gate, keys)).answer).toEqual(sent);
  });

  it("names a key that it does not take, and answers as its fail mode says", async () => {
    const opened = await answered(gate, { hookSpecificOutput: { nonsense: 1 }, permission: "deny" });
    expect(opened.failure).toBe("error");
    expect(opened.log).toContain(`${gate} of Claude Code does not take permission, hookSpecificOutput.nonsense`);
    const neutral = await send(createHooks(), gate);
    expect(opened.answer).toEqual(neutral.answer);
    const row = claudeCode.adapter.events.find(({ native }) => native === gate);
    const closed = await answered(gate, { permission: "deny" }, "closed");
    if (row?.guards) expect(closed.answer).not.toEqual(opened.answer);
    else expect(closed.answer).toEqual(opened.answer);
  });

  it("ignores nothing silently: `decision` is taken or refused", async () => {
    const { failure, log } = await answered(gate, BLOCK);
    if (!WITHOUT_DECISION.includes(gate)) return expect(failure).toBe("none");
    expect(log).toContain(`${gate} of Claude Code does not take decision, reason`);
  });
});

it("a word that the agent does not know is a handler error: the agent would drop the whole answer and go on", async () => {
  const wrong: readonly (readonly [Gate, JsonObject])[] = [
    ["PreToolUse", { hookSpecificOutput: { permissionDecision: "block" } }],
    ["PreModelSwitch", { hookSpecificOutput: { permissionDecision: "no" } }],
    ["Elicitation", { hookSpecificOutput: { action: "refuse" } }],
    ["PermissionRequest", { hookSpecificOutput: { decision: { behavior: "block" } } }],
    ["Stop", { decision: "deny" }],
    ["Stop", { hookSpecificOutput: "deny" }],
  ];
  for (const [gate, keys] of wrong) expect((await answered(gate, keys)).failure, JSON.stringify(keys)).toBe("error");
  const { log } = await answered(...(wrong[0] as (typeof wrong)[0]));
  expect(log).toContain("is one of allow, deny, ask, defer; got");
});

it("nothing but a block is printed on a compaction", async () => {
  const { failure, log } = await answered("PreCompact", { ...BLOCK, systemMessage: "m", continue: false });
  expect(failure).toBe("error");
  expect(log).toContain("PreCompact of Claude Code does not take systemMessage, continue");
});

it("a worktree is one absolute path on one line", async () => {
  for (const worktreePath of ["", " ", "/a\n/b", "/a\r", 7, null]) {
    expect((await answered("WorktreeCreate", { hookSpecificOutput: { worktreePath } })).failure).toBe("error");
  }
  expect((await answered("WorktreeCreate", {})).log).toContain("hookSpecificOutput.worktreePath");
});
