/** Rules that were broken once. */
import { createEvent, createHooks, deny, nativeAnswer, noDecision } from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import { FakeProvider, invoke } from "agenthooks/testing";
import { describe, expect, it } from "vitest";

const SHELL = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t" };
const pre = (hooks: Parameters<typeof invoke>[0], payload: Record<string, unknown> = SHELL) =>
  invoke(hooks, { provider: "claude-code", event: "PreToolUse", payload: payload as never });

describe("a decision", () => {
  it("takes code and rule from its options and nothing else", () => {
    const rule = { code: "R1", rule: "no-rm", kind: "regex", reason: " ", family: "stop" };
    expect(deny("no", rule)).toMatchObject({ kind: "deny", reason: "no", code: "R1", rule: "no-rm" });
  });

  it("that must rewrite is held against a native answer like a denial", async () => {
    const hooks = createHooks()
      .on("tool.pre", () => noDecision().withUpdatedInput({ command: "safe" }, { required: true }))
      .onNative(claudeCode.events.PreToolUse, () => nativeAnswer({ systemMessage: "m" }));
    expect((await pre(hooks)).answer).toMatchObject({ stdout: expect.stringContaining('"updatedInput":{"command":"safe"}') });
  });
});

describe("an interceptor", () => {
  it("cannot pass on an event of another kind", async () => {
    const other = createEvent("tool.post", { tool: { name: "Bash" } });
    const hooks = createHooks({ policy: { fail: "closed" } })
      .on("tool.pre", () => undefined)
      .use((_event, next) => next(other));
    expect((await pre(hooks)).decision?.kind).toBe("deny");
  });
});

describe("a policy", () => {
  it("function that returns nothing is read as fail-closed", async () => {
    const hooks = createHooks({ policy: (() => undefined) as never }).on("tool.pre", () => {
      throw new Error("bug");
    });
    expect((await pre(hooks)).decision?.kind).toBe("deny");
  });

  it("and options with a misspelt member are refused", () => {
    expect(() => createHooks({ policy: { fial: "closed" } as never })).toThrow(/policy has no "fial"; it has fail /);
    expect(() => createHooks({ fail: "closed" } as never)).toThrow(/createHooks has no "fail"/);
    expect(() => createHooks().on("tool.pre", { nmae: "x" } as never, () => undefined)).toThrow(/has no "nmae"/);
  });
});

describe("a payload without a tool's name", () => {
  it.each([
    { ...SHELL, tool_name: undefined },
    { ...SHELL, tool_name: 5 },
    { ...SHELL, tool_name: {} },
  ])("is refused under fail-closed: %j", async (payload) => {
    const silent = (fail: "open" | "closed") => createHooks({ policy: { fail } }).on("tool.pre", () => undefined);
    expect((await pre(silent("closed"), payload)).decision?.kind).toBe("deny");
    expect((await pre(silent("open"), payload)).decision).toBeUndefined();
  });

  it("still meets the rules for any tool", async () => {
    const hooks = createHooks().on("tool.pre", () => deny("nothing runs"));
    expect((await pre(hooks, { ...SHELL, tool_name: undefined })).decision?.reason).toBe("nothing runs");
  });
});

it("a name that is no event of the agent does not overrule the command line", async () => {
  const hooks = createHooks().on("tool.pre", () => deny("no"));
  for (const name of ["toString", "PreToolUse ", "constructor"]) {
    expect((await pre(hooks, { ...SHELL, hook_event_name: name })).decision?.kind).toBe("deny");
  }
});

describe("FakeProvider", () => {
  it("tells a hook that did not start from one without an opinion", async () => {
    for (const command of [["no-such-program"], [process.execPath, "/no/such/file.cjs"]]) {
      await expect(new FakeProvider({ provider: "claude-code", command }).fire("PreToolUse", SHELL)).rejects.toThrow(/did not start/);
    }
  });

  it("refuses an event that the agent does not have, and says which was meant", async () => {
    const agent = new FakeProvider({ provider: "claude-code", command: [process.execPath] });
    await expect(agent.fire("tool.pre", SHELL)).rejects.toThrow(/PreToolUse or PreSkillShellCommand is meant/);
    await expect(agent.fire("pretooluse", SHELL)).rejects.toThrow(/PreToolUse is meant/);
  });
});
