/** `any` and `all` (definitions.md "Decisions and stages", design §4). */
import type { Decision, HooksOptions } from "agenthooks";
import {
  acceptPrompt,
  all,
  allow,
  answerPrompt,
  any,
  askUser,
  cancel,
  continueWith,
  createEvent,
  createHooks,
  deny,
  finish,
  flagOutput,
  noDecision,
  observed,
  proceed,
  replaceOutput,
} from "agenthooks";
import { describe, expect, it } from "vitest";
import { send, specific } from "../helpers/claude.js";

const closed = (options: HooksOptions = {}) => createHooks({ name: "guard", ...options, policy: { fail: "closed" } });
const broken = (): never => {
  throw new Error("bug in policy");
};
/** A value that the types would refuse. */
const untyped = <T>(value: unknown): T => value as T;

describe("any", () => {
  it("has the rule of stacking: contexts of neutral ones are kept, the first conclusive wins", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      any(
        () => noDecision().withContext("one"),
        () => deny("no"),
        () => allow(),
      ),
    );
    expect(specific(await send(hooks, "PreToolUse"))).toMatchObject({ permissionDecision: "deny", additionalContext: "one" });
  });

  it("a rewrite is seen by the handlers after it and goes out", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      any(
        (event) => noDecision().withUpdatedInput(event.tool.patch({ command: "box" })),
        (event) => (event.tool.shell?.command === "box" ? allow() : deny("saw the old one")),
      ),
    );
    expect(specific(await send(hooks, "PreToolUse"))).toMatchObject({ permissionDecision: "allow", updatedInput: { command: "box" } });
  });

  it("an error aborts it", async () => {
    let later = false;
    const hooks = closed().on(
      "tool.pre",
      any(broken, () => {
        later = true;
        return allow();
      }),
    );
    const sent = await send(hooks, "PreToolUse");
    expect([later, sent.failure, sent.decision?.kind]).toEqual([false, "error", "deny"]);
  });
});

describe("all", () => {
  const decided = (...handlers: readonly (() => Decision | undefined)[]) =>
    send(createHooks().on("tool.pre", all(...untyped<(() => undefined)[]>(handlers))), "PreToolUse");

  it("every handler runs although an earlier one denies", async () => {
    const seen: number[] = [];
    const mark = (n: number, decision?: Decision) => () => {
      seen.push(n);
      return decision;
    };
    await decided(mark(1, deny("no")), mark(2, allow()), mark(3));
    expect(seen).toEqual([1, 2, 3]);
  });

  it.each([
    ["deny over ask", [() => askUser("sure?"), () => deny("no")], "deny"],
    ["ask over allow", [() => allow(), () => askUser("sure?")], "ask"],
    ["allow over neutral", [() => noDecision(), () => allow()], "allow"],
    ["deny over allow", [() => allow(), () => deny("no")], "deny"],
  ] as const)("%s", async (_name, handlers, wins) => {
    expect((await decided(...handlers)).decision?.kind).toBe(wins);
  });

  it("replace over flag over neutral, continue over finish", async () => {
    const post = createHooks().on(
      "tool.post",
      all(
        () => observed(),
        () => flagOutput("hm"),
        () => replaceOutput("gone"),
      ),
    );
    expect((await send(post, "PostToolUse")).decision?.kind).toBe("replace-output");
    const stop = createHooks().on(
      "agent.stop",
      all(
        () => finish(),
        () => continueWith("go on"),
      ),
    );
    expect((await send(stop, "Stop")).decision?.kind).toBe("continue");
  });

  it("a block and a cancel win over what is neutral", async () => {
    const prompt = createHooks().on(
      "prompt.submitted",
      all(
        () => acceptPrompt(),
        () => answerPrompt("42"),
      ),
    );
    expect((await send(prompt, "UserPromptSubmit")).decision?.kind).toBe("answer-prompt");
    const compact = createHooks().on(
      "compact.pre",
      all<never, Decision>(
        () => proceed(),
        () => cancel("no"),
      ) as never,
    );
    expect((await send(compact, "PreCompact")).decision?.kind).toBe("cancel");
  });

  it("ties go to the earliest, and the winner's other members are whole", async () => {
    const sent = await decided(
      () => deny("first", { code: "c1" }),
      () => deny("second", { code: "c2", rule: "r2" }).withBlockReason("b2"),
    );
    expect(sent.decision).toMatchObject({ reason: "first", code: "c1", rule: undefined, blockReason: undefined });
  });

  it("contexts of all append in order, and stopping the agent is sticky", async () => {
    const sent = await decided(
      () => noDecision().withContext("a"),
      () => deny("no").withContext("b"),
      () => noDecision().withContext("c").stopAgent("enough"),
    );
    expect(sent.decision?.contexts).toEqual(["a", "b", "c"]);
    expect(sent.decision?.stopReason).toBe("enough");
  });

  it("errors are joined and abort after all ran", async () => {
    let ran = false;
    const hooks = createHooks().on(
      "tool.pre",
      all(
        broken,
        async () => {
          throw new TypeError("two");
        },
        () => {
          ran = true;
          return deny("no");
        },
      ),
    );
    const error: unknown = await hooks.decide(createEvent("tool.pre", { tool: { name: "Bash" } })).catch((thrown: unknown) => thrown);
    expect(ran).toBe(true);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors.map(String)).toEqual(["Error: bug in policy", "TypeError: two"]);
  });

  it("one error is thrown as it is", async () => {
    const hooks = createHooks().on("tool.pre", all(broken));
    await expect(hooks.decide(createEvent("tool.pre", { tool: { name: "Bash" } }))).rejects.toThrow("bug in policy");
  });
});
