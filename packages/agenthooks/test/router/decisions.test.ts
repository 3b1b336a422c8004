/** Decisions as values (definitions.md "Decisions and stages", design §4). */
import type { Decision } from "agenthooks";
import {
  allow,
  answerPrompt,
  askUser,
  blockPrompt,
  cancel,
  continueWith,
  createHooks,
  deny,
  flagOutput,
  noDecision,
  proceed,
  replaceOutput,
} from "agenthooks";
import { describe, expect, it } from "vitest";
import { json, send, specific } from "../helpers/claude.js";

/** A value that the types would refuse. */
const untyped = <T>(value: unknown): T => value as T;

describe("blank texts", () => {
  it.each(["", " ", "\n\t"])("a blank reason %j is replaced by a fixed text", async (blank) => {
    const reasons = [
      specific(
        await send(
          createHooks().on("tool.pre", () => deny(blank)),
          "PreToolUse",
        ),
      ).permissionDecisionReason,
      specific(
        await send(
          createHooks().on("tool.pre", () => askUser(blank)),
          "PreToolUse",
        ),
      ).permissionDecisionReason,
      json(
        await send(
          createHooks().on("prompt.submitted", () => blockPrompt(blank)),
          "UserPromptSubmit",
        ),
      )?.reason,
      json(
        await send(
          createHooks().on("prompt.submitted", () => answerPrompt(blank)),
          "UserPromptSubmit",
        ),
      )?.reason,
      json(
        await send(
          createHooks().on("compact.pre", () => cancel(blank)),
          "PreCompact",
        ),
      )?.reason,
      json(
        await send(
          createHooks().on("tool.pre", () => noDecision().stopAgent(blank)),
          "PreToolUse",
        ),
      )?.stopReason,
    ];
    for (const reason of reasons) expect(String(reason).trim()).not.toBe("");
    expect(reasons).not.toContain(undefined);
  });

  it("withBlockReason takes the first candidate that is not blank", () => {
    expect(deny("no").withBlockReason(undefined, " ", "c", "d").blockReason).toBe("c");
    expect(deny("no").withBlockReason(undefined, "").blockReason).toBeUndefined();
  });

  it("a blank instruction still continues", async () => {
    const sent = await send(
      createHooks().on("agent.stop", () => continueWith(" ")),
      "Stop",
    );
    expect(sent.decision?.kind).toBe("continue");
    expect(sent.decision?.instruction?.trim()).not.toBe("");
  });
});

describe("decisions", () => {
  it("are immutable values: a modifier returns another one", () => {
    const first = deny("no");
    const second = first.withContext("c");
    expect([first.contexts, second.contexts, second.kind, second.reason]).toEqual([[], ["c"], "deny", "no"]);
    expect(() => Object.assign(first, { reason: "x" })).toThrow(TypeError);
    expect(() => (second.contexts as string[]).push("x")).toThrow(TypeError);
  });

  it.each([
    [deny("x"), true],
    [blockPrompt("x"), true],
    [answerPrompt("x"), true],
    [cancel("x"), true],
    [askUser("x"), false],
    [allow(), false],
    [continueWith("x"), false],
    [flagOutput("x"), false],
    [replaceOutput(null), false],
    [proceed(), false],
  ] as const)("blocks is true for deny, block-prompt, answer-prompt and cancel only (%#)", (decision, blocks) => {
    expect((decision as Decision).blocks).toBe(blocks);
  });

  it("a modifier that means nothing there throws", () => {
    expect(() => untyped<{ stopAgent(s: string): void }>(proceed()).stopAgent("x")).toThrow(TypeError);
    expect(() => untyped<{ withUpdatedInput(s: object): void }>(flagOutput("x")).withUpdatedInput({})).toThrow(TypeError);
    expect(() => untyped<{ withBlockReason(s: string): void }>(continueWith("x")).withBlockReason("y")).toThrow(TypeError);
  });

  it("null replaces an output, undefined does not", () => {
    expect(replaceOutput(null).replacedOutput).toBeNull();
    expect(() => replaceOutput(untyped(undefined))).toThrow(TypeError);
  });
});
