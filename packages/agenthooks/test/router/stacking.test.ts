import {
  acceptPrompt,
  allow,
  askUser,
  blockPrompt,
  cancel,
  continueWith,
  createHooks,
  deny,
  finish,
  flagOutput,
  noDecision,
  observed,
  proceed,
} from "agenthooks";
import { invoke } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { json, payloadOf, send, specific } from "../helpers/claude.js";

/** A value that the types would refuse. */
const untyped = <T>(value: unknown): T => value as T;

describe("stacking", () => {
  it("handlers run in the order of registration", async () => {
    const seen: string[] = [];
    const hooks = createHooks()
      .on(
        "tool.pre",
        () => void seen.push("a"),
        () => void seen.push("b"),
      )
      .on("tool.pre", () => void seen.push("c"));
    await send(hooks, "PreToolUse");
    expect(seen).toEqual(["a", "b", "c"]);
  });

  it("a denied call is denied although a later handler allows", async () => {
    const later: string[] = [];
    const hooks = createHooks().on(
      "tool.pre",
      () => deny("no"),
      () => {
        later.push("ran");
        return allow();
      },
    );
    const sent = await send(hooks, "PreToolUse");
    expect(specific(sent)).toMatchObject({ permissionDecision: "deny", permissionDecisionReason: "no" });
    expect(later).toEqual([]);
  });

  it.each([
    ["allow", () => allow()],
    ["ask", () => askUser("sure?")],
    ["deny", () => deny("no")],
  ] as const)("%s is conclusive: no later handler runs", async (kind, decide) => {
    const hooks = createHooks().on("tool.pre", decide, () => deny("later"));
    const sent = await send(hooks, "PreToolUse");
    expect(sent.decision?.kind).toBe(kind);
    expect(sent.decision?.reason).not.toBe("later");
  });

  it("neutral decisions never stop the walk and their contexts go out in order with the final answer", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      () => noDecision().withContext("one"),
      () => undefined,
      () => noDecision().withContext("two").withContext("three"),
      () => deny("no").withContext("four"),
    );
    const sent = await send(hooks, "PreToolUse");
    expect(sent.decision?.contexts).toEqual(["one", "two", "three", "four"]);
    expect(specific(sent)).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "no",
      additionalContext: "one\ntwo\nthree\nfour",
    });
  });

  it("an explicit accept does not switch off the guard behind it", async () => {
    const hooks = createHooks().on(
      "prompt.submitted",
      () => acceptPrompt().withContext("today"),
      () => blockPrompt("no"),
    );
    const sent = await send(hooks, "UserPromptSubmit");
    expect(json(sent)).toMatchObject({ decision: "block", reason: "no" });
  });

  it.each([
    ["tool.post", "PostToolUse", () => observed(), () => flagOutput("hm"), "flag-output"],
    ["agent.stop", "Stop", () => finish(), () => continueWith("go on"), "continue"],
  ] as const)("on %s the neutral decision goes on to the conclusive one", async (kind, event, first, second, wins) => {
    const hooks = createHooks().on(untyped<"tool.post">(kind), untyped<() => undefined>(first), untyped<() => undefined>(second));
    expect((await send(hooks, event)).decision?.kind).toBe(wins);
  });

  it("a compaction that one handler lets proceed can be cancelled by the next", async () => {
    const hooks = createHooks().on(
      "compact.pre",
      () => proceed(),
      () => cancel("not now"),
    );
    expect(json(await send(hooks, "PreCompact"))).toEqual({ decision: "block", reason: "not now" });
  });

  it("system messages of neutral handlers are kept, and the first stop of the agent is", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      () => noDecision().withSystemMessage("m1").stopAgent("first"),
      () => noDecision().withSystemMessage("m2").stopAgent("second"),
      () => allow(),
    );
    const sent = await send(hooks, "PreToolUse");
    expect(sent.decision?.stopReason).toBe("first");
    expect(json(sent)).toMatchObject({ continue: false, stopReason: "first", systemMessage: "m1\nm2" });
  });

  it("what a handler stopped stays stopped beside a denial", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      () => noDecision().stopAgent("enough"),
      () => deny("no"),
    );
    expect(json(await send(hooks, "PreToolUse"))).toMatchObject({ continue: false, stopReason: "enough" });
  });

  it("without an opinion the answer is the neutral one, never a forced allow", async () => {
    for (const hooks of [createHooks(), createHooks().on("tool.pre", () => noDecision()), createHooks().on("tool.pre", () => {})]) {
      expect(json(await send(hooks, "PreToolUse"))).toEqual({});
    }
  });

  it("several kinds share one handler", async () => {
    const hooks = createHooks().on(["tool.pre", "permission.request"], () => deny("no"));
    expect(specific(await send(hooks, "PreToolUse")).permissionDecision).toBe("deny");
    expect(specific(await send(hooks, "PermissionRequest")).decision).toEqual({ behavior: "deny", message: "no" });
  });

  it("a handler that is limited to other providers does not run", async () => {
    const hooks = createHooks().on("tool.pre", { providers: ["codex"] }, () => deny("no"));
    expect(json(await send(hooks, "PreToolUse"))).toEqual({});
  });

  it("the outcome names the handler whose decision won", async () => {
    const hooks = createHooks()
      .on("tool.pre", { name: "context" }, () => noDecision().withContext("c"))
      .on("tool.pre", { name: "the-guard" }, () => deny("no"));
    expect((await send(hooks, "PreToolUse")).handler).toBe("the-guard");
  });
});

it("a payload names its own event: the flag is only a default", async () => {
  const hooks = createHooks().on("agent.stop", () => continueWith("x"));
  const sent = await invoke(hooks, { provider: "claude-code", event: "PreToolUse", payload: payloadOf("Stop") });
  expect(sent.event?.nativeName).toBe("Stop");
});
