/** What happens to the rest when one stage ends, fails or says something wrong. */
import type { Adapter } from "agenthooks";
import {
  all,
  allow,
  any,
  askUser,
  combine,
  createEvent,
  createHooks,
  defineProvider,
  deny,
  HandlerError,
  matchCanonical,
  matchMcp,
  matchPaths,
  matchTools,
  nativeAnswer,
  noDecision,
  observed,
  when,
} from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import { describe, expect, it, vi } from "vitest";
import { mergeAll } from "../../src/decision/merge.js";
import { manifestOf } from "../../src/router/manifest.js";
import { nativeKeys } from "../../src/router/native.js";
import { send, specific } from "../helpers/claude.js";

const SHELL = createEvent("tool.pre", { nativeName: "PreToolUse", tool: { name: "Bash", input: { command: "ls" } } });
const broken = (): never => {
  throw new Error("bug");
};
const untyped = <T>(value: unknown): T => value as T;

describe("any", () => {
  it("goes on after handlers without an opinion, with their rewrites and contexts", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      any(
        () => undefined,
        () => noDecision().withUpdatedInput({ command: "ls -l" }).withContext("a"),
        (event) => (event.tool.input.command === "ls -l" ? noDecision().withContext("b") : deny("not rewritten")),
      ),
    );
    const decision = await hooks.decide(SHELL);
    expect(decision).toMatchObject({ kind: "no-decision", contexts: ["a", "b"], updatedInput: { command: "ls -l" } });
  });

  it("and all name the handler that decided, once", async () => {
    function guard() {
      return deny("no");
    }
    for (const composed of [any(guard), all(any(guard)), any((event, context) => any(guard)(event, context))]) {
      const sent = await send(createHooks().on("tool.pre", composed), "PreToolUse");
      expect(sent.handler).toBe("guard");
    }
    expect(
      (
        await send(
          createHooks().on(
            "tool.pre",
            any(() => deny("no")),
          ),
          "PreToolUse",
        )
      ).handler,
    ).toBe("tool.pre#1");
  });

  it("of nobody, and all of nobody, have no opinion", async () => {
    expect(await createHooks().on("tool.pre", any(), all()).decide(SHELL)).toBeUndefined();
    expect(mergeAll([])).toBeUndefined();
  });
});

describe("decide", () => {
  it("rejects with what an observer threw, when no handler did", async () => {
    await expect(createHooks().onAny(broken).decide(SHELL)).rejects.toThrow("bug");
  });

  it("asks the observers that are meant, by provider, kind and native name", async () => {
    const seen: string[] = [];
    const hooks = createHooks()
      .onAny(() => void seen.push("any"))
      .onAny(() => void seen.push("kind"), { kinds: ["agent.stop"] })
      .onAny(() => void seen.push("provider"), { providers: ["codex"] })
      .onOther("TaskCreated", () => void seen.push("TaskCreated"))
      .onOther("ConfigChange", () => void seen.push("ConfigChange"));
    await hooks.decide(createEvent("other", { nativeName: "TaskCreated" }));
    await hooks.decide(createEvent("agent.stop", {}));
    expect(seen).toEqual(["any", "TaskCreated", "any", "kind"]);
  });

  it("gives handlers a context that runs programs", async () => {
    const hooks = createHooks({ name: "p" }).on("tool.pre", async (_event, context) => {
      const { stdout } = await context.exec(process.execPath, ["-p", "1 + 1"]);
      return deny(`${stdout.trim()} ${context.signal.aborted} ${context.deadline > new Date()} ${context.cwd === process.cwd()}`);
    });
    expect((await hooks.decide(SHELL))?.reason).toBe("2 false true true");
  });
});

describe("a native handler", () => {
  const gate = claudeCode.events.PreToolUse;
  const deferring = () => nativeAnswer<claudeCode.PreToolUseAnswer>({ hookSpecificOutput: { permissionDecision: "defer" } });

  it("that returns something else is an error that says what to return", async () => {
    const sent = await send(
      createHooks({ name: "p", policy: { fail: "closed" } }).onNative(gate, () => untyped(deny("no"))),
      "PreToolUse",
    );
    expect(sent).toMatchObject({ failure: "error", decision: { kind: "deny" } });
    expect(sent.log.map((line) => JSON.stringify(line)).join()).toContain("must return nativeAnswer");
    for (const value of [null, "text", { answer: {} }]) expect(nativeKeys(value)).toBeUndefined();
  });

  it("that fails takes back what its program said, under fail-open", async () => {
    const hooks = createHooks({ name: "p" })
      .on("tool.pre", () => allow())
      .onNative(gate, broken);
    expect(await send(hooks, "PreToolUse")).toMatchObject({ failure: "error", decision: undefined });
    const another = combine(hooks, createHooks({ name: "q" }).onNative(gate, deferring));
    expect(specific(await send(another, "PreToolUse"))).toMatchObject({ permissionDecision: "defer" });
  });

  it("of a failed program does not count, and its first answer is taken back", async () => {
    const first = vi.fn(deferring);
    const hooks = createHooks({ name: "p" }).on("tool.pre", broken).onNative(gate, first);
    expect(specific(await send(hooks, "PreToolUse"))).toEqual({});
    expect(first).not.toHaveBeenCalled();
  });

  it("is given the event as it is, with the payload as `native`", async () => {
    let seen: unknown[] = [];
    const hooks = createHooks().onNative(gate, (event) => {
      seen = [event.native.tool_name, event.nativeName, event.can("deny"), event.rawField("tool_input.command")];
      return undefined;
    });
    await send(hooks, "PreToolUse");
    expect(seen).toEqual(["Bash", "PreToolUse", true, "ls"]);
  });
});

describe("an interceptor", () => {
  it("of a failed program is passed over, one of another program is not", async () => {
    const passed = vi.fn((event, next) => next(event));
    const failing = createHooks({ name: "p" }).use(broken).use(passed);
    const other = createHooks({ name: "q" })
      .use(passed)
      .on("tool.pre", () => deny("no"));
    expect((await send(combine(failing, other), "PreToolUse")).decision?.kind).toBe("deny");
    expect(passed).toHaveBeenCalledOnce();
  });

  it("that passes on an event of another kind is an error", async () => {
    const hooks = createHooks().use((_event, next) => next(createEvent("agent.stop", {})));
    await expect(hooks.decide(SHELL)).rejects.toThrow(HandlerError);
  });
});

describe("a decision that the event cannot express", () => {
  it("is a refusal without its rewrite, also when an interceptor gives it past the handlers", async () => {
    const hooks = createHooks().use(async () => deny("no").withUpdatedInput({ command: "x" }));
    const sent = await send(hooks, "PreToolUse");
    expect(specific(sent)).toMatchObject({ permissionDecision: "deny" });
    expect(specific(sent)).not.toHaveProperty("updatedInput");
  });

  it("is an ask that becomes what the policy says, with the reason why", async () => {
    const rows = claudeCode.adapter.events.map((row) => ({ ...row, capabilities: { "": ["deny"] as const } }));
    const decode: Adapter["decode"] = (input) => {
      const event = claudeCode.adapter.decode(input);
      return new Proxy(event, {
        get: (target, name) => (name === "can" ? (one: string) => one === "deny" : Reflect.get(target, name, target)),
      });
    };
    const adapter = defineProvider({ ...claudeCode.adapter, id: "askless", events: rows, decode });
    for (const [fail, to] of [
      ["closed", "deny"],
      ["open", "no-decision"],
    ] as const) {
      const hooks = createHooks({ providers: [adapter], policy: { fail } }).on("tool.pre", () => askUser("sure?"));
      const sent = await send(hooks, "PreToolUse", {}, { provider: "askless" });
      expect(sent.degraded).toEqual([{ capability: "ask", to, why: "the agent has no form for it on this event" }]);
    }
  });
});

describe("registration", () => {
  it("refuses what is no function and no gate, by name", () => {
    const hooks = createHooks();
    expect(() => hooks.onAny(untyped(null))).toThrow("onAny takes a function, not null");
    expect(() => hooks.use(untyped("x"))).toThrow("use takes a function, not string");
    expect(() => hooks.onNative(untyped<typeof claudeCode.events.Stop>({}), () => undefined)).toThrow(/takes a gate of a provider/);
    expect(() => hooks.worker("w", untyped<() => undefined>(1))).toThrow('worker("w") takes a function');
    expect(() => hooks.worker("w", () => undefined).worker("w", () => undefined)).toThrow("registered twice");
  });
});

describe("matchers", () => {
  const mcp = (name: string) => createEvent("tool.pre", { tool: { name, canonical: "mcp", input: {} } }).tool;
  const edit = (path: string, root = "/work") =>
    createEvent("tool.pre", { session: { projectRoot: root, cwd: root }, tool: { name: "Edit", input: { file_path: path } } }).tool;

  it("of MCP calls match by server, by tool, and no other tool", () => {
    const { tool } = SHELL;
    expect(matchMcp().matches(tool)).toBe(false);
    expect(matchMcp("lab").matches(mcp("mcp__lab__echo"))).toBe(true);
    expect(matchMcp("lab/e*").matches(mcp("mcp__lab__echo"))).toBe(true);
    expect(matchMcp("lab/x*").matches(mcp("mcp__lab__echo"))).toBe(false);
    expect([matchMcp("*").matches(mcp("nobody")), matchMcp("*/*").matches(mcp("nobody"))]).toEqual([true, false]);
  });

  it("of paths take folders, steps upwards and a project at the root", () => {
    expect(matchPaths("infra/").matches(edit("/work/infra/a.tf"))).toBe(true);
    expect(matchPaths("./infra/*.tf").matches(edit("/work/infra/a.tf"))).toBe(true);
    expect(matchPaths("../other/**").matches(edit("/other/a"))).toBe(true);
    expect(matchPaths("../../../etc/*").matches(edit("/etc/passwd"))).toBe(true);
    expect(matchPaths("etc/*").matches(edit("/etc/passwd", "/"))).toBe(true);
    expect(matchPaths("*/../b").matches(edit("/work/b"))).toBe(false);
    expect(matchPaths("/etc/*").matches(edit("/etc/passwd"))).toBe(true);
  });

  it("of several handlers are told by walk as one that any of them matches", () => {
    const hooks = createHooks().on(
      "tool.pre",
      any(
        when(matchTools("Bash"), () => deny("no")),
        when(matchCanonical("mcp"), () => deny("no")),
      ),
    );
    const matches: boolean[] = [];
    hooks.walk(({ matcher }) => {
      for (const tool of [SHELL.tool, mcp("mcp__lab__echo"), edit("/a")]) matches.push(matcher?.matches(tool) ?? true);
    });
    expect(matches).toEqual([true, true, false]);
  });
});

describe("the manifest", () => {
  it("of a program without a name is an error that says what to write", () => {
    expect(() => manifestOf(createHooks())).toThrow(/give one: createHooks/);
  });

  it("has a row for each thing that a program wants to be told of, with its time, agents and place", () => {
    const hooks = createHooks({ name: "p", policy: { fail: "closed" } })
      .onOther("TaskCreated", () => undefined, { timeout: "2s" })
      .onAny(() => undefined, { kinds: ["agent.stop", "session.end"], providers: ["kimi"] })
      .on("tool.pre", { timeout: 100, providers: ["claude-code"] }, () => undefined)
      .on("tool.pre", { timeout: "1s", providers: ["codex"] }, () => undefined)
      .on("tool.post", { blocking: false }, () => observed())
      .onNative(claudeCode.events.TaskCreated, () => undefined)
      .worker("w", () => undefined);
    expect(manifestOf(hooks)).toEqual({
      manifestVersion: 1,
      name: "p",
      version: undefined,
      fail: "closed",
      workers: ["w"],
      hooks: [
        { kind: "other", native: { provider: "*", event: "TaskCreated" }, timeoutMs: 2_000, blocking: false },
        { kind: "agent.stop", timeoutMs: undefined, providers: ["kimi-code"], blocking: false },
        { kind: "session.end", timeoutMs: undefined, providers: ["kimi-code"], blocking: false },
        { kind: "tool.pre", timeoutMs: 1_000, providers: ["claude-code", "codex"], blocking: true },
        { kind: "tool.post", timeoutMs: undefined, deferred: true, blocking: false },
        { kind: "other", native: { provider: "claude-code", event: "TaskCreated" }, timeoutMs: undefined, blocking: true },
      ],
    });
  });

  it("of a program that is told decisions wants every event, and blocks only for interceptors", () => {
    const rows = (hooks: Parameters<typeof manifestOf>[0]) => manifestOf(hooks).hooks;
    expect(rows(createHooks({ name: "p" }).onDecision(() => undefined))).toEqual([{ kind: "*", timeoutMs: undefined, blocking: false }]);
    expect(rows(createHooks({ name: "p" }).use((event, next) => next(event)))).toEqual([
      { kind: "*", timeoutMs: undefined, blocking: true },
    ]);
  });
});
