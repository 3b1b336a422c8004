/** Several programs in one (definitions.md "Decisions and stages", design §4). */
import type { Hooks, HooksOptions } from "agenthooks";
import { allow, askUser, combine, continueWith, createEvent, createHooks, deny, noDecision } from "agenthooks";
import { invoke, invokeState } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { json, send, specific } from "../helpers/claude.js";

const closed = (options: HooksOptions = {}) => createHooks({ name: "guard", ...options, policy: { fail: "closed" } });
const open = (options: HooksOptions = {}) => createHooks({ name: "telemetry", ...options });
const broken = (): never => {
  throw new Error("bug in policy");
};

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
