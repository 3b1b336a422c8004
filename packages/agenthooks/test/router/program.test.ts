/** What can be read off a program, and what registration refuses (definitions.md "Decisions and stages", design §4). */
import type { HooksOptions } from "agenthooks";
import { askUser, createEvent, createHooks, deny, finish, HandlerError, matchTools, when } from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import { describe, expect, it } from "vitest";
import { json, send, specific } from "../helpers/claude.js";

const closed = (options: HooksOptions = {}) => createHooks({ name: "guard", ...options, policy: { fail: "closed" } });
const open = (options: HooksOptions = {}) => createHooks({ name: "telemetry", ...options });
/** A value that the types would refuse. */
const untyped = <T>(value: unknown): T => value as T;

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
    expect((error as HandlerError).message).toMatch(/mine.*constructor/s);
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
