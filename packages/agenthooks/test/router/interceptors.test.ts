/** Interceptors (definitions.md "Decisions and stages", design §4). */
import type { AnyEvent, Decision, HooksOptions } from "agenthooks";
import { allow, askUser, combine, createHooks, deny, finish } from "agenthooks";
import { describe, expect, it } from "vitest";
import { bash, json, send, specific } from "../helpers/claude.js";

const closed = (options: HooksOptions = {}) => createHooks({ name: "guard", ...options, policy: { fail: "closed" } });
const open = (options: HooksOptions = {}) => createHooks({ name: "telemetry", ...options });
const broken = (): never => {
  throw new Error("bug in policy");
};

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
