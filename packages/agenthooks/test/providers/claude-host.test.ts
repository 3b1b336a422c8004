/** How Claude Code runs hooks and reads what they answer (facts/claude-code.md §2 and §4), as `FakeProvider` plays it. */
import { describe, expect, it } from "vitest";
import { claudeCodeHost as host } from "../../src/providers/claude-code/host.js";
import { withDefaults } from "../../src/providers/host.js";

const OUT = { stdout: "", stderr: "", exitCode: 0, timedOut: false } as const;
const read = (event: string, ended: Partial<Parameters<typeof host.read>[1]>, variant = "cli") =>
  host.read(event, { ...OUT, ...ended }, variant);
const json = (event: string, body: unknown, variant = "cli") => read(event, { stdout: JSON.stringify(body) }, variant);
const specific = (event: string, members: object, rest: object = {}) => ({
  ...rest,
  hookSpecificOutput: { hookEventName: event, ...members },
});
const ASKED = { ran: false, shownToModel: [], shownToUser: [], asked: true };

describe("a hook that ends", () => {
  it("by its timeout or a signal holds nothing back", () => {
    expect(read("PreToolUse", { exitCode: 2, timedOut: true }).ran).toBe(true);
    expect(read("PreToolUse", { exitCode: null }).ran).toBe(true);
  });

  it("with 2 blocks by its stderr, and its JSON is not read", () => {
    const allow = JSON.stringify(specific("PreToolUse", { permissionDecision: "allow" }));
    expect(read("PreToolUse", { exitCode: 2, stderr: " no\n", stdout: allow })).toMatchObject({ ran: false, shownToModel: ["no"] });
    expect(read("PreToolUse", { exitCode: 2 }).shownToModel).toEqual(["No stderr output"]);
    expect(read("UserPromptSubmit", { exitCode: 2, stderr: "no" })).toMatchObject({ ran: false, shownToModel: [], shownToUser: ["no"] });
    expect(read("PermissionRequest", { exitCode: 2, stderr: "no" })).toEqual(ASKED);
    expect(read("SessionStart", { exitCode: 2, stderr: "no" })).toMatchObject({ ran: true, shownToModel: [], shownToUser: [] });
    expect(read("PostToolUse", { exitCode: 2, stderr: "no" })).toMatchObject({ ran: true, shownToModel: ["no"] });
  });

  it("with another code is still read", () => {
    const deny = JSON.stringify(specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no" }));
    expect(read("PreToolUse", { exitCode: 1, stdout: deny })).toMatchObject({ ran: false, shownToModel: ["no"] });
  });
});

describe("plain text", () => {
  it("is context on three events, and nothing anywhere else or with another code", () => {
    expect(read("UserPromptSubmit", { stdout: " ctx " }).shownToModel).toEqual(["ctx"]);
    expect(read("UserPromptSubmit", { stdout: "ctx", exitCode: 1 }).shownToModel).toEqual([]);
    expect(read("UserPromptSubmit", { stdout: " " }).shownToModel).toEqual([]);
    expect(read("PreToolUse", { stdout: "deny" })).toMatchObject({ ran: true, shownToModel: [] });
  });

  it("is what JSON is taken for that has a word before it or is broken", () => {
    expect(read("PreToolUse", { stdout: `log\n${JSON.stringify({ decision: "block" })}` }).ran).toBe(true);
    expect(read("PreToolUse", { stdout: '{"decision":"block"' }).ran).toBe(true);
    expect(read("PreToolUse", { stdout: `\uFEFF${JSON.stringify({ decision: "block", reason: "no" })}` }).ran).toBe(false);
  });
});

describe("a document", () => {
  it("of another event is dropped", () => {
    expect(json("PreToolUse", specific("PostToolUse", { permissionDecision: "deny" })).ran).toBe(true);
    expect(json("PreToolUse", { hookSpecificOutput: { permissionDecision: "deny" } }).ran).toBe(true);
  });

  it("denies, with contexts and messages beside it", () => {
    const body = specific("PreToolUse", { permissionDecision: "deny", additionalContext: "ctx" }, { systemMessage: "msg" });
    expect(json("PreToolUse", body)).toEqual({ ran: false, shownToModel: ["Blocked by hook", "ctx"], shownToUser: ["msg"], asked: false });
    expect(json("Stop", { decision: "block" })).toMatchObject({ ran: false, shownToModel: ["Blocked by hook"] });
    // the verdict is no member of this event
    expect(json("PostToolUse", specific("PostToolUse", { permissionDecision: "deny" })).shownToModel).toEqual([]);
  });

  it("asks where somebody can be asked", () => {
    const body = specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" });
    expect(json("PreToolUse", body)).toMatchObject({ ran: false, asked: true, shownToUser: ["sure?"] });
    expect(json("PreToolUse", body, "print")).toMatchObject({ ran: false, asked: false, shownToModel: ["sure?"] });
  });

  it("that ends the run does not hold a call back, but a prompt", () => {
    expect(json("PreToolUse", { continue: false }).ran).toBe(true);
    expect(json("UserPromptSubmit", { continue: false }).ran).toBe(false);
  });

  it("replaces an output: what the model reads is the new one", () => {
    const of = (updatedToolOutput: unknown) => json("PostToolUse", specific("PostToolUse", { updatedToolOutput })).shownToModel;
    expect(of({ stdout: "new" })).toEqual(["new"]);
    expect(of({ file: { content: "new" } })).toEqual(["new"]);
    expect(of("new")).toEqual(["new"]);
    expect(of({ other: 1 })).toEqual(['{"other":1}']);
  });

  it("answers a permission request", () => {
    const of = (decision: unknown) => json("PermissionRequest", specific("PermissionRequest", { decision }));
    expect(of({ behavior: "allow" })).toMatchObject({ ran: true, asked: false });
    expect(of({ behavior: "deny", message: "no" })).toMatchObject({ ran: false, shownToModel: ["no"] });
    expect(of({ behavior: "deny" }).shownToModel).toEqual(["Permission denied by hook"]);
    expect(of("allow")).toMatchObject({ ran: false, asked: true });
    expect(json("PermissionRequest", { decision: "block" })).toMatchObject({ asked: true });
  });
});

describe("a permission request without a verdict is always the agent's own question", () => {
  it.each([
    ["silence", {}],
    ["an empty document", { stdout: "{}" }],
    ["plain text", { stdout: "deny" }],
    ["broken JSON", { stdout: '{"hookSpecificOutput":' }],
    ["exit 2", { exitCode: 2, stderr: "no" }],
    ["another exit code", { exitCode: 1 }],
    ["a timeout", { timedOut: true }],
    ["a signal", { exitCode: null }],
    ["the document of another event", { stdout: JSON.stringify(specific("PreToolUse", { decision: { behavior: "allow" } })) }],
    ["the verdict of another event", { stdout: JSON.stringify(specific("PermissionRequest", { permissionDecision: "deny" })) }],
    ["decision block", { stdout: '{"decision":"block","reason":"no"}' }],
  ])("%s", (_name, ended) => {
    expect(read("PermissionRequest", ended)).toEqual(ASKED);
  });
});

it("a deferred call is not run, and nobody is asked", () => {
  const of = (event: string) => json(event, specific(event, { permissionDecision: "defer" }, { systemMessage: "msg" }));
  expect(of("PreToolUse")).toEqual({ ran: false, shownToModel: [], shownToUser: ["msg"], asked: false });
  expect(of("PreSkillShellCommand").ran).toBe(false);
  // not a word of this event: the answer is dropped
  expect(of("PreModelSwitch").ran).toBe(true);
});

describe("the host", () => {
  it("names what was meant by an event that it does not have", () => {
    expect(() => host.requireEvent("PreToolUse")).not.toThrow();
    expect(() => host.requireEvent("pretooluse")).toThrow('claude-code has no event "pretooluse"; PreToolUse is meant');
    expect(() => host.requireEvent("agent.stop")).toThrow("Stop is meant");
    expect(() => host.requireEvent("nothing")).toThrow(/has no event "nothing"$/);
  });

  it("completes an object and leaves anything else as it is", () => {
    expect(host.complete("Stop", { cwd: "/mine" }, "/home/x")).toMatchObject({ hook_event_name: "Stop", cwd: "/mine" });
    expect([withDefaults("text", { a: 1 }), withDefaults(null, { a: 1 }), withDefaults([1], { a: 1 })]).toEqual(["text", null, [1]]);
  });

  it("sets the variables that say variant and version", () => {
    expect(host.env("/h", "print", "2.1.197")).toMatchObject({
      CLAUDE_CODE_ENTRYPOINT: "sdk-cli",
      CLAUDE_CODE_SESSION_ATTENDED: "0",
      AI_AGENT: "claude-code_2-1-197_harness",
    });
    expect(host.env("/h", "remote", undefined)).toMatchObject({ CLAUDE_CODE_REMOTE: "true", CLAUDE_CODE_SESSION_ATTENDED: "1" });
  });

  it("gives a hook the time of its event", () => {
    expect([host.timeoutMs("SessionEnd"), host.timeoutMs("PreToolUse")]).toEqual([1_500, 600_000]);
  });
});
