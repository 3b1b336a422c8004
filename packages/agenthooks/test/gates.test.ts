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

describe("an answer of the wrong shape is a handler error: the agent would drop it and the action would go on", () => {
  class Reason extends Error {}
  const other = (value: unknown) => value as JsonObject;
  const of = (members: unknown): JsonObject => ({ hookSpecificOutput: other(members) });
  const WRONG: readonly (readonly [name: string, gate: Gate, keys: JsonObject, told: string])[] = [
    [
      "a reason that is an error",
      "PreToolUse",
      of({ permissionDecision: "deny", permissionDecisionReason: new Reason("no") }),
      "hookSpecificOutput.permissionDecisionReason of PreToolUse of Claude Code is a string; got Error",
    ],
    ["a reason that is null", "PreToolUse", of({ permissionDecision: "deny", permissionDecisionReason: null }), "is a string; got null"],
    [
      "a verdict that is a function",
      "PreToolUse",
      of({ permissionDecision: () => "deny" }),
      "is one of allow, deny, ask, defer; got Function",
    ],
    ["a verdict in a list", "PreToolUse", of({ permissionDecision: ["deny"] }), "is one of allow, deny, ask, defer; got Array"],
    ["defer where it is no word", "PreModelSwitch", of({ permissionDecision: "defer" }), 'is one of allow, deny, ask; got \\"defer\\"'],
    ["continue as a string", "Stop", other({ continue: "false" }), 'continue of Stop of Claude Code is true or false; got \\"false\\"'],
    ["suppressOutput as a number", "Stop", other({ suppressOutput: 1 }), "suppressOutput of Stop of Claude Code is true or false; got 1"],
    [
      "a block whose reason is an object",
      "Stop",
      other({ decision: "block", reason: {} }),
      "reason of Stop of Claude Code is a string; got Object",
    ],
    ["a refusal by exit 2 whose reason is no string", "TaskCreated", other({ decision: "block", reason: 7 }), "is a string; got 7"],
    ["a block on a compaction whose reason is no string", "PreCompact", other({ decision: "block", reason: [] }), "is a string; got Array"],
    [
      "a message in a list",
      "PreToolUse",
      other({ systemMessage: ["m"] }),
      "systemMessage of PreToolUse of Claude Code is a string; got Array",
    ],
    [
      "an input that is a list",
      "PreToolUse",
      of({ updatedInput: [] }),
      "hookSpecificOutput.updatedInput of PreToolUse of Claude Code is an object",
    ],
    ["an input that is a map", "PreToolUse", of({ updatedInput: new Map([["a", 1]]) }), "is an object; got Map"],
    ["an output that JSON cannot say", "PostToolUse", of({ updatedToolOutput: () => "x" }), "is a JSON value; got Function"],
    ["a context in a list", "SessionStart", of({ additionalContext: ["c"] }), "is a string; got Array"],
    ["one path that is no list", "FileChanged", of({ watchPaths: "/w" }), 'is a list of strings; got \\"/w\\"'],
    ["a path that is no string", "CwdChanged", of({ watchPaths: ["/w", 1] }), "is a list of strings; got Array"],
    ["a retry as a string", "PermissionDenied", of({ retry: "yes" }), "is true or false"],
    [
      "a form in a list",
      "Elicitation",
      of({ action: "accept", content: [] }),
      "hookSpecificOutput.content of Elicitation of Claude Code is an object",
    ],
    [
      "an output that is an error",
      "Stop",
      other({ hookSpecificOutput: new Reason("no") }),
      "takes an object as hookSpecificOutput; got Error",
    ],
    ["an output that is null", "Stop", other({ hookSpecificOutput: null }), "takes an object as hookSpecificOutput; got null"],
    [
      "a permission that is one word",
      "PermissionRequest",
      of({ decision: "deny" }),
      'hookSpecificOutput.decision of PermissionRequest of Claude Code is an object; got \\"deny\\"',
    ],
    [
      "a permission without a behaviour",
      "PermissionRequest",
      of({ decision: {} }),
      "hookSpecificOutput.decision.behavior of PermissionRequest of Claude Code is one of allow, deny; got Undefined",
    ],
    ["a permission that says nothing", "PermissionRequest", of({}), "hookSpecificOutput.decision.behavior of PermissionRequest"],
    [
      "a permission whose message is no string",
      "PermissionRequest",
      of({ decision: { behavior: "deny", message: {} } }),
      "is a string; got Object",
    ],
    ["an interrupt as a string", "PermissionRequest", of({ decision: { behavior: "deny", interrupt: "true" } }), "is true or false"],
    [
      "permissions that are no objects",
      "PermissionRequest",
      of({ decision: { behavior: "allow", updatedPermissions: ["x"] } }),
      "is a list of objects",
    ],
    [
      "a member of the other behaviour",
      "PermissionRequest",
      of({ decision: { behavior: "allow", message: "m" } }),
      "PermissionRequest of Claude Code does not take hookSpecificOutput.decision.message",
    ],
    ["a name that every object has", "PreToolUse", of({ constructor: "x" }), "does not take hookSpecificOutput.constructor"],
  ];
  it.each(WRONG)("%s", async (_name, gate, keys, told) => {
    const { failure, log } = await answered(gate, keys);
    expect(failure).toBe("error");
    expect(log).toContain(told);
  });

  it("a guard that fails closed still refuses", async () => {
    const wrong = of({ permissionDecision: "deny", permissionDecisionReason: new Reason("no") });
    const { answer } = await answered("PreToolUse", wrong, "closed");
    expect(JSON.stringify(answer)).toContain('permissionDecision\\":\\"deny');
  });
});

it("a member that is undefined is not sent", async () => {
  const keys = { systemMessage: undefined, hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: undefined } };
  expect((await answered("PreToolUse", keys as unknown as JsonObject)).answer).toEqual(
    specific("PreToolUse", '"permissionDecision":"deny"'),
  );
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
