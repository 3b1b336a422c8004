/** How Codex runs hooks and reads what they answer (facts/codex.md §0, §3 to §5), as `FakeProvider` plays it. */
import { describe, expect, it } from "vitest";
import { codexHost as host } from "../../src/providers/codex/host.js";

const OUT = { stdout: "", stderr: "", exitCode: 0, timedOut: false } as const;
const read = (event: string, ended: Partial<Parameters<typeof host.read>[1]>, variant = "") =>
  host.read(event, { ...OUT, ...ended }, variant);
const json = (event: string, body: unknown, variant = "") => read(event, { stdout: JSON.stringify(body) }, variant);
const specific = (event: string, members: object, rest: object = {}) => ({
  ...rest,
  hookSpecificOutput: { hookEventName: event, ...members },
});
const RAN = { ran: true, shownToModel: [], shownToUser: [], asked: false };
const ASKED = { ...RAN, ran: false, asked: true };
const DENY = { permissionDecision: "deny", permissionDecisionReason: "no" };
const denied = { ...RAN, ran: false, shownToModel: ["no"] };

describe("a hook that fails holds nothing back", () => {
  it.each([
    ["its timeout", { exitCode: 2, stderr: "no", timedOut: true }],
    ["a signal", { exitCode: null }],
    ["exit code 1", { exitCode: 1, stdout: JSON.stringify(specific("PreToolUse", DENY)) }],
    ["exit code 127", { exitCode: 127, stderr: "no" }],
    ["exit code 2 without a text", { exitCode: 2, stdout: "no", stderr: " \n" }],
    ["exit code 2 with white space of its own", { exitCode: 2, stderr: "\u0085" }],
    ["broken JSON", { stdout: '{"decision":"block"' }],
    ["a list", { stdout: '[{"decision":"block","reason":"no"}]' }],
    ["two documents", { stdout: '{"decision":"block","reason":"no"}{}' }],
  ] as const)("by %s", (_name, ended) => {
    expect(read("PreToolUse", ended)).toEqual(RAN);
    expect(read("PermissionRequest", ended)).toEqual(ASKED);
  });

  it.each([
    ["an unknown member", { ...specific("PreToolUse", DENY), extra: 1 }],
    ["an unknown member below", specific("PreToolUse", { ...DENY, extra: 1 })],
    ["a name that every object has", { ...specific("PreToolUse", DENY), constructor: 1 }],
    ["no name of the event", { hookSpecificOutput: DENY }],
    ["an output that is no object", { hookSpecificOutput: "deny" }],
    ["a verdict at the top", DENY],
    ["a verdict that is no word", specific("PreToolUse", { permissionDecision: "defer" })],
    ["an ask", specific("PreToolUse", { permissionDecision: "ask" })],
    ["an allow alone", specific("PreToolUse", { permissionDecision: "allow" })],
    ["a rewrite alone", specific("PreToolUse", { updatedInput: {} })],
    ["a denial without a reason", specific("PreToolUse", { permissionDecision: "deny" })],
    ["a denial with a blank reason", specific("PreToolUse", { ...DENY, permissionDecisionReason: " " })],
    ["a denial whose reason is blank to it", specific("PreToolUse", { ...DENY, permissionDecisionReason: "\u0085" })],
    ["half of a pair", { ...specific("PreToolUse", DENY), systemMessage: "\ud83d" }],
    [
      "a number that is an object",
      specific("PreToolUse", { permissionDecision: "allow", updatedInput: { "$serde_json::private::Number": "x" } }),
    ],
    ["a block without a reason", { decision: "block" }],
    ["a reason without a block", { reason: "no" }],
    ["an older word", { decision: "approve" }],
    ["the end of the run", { continue: false, ...specific("PreToolUse", DENY) }],
    ["silence", { suppressOutput: true, ...specific("PreToolUse", DENY) }],
    ["a reason that is no text", specific("PreToolUse", { ...DENY, permissionDecisionReason: 1 })],
    ["a decision of another event", specific("PreToolUse", { ...DENY, decision: { behavior: "deny" } })],
    ["a flag that is null", { continue: null, ...specific("PreToolUse", DENY) }],
  ])("by %s in its answer", (_name, body) => {
    expect(json("PreToolUse", body)).toEqual(RAN);
  });

  it("on the other events too", () => {
    expect(json("Stop", specific("Stop", { additionalContext: "c" }))).toEqual(RAN);
    expect(json("PreCompact", { decision: "block", reason: "no" })).toEqual(RAN);
    expect(json("PostToolUse", specific("PostToolUse", { updatedMCPToolOutput: "x" }))).toEqual(RAN);
    expect(json("PostToolUse", { reason: "no" })).toEqual(RAN);
    expect(json("SessionEnd", { systemMessage: "m" })).toEqual(RAN);
    for (const member of [{ interrupt: true }, { updatedInput: {} }, { updatedPermissions: [] }, { extra: 1 }, { message: 1 }]) {
      expect(json("PermissionRequest", specific("PermissionRequest", { decision: { behavior: "deny", ...member } }))).toEqual(ASKED);
    }
    for (const decision of ["deny", { behavior: "ask" }, {}]) {
      expect(json("PermissionRequest", specific("PermissionRequest", { decision }))).toEqual(ASKED);
    }
  });
});

describe("a verdict", () => {
  it("is exit code 2 with a text, whatever is on stdout", () => {
    for (const stdout of ["", "noise", "{bad", "{}"]) expect(read("PreToolUse", { exitCode: 2, stderr: " no\n", stdout })).toEqual(denied);
    expect(read("PermissionRequest", { exitCode: 2, stderr: "no" })).toEqual(denied);
    expect(read("UserPromptSubmit", { exitCode: 2, stderr: "no" })).toEqual({ ...RAN, ran: false, shownToUser: ["no"] });
    expect(read("Stop", { exitCode: 2, stderr: "no" })).toEqual(denied);
    expect(read("PostToolUse", { exitCode: 2, stderr: "no" })).toEqual({ ...RAN, shownToModel: ["no"] });
    for (const event of ["SessionStart", "PreCompact", "SubagentStart"]) expect(read(event, { exitCode: 2, stderr: "no" })).toEqual(RAN);
  });

  it("is a document, also of another event's name, with members that say nothing", () => {
    expect(json("PreToolUse", specific("PreToolUse", DENY))).toEqual(denied);
    expect(json("PreToolUse", specific("PostToolUse", DENY))).toEqual(denied);
    expect(json("PreToolUse", { decision: "block", reason: " no " })).toEqual(denied);
    const quiet = { continue: true, stopReason: null, suppressOutput: false, systemMessage: null, decision: null, reason: null };
    expect(json("PreToolUse", specific("PreToolUse", { ...DENY, additionalContext: null, updatedInput: null }, quiet))).toEqual(denied);
    expect(read("PreToolUse", { stdout: `\n ${JSON.stringify(specific("PreToolUse", DENY))} \n` })).toEqual(denied);
  });

  it("of a permission request allows, denies, or leaves it to the person", () => {
    const of = (decision: object | null) => json("PermissionRequest", specific("PermissionRequest", { decision }));
    expect([of({ behavior: "allow" }), of({ behavior: "allow", interrupt: false, updatedInput: null })]).toEqual([RAN, RAN]);
    expect(of({ behavior: "deny", message: "no" })).toEqual(denied);
    expect(of({ behavior: "deny" })).toEqual({ ...denied, shownToModel: ["PermissionRequest hook denied approval"] });
    expect([of(null), json("PermissionRequest", {})]).toEqual([ASKED, ASKED]);
  });

  it("ends a prompt, a compaction and a first turn by not going on, and takes the place of an output", () => {
    const end = { continue: false, stopReason: "s" };
    for (const event of ["UserPromptSubmit", "PreCompact", "SessionStart"])
      expect(json(event, end)).toEqual({ ...RAN, ran: false, shownToUser: ["s"] });
    for (const event of ["Stop", "PostCompact"]) expect(json(event, end).ran).toBe(true);
    expect(json("SubagentStart", end)).toEqual(RAN);
    expect(json("PostToolUse", end).shownToModel).toEqual(["s"]);
    expect(json("PostToolUse", { continue: false }).shownToModel).toEqual(["PostToolUse hook stopped execution"]);
    expect(json("Stop", { ...end, decision: "block", reason: "no" }).ran).toBe(true);
  });
});

describe("what is shown", () => {
  it("contexts come before the reason, messages reach a client that shows hooks, and nobody in exec", () => {
    const body = specific("PreToolUse", { ...DENY, additionalContext: "c" }, { systemMessage: "m" });
    expect(json("PreToolUse", body)).toEqual({ ...RAN, ran: false, shownToModel: ["c", "no"], shownToUser: ["m"] });
    expect(json("PreToolUse", body, "print").shownToUser).toEqual([]);
  });

  it("plain text is context on three events, a failure on a stop, and nothing elsewhere", () => {
    for (const event of ["SessionStart", "UserPromptSubmit", "SubagentStart"])
      expect(read(event, { stdout: " c " }).shownToModel).toEqual(["c"]);
    for (const event of ["PreToolUse", "Stop"]) expect(read(event, { stdout: "c" })).toEqual(RAN);
    const deny = JSON.stringify(specific("PreToolUse", DENY));
    for (const stdout of [`log\n${deny}`, `\uFEFF${deny}`, '"x"', "null"]) expect(read("PreToolUse", { stdout })).toEqual(RAN);
    expect(read("SessionStart", { stdout: "  " })).toEqual(RAN);
  });
});

describe("how it is started", () => {
  it("payloads have the members that the agent always sends, a turn where there is one", () => {
    expect(host.complete("PreToolUse", { tool_name: "Bash" }, "/h")).toMatchObject({
      cwd: "/h",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_use_id: "call_1",
      turn_id: expect.any(String),
    });
    expect(host.complete("SessionStart", {}, "/h")).not.toHaveProperty("turn_id");
    expect(host.complete("Stop", "text", "/h")).toBe("text");
    for (const { event, payload } of host.samples) expect(payload.hook_event_name).toBe(event);
  });

  it("its environment has nothing of its own; timeouts are the event's or 600 s", () => {
    expect(host.env("/h", "", undefined)).toEqual({});
    expect([host.timeoutMs("PreToolUse"), host.timeoutMs("SessionEnd"), host.timeoutMs("Interrupt")]).toEqual([600_000, 1_000, 1_000]);
    expect(() => host.requireEvent("PreToolUse")).not.toThrow();
    expect(() => host.requireEvent("tool.pre")).toThrow('codex has no event "tool.pre"; PreToolUse is meant');
  });
});
