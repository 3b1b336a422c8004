/** How the stages of a program become one decision (definitions.md "Decisions and stages", design §4). */
import type { AnyEvent, Decision, Hooks, HooksOptions, JsonObject } from "agenthooks";
import {
  acceptPrompt,
  all,
  allow,
  answerPrompt,
  any,
  askUser,
  blockPrompt,
  cancel,
  combine,
  continueWith,
  createEvent,
  createHooks,
  deny,
  finish,
  flagOutput,
  HandlerError,
  matchCanonical,
  matchMcp,
  matchPaths,
  matchTools,
  nativeAnswer,
  noDecision,
  observed,
  proceed,
  replaceOutput,
  when,
} from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import { manifestOf } from "agenthooks/install";
import { invoke, invokeState } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { bash, json, payloadOf, send, specific } from "./helpers/claude.js";

const closed = (options: HooksOptions = {}) => createHooks({ name: "guard", ...options, policy: { fail: "closed" } });
const open = (options: HooksOptions = {}) => createHooks({ name: "telemetry", ...options });
const broken = (): never => {
  throw new Error("bug in policy");
};
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

describe("when and matchers", () => {
  const denies = async (hooks: Hooks, members: JsonObject) => {
    const { decision } = await send(hooks, "PreToolUse", members);
    return decision?.kind === "deny";
  };

  it("the handler runs only when the call matches, otherwise it is neutral", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchCanonical("shell"), () => deny("no")),
    );
    expect(await denies(hooks, bash("ls"))).toBe(true);
    expect(await denies(hooks, { tool_name: "Read", tool_input: { file_path: "/a" } })).toBe(false);
  });

  it("matchTools is exact and case-insensitive", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchTools("bash"), () => deny("no")),
    );
    expect(await denies(hooks, { tool_name: "Bash" })).toBe(true);
    expect(await denies(hooks, { tool_name: "BashOutput" })).toBe(false);
  });

  it.each([
    ["github/*", "mcp__github__create_issue", true],
    ["github/create_*", "mcp__github__create_issue", true],
    ["github/create_*", "mcp__github__delete", false],
    ["git*/*", "mcp__github__x", true],
    ["github/*", "mcp__gitlab__x", false],
    ["github/*", "mcp__lonely", false],
    ["*/*", "mcp__lonely", false],
    ["*", "mcp__lonely", true],
    ["*", "notmcp__github__x", false],
  ])("matchMcp %s on %s: %s", async (glob, name, matches) => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchMcp(glob), () => deny("no")),
    );
    expect(await denies(hooks, { tool_name: name, tool_input: {} })).toBe(matches);
  });

  it.each([
    ["infra/**", "infra/a/b.tf", true],
    ["infra/**", "/home/ada/work/infra/x", true],
    ["infra/**", "src/infra/x", false],
    ["**/.env*", ".env.local", true],
    ["**/.env*", "a/.env", true],
    ["*.md", "a/b.md", false],
    ["/etc/**", "/etc/passwd", true],
    ["infra/**", "src/../infra/x", true],
    ["infra/**", "infra/../src/x", false],
  ])("matchPaths %s on %s: %s", async (glob, path, matches) => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchPaths(glob), () => deny("no")),
    );
    expect(await denies(hooks, { tool_name: "Write", tool_input: { file_path: path, content: "" } })).toBe(matches);
  });

  it("relative globs start at the project root, not at the folder that the agent went to", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchPaths("infra/**"), () => deny("no")),
    );
    const members = { cwd: "/home/ada/work/sub", tool_name: "Write", tool_input: { file_path: "../infra/x", content: "" } };
    const sent = await send(hooks, "PreToolUse", members, { env: { CLAUDE_PROJECT_DIR: "/home/ada/work" } });
    expect(sent.decision?.kind).toBe("deny");
  });

  it("glob characters in the project's own path mean themselves", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchPaths("a/*"), () => deny("no")),
    );
    const members = { cwd: "/w/[x]{y,z}*", tool_name: "Write", tool_input: { file_path: "a/b", content: "" } };
    expect((await send(hooks, "PreToolUse", members)).decision?.kind).toBe("deny");
  });

  it("a shell call names no file, and says that its targets are not complete", async () => {
    let call: unknown;
    const hooks = createHooks().on("tool.pre", ({ tool }) => {
      call = [tool.targets, tool.targetsComplete];
    });
    await send(hooks, "PreToolUse", bash("rm infra/x"));
    expect(call).toEqual([[], false]);
  });

  it("a matcher that throws is a handler error", async () => {
    const hooks = closed().on(
      "tool.pre",
      when({ matches: broken }, () => undefined),
    );
    expect((await send(hooks, "PreToolUse")).decision?.kind).toBe("deny");
  });

  it("the manifest is narrowed only if every handler of the kind carries a matcher, through any and all too", () => {
    const shell = when(matchCanonical("shell"), () => undefined);
    const read = when(matchTools("Read"), () => undefined);
    const rows = (hooks: Hooks) => manifestOf(hooks).hooks.map((row) => row.matcher);
    const make = () => createHooks({ name: "m" });
    expect(rows(make().on("tool.pre", shell, any(all(read))))).toEqual([[{ canonical: ["shell"] }, { names: ["Read"] }]]);
    expect(rows(make().on("tool.pre", shell, () => undefined))).toEqual([undefined]);
    expect(
      rows(
        make().on(
          "tool.pre",
          any(shell, () => undefined),
        ),
      ),
    ).toEqual([undefined]);
    expect(
      rows(
        make()
          .on("tool.pre", shell)
          .use((_event, next) => next()),
      ),
    ).toEqual([undefined]);
    expect(
      rows(
        make()
          .on("tool.pre", shell)
          .onDecision(() => undefined),
      ),
    ).toEqual([undefined]);
    expect(
      rows(
        make()
          .on("tool.pre", shell)
          .onAny(() => undefined),
      ),
    ).toEqual([undefined, undefined]);
    expect(
      rows(
        make().on(
          "tool.pre",
          when({ matches: () => true }, () => undefined),
        ),
      ),
    ).toEqual([undefined]);
  });

  it("an observer of other kinds does not widen the entry of this one", () => {
    const hooks = createHooks({ name: "m" })
      .on(
        "tool.pre",
        when(matchCanonical("shell"), () => undefined),
      )
      .onAny(() => undefined, { kinds: ["session.end"] });
    expect(manifestOf(hooks).hooks.find((row) => row.kind === "tool.pre")?.matcher).toEqual([{ canonical: ["shell"] }]);
  });
});

describe("interceptors", () => {
  it("run outermost first around the handlers", async () => {
    const seen: string[] = [];
    const wrap = (name: string) => async (_event: AnyEvent, next: () => Promise<Decision | undefined>) => {
      seen.push(`${name}>`);
      const decision = await next();
      seen.push(`<${name}`);
      return decision;
    };
    const hooks = createHooks()
      .use(wrap("a"))
      .use(wrap("b"))
      .on("tool.pre", () => void seen.push("h"));
    await send(hooks, "PreToolUse");
    expect(seen).toEqual(["a>", "b>", "h", "<b", "<a"]);
  });

  it("one that does not call next decides alone", async () => {
    let ran = false;
    const hooks = createHooks()
      .use(() => deny("maintenance"))
      .on("tool.pre", () => {
        ran = true;
      });
    const sent = await send(hooks, "PreToolUse");
    expect([ran, sent.decision?.reason]).toEqual([false, "maintenance"]);
  });

  it("one can change what the handlers decided", async () => {
    const hooks = createHooks()
      .use(async (_event, next) => {
        const decision = await next();
        return decision?.kind === "ask" ? deny("asks are off") : decision;
      })
      .on("tool.pre", () => askUser("sure?"));
    expect((await send(hooks, "PreToolUse")).decision).toMatchObject({ kind: "deny", reason: "asks are off" });
  });

  it("one that returns nothing after next makes it neutral", async () => {
    const hooks = createHooks()
      .use(async (_event, next) => void (await next()) as undefined)
      .on("tool.pre", () => deny("no"));
    expect(json(await send(hooks, "PreToolUse"))).toEqual({});
  });

  it("one can hand on a changed event, with its projections made again", async () => {
    const seen: unknown[] = [];
    const hooks = createHooks()
      .use((event, next) =>
        event.kind === "tool.pre" ? next(event.with({ tool: { input: { command: "changed" } }, session: { model: "m" } })) : next(),
      )
      .on("tool.pre", (event) => void seen.push(event.tool.shell?.command, event.session.model, event.tool.rawInput, event.tool.id));
    await send(hooks, "PreToolUse", bash("ls"));
    expect(seen).toEqual(["changed", "m", { command: "ls" }, "toolu_1"]);
  });

  it("an event that was changed with `with` alone is not sent as a rewrite", async () => {
    const hooks = createHooks()
      .use((event, next) => (event.kind === "tool.pre" ? next(event.with({ tool: { input: { command: "changed" } } })) : next()))
      .on("tool.pre", () => allow());
    expect(specific(await send(hooks, "PreToolUse"))).not.toHaveProperty("updatedInput");
  });

  it("calling next twice is a handler error, and the handlers run once", async () => {
    let count = 0;
    const hooks = closed()
      .use(async (_event, next) => {
        await next();
        return next();
      })
      .on("tool.pre", () => void count++);
    const sent = await send(hooks, "PreToolUse");
    expect([count, sent.failure, sent.decision?.kind]).toEqual([1, "error", "deny"]);
  });

  it("one that throws under fail-open is left out: the handlers still decide", async () => {
    const guard = closed().on("tool.pre", () => deny("no"));
    const hooks = combine(open().use(broken), guard);
    const sent = await send(hooks, "PreToolUse");
    expect([sent.failure, sent.decision?.reason]).toEqual(["error", "no"]);
  });

  it("one that throws after next under fail-open does not lose the denial of the guard it was combined with", async () => {
    const sent = await send(
      combine(
        open().use(async (_event, next) => {
          await next();
          return broken();
        }),
        closed().on("tool.pre", () => deny("no")),
      ),
      "PreToolUse",
    );
    expect(sent.decision?.reason).toBe("no");
  });

  it("a decision of another kind than the event's is a handler error", async () => {
    const sent = await send(
      closed().use(() => finish()),
      "PreToolUse",
    );
    expect([sent.failure, sent.decision?.kind]).toEqual(["error", "deny"]);
  });

  it("a decision on an event that can only be observed changes nothing", async () => {
    const sent = await send(
      createHooks().use(() => deny("no")),
      "SessionEnd",
    );
    expect(json(sent)).toEqual({});
    expect(sent.failure).toBe("error");
  });

  it("events are frozen, ext is the one mutable slot and stays the same after `with`", async () => {
    const found: unknown[] = [];
    const hooks = createHooks()
      .use((event, next) => {
        expect(() => Object.assign(event, { kind: "x" })).toThrow(TypeError);
        expect(() => Object.assign(event.session, { id: "x" })).toThrow(TypeError);
        if (event.kind !== "tool.pre") return next();
        expect(() => Object.assign(event.tool, { name: "x" })).toThrow(TypeError);
        expect(() => Object.assign(event.tool.input, { command: "x" })).toThrow(TypeError);
        event.ext.mark = 1;
        return next(event.with({ session: { cwd: "/elsewhere" } }));
      })
      .on("tool.pre", (event) => void found.push(event.ext.mark, event.session.cwd));
    expect((await send(hooks, "PreToolUse")).failure).toBe("none");
    expect(found).toEqual([1, "/elsewhere"]);
  });
});

describe("observers", () => {
  it("see every event and never decide", async () => {
    const seen: string[] = [];
    const hooks = createHooks().onAny((event): unknown => {
      seen.push(event.nativeName);
      return deny("x");
    });
    for (const event of ["PreToolUse", "Stop", "SessionEnd", "CwdChanged"]) expect(json(await send(hooks, event))).toEqual({});
    expect(seen).toEqual(["PreToolUse", "Stop", "SessionEnd", "CwdChanged"]);
  });

  it.each([
    ["throws", broken],
    ["rejects", () => Promise.reject(new Error("no"))],
    ["throws nothing that is an error", () => Promise.reject(undefined)],
  ])("one that %s changes nothing, under fail-closed too", async (_name, observer) => {
    const hooks = closed()
      .onAny(observer)
      .on("tool.pre", () => allow());
    const sent = await send(hooks, "PreToolUse");
    expect([sent.failure, sent.decision?.kind]).toEqual(["none", "allow"]);
    expect(sent.log.map((line) => line.message)).toContain("an observer failed");
  });

  it("one that never settles is left behind after its budget", async () => {
    const hooks = createHooks({ policy: { observerBudget: 20 } }).onAny(() => new Promise<void>(() => undefined));
    const sent = await send(hooks, "PreToolUse");
    expect(sent.log.map((line) => line.message).join()).toContain("left behind");
  });

  it("kinds and providers narrow an observer", async () => {
    const seen: string[] = [];
    const hooks = createHooks()
      .onAny((event) => void seen.push(event.kind), { kinds: ["agent.stop"] })
      .onAny(() => void seen.push("codex"), { providers: ["codex"] });
    await send(hooks, "PreToolUse");
    await send(hooks, "Stop");
    expect(seen).toEqual(["agent.stop"]);
  });

  it("onOther sees one native event without a kind", async () => {
    const seen: string[] = [];
    const hooks = createHooks().onOther("CwdChanged", (event) => void seen.push(`${event.kind} ${event.rawField("cwd")}`));
    await send(hooks, "CwdChanged");
    await send(hooks, "WorktreeRemove");
    await send(hooks, "SomethingNew");
    expect(seen).toEqual(["other /home/ada/work"]);
  });

  it("an event that no version knew is `other` and neutral", async () => {
    const seen: string[] = [];
    const sent = await send(
      closed().onAny((event) => void seen.push(event.kind)),
      "SomethingNew",
    );
    expect([json(sent), sent.failure, seen]).toEqual([{}, "none", ["other"]]);
  });

  it("start before the handlers", async () => {
    const seen: string[] = [];
    const hooks = createHooks()
      .on("tool.pre", () => void seen.push("handler"))
      .onAny(() => void seen.push("observer"));
    await send(hooks, "PreToolUse");
    expect(seen).toEqual(["observer", "handler"]);
  });
});

describe("outcomes", () => {
  it("tell event, decision, what was sent, what was lost and how long it took", async () => {
    const told: unknown[] = [];
    const hooks = createHooks()
      .on("agent.stop", { name: "h" }, () => finish().withContext("dropped"))
      .onDecision(({ event, decision, sent, degraded, failure, durationMs, handler }) => {
        told.push([event.nativeName, decision?.kind, sent.via, degraded, failure, typeof durationMs, handler]);
      });
    await send(hooks, "Stop");
    expect(told).toEqual([
      ["Stop", "finish", "process", [expect.objectContaining({ capability: "add-context", to: "dropped" })], "none", "number", "h"],
    ]);
  });

  it("an onDecision that throws changes nothing, and the others are told", async () => {
    let told = 0;
    const hooks = closed()
      .onDecision(broken)
      .onDecision(() => ++told)
      .on("tool.pre", () => deny("no"));
    expect((await send(hooks, "PreToolUse")).decision?.reason).toBe("no");
    expect(told).toBe(1);
  });

  it("a failed program is told with its failure", async () => {
    const failures: string[] = [];
    const hooks = closed()
      .on("tool.pre", broken)
      .onDecision((outcome) => void failures.push(`${outcome.failure} ${outcome.decision?.kind}`));
    await send(hooks, "PreToolUse");
    expect(failures).toEqual(["error deny"]);
  });
});

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

describe("combine and include", () => {
  it("a telemetry program that breaks does not switch off the guard it was combined with", async () => {
    const guard = () => closed().on("tool.pre", () => deny("no"));
    const telemetry = () => open().on("tool.pre", broken);
    for (const hooks of [combine(telemetry(), guard()), combine(guard(), telemetry()), telemetry().include(guard())]) {
      const sent = await send(hooks, "PreToolUse");
      expect(sent.decision?.reason).toBe("no");
    }
  });

  it("a broken guard refuses although it was combined into an open program", async () => {
    const sent = await send(
      combine(
        open().on("tool.pre", () => allow()),
        closed().on("tool.pre", broken),
      ),
      "PreToolUse",
    );
    expect(sent.decision?.kind, "an allow before it ends the walk").toBe("allow");
    const first = await send(
      combine(
        open().on("tool.pre", () => noDecision().withContext("c")),
        closed().on("tool.pre", broken),
      ),
      "PreToolUse",
    );
    expect([first.decision?.kind, first.failure]).toEqual(["deny", "error"]);
  });

  it("a broken open program alone is neutral", async () => {
    const sent = await send(
      combine(
        closed().on("tool.pre", () => undefined),
        open().on("tool.pre", broken),
      ),
      "PreToolUse",
    );
    expect([json(sent), sent.failure]).toEqual([{}, "error"]);
  });

  it("where no stage can be blamed the strictest fail holds", async () => {
    const hooks = combine(
      open().on("tool.pre", () => undefined),
      closed().on("agent.stop", () => undefined),
    );
    const sent = await invoke(hooks, { provider: "claude-code", event: "PreToolUse", payload: "not-json" });
    expect(specific(sent).permissionDecision).toBe("deny");
  });

  it("an interceptor of an open program that runs out of time does not open a closed guard that never settles", async () => {
    const telemetry = createHooks({ name: "telemetry", policy: { timeout: 60 } }).use(async (_event, next) => {
      await Promise.resolve();
      return next();
    });
    const guard = createHooks({ name: "guard", policy: { fail: "closed", timeout: 60 } }).on(
      "tool.pre",
      () => new Promise<undefined>(() => undefined),
    );
    for (const hooks of [combine(telemetry, guard), combine(guard, telemetry)]) {
      const sent = await send(hooks, "PreToolUse");
      expect([sent.failure, sent.decision?.kind]).toEqual(["timeout", "deny"]);
    }
  });

  it("an interceptor of an open program that throws while the guard is still at work does not switch it off", async () => {
    const telemetry = open().use((_event, next) => {
      void next();
      return broken();
    });
    const guard = closed().on("tool.pre", async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return deny("no");
    });
    expect((await send(combine(telemetry, guard), "PreToolUse")).decision?.reason).toBe("no");
  });

  it("an interceptor that swallows what next threw does not open a broken guard", async () => {
    const telemetry = open().use((_event, next) => next().catch(() => undefined));
    const sent = await send(combine(telemetry, closed().on("tool.pre", broken)), "PreToolUse");
    expect(sent.decision?.kind).toBe("deny");
  });

  it("each stage keeps the timeout of its own program", { timeout: 3000 }, async () => {
    const never = () => new Promise<undefined>(() => undefined);
    const slow = createHooks({ name: "guard", policy: { fail: "closed", timeout: 50 } }).on("tool.pre", never);
    const sent = await send(combine(open(), slow), "PreToolUse");
    expect([sent.failure, sent.decision?.kind]).toEqual(["timeout", "deny"]);
  });

  it("the short timeout of one program does not cut the stages of another", async () => {
    const hasty = createHooks({ name: "hasty", policy: { timeout: 30 } });
    const guard = closed().on("tool.pre", async () => {
      await new Promise((resolve) => setTimeout(resolve, 90));
      return allow();
    });
    const sent = await send(combine(hasty, guard), "PreToolUse");
    expect([sent.failure, sent.decision?.kind]).toEqual(["none", "allow"]);
  });

  it("the continuation cap is that of the program that continues", async () => {
    const state = invokeState();
    const hooks = combine(
      open(),
      createHooks({ name: "stopper", policy: { continuationCap: 1 } }).on("agent.stop", () => continueWith("go on")),
    );
    const kinds = [await send(hooks, "Stop", {}, { state }), await send(hooks, "Stop", {}, { state })].map((sent) => sent.decision?.kind);
    expect(kinds).toEqual(["continue", "finish"]);
  });

  it("a stage of an included program finds its own worker", async () => {
    const done: unknown[] = [];
    const second = createHooks({ name: "second" })
      .on("tool.pre", async (_event, context) => void (await context.defer("later", 1)))
      .worker("later", (payload) => void done.push(payload));
    const hooks = combine(
      createHooks({ name: "first" }).worker("later", () => void done.push("wrong worker")),
      second,
    );
    const sent = await send(hooks, "PreToolUse");
    expect(sent.deferred).toMatchObject([{ work: { type: "worker", worker: "second/later", payload: 1 } }]);
    await hooks.decide(createEvent("tool.pre", { tool: { name: "x" } }));
    expect(done).toEqual([1]);
  });

  it("deferring to a worker that does not exist rejects and says how to register it", async () => {
    const errors: unknown[] = [];
    const hooks = open().on("tool.pre", async (_event, context) => {
      await context.defer("nope", 1).catch((error: unknown) => errors.push(error));
    });
    await send(hooks, "PreToolUse");
    await hooks.decide(createEvent("tool.pre", { tool: { name: "x" } }));
    expect(errors).toEqual([expect.any(TypeError), expect.any(TypeError)]);
    expect(String(errors[0])).toContain("hooks.worker");
  });

  it("names, version and state folder are the first one's; stage names carry the others' names", () => {
    const first = createHooks({ name: "first", version: "1.2.3" }).on("tool.pre", { name: "a" }, () => undefined);
    const second = createHooks({ name: "second", version: "9.9.9" }).on("tool.pre", { name: "b" }, () => undefined);
    const hooks = combine(first, second);
    const names: string[] = [];
    hooks.walk((stage) => void names.push(stage.name));
    expect([hooks.name, hooks.version, names]).toEqual(["first", "1.2.3", ["a", "second/b"]]);
  });

  it("combine leaves its parts as they were; include changes the one it is called on", () => {
    const count = (hooks: Hooks) => {
      let n = 0;
      hooks.walk(() => n++);
      return n;
    };
    const a = createHooks({ name: "a" }).on("tool.pre", () => undefined);
    const b = createHooks({ name: "b" }).on("tool.pre", () => undefined);
    expect([count(combine(a, b)), count(a), count(b)]).toEqual([2, 1, 1]);
    expect([count(a.include(b)), count(a), count(b)]).toEqual([2, 2, 1]);
  });

  it("state of combined programs does not mix", async () => {
    const values: unknown[] = [];
    const program = (name: string) =>
      createHooks({ name }).on("tool.pre", async (_event, context) => {
        values.push(await context.state.session("runs", 0).update((n) => n + 1));
      });
    const state = invokeState();
    await send(combine(program("a"), program("b")), "PreToolUse", {}, { state });
    await send(program("b"), "PreToolUse", {}, { state });
    expect(values).toEqual([1, 1, 2]);
  });

  it("asks fall back by the policy of the program that asked", async () => {
    const asks = () => createHooks({ name: "asks", policy: { askFallback: "deny" } }).on("tool.pre", () => askUser("sure?"));
    const hooks = combine(createHooks({ name: "first", policy: { askFallback: "none" } }), asks());
    expect((await send(hooks, "UserPromptSubmit")).decision).toBeUndefined();
    const strictest = await send(hooks, "PreToolUse");
    expect(strictest.decision?.kind).toBe("ask");
  });
});

describe("walk", () => {
  const program = () =>
    createHooks({ name: "w" })
      .on("agent.stop", { name: "stop" }, () => undefined)
      .on(
        "tool.pre",
        { name: "pre" },
        when(matchTools("Bash"), () => undefined),
      )
      .use(function inner(_event, next) {
        return next();
      })
      .onOther("CwdChanged", () => undefined, { name: "cwd" })
      .onAny(() => undefined, { name: "watch" })
      .onNative(claudeCode.events.TaskCreated, () => undefined, { name: "task" });

  it("visits observers, onOther, interceptors, then handlers by kind", () => {
    const seen: string[] = [];
    program().walk((stage) => void seen.push(`${stage.position} ${stage.type} ${stage.kind ?? stage.nativeName ?? "-"} ${stage.name}`));
    expect(seen).toEqual([
      "0 observer - watch",
      "1 observer other cwd",
      "2 interceptor - inner",
      "3 handler tool.pre pre",
      "4 handler agent.stop stop",
      "5 native TaskCreated task",
    ]);
  });

  it("carries the matcher of a handler", () => {
    program().walk((stage) => {
      if (stage.type !== "handler") return;
      const { tool } = createEvent("tool.pre", { tool: { name: "Bash" } });
      expect(stage.matcher?.matches(tool)).toBe(stage.name === "pre" ? true : undefined);
    });
  });

  it("ends when visit throws", () => {
    let visits = 0;
    expect(() =>
      program().walk(() => {
        visits++;
        throw new Error("enough");
      }),
    ).toThrow("enough");
    expect(visits).toBe(1);
  });
});

describe("decide", () => {
  const event = () => createEvent("tool.pre", { tool: { name: "Bash", input: { command: "ls" } }, session: { id: "s" } });

  it("runs observers, interceptors and handlers without degrading", async () => {
    const seen: string[] = [];
    const hooks = createHooks()
      .onAny(() => void seen.push("observer"))
      .use((_event, next) => {
        seen.push("interceptor");
        return next();
      })
      .on("tool.pre", () => askUser("sure?", { fallback: "deny" }).withContext("c"));
    const decision = await hooks.decide(event());
    expect([seen, decision?.kind, decision?.contexts]).toEqual([["observer", "interceptor"], "ask", ["c"]]);
  });

  it("is undefined when nobody has an opinion", async () => {
    expect(await createHooks().decide(event())).toBeUndefined();
  });

  it("rejects with what a stage threw, under both fail modes", async () => {
    const error = new Error("exactly this");
    for (const hooks of [open(), closed()]) {
      hooks.on("tool.pre", () => {
        throw error;
      });
      await expect(hooks.decide(event())).rejects.toBe(error);
    }
  });

  it("keeps no state between two calls and writes nothing", async () => {
    const counts: number[] = [];
    const hooks = createHooks({ name: "d" }).on("tool.pre", async (_event, context) => {
      counts.push(await context.state.program("n", 0).update((n) => n + 1));
    });
    await hooks.decide(event());
    await hooks.decide(event());
    expect(counts).toEqual([1, 1]);
  });

  it("runs work that was deferred, after the handlers", async () => {
    const seen: unknown[] = [];
    const hooks = createHooks({ name: "d" })
      .on("tool.pre", async (_event, context) => {
        await context.defer("later", { n: 1 });
        seen.push("handler");
      })
      .worker("later", (payload) => void seen.push(payload));
    await hooks.decide(event());
    expect(seen).toEqual(["handler", { n: 1 }]);
  });
});

describe("wrong values", () => {
  it.each([
    ["a decision of another kind", finish()],
    ["a plain object", { kind: "deny", reason: "x" }],
    ["null", null],
    ["a number", 1],
    ["a text", "deny"],
    ["true", true],
    ["a copy of a decision", { ...deny("x") }],
  ])("%s is a handler error: refused under fail-closed, neutral under fail-open", async (_name, value) => {
    const shut = await send(
      closed().on(
        "tool.pre",
        untyped<() => undefined>(() => value),
      ),
      "PreToolUse",
    );
    expect([shut.failure, specific(shut).permissionDecision]).toEqual(["error", "deny"]);
    const opened = await send(
      open().on(
        "tool.pre",
        untyped<() => undefined>(() => value),
      ),
      "PreToolUse",
    );
    expect([opened.failure, json(opened)]).toEqual(["error", {}]);
  });

  it("decide rejects with a HandlerError that says what to do", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      { name: "mine" },
      untyped<() => undefined>(() => ({ kind: "deny" })),
    );
    const error: unknown = await hooks.decide(createEvent("tool.pre", { tool: { name: "x" } })).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HandlerError);
    expect((error as HandlerError).handler).toBe("mine");
    expect((error as HandlerError).message).toMatch(/mine.*constructors/s);
  });

  it("registration refuses what cannot work", () => {
    const hooks = createHooks();
    expect(() => hooks.on(untyped<"tool.pre">("tool.before"), () => undefined)).toThrow(/unknown kind "tool.before"/);
    expect(() => hooks.on("tool.pre", untyped<() => undefined>(undefined))).toThrow(TypeError);
    expect(() => hooks.on("tool.pre", untyped<() => undefined>({}))).toThrow(/no handler/);
    expect(() => hooks.on("tool.pre", { timeout: untyped("3 s") }, () => undefined)).toThrow(/invalid duration/);
    expect(() => hooks.onAny(untyped("x"))).toThrow(TypeError);
    expect(() => hooks.use(untyped(undefined))).toThrow(TypeError);
    expect(() => hooks.worker("w", () => undefined).worker("w", () => undefined)).toThrow(/twice/);
    expect(() => createHooks({ name: "Not_Kebab" })).toThrow(/kebab/);
    expect(() => createHooks({ policy: untyped({ fail: "close" }) })).toThrow(/policy.fail/);
    expect(() => createHooks({ policy: { continuationCap: -1 } })).toThrow(/continuationCap/);
    expect(() => hooks.include(untyped({}))).toThrow(/createHooks/);
  });
});

describe("policy", () => {
  it("a policy function decides by the event", async () => {
    const hooks = createHooks({
      name: "p",
      policy: (event) => ({ fail: event.kind === "tool.pre" ? "closed" : "open" }),
    }).on(["tool.pre", "permission.request"], broken);
    expect(specific(await send(hooks, "PreToolUse")).permissionDecision).toBe("deny");
    expect(json(await send(hooks, "PermissionRequest"))).toEqual({});
  });

  it.each([
    ["throws", broken],
    ["returns nonsense", () => untyped<object>({ fail: "maybe" })],
  ])("a policy function that %s is read as fail-closed; handlers that decide are still heard", async (_name, policy) => {
    const fails = createHooks({ name: "p", policy }).on("tool.pre", broken);
    expect(specific(await send(fails, "PreToolUse")).permissionDecision).toBe("deny");
    const fine = createHooks({ name: "p", policy }).on("tool.pre", () => allow());
    expect(specific(await send(fine, "PreToolUse")).permissionDecision).toBe("allow");
  });

  it("an async policy function is no policy: it is read as fail-closed", async () => {
    const hooks = createHooks({ name: "p", policy: untyped(async () => ({ fail: "open" })) }).on("tool.pre", broken);
    expect(specific(await send(hooks, "PreToolUse")).permissionDecision).toBe("deny");
  });

  it("a handler that is not done in time fails as a timeout", async () => {
    const never = () => new Promise<undefined>(() => undefined);
    const shut = await send(createHooks({ policy: { fail: "closed", timeout: 30 } }).on("tool.pre", never), "PreToolUse");
    expect([shut.failure, specific(shut).permissionDecision]).toEqual(["timeout", "deny"]);
    const opened = await send(createHooks().on("tool.pre", { timeout: 30 }, never), "PreToolUse");
    expect([opened.failure, json(opened)]).toEqual(["timeout", {}]);
  });

  it("the signal is aborted when time is up, and the deadline is the earliest of all", async () => {
    let aborted: boolean | undefined;
    let left = 0;
    const hooks = createHooks({ policy: { timeout: "5s" } }).on("tool.pre", { timeout: 50 }, (_event, context) => {
      left = context.deadline.getTime() - Date.now();
      return new Promise<undefined>(() => context.signal.addEventListener("abort", () => (aborted = true)));
    });
    await send(hooks, "PreToolUse");
    expect(aborted).toBe(true);
    expect(left).toBeLessThanOrEqual(50);
  });

  it("a slow handler under its own timeout does not take the time of the next one", async () => {
    const hooks = createHooks().on("tool.pre", { timeout: 20, name: "slow" }, () => new Promise<undefined>(() => undefined));
    const guard = closed().on("tool.pre", () => deny("no"));
    expect((await send(combine(hooks, guard), "PreToolUse")).decision?.reason).toBe("no");
  });

  it("strict: what the agent cannot express is a handler error", async () => {
    const strict = (fail: "open" | "closed") => createHooks({ policy: { fail, unsupported: "strict" } });
    const shut = await send(
      strict("closed").on("tool.pre", () => allow()),
      "PreSkillShellCommand",
    );
    expect([shut.failure, specific(shut).permissionDecision]).toEqual(["error", "deny"]);
    const opened = await send(
      strict("open").on("tool.pre", () => allow()),
      "PreSkillShellCommand",
    );
    expect([opened.failure, json(opened)]).toEqual(["error", {}]);
  });

  it("strict: a system message alone is never an error", async () => {
    const hooks = createHooks({ policy: { unsupported: "strict" } }).on("subagent.start", () => proceed().withSystemMessage("m"));
    const sent = await send(hooks, "SubagentStart");
    expect([sent.failure, json(sent)]).toEqual(["none", {}]);
  });

  it("strict: a deny that the agent can express goes out", async () => {
    const hooks = createHooks({ policy: { unsupported: "strict" } }).on("tool.pre", () => deny("no"));
    expect(specific(await send(hooks, "PreSkillShellCommand")).permissionDecision).toBe("deny");
  });

  it.each([
    ["open", undefined, undefined, "none"],
    ["open", "deny", undefined, "deny"],
    ["open", "none", "deny", "deny"],
    ["closed", undefined, undefined, "deny"],
    ["closed", "deny", "none", "none"],
    ["closed", "none", undefined, "none"],
  ] as const)("an ask that cannot be asked: fail %s, policy %s, own %s gives %s", async (fail, policy, own, wanted) => {
    // UserPromptExpansion and PreCompact cannot ask; a headless run is the case that Claude Code has
    const options = own === undefined ? {} : { fallback: own };
    const hooks = createHooks({ policy: { fail, ...(policy ? { askFallback: policy } : {}) } }).on("tool.pre", () =>
      askUser("sure?", options),
    );
    const sent = await send(hooks, "PreToolUse", {}, { variant: "print" });
    const verdict = specific(sent).permissionDecision;
    // Claude Code denies an ask in a headless run by itself (facts §0.7): "ask" there is a denial too
    if (wanted === "deny") expect(["deny", "ask"]).toContain(verdict);
    else if (own === "none") expect(verdict).toBeUndefined();
  });

  it("where a person can be asked, the agent asks", async () => {
    const hooks = createHooks({ policy: { fail: "closed" } }).on("tool.pre", () => askUser("sure?", { fallback: "deny" }));
    expect(specific(await send(hooks, "PreToolUse", {}, { variant: "cli" })).permissionDecision).toBe("ask");
  });
});

describe("fail-closed", () => {
  const fails = (event: string) => {
    const hooks = closed().use(broken);
    return send(hooks, event);
  };

  it.each([
    ["PreToolUse", { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } }],
    ["PreSkillShellCommand", { hookSpecificOutput: { hookEventName: "PreSkillShellCommand", permissionDecision: "deny" } }],
    ["PermissionRequest", { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny" } } }],
    ["UserPromptSubmit", { decision: "block" }],
    ["UserPromptExpansion", { decision: "block" }],
  ])("%s is refused when the program fails", async (event, answer) => {
    const sent = await fails(event);
    expect(sent.failure).toBe("error");
    expect(json(sent)).toMatchObject(answer);
  });

  it.each([
    "Stop",
    "SubagentStop",
    "PreCompact",
    "PostToolUse",
    "PostToolUseFailure",
    "SessionStart",
    "SessionEnd",
    "Notification",
    "SubagentStart",
  ])("%s is never refused by a failure, and the log says that it cannot be enforced", async (event) => {
    const sent = await fails(event);
    expect(json(sent)).toEqual({});
    expect(sent.failure).toBe("error");
  });

  it("the log says where fail-closed cannot be enforced", async () => {
    const sent = await fails("SubagentStart");
    expect(sent.log.map((line) => line.message)).toContain("fail-closed not enforceable here");
  });

  it("an error in a stop handler never continues the agent", async () => {
    for (const event of ["Stop", "SubagentStop"]) {
      const hooks = closed().on(["agent.stop", "subagent.stop"], broken);
      expect(json(await send(hooks, event))).toEqual({});
    }
  });

  it("a failing report handler changes nothing", async () => {
    expect(json(await send(closed().on("session.end", broken), "SessionEnd"))).toEqual({});
  });

  it("the reason names no payload and no error text", async () => {
    const hooks = closed().on("tool.pre", () => {
      throw new Error("SECRET-IN-ERROR");
    });
    const sent = await send(hooks, "PreToolUse");
    expect(JSON.stringify(sent.answer)).not.toContain("SECRET");
    expect(JSON.stringify(sent.log.filter((line) => line.level !== "debug"))).not.toContain("SECRET-IN-ERROR");
  });
});

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

describe("continuations", () => {
  const goOn = (cap?: number) =>
    createHooks({ name: "stopper", ...(cap === undefined ? {} : { policy: { continuationCap: cap } }) }).on("agent.stop", () =>
      continueWith("go on"),
    );

  it("the agent is continued as often as the cap allows, then it finishes", async () => {
    const state = invokeState();
    const kinds: unknown[] = [];
    for (let i = 0; i < 7; i++) kinds.push((await send(goOn(), "Stop", { stop_hook_active: i > 0 }, { state })).decision?.kind);
    expect(kinds).toEqual([...Array<string>(5).fill("continue"), "finish", "finish"]);
  });

  it("a capped continuation is listed as degraded and sent as no opinion", async () => {
    const sent = await send(goOn(0), "Stop");
    expect(json(sent)).toEqual({});
    expect(sent.degraded).toMatchObject([{ capability: "continue-agent", to: "finish" }]);
  });

  it("a new turn counts from the start, and so does another session", async () => {
    const state = invokeState();
    const kind = async (members: JsonObject) => (await send(goOn(1), "Stop", members, { state })).decision?.kind;
    expect(await kind({})).toBe("continue");
    expect(await kind({})).toBe("finish");
    expect(await kind({ prompt_id: "another" })).toBe("continue");
    expect(await kind({ session_id: "another-session" })).toBe("continue");
  });

  it("loopCount and previouslyContinued are ours, whatever the agent says", async () => {
    const state = invokeState();
    const seen: unknown[] = [];
    const hooks = createHooks({ name: "c" }).on("agent.stop", (event) => {
      seen.push([event.loopCount, event.previouslyContinued]);
      return continueWith("go on");
    });
    for (let i = 0; i < 3; i++) await send(hooks, "Stop", { stop_hook_active: false }, { state });
    expect(seen).toEqual([
      [0, false],
      [1, true],
      [2, true],
    ]);
  });

  it("subagents are counted apart from the main agent and from each other", async () => {
    const state = invokeState();
    const hooks = createHooks({ name: "c", policy: { continuationCap: 1 } }).on(["agent.stop", "subagent.stop"], () => continueWith("x"));
    const kind = async (event: string, members: JsonObject = {}) => (await send(hooks, event, members, { state })).decision?.kind;
    expect(await kind("Stop")).toBe("continue");
    expect(await kind("SubagentStop", { agent_id: "a1" })).toBe("continue");
    expect(await kind("SubagentStop", { agent_id: "a2" })).toBe("continue");
    expect(await kind("SubagentStop", { agent_id: "a1" })).toBe("finish");
    expect(await kind("Stop")).toBe("finish");
  });

  it("an interceptor's continuation counts too", async () => {
    const state = invokeState();
    const hooks = createHooks({ name: "c", policy: { continuationCap: 1 } }).use(() => continueWith("x"));
    expect((await send(hooks, "Stop", {}, { state })).decision?.kind).toBe("continue");
    expect((await send(hooks, "Stop", {}, { state })).decision?.kind).toBe("finish");
  });

  it("two programs combined share the count of the turn", async () => {
    const state = invokeState();
    const hooks = () => combine(goOn(2), createHooks({ name: "other" }));
    const kinds: unknown[] = [];
    for (let i = 0; i < 4; i++) kinds.push((await send(hooks(), "Stop", {}, { state })).decision?.kind);
    expect(kinds).toEqual(["continue", "continue", "finish", "finish"]);
  });

  it("stopping the agent wins over continuing it", async () => {
    const hooks = createHooks().on("agent.stop", () => continueWith("go on").stopAgent("enough"));
    const answer = json(await send(hooks, "Stop"));
    expect(answer).toMatchObject({ continue: false, stopReason: "enough" });
    expect(answer).not.toHaveProperty("decision");
  });
});

describe("contexts for the next event", () => {
  it("are delivered once, with the next event of the session that can carry them", async () => {
    const state = invokeState();
    const hooks = createHooks({ name: "n" })
      .on("agent.stop", () => finish().withContext("later", { when: "next" }))
      .on("tool.pre", () => undefined);
    expect(json(await send(hooks, "Stop", {}, { state }))).toEqual({});
    expect(json(await send(hooks, "SessionEnd", {}, { state }))).toEqual({});
    expect(specific(await send(hooks, "PreToolUse", {}, { state })).additionalContext).toBe("later");
    expect(json(await send(hooks, "PreToolUse", {}, { state }))).toEqual({});
  });

  it("come before the contexts of that event, also on an event that no handler is registered for", async () => {
    const state = invokeState();
    const hooks = createHooks({ name: "n" })
      .on("agent.stop", () => finish().withContext("a", { when: "next" }).withContext("b", { when: "next" }))
      .on("prompt.submitted", () => acceptPrompt().withContext("c"));
    await send(hooks, "Stop", {}, { state });
    expect(specific(await send(hooks, "UserPromptSubmit", {}, { state })).additionalContext).toBe("a\nb\nc");
    await send(hooks, "Stop", {}, { state });
    expect(specific(await send(hooks, "SessionStart", {}, { state })).additionalContext).toBe("a\nb");
  });

  it("stay with their session", async () => {
    const state = invokeState();
    const hooks = createHooks({ name: "n" }).on("agent.stop", () => finish().withContext("later", { when: "next" }));
    await send(hooks, "Stop", { session_id: "one" }, { state });
    expect(json(await send(hooks, "PreToolUse", { session_id: "two" }, { state }))).toEqual({});
    expect(specific(await send(hooks, "PreToolUse", { session_id: "one" }, { state })).additionalContext).toBe("later");
  });

  it.each([
    ["throws under fail-open", open()],
    ["throws under fail-closed", closed()],
    ["asks for what a strict policy refuses", createHooks({ name: "strict", policy: { unsupported: "strict" } })],
  ])("are delivered once although the handler of the event that could carry them %s", async (_name, hooks) => {
    const state = invokeState();
    hooks
      .on("agent.stop", () => finish().withContext("later", { when: "next" }))
      .on("prompt.submitted", (event) => {
        if (event.prompt.text !== "bad") return undefined;
        if (hooks.name === "strict") return acceptPrompt().withUpdatedPrompt("other");
        throw new Error("bug");
      });
    await send(hooks, "Stop", {}, { state });
    const texts: unknown[] = [];
    for (const prompt of ["bad", "fine", "fine"]) {
      texts.push(specific(await send(hooks, "UserPromptSubmit", { prompt }, { state })).additionalContext);
    }
    expect(texts.filter((text) => text !== undefined)).toEqual(["later"]);
  });

  it("an interceptor can leave one too", async () => {
    const state = invokeState();
    const hooks = createHooks({ name: "n" }).use(async (event, next) =>
      event.kind === "agent.stop" ? finish().withContext("later", { when: "next" }) : next(),
    );
    await send(hooks, "Stop", {}, { state });
    expect(specific(await send(hooks, "PreToolUse", {}, { state })).additionalContext).toBe("later");
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

it("a payload names its own event: the flag is only a default", async () => {
  const hooks = createHooks().on("agent.stop", () => continueWith("x"));
  const sent = await invoke(hooks, { provider: "claude-code", event: "PreToolUse", payload: payloadOf("Stop") });
  expect(sent.event?.nativeName).toBe("Stop");
});
