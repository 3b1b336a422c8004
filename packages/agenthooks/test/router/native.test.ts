/** Answers in the agent's own keys (definitions.md "Decisions and stages", design §4). */
import type { HooksOptions } from "agenthooks";
import { allow, askUser, combine, createHooks, deny, nativeAnswer, noDecision } from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import { describe, expect, it } from "vitest";
import { json, send, specific } from "../helpers/claude.js";

const closed = (options: HooksOptions = {}) => createHooks({ name: "guard", ...options, policy: { fail: "closed" } });
const open = (options: HooksOptions = {}) => createHooks({ name: "telemetry", ...options });
const broken = (): never => {
  throw new Error("bug in policy");
};
/** A value that the types would refuse. */
const untyped = <T>(value: unknown): T => value as T;

describe("native answers", () => {
  it("answers a gate without a kind", async () => {
    const hooks = createHooks().onNative(claudeCode.events.TaskCreated, (event) =>
      event.native.task_subject === "s" ? nativeAnswer({ decision: "block", reason: "not now" }) : undefined,
    );
    const { answer } = await send(hooks, "TaskCreated");
    expect(answer).toEqual({ via: "process", stdout: "", stderr: "not now", exitCode: 2 });
  });

  it("hookEventName is added", async () => {
    const hooks = createHooks().onNative(claudeCode.events.SessionStart, () =>
      nativeAnswer({ hookSpecificOutput: { initialUserMessage: "hi" } }),
    );
    expect(specific(await send(hooks, "SessionStart"))).toEqual({ initialUserMessage: "hi", hookEventName: "SessionStart" });
  });

  it("on a gate with a kind it is sent as it stands unless a typed decision blocks", async () => {
    const native = createHooks({ name: "n" }).onNative(claudeCode.events.PreToolUse, () =>
      nativeAnswer({ hookSpecificOutput: { permissionDecision: "defer" } }),
    );
    expect(specific(await send(native, "PreToolUse")).permissionDecision).toBe("defer");
    const allowing = combine(
      native,
      open().on("tool.pre", () => allow()),
    );
    expect(specific(await send(allowing, "PreToolUse")).permissionDecision).toBe("defer");
    const denying = combine(
      native,
      open().on("tool.pre", () => deny("no")),
    );
    expect(specific(await send(denying, "PreToolUse")).permissionDecision).toBe("deny");
  });

  it("one that refuses is sent also beside an ask and beside a rewrite that must happen", async () => {
    const native = createHooks({ name: "n" }).onNative(claudeCode.events.PreToolUse, () =>
      nativeAnswer({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "never" } }),
    );
    for (const decision of [askUser("really?"), noDecision().withUpdatedInput({ command: "true" }, { required: true })]) {
      const both = combine(
        native,
        open().on("tool.pre", () => decision),
      );
      expect(specific(await send(both, "PreToolUse"))).toMatchObject({ permissionDecision: "deny", permissionDecisionReason: "never" });
    }
  });

  it("of two native answers the first wins", async () => {
    const hooks = createHooks()
      .onNative(claudeCode.events.Stop, () => undefined)
      .onNative(claudeCode.events.Stop, () => nativeAnswer({ decision: "block", reason: "one" }))
      .onNative(claudeCode.events.Stop, () => nativeAnswer({ decision: "block", reason: "two" }));
    expect(json(await send(hooks, "Stop"))).toMatchObject({ reason: "one" });
  });

  it("a key that the gate does not take is a handler error that names it", async () => {
    const hooks = closed().onNative(claudeCode.events.PreToolUse, () =>
      nativeAnswer(untyped({ hookSpecificOutput: { updatedToolOutput: 1 } })),
    );
    const sent = await send(hooks, "PreToolUse");
    expect(specific(sent).permissionDecision).toBe("deny");
    expect(sent.log.map((line) => JSON.stringify(line)).join("\n")).toContain("hookSpecificOutput.updatedToolOutput");
  });

  it("a failure on a native gate that guards an action refuses under fail-closed, and is neutral under fail-open", async () => {
    const shut = await send(closed().onNative(claudeCode.events.TaskCreated, broken), "TaskCreated");
    expect(shut.answer).toMatchObject({ exitCode: 2, stdout: "" });
    const opened = await send(open().onNative(claudeCode.events.TaskCreated, broken), "TaskCreated");
    expect(json(opened)).toEqual({});
  });
});
