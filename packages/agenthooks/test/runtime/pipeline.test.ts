/** The pipeline as every transport calls it: what comes before the handlers, and what is told after the answer. */
import type { Adapter, Answer, AnyEvent } from "agenthooks";
import {
  allow,
  continueWith,
  createHooks,
  defineProvider,
  deny,
  flagOutput,
  type Hooks,
  observed,
  PayloadError,
  UsageError,
} from "agenthooks";
import { adapter as claude } from "agenthooks/claude-code";
import { describe, expect, it, vi } from "vitest";
import { type LogLine, logTo } from "../../src/base/log.js";
import { memoryStore } from "../../src/base/state.js";
import { partsOf } from "../../src/router/hooks.js";
import { adaptersOf } from "../../src/runtime/core/adapters.js";
import { type Flags, NO_FLAGS } from "../../src/runtime/core/argv.js";
import { run } from "../../src/runtime/core/pipeline.js";
import type { DecisionRecord, DeferredEntry, Services } from "../../src/runtime/core/services.js";
import { payloadOf } from "../helpers/claude.js";

const SHELL = payloadOf("PreToolUse");

/** Runs a program on one payload, to its end, with everything that it told. */
async function execute(
  hooks: Hooks,
  payload: unknown,
  flags: Partial<Flags> = {},
  more: Partial<Services> & { readonly depth?: number } = {},
) {
  const lines: LogLine[] = [];
  const records: DecisionRecord[] = [];
  const kept: DeferredEntry[] = [];
  const fallbacks: unknown[] = [];
  const parts = partsOf(hooks);
  const { depth, ...services } = more;
  const input = {
    payload: payload instanceof PayloadError ? payload : Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload)),
    flags: { ...NO_FLAGS, ...flags },
    adapters: adaptersOf(parts.providers),
    ...(depth === undefined ? {} : { depth }),
  };
  const result = await run(parts, input, {
    clock: { now: () => Date.now() },
    env: {},
    cwd: "/work",
    log: logTo((line) => lines.push(line)),
    store: memoryStore(),
    startedAt: Date.now(),
    record: (line) => records.push(line as DecisionRecord),
    keep: (entry) => kept.push(entry),
    startWorker: () => undefined,
    onFallback: (answer) => fallbacks.push(answer()),
    ...services,
  });
  await result.finish();
  return {
    ...result,
    lines: lines.map(({ message }) => message),
    levels: lines.map(({ level, message }) => `${level} ${message}`),
    records,
    kept,
    fallbacks,
  };
}

const denying = (fail: "open" | "closed" = "open") => createHooks({ name: "p", policy: { fail } }).on("tool.pre", () => deny("no"));
const stdout = ({ answer }: { readonly answer: Answer }): string => {
  if (answer.via !== "process") throw new Error(`answered via ${answer.via}`);
  return answer.stdout;
};

describe("who is calling", () => {
  it("is told by the payload, then by the environment", async () => {
    const shaped = await execute(denying(), SHELL);
    expect(shaped.event?.detectionConfidence).toBe("shape");
    const { hook_event_name: _, ...nameless } = SHELL;
    const named = await execute(denying(), nameless, { event: "PreToolUse" }, { env: { CLAUDECODE: "1", CLAUDE_CODE_ENTRYPOINT: "cli" } });
    expect(named.event).toMatchObject({ detectionConfidence: "env", variant: "cli" });
    expect(stdout(named)).toContain('"deny"');
  });

  it("that nothing tells gets the blind answer of the fail mode", async () => {
    const open = await execute(denying(), { any: 1 });
    expect(open.answer).toMatchObject({ exitCode: 0, stdout: "" });
    expect(open.lines.join()).toContain("unknown provider; name it with --provider");
    const closed = await execute(denying("closed"), { any: 1 });
    expect(closed.answer).toMatchObject({ exitCode: 2 });
    expect(closed.failure).toBe("error");
  });

  it("by a flag that no adapter has is an error that names those that are there", async () => {
    await expect(execute(denying(), SHELL, { provider: "claud" })).rejects.toThrow(UsageError);
    await expect(execute(denying(), SHELL, { provider: "toString" })).rejects.toThrow(/this program knows .*claude-code/);
  });
});

describe("a payload that cannot be used", () => {
  it.each([
    ["is empty", " ", "empty"],
    ["is not JSON", '{"hook_event_name":"PreToolUse"', "invalid"],
    ["was not read", new PayloadError("late; stdin", "late", undefined), "late"],
  ])("and %s refuses where the command names a gate", async (_, payload, code) => {
    const told = await execute(denying("closed"), payload, { provider: "claude-code", event: "PreToolUse" });
    expect(stdout(told)).toContain('"permissionDecision":"deny"');
    expect(told.records).toMatchObject([
      { failure: code === "late" ? "timeout" : "error", error: `PayloadError:${code}`, decision: "deny" },
    ]);
  });

  it("names its event itself, in the damaged text", async () => {
    const told = await execute(denying("closed"), '{"hook_event_name":"PreToolUse", "tool', { provider: "claude-code" });
    expect(told.event?.nativeName).toBe("PreToolUse");
    const nowhere = await execute(denying("closed"), "{", { provider: "claude-code" });
    expect(nowhere).toMatchObject({ event: undefined, answer: { exitCode: 2 } });
  });
});

describe("an adapter's stages", () => {
  const seen: string[] = [];
  const staged = (...names: ("attribute" | "join" | "backfill")[]): Adapter =>
    defineProvider({
      ...claude,
      id: "staged",
      detect: () => undefined,
      stages: Object.fromEntries(
        names.map((name) => [
          name,
          (event) => {
            seen.push(name);
            return event;
          },
        ]),
      ),
    } as Adapter);
  const program = (adapter: Adapter, off = {}) => createHooks({ name: "p", providers: [adapter], off }).on("tool.pre", () => deny("no"));

  it("run in order, and each can be left out", async () => {
    const all = staged("attribute", "join", "backfill");
    seen.length = 0;
    expect(stdout(await execute(program(all), SHELL, { provider: "staged" }))).toContain("deny");
    expect(seen).toEqual(["attribute", "join", "backfill"]);
    seen.length = 0;
    await execute(program(all, { dedup: true, backfill: true, mcpResolution: true }), SHELL, { provider: "staged" });
    expect(seen).toEqual([]);
    await execute(program(staged("join")), SHELL, { provider: "staged" });
    expect(seen).toEqual(["join"]);
  });

  it("end at the filter, before twins are joined", async () => {
    seen.length = 0;
    const filter = { matches: ({ name }: { readonly name: string }) => name === "Read" };
    const told = await execute(program(staged("attribute", "join")), SHELL, { provider: "staged", filter });
    expect([stdout(told), seen]).toEqual(["{}", ["attribute"]]);
    const kept = await execute(program(staged("join")), { ...SHELL, tool_name: "Read" }, { provider: "staged", filter });
    expect(stdout(kept)).toContain("deny");
    // an event without a tool passes any filter
    await execute(program(staged("join")), payloadOf("Stop"), { provider: "staged", filter });
    expect(seen).toEqual(["attribute", "join", "join"]);
  });

  it("make a report of what the agent never sent: gates do not run on it", async () => {
    const adapter = defineProvider({
      ...claude,
      id: "silent",
      stages: { backfill: (event) => ({ ...event, backfilled: true, can: () => false }) },
    } as Adapter);
    const reported: AnyEvent[] = [];
    const hooks = program(adapter)
      .onAny((event) => void reported.push(event))
      .on("tool.pre", { blocking: false }, () => undefined);
    const told = await execute(hooks, SHELL, { provider: "silent" });
    expect(stdout(told)).toBe("{}");
    expect(reported).toHaveLength(1);
    expect(told.kept).toEqual([]);
  });
});

describe("a hook inside a hook", () => {
  it("has no opinion below the first", async () => {
    expect(stdout(await execute(denying(), SHELL, {}, { depth: 1 }))).toContain("deny");
    const deep = await execute(denying("closed"), SHELL, {}, { depth: 2 });
    expect(stdout(deep)).toBe("{}");
    expect(deep.lines).toContain("too deep: no opinion");
  });
});

describe("what must be answered if the process ends now", () => {
  it("is known before the first handler, by fail mode", async () => {
    const [open] = (await execute(denying(), SHELL)).fallbacks;
    const [closed] = (await execute(denying("closed"), SHELL)).fallbacks;
    expect(open).toMatchObject({ stdout: "{}" });
    expect(closed).toMatchObject({ stdout: expect.stringContaining('"deny"') });
  });
});

describe("after the answer", () => {
  it("what runs in the worker is kept once, with the bytes, for events that it is meant for", async () => {
    const hooks = createHooks({ name: "p" })
      .on("tool.pre", { blocking: false }, () => undefined)
      .onAny(() => undefined, { blocking: false, kinds: ["agent.stop"] })
      .on("session.end", { blocking: false, providers: ["codex"] }, () => undefined);
    const told = await execute(hooks, SHELL, { hostVersion: "2.1.197" });
    expect(told.kept).toMatchObject([{ work: { type: "event", event: "PreToolUse", hostVersion: "2.1.197" } }]);
    const { work } = told.kept[0] as DeferredEntry;
    expect(work.type === "event" && JSON.parse(Buffer.from(work.payload, "base64").toString())).toEqual(SHELL);
    expect((await execute(hooks, payloadOf("Stop"))).kept).toHaveLength(1);
    expect((await execute(hooks, payloadOf("SessionEnd"))).kept).toHaveLength(0);
  });

  it("an outcome is told to each observer, and one that fails is logged", async () => {
    const told = vi.fn();
    const hooks = denying()
      .onDecision(() => {
        throw new Error("broken");
      })
      .onDecision(told);
    const { lines } = await execute(hooks, SHELL);
    expect(lines).toContain("an onDecision observer failed");
    expect(told).toHaveBeenCalledWith(
      expect.objectContaining({ failure: "none", sent: expect.objectContaining({ via: "process" }) }),
      expect.objectContaining({ deadline: expect.any(Date) }),
    );
  });

  it("an observer that does not end is left behind at its budget", async () => {
    const hooks = createHooks({ name: "p", policy: { observerBudget: 20 } }).onDecision(() => new Promise(() => undefined));
    const { lines } = await execute(hooks, SHELL);
    expect(lines).toContain("observers were left behind");
  });

  it("what fails there changes nothing and is logged", async () => {
    const full = () => {
      throw new Error("disk");
    };
    const told = await execute(denying(), SHELL, {}, { record: full, startWorker: full });
    expect(stdout(told)).toContain("deny");
    expect(told.lines).toEqual(expect.arrayContaining(["the decision log failed", "the worker could not be started"]));
  });

  it("a name in the log is no longer than a name", async () => {
    const { records } = await execute(denying(), { ...SHELL, tool_name: "x".repeat(5_000) });
    expect(records[0]?.tool).toHaveLength(203);
  });

  it("a part that the agent cannot express is told, a message only to those who debug", async () => {
    const hooks = createHooks({ name: "p" }).on("permission.request", () => allow().withContext("c").withSystemMessage("m"));
    const told = await execute(hooks, payloadOf("PermissionRequest"));
    expect(told.degraded.map(({ capability }) => capability)).toEqual(["add-context", "system-message"]);
    expect(told.levels.filter((one) => one.includes("cannot express"))).toEqual([
      "warn the agent cannot express a part of the decision",
      "debug the agent cannot express a part of the decision",
    ]);
  });
});

describe("the context of a handler", () => {
  it("has what belongs to the event, and the work that it defers", async () => {
    const hooks = createHooks({ name: "p" }).worker("later", () => undefined);
    let seen: unknown[] = [];
    hooks.on("tool.pre", async (_event, context) => {
      const { stdout: out } = await context.exec(process.execPath, ["-p", "process.cwd()"], { cwd: "/" });
      const id = await context.defer("later", { n: 1 });
      await context.state.program("n", 0).update((n) => n + 1);
      seen = [
        out.trim(),
        typeof id,
        context.signal.aborted,
        context.deadline > new Date(0),
        context.cwd,
        await context.state.program("n", 0).read(),
      ];
    });
    const { kept } = await execute(hooks, { ...SHELL, cwd: undefined });
    expect(seen).toEqual(["/", "string", false, true, "/work", 1]);
    expect(kept).toMatchObject([{ work: { type: "worker", worker: "later", payload: { n: 1 } } }]);
  });

  it("is aborted at the deadline, also when the signal is asked for later", async () => {
    let late: (() => AbortSignal) | undefined;
    const hooks = createHooks({ name: "p" }).on("tool.pre", { timeout: 10 }, (_event, context) => {
      late = () => context.signal;
      return new Promise(() => undefined);
    });
    const told = await execute(hooks, SHELL);
    expect(told.failure).toBe("timeout");
    expect(late?.().aborted).toBe(true);
  });

  it("is not made for a handler whose time is up before it starts", async () => {
    const hooks = denying("closed");
    const told = await execute(hooks, SHELL, { timeoutMs: 300 }, { startedAt: Date.now() - 60_000 });
    expect(told.failure).toBe("timeout");
    expect(stdout(told)).toContain('"deny"');
  });
});

describe("what a handler throws", () => {
  it("is logged by its class, whatever its stack is", async () => {
    const odd = Object.assign(new TypeError("secret"), { stack: undefined });
    const changed = Object.assign(new Error("secret"), { stack: "somewhere else" });
    for (const thrown of [odd, changed, "secret"]) {
      const hooks = createHooks({ name: "p" }).on("tool.pre", () => {
        throw thrown;
      });
      const lines: LogLine[] = [];
      const told = await execute(hooks, SHELL, {}, { log: logTo((line) => lines.push(line), "warn") });
      expect(told.failure).toBe("error");
      expect(lines.map(({ message }) => message)).toEqual(["a stage failed"]);
      expect(JSON.stringify(lines)).not.toContain("secret");
    }
  });
});

describe("contexts for later", () => {
  it("that the file does not hold as texts do not reach a model", async () => {
    const store = {
      cell: () => ({ read: async () => ["ok", 1, { a: 1 }], update: async (change: (now: unknown) => unknown) => change(["ok", 1]) }),
    } as never;
    const told = await execute(
      createHooks({ name: "p" }).on("tool.post", () => observed()),
      payloadOf("PostToolUse"),
      {},
      { store },
    );
    expect(JSON.parse(stdout(told)).hookSpecificOutput.additionalContext).toBe("ok");
    const broken = {
      cell: () => ({ read: async () => "no list", update: async (change: (now: unknown) => unknown) => change("no list") }),
    } as never;
    const none = await execute(
      createHooks({ name: "p" }).on("tool.post", () => flagOutput("f")),
      payloadOf("PostToolUse"),
      {},
      { store: broken },
    );
    expect(JSON.parse(stdout(none)).hookSpecificOutput.additionalContext).toBe("f");
  });
});

describe("a turn", () => {
  const cap = (continuationCap: number) =>
    createHooks({ name: "p", policy: { continuationCap } }).on("agent.stop", () => continueWith("more"));
  const turn = String(payloadOf("Stop").prompt_id);

  it("that was continued to the cap ends, and nothing is counted", async () => {
    const told = await execute(cap(0), payloadOf("Stop"));
    expect(stdout(told)).toBe("{}");
    expect(told.degraded).toMatchObject([{ capability: "continue-agent", to: "finish", why: expect.stringContaining("the cap is 0") }]);
  });

  it("that another process continued to the cap meanwhile ends", async () => {
    const store = {
      cell: (path: string) => ({
        read: async () => (path.includes("continuations") ? { turn, count: 0 } : []),
        update: async (change: (now: unknown) => unknown) => change(path.includes("continuations") ? { turn, count: 2 } : []),
      }),
    } as never;
    const told = await execute(cap(2), payloadOf("Stop"), {}, { store });
    expect(stdout(told)).toBe("{}");
    expect(told.degraded).toMatchObject([{ capability: "continue-agent", to: "finish", why: "continued by another hook meanwhile" }]);
    expect(stdout(await execute(cap(3), payloadOf("Stop"), {}, { store }))).toContain("more");
  });
});
