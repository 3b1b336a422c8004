/** What holds for any bytes, any JSON, any damaged payload and any handler (design §5.1, §5.2, §5.8). */
import type { Decision, Hooks, Json } from "agenthooks";
import * as make from "agenthooks";
import { createHooks } from "agenthooks";
import { adapter } from "agenthooks/claude-code";
import { type Invoked, invoke } from "agenthooks/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asciiJson, isObject } from "../src/base/json.js";
import { COMMON_KEYS, SPECIFIC } from "../src/providers/claude-code/answer-keys.js";
import { captures } from "./helpers/captures.js";

const RUNS = Number(process.env.AGENTHOOKS_FUZZ_RUNS ?? 300);
const EVENTS = adapter.events.map((row) => row.native);
/** Gates that stand before an action and that Claude Code lets a hook refuse (design §5.10). */
const REFUSABLE = new Set([
  ...["PreToolUse", "PermissionRequest", "PreSkillShellCommand", "UserPromptSubmit", "UserPromptExpansion", "PreModelSwitch"],
  ...["TaskCreated", "Elicitation", "ConfigChange"],
]);

// === what an answer may be ===

/** One ASCII JSON document with known keys, or no output at all. */
function checkAnswer({ answer, event }: Invoked): void {
  if (answer.via !== "process") throw new Error(`via ${answer.via}`);
  expect([0, 2]).toContain(answer.exitCode);
  if (answer.exitCode === 2) {
    expect(answer.stdout).toBe("");
    expect(answer.stderr.trim()).not.toBe("");
    return;
  }
  expect(answer.stderr).toBe("");
  if (answer.stdout === "") return;
  expect(answer.stdout).toMatch(/^[\x20-\x7e\t\r\n]*$/);
  const document = JSON.parse(answer.stdout) as Json;
  if (!isObject(document)) throw new Error("stdout is not one JSON object");
  const { hookSpecificOutput: specific, ...top } = document;
  expect(COMMON_KEYS).toEqual(expect.arrayContaining(Object.keys(top)));
  if (specific === undefined) return;
  if (!isObject(specific)) throw new Error("hookSpecificOutput is no object");
  const name = event?.nativeName ?? "";
  expect(specific.hookEventName).toBe(name);
  const taken = [...Object.keys(SPECIFIC[name] ?? {}), "hookEventName"];
  expect(taken).toEqual(expect.arrayContaining(Object.keys(specific)));
}

function refuses({ answer }: Invoked): boolean {
  if (answer.via !== "process") return false;
  if (answer.exitCode === 2) return true;
  const document = (answer.stdout === "" ? {} : JSON.parse(answer.stdout)) as {
    decision?: string;
    hookSpecificOutput?: Record<string, Json>;
  };
  const { permissionDecision, decision } = document.hookSpecificOutput ?? {};
  return document.decision === "block" || permissionDecision === "deny" || (isObject(decision) && decision.behavior === "deny");
}

// === arbitrary inputs ===

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\ud800", "\udfff x", "\u0000", "\ufeff", "__proto__", "a\u2028b", "\u{1f6ab}", "</script>", "x".repeat(20_000)),
);
const json = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }) as fc.Arbitrary<Json>;
const deep = fc.integer({ min: 1, max: 3000 }).map((depth) => `${'{"a":['.repeat(depth)}1${"]}".repeat(depth)}`);

/** A capture with members dropped, retyped, renamed or added. */
const mutated = fc
  .record({
    capture: fc.constantFrom(...captures),
    changes: fc.array(
      fc.record({
        at: fc.nat(),
        inner: fc.boolean(),
        what: fc.oneof(
          fc.constant("drop" as const),
          json.map((value) => ({ value })),
          text.map((name) => ({ name })),
        ),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ capture, changes }) => {
    const payload = structuredClone(capture.payload) as Record<string, unknown>;
    for (const { at, inner, what } of changes) {
      const holder = inner && isObject(payload.tool_input) ? (payload.tool_input as Record<string, unknown>) : payload;
      const names = Object.keys(holder);
      const name = names[at % Math.max(1, names.length)];
      if (name === undefined) continue;
      const old = holder[name];
      if (what === "drop") delete holder[name];
      else if ("value" in what) holder[name] = what.value;
      else Object.defineProperty(holder, what.name, { value: old, enumerable: true, configurable: true, writable: true });
    }
    return JSON.stringify(payload);
  });

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  text.map((one) => new TextEncoder().encode(one)),
  fc.constantFrom("null", "[]", "1", '"x"', "{", '{"a":', "\ufeff", "\ufeff{}", " \n").map((one) => new TextEncoder().encode(one)),
);
/** Payload text with the marks that encodings leave. */
const damaged = fc
  .record({
    payload: fc.oneof(
      mutated,
      json.map((value) => JSON.stringify(value)),
      deep,
    ),
    damage: fc.constantFrom("none", "bom", "cut", "byte", "twice"),
  })
  .map(({ payload, damage }) => {
    const plain = new TextEncoder().encode(
      damage === "bom"
        ? `\ufeff${payload}`
        : damage === "twice"
          ? payload.replace("{", '{"hook_event_name":"Stop","hook_event_name":"PreToolUse",')
          : payload,
    );
    if (damage === "cut") return plain.slice(0, Math.floor(plain.length / 2));
    if (damage === "byte") plain[Math.floor(plain.length / 2)] = 0xff;
    return plain;
  });
const payloads = fc.oneof({ arbitrary: damaged, weight: 4 }, { arbitrary: bytes, weight: 1 });

// === arbitrary handlers ===

const modifiers = fc.array(
  fc.oneof(
    text.map((one) => (decision: make.ToolDecision) => decision.withContext(one)),
    text.map((one) => (decision: make.ToolDecision) => decision.withContext(one, { when: "next" })),
    text.map((one) => (decision: make.ToolDecision) => decision.withSystemMessage(one)),
    text.map((one) => (decision: make.ToolDecision) => decision.stopAgent(one)),
    text.map((one) => (decision: make.ToolDecision) => decision.withBlockReason(undefined, one)),
    fc.tuple(fc.dictionary(text, json, { maxKeys: 4 }), fc.boolean()).map(
      ([input, required]) =>
        (decision: make.ToolDecision) =>
          decision.withUpdatedInput(input, { required }),
    ),
    fc.tuple(text, fc.boolean()).map(
      ([prompt, required]) =>
        (decision: make.ToolDecision) =>
          (decision as unknown as make.PromptDecision).withUpdatedPrompt(prompt, { required }) as unknown as make.ToolDecision,
    ),
  ),
  { maxLength: 3 },
);
const bases: fc.Arbitrary<() => Decision> = fc.oneof(
  fc.constantFrom<() => Decision>(make.noDecision, make.allow, make.acceptPrompt, make.observed, make.finish, make.proceed),
  text.chain((one) =>
    fc.constantFrom<() => Decision>(
      () => make.deny(one),
      () => make.askUser(one),
      () => make.askUser(one, { fallback: "deny" }),
      () => make.blockPrompt(one),
      () => make.answerPrompt(one),
      () => make.flagOutput(one),
      () => make.continueWith(one),
      () => make.cancel(one),
    ),
  ),
  json.map((value) => () => make.replaceOutput(value)),
);
/** Modifiers that a decision does not take throw: that is a failing handler too. */
const decides = fc.tuple(bases, modifiers).map(
  ([base, changes]) =>
    () =>
      changes.reduce((decision, change) => change(decision), base() as make.ToolDecision),
);
const fails: fc.Arbitrary<() => unknown> = fc.constantFrom<() => unknown>(
  () => {
    throw new Error("bug");
  },
  () => {
    throw undefined;
  },
  () => Promise.reject(new Error("bug")),
  () => Promise.reject(Object.create(null)),
  () => ({ kind: "deny" }),
  () => null,
  () => "deny",
  () =>
    // biome-ignore lint/suspicious/noThenProperty: a value that breaks whoever looks whether it is a promise
    Object.defineProperty({}, "then", {
      get: () => {
        throw new Error("bug");
      },
    }),
);
const handlers = fc.array(
  fc.oneof(
    { arbitrary: fc.constant(() => undefined as unknown), weight: 1 },
    { arbitrary: decides as fc.Arbitrary<() => unknown>, weight: 4 },
    { arbitrary: decides.map((decide) => async () => decide() as unknown), weight: 1 },
    { arbitrary: fails, weight: 1 },
  ),
  { maxLength: 4 },
);

const KINDS = ["session.start", "prompt.submitted", "tool.pre", "tool.post", "tool.error", "permission.request", "agent.stop"] as const;
const MORE_KINDS = ["subagent.start", "subagent.stop", "compact.pre", "notification", "session.end", "other"] as const;

function program(list: readonly (() => unknown)[], policy: make.Policy): Hooks {
  const hooks = createHooks({ name: "fuzz", policy });
  for (const run of list) for (const kind of [...KINDS, ...MORE_KINDS]) hooks.on(kind as "tool.pre", run as () => undefined);
  return hooks;
}

const policies = fc.record({
  fail: fc.constantFrom("open" as const, "closed" as const),
  unsupported: fc.constantFrom("degrade" as const, "strict" as const),
  askFallback: fc.constantFrom("none" as const, "deny" as const),
});
const flags = fc.record({
  event: fc.option(fc.constantFrom(...EVENTS, "NoSuchEvent"), { nil: undefined }),
  variant: fc.constantFrom("", "print", "cli", "remote", "nonsense"),
  hostVersion: fc.constantFrom(undefined, "2.1.197", "2.1.332", "x"),
});
const definite = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as { [M in keyof T]: Exclude<T[M], undefined> };

describe("invoke", () => {
  it("never throws, and answers with one ASCII document of known keys or with nothing", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(payloads, handlers, policies, flags, async (payload, list, policy, flag) => {
        const before = Uint8Array.from(payload);
        const sent = await invoke(program(list, policy), { provider: "claude-code", payload, ...definite(flag) });
        checkAnswer(sent);
        expect(Buffer.from(payload).equals(before), "the payload was not changed").toBe(true);
        if (sent.event && sent.event.raw.bytes.length > 2) expect(Buffer.from(sent.event.raw.bytes).equals(before)).toBe(true);
      }),
      { numRuns: RUNS * 4 },
    );
  });

  it("under fail-closed a failure on a gate that guards an action always refuses, under fail-open never", {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(payloads, fails, flags, fc.boolean(), async (payload, failing, flag, throughInterceptor) => {
        for (const fail of ["open", "closed"] as const) {
          const hooks = throughInterceptor
            ? createHooks({ policy: { fail } }).use(failing as () => undefined)
            : program([failing], { fail });
          const sent = await invoke(hooks, { provider: "claude-code", payload, ...definite(flag) });
          const name = sent.event?.nativeName;
          if (fail === "open") expect(refuses(sent), `${name} refused under fail-open`).toBe(false);
          else if (sent.failure !== "none" && name !== undefined && REFUSABLE.has(name))
            expect(refuses(sent), `${name} not refused`).toBe(true);
          else if (name === undefined) expect(refuses(sent), "an unknown event is refused").toBe(true);
          else if (name !== undefined && !REFUSABLE.has(name)) expect(refuses(sent), `${name} refused`).toBe(false);
        }
      }),
      { numRuns: RUNS * 2 },
    );
  });

  it("a payload that cannot be used follows the fail mode of the event that the command names", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom(...EVENTS), async (payload, event) => {
        const shut = await invoke(createHooks({ policy: { fail: "closed" } }), { provider: "claude-code", payload, event });
        if (shut.failure !== "none") expect(refuses(shut)).toBe(REFUSABLE.has(event));
        const opened = await invoke(createHooks(), { provider: "claude-code", payload, event });
        expect(refuses(opened)).toBe(false);
        checkAnswer(opened);
      }),
      { numRuns: RUNS },
    );
  });

  it("a denial is sent as a denial whatever else the program says before it", { timeout: 60_000 }, async () => {
    const neutral = fc.tuple(fc.constant(make.noDecision), modifiers).map(([base, changes]) => () => {
      // modifiers of other families throw: leave those out
      let decision = base();
      for (const change of changes) {
        try {
          decision = change(decision);
        } catch {
          // not for this family
        }
      }
      return decision;
    });
    await fc.assert(
      fc.asyncProperty(fc.array(neutral, { maxLength: 4 }), text, flags, async (list, reason, flag) => {
        const hooks = createHooks({ policy: { fail: "open" } });
        for (const handler of list) hooks.on(["tool.pre", "permission.request"], handler);
        hooks.on(["tool.pre", "permission.request"], () => make.deny(reason));
        for (const event of ["PreToolUse", "PermissionRequest", "PreSkillShellCommand"]) {
          const payload = { hook_event_name: event, tool_name: "Bash", tool_input: { command: "ls" }, session_id: "s" };
          const sent = await invoke(hooks, { provider: "claude-code", payload, variant: flag.variant });
          expect(refuses(sent)).toBe(true);
          checkAnswer(sent);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe("lossless rewrites", () => {
  /** JSON text that JSON.stringify would not write so. */
  const odd = fc.constantFrom(
    ...["9007199254740993117", "-0", "1.0", "1.10", "1e2", "1E+2", "0.1e-7", "123456789012345678901234567890.5", "1e400"],
    ...['"\\u00e9"', '"\\/"', '"\\ud83d\\ude00"', '"\\ud800"', '"é"', '"\\u0041"', '"a\\"b\\\\"', '"\u007f"'],
    ...["[ 1.0 , 2 ]", '{ "x" : 1.50 }', '{"d":1,"d":2.0}', "[]", "{ }", "null", "true", '{"__proto__":{"a":1.0}}', '[[[{"deep":[1.0]}]]]'],
  );
  const source = fc.oneof(
    odd,
    json.map((value) => JSON.stringify(value)),
    json.map((value) => JSON.stringify(value, undefined, 2)),
  );
  const name = fc.oneof(fc.constantFrom("a", "b", "command", "__proto__", "constructor", "0", "", "é", 'q"', "\\"), text);
  const space = fc.constantFrom("", " ", "\n\t", "\r\n  ");

  it("members that a rewrite did not touch are sent with their source text", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(name, source), { selector: ([one]) => one, maxLength: 6 }),
        fc.array(fc.tuple(name, fc.option(json, { nil: undefined })), { maxLength: 3 }),
        space,
        async (members, changes, gap) => {
          const input = `{${gap}${members.map(([one, value]) => `${JSON.stringify(one)}${gap}:${gap}${value}`).join(`${gap},${gap}`)}${gap}}`;
          const payload = `{"tool_input":0,"hook_event_name":"PreToolUse","tool_name":"mcp__a__b",${gap}"tool_input"${gap}:${gap}${input},"session_id":"s"}`;
          const patch = Object.create(null) as Record<string, Json | undefined>;
          for (const [one, value] of changes) patch[one] = value;
          const hooks = createHooks({ policy: { fail: "closed" } }).on("tool.pre", (event) =>
            make.allow().withUpdatedInput(event.tool.patch(patch)),
          );
          const sent = await invoke(hooks, { provider: "claude-code", payload });
          checkAnswer(sent);
          if (sent.answer.via !== "process") return;
          const { stdout } = sent.answer;
          const { updatedInput } = (JSON.parse(stdout) as { hookSpecificOutput: { updatedInput: Record<string, Json> } })
            .hookSpecificOutput;
          for (const [one, value] of members) {
            if (Object.hasOwn(patch, one)) continue;
            expect(stdout).toContain(asciiJson(value));
            expect(Object.hasOwn(updatedInput, one)).toBe(true);
            expect(JSON.stringify(updatedInput[one])).toBe(JSON.stringify(JSON.parse(value)));
          }
          for (const [one, value] of Object.entries(patch)) {
            expect(Object.hasOwn(updatedInput, one)).toBe(value !== undefined);
            // members that the source has too keep its order
            if (value !== undefined) expect(updatedInput[one]).toEqual(JSON.parse(JSON.stringify(value)));
          }
        },
      ),
      { numRuns: RUNS * 2 },
    );
  });

  it("a rewrite to the same input is sent with the whole source text", async () => {
    const input = '{ "id": 9007199254740993117, "ratio": 3.10, "d": 1, "d": 2.0 }';
    const hooks = createHooks().on("tool.pre", (event) => make.allow().withUpdatedInput({ ...event.tool.input }));
    const { answer } = await invoke(hooks, {
      provider: "claude-code",
      payload: `{"hook_event_name":"PreToolUse","tool_name":"x","tool_input":${input}}`,
    });
    expect(answer.via === "process" && answer.stdout).toContain(`"updatedInput":${input}`);
  });

  it("what is nested deeper keeps its source too", async () => {
    const payload =
      '{"hook_event_name":"PreToolUse","tool_name":"x","tool_input":{"a":{"big":12345678901234567890,"q":1},"l":[1.0,{"z":2.50}]}}';
    const hooks = createHooks().on("tool.pre", (event) =>
      make.allow().withUpdatedInput({ a: { ...(event.tool.input.a as object), q: 2 }, l: [...(event.tool.input.l as Json[]), 3] }),
    );
    const { answer } = await invoke(hooks, { provider: "claude-code", payload });
    expect(answer.via === "process" && answer.stdout).toContain(
      '"updatedInput":{"a":{"big":12345678901234567890,"q":2},"l":[1.0,{"z":2.50},3]}',
    );
  });

  it("the input of a permission request is rewritten losslessly too", async () => {
    const payload = '{"hook_event_name":"PermissionRequest","tool_name":"x","tool_input":{"big":12345678901234567890,"q":1}}';
    const hooks = createHooks().on("permission.request", (event) => make.allow().withUpdatedInput(event.tool.patch({ q: 2 })));
    const { answer } = await invoke(hooks, { provider: "claude-code", payload });
    expect(answer.via === "process" && answer.stdout).toContain('"updatedInput":{"big":12345678901234567890,"q":2}');
  });
});
