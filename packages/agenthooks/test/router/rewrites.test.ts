/** Rewrites: seen by later handlers, sent unless the call is denied (definitions.md "Decisions and stages", design §4). */
import type { HooksOptions, JsonObject } from "agenthooks";
import { acceptPrompt, allow, askUser, createHooks, deny, noDecision } from "agenthooks";
import { describe, expect, it } from "vitest";
import { bash, json, send, specific } from "../helpers/claude.js";

const closed = (options: HooksOptions = {}) => createHooks({ name: "guard", ...options, policy: { fail: "closed" } });
/** A value that the types would refuse. */
const untyped = <T>(value: unknown): T => value as T;

describe("rewrites", () => {
  const sandbox = (event: { tool: { patch(m: JsonObject): JsonObject; shell?: { command: string } } }) =>
    noDecision().withUpdatedInput(event.tool.patch({ command: `box ${event.tool.shell?.command}` }));

  it("a rewrite is part of the event for later handlers, and the answer carries it", async () => {
    const seen: string[] = [];
    const hooks = createHooks().on("tool.pre", sandbox, sandbox, (event) => void seen.push(String(event.tool.shell?.command)));
    const sent = await send(hooks, "PreToolUse", bash("ls"));
    expect(seen).toEqual(["box box ls"]);
    expect(specific(sent).updatedInput).toEqual({ command: "box box ls" });
  });

  it("a guard after a rewrite sees what would run", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      (event) => noDecision().withUpdatedInput(event.tool.patch({ command: "rm -rf /" })),
      (event) => (event.tool.shell?.command.includes("rm -rf") ? deny("no") : undefined),
    );
    const sent = await send(hooks, "PreToolUse", bash("ls"));
    expect(specific(sent)).toEqual({ hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no" });
  });

  it("the raw payload and the raw input stay as they came", async () => {
    let raw: unknown;
    const hooks = createHooks().on("tool.pre", sandbox, (event) => {
      raw = [event.tool.rawInput, event.rawField("tool_input.command"), event.tool.id];
    });
    await send(hooks, "PreToolUse", bash("ls"));
    expect(raw).toEqual([{ command: "ls" }, "ls", "toolu_1"]);
  });

  it.each([
    ["deny", () => deny("no")],
    ["a denying ask that nobody can answer", () => askUser("sure?", { fallback: "deny" })],
  ])("%s drops the rewrite and keeps the contexts", async (_name, decide) => {
    const hooks = createHooks().on("tool.pre", (event) => sandbox(event).withContext("c"), decide);
    const sent = await send(hooks, "PreToolUse", bash("ls"), { variant: "print" });
    expect(specific(sent)).toMatchObject({ permissionDecision: "deny", additionalContext: "c" });
    expect(specific(sent)).not.toHaveProperty("updatedInput");
    expect(sent.decision?.updatedInput).toBeUndefined();
  });

  it("a rewrite goes out with an ask and with an allow", async () => {
    for (const decide of [() => allow(), () => askUser("sure?")]) {
      const sent = await send(createHooks().on("tool.pre", sandbox, decide), "PreToolUse", bash("ls"));
      expect(specific(sent).updatedInput).toEqual({ command: "box ls" });
    }
  });

  it("a required rewrite becomes a denial where the agent cannot rewrite", async () => {
    const hooks = createHooks().on("tool.pre", (event) =>
      noDecision().withUpdatedInput(event.tool.patch({ command: "box" }), { required: true }),
    );
    const sent = await send(hooks, "PreSkillShellCommand", bash("ls"));
    expect(specific(sent).permissionDecision).toBe("deny");
    expect(sent.degraded).toMatchObject([{ capability: "update-input", to: "deny" }]);
    expect(sent.decision?.blocks).toBe(true);
  });

  it("a rewrite that is not required is dropped there and listed, the rest of the decision stays", async () => {
    const hooks = createHooks().on("tool.pre", (event) => askUser("sure?").withUpdatedInput(event.tool.patch({ command: "box" })));
    const sent = await send(hooks, "PreSkillShellCommand", bash("ls"));
    expect(specific(sent)).toEqual({ hookEventName: "PreSkillShellCommand", permissionDecision: "ask", permissionDecisionReason: "sure?" });
    expect(sent.degraded).toMatchObject([{ capability: "update-input", to: "dropped" }]);
  });

  it("a required rewrite beside a later one that is not stays required", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      (event) => noDecision().withUpdatedInput(event.tool.patch({ command: "box" }), { required: true }),
      (event) => noDecision().withUpdatedInput(event.tool.patch({ description: "d" })),
    );
    expect(specific(await send(hooks, "PreSkillShellCommand")).permissionDecision).toBe("deny");
  });

  it("a required rewrite of a prompt becomes a block where the agent cannot rewrite prompts", async () => {
    const hooks = createHooks().on("prompt.submitted", () => acceptPrompt().withUpdatedPrompt("other", { required: true }));
    const sent = await send(hooks, "UserPromptSubmit");
    expect(json(sent)).toMatchObject({ decision: "block" });
    expect(sent.decision?.kind).toBe("block-prompt");
  });

  it("a required rewrite is a denial on a permission request that is not allowed: only an allow carries one", async () => {
    const hooks = createHooks().on("permission.request", (event) =>
      noDecision().withUpdatedInput(event.tool.patch({ command: "box" }), { required: true }),
    );
    const sent = await send(hooks, "PermissionRequest");
    const { decision } = specific(sent) as { decision?: JsonObject };
    // either the old command does not run, or the new one does: a question about the old command is neither
    expect(decision?.behavior === "deny" || decision?.updatedInput !== undefined).toBe(true);
  });

  it("the prompt that a handler rewrote is the one that later handlers see", async () => {
    const seen: string[] = [];
    const hooks = createHooks().on(
      "prompt.submitted",
      () => acceptPrompt().withUpdatedPrompt("other"),
      (event) => void seen.push(event.prompt.text, event.prompt.origin),
    );
    await send(hooks, "UserPromptSubmit");
    expect(seen).toEqual(["other", "user"]);
  });

  it("withUpdatedInput refuses what is not an object", () => {
    for (const value of [null, "x", [1]]) expect(() => noDecision().withUpdatedInput(untyped(value))).toThrow(TypeError);
  });
});

describe("what a rewrite may hold", () => {
  const rewrite = (input: unknown) =>
    send(
      closed().on("tool.pre", () => noDecision().withUpdatedInput(untyped(input), { required: true })),
      "PreToolUse",
      { tool_input: { list: [1], inner: { a: 1 }, command: "ls" } },
    );

  it.each([
    ["undefined in a list", { list: [1, undefined] }],
    ["a function in a list", { list: [() => 1, 2] }],
    ["a date where an object was", { inner: new Date(0) }],
    ["undefined as a member", { inner: { a: undefined }, command: undefined }],
    ["NaN", { list: [Number.NaN] }],
    ["a bigint", { list: [1n] }],
    [
      "a cycle",
      Object.assign({ list: [1] } as Record<string, unknown>, {
        get self() {
          return this;
        },
      }),
    ],
  ])("%s gives one JSON document or a refusal, never text that the agent drops", async (_name, input) => {
    const sent = await rewrite(input);
    const { permissionDecision, updatedInput } = specific(sent);
    expect(permissionDecision === "deny" || updatedInput !== undefined).toBe(true);
    if (updatedInput !== undefined) expect(updatedInput).toEqual(JSON.parse(JSON.stringify(input)));
  });
});
