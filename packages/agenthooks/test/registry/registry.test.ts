/** The registry as a tool reads it: whole, frozen, plain. */
import { readFileSync } from "node:fs";
import { createHooks, observed, UsageError } from "agenthooks";
import {
  blindSpots,
  capabilities,
  eventMap,
  inRange,
  type MatrixCell,
  type MatrixOptions,
  matrix,
  providers,
  quirks,
  quirksOf,
} from "agenthooks/registry";
import { invoke } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { CAPABILITIES } from "../../src/event/provider.js";
import { capture } from "../helpers/captures.js";

const [claude] = providers as [(typeof providers)[number]];
const row = (native: string, options?: MatrixOptions) => matrix("claude-code", options).find((one) => one.native === native);
const cell = (native: string, capability: string, options: MatrixOptions): MatrixCell | undefined =>
  row(native, options)?.cells.find((one) => one.capability === capability);

function everyObject(value: unknown, found: object[] = []): readonly object[] {
  if (typeof value !== "object" || value === null || found.includes(value)) return found;
  found.push(value);
  for (const inner of Object.values(value)) everyObject(inner, found);
  return found;
}

describe("the tables", () => {
  it("are frozen to the bottom", () => {
    for (const value of [providers, eventMap, quirks, blindSpots]) {
      expect(everyObject(value).filter((inner) => !Object.isFrozen(inner))).toEqual([]);
    }
  });

  it("and the matrix are the same after JSON", () => {
    const all = [providers, eventMap, quirks, blindSpots, ...claude.versions.map((version) => matrix("claude-code", { version }))];
    for (const value of all) expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });

  it("have every provider once, with its versions newest first and the variants that something tells apart", () => {
    expect(new Set(providers.map(({ id }) => id)).size).toBe(providers.length);
    expect(Object.keys(eventMap)).toEqual(providers.map(({ id }) => id));
    expect(claude.versions.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }))).toEqual(claude.versions);
    expect(claude.variants[0]).toBe("");
    expect(claude.variants).toContain("print");
  });

  it("name events that exist, in quirks, blind spots, limits and measurements", () => {
    for (const one of providers) {
      const known = one.events.map(({ native }) => native);
      const named = [...one.quirks, ...one.silentEvents, ...one.limits, ...one.measurements].flatMap(({ event }) => event ?? []);
      expect(named.filter((event) => !known.includes(event))).toEqual([]);
    }
  });

  it("have ranges that can be read", () => {
    for (const { versions } of [...quirks, ...claude.silentEvents]) expect(() => inRange(versions, "1.0.0")).not.toThrow();
  });

  it("name the context limit that the answers keep", async () => {
    const hooks = createHooks({ name: "long" });
    hooks.on("tool.post", () => observed().withContext("x".repeat(30_000)));
    const { answer } = await invoke(hooks, { provider: "claude-code", payload: capture("PostToolUse.Bash").payload });
    const { additionalContext } = JSON.parse(answer.via === "process" ? answer.stdout : "{}").hookSpecificOutput;
    const limit = claude.limits.find(({ unit }) => unit === "characters");
    expect(additionalContext.length).toBeLessThanOrEqual(limit?.value ?? 0);
    expect(additionalContext.length).toBeGreaterThan((limit?.value ?? 0) * 0.95);
  });

  it.each(providers)("give a tool of $name the class that events give it", async ({ id, tools }) => {
    const { decodeEvent } = await import("agenthooks");
    expect(Object.keys(tools).length).toBeGreaterThan(0);
    for (const [name, canonical] of Object.entries(tools)) {
      const payload = { hook_event_name: "PreToolUse", session_id: "s", cwd: "/", tool_name: name, tool_input: {}, tool_use_id: "t" };
      const event = await decodeEvent({ provider: id, payload: JSON.stringify(payload) });
      expect(event.kind === "tool.pre" && event.tool.canonical, name).toBe(canonical);
    }
  });
});

describe("the matrix", () => {
  it("has every event of a version and every capability, and claims what capabilities() says", () => {
    for (const version of claude.versions) {
      for (const variant of claude.variants) {
        for (const one of matrix("claude-code", { version, variant })) {
          const claimed = one.cells.filter((each) => each.claimed).map((each) => each.capability);
          expect(new Set(claimed)).toEqual(capabilities("claude-code", variant, { native: one.native }, version));
          expect(one.cells.map((each) => each.capability)).toEqual(CAPABILITIES);
        }
      }
    }
  });

  it("leaves out what a version does not have", () => {
    const has = (version: string) => matrix("claude-code", { version }).some(({ native }) => native === "PreModelSwitch");
    expect([has("2.1.197"), has("2.1.332")]).toEqual([false, true]);
  });

  it("calls measured only what a case of this very version and variant showed", () => {
    for (const { version, variant, event, capability, case: name, outcome } of claude.measurements) {
      const found = cell(event, capability, { version, variant });
      if (found) expect(outcome === "yes" ? found.held : found.failed).toContain(name);
    }
    const other = matrix("claude-code", { variant: "never-looked-at" }).flatMap(({ cells }) => cells);
    expect(other.filter(({ mark, measured }) => mark !== "documented" || measured !== "unmeasured")).toEqual([]);
  });

  it("says what the committed results say", () => {
    for (const version of claude.versions) {
      const file = new URL(`../../../../lab/results/claude-code/${version}.json`, import.meta.url);
      const results = JSON.parse(readFileSync(file, "utf8")) as readonly Readonly<Record<string, string>>[];
      const told = claude.measurements.filter((one) => one.version === version);
      expect(told.map((one) => `${one.case} ${one.outcome}`)).toEqual(results.map((one) => `${one.case} ${one.outcome}`));
    }
  });

  it("knows a cell that held, one that did not, one that held in part and one that was not looked at", () => {
    const at = { version: "2.1.197", variant: "print" };
    expect(cell("UserPromptSubmit", "deny", at)).toMatchObject({ claimed: true, measured: "yes", mark: "measured", degraded: false });
    expect(cell("Stop", "system-message", at)).toMatchObject({ claimed: false, measured: "no", degraded: true, loss: true });
    expect(cell("PostToolUse", "replace-output", at)).toMatchObject({ claimed: true, measured: "partial", loss: true });
    expect(cell("UserPromptSubmit", "update-input", at)).toMatchObject({ measured: "unmeasured", mark: "documented", degraded: true });
    expect(cell("SessionEnd", "deny", at)).toMatchObject({ claimed: false, degraded: false });
  });

  it("says whether an event was seen", () => {
    expect(row("PreToolUse", { variant: "print" })?.fires).toBe("yes");
    expect(row("PermissionRequest", { variant: "print", version: "2.1.197" })?.fires).toBe("no");
    expect(row("PermissionRequest", { version: "2.1.197" })?.fires).toBe("unmeasured");
  });

  it("gives a hook's time, the event's own where it has one", () => {
    expect(row("UserPromptSubmit")?.timeoutMs).toBe(30_000);
    expect(row("PreToolUse")?.timeoutMs).toBe(claude.timeoutMs);
  });

  it("of a provider that is not there is a clear error", () => {
    expect(() => matrix("claud")).toThrow(UsageError);
    expect(() => quirksOf("claud")).toThrow('the registry has no provider "claud"; it has claude-code');
  });
});

describe("capabilities", () => {
  it("of a kind are those of all its events", () => {
    const of = (at: Parameters<typeof capabilities>[2]) => [...capabilities("claude-code", "", at)];
    const common = claude.events.filter(({ kind }) => kind === "prompt.submitted").map(({ native }) => new Set(of({ native })));
    expect(common.length).toBeGreaterThan(1);
    expect(new Set(of({ kind: "prompt.submitted" }))).toEqual(new Set(CAPABILITIES.filter((one) => common.every((set) => set.has(one)))));
  });

  it("are none where the tables have nothing", () => {
    expect(capabilities("nobody", "", { kind: "tool.pre" }).size).toBe(0);
    expect(capabilities("toString", "", { kind: "tool.pre" }).size).toBe(0);
    expect(capabilities("claude-code", "", { native: "toString" }).size).toBe(0);
    expect(capabilities("claude-code", "", { native: "PreModelSwitch" }, "2.1.197").size).toBe(0);
  });
});

describe("quirksOf", () => {
  const ids = (at: Parameters<typeof quirksOf>[1]) => quirksOf("claude-code", at).map(({ id }) => id);
  const silent = "claude-code/print-shows-no-message/Stop";

  it("narrows by event, version and variant", () => {
    expect(quirksOf("claude-code")).toEqual(claude.quirks);
    expect(ids({ event: "Stop", version: "2.1.197", variant: "print" })).toContain(silent);
    expect(ids({ event: "Stop", version: "2.1.332" })).not.toContain(silent);
    expect(ids({ event: "Stop", version: "2.1.197", variant: "cli" })).not.toContain(silent);
    expect(ids({ event: "PreToolUse" })).not.toContain(silent);
    expect(quirksOf("claude-code", { event: "PreToolUse", variant: "cli" }).every(({ variant = "cli" }) => variant === "cli")).toBe(true);
  });
});

describe("a range", () => {
  it.each([
    ["*", "0.0.1", true],
    ["<2.1.332", "2.1.331", true],
    ["<2.1.332", "2.1.332", false],
    ["<=2.1.332", "2.1.332", true],
    [">2.1.332", "2.1.332", false],
    [">=2.1.9 <2.2", "2.1.10", true],
    [">=2.1.9 <2.2", "2.2.0", false],
    ["2.1.197", "2.1.197", true],
    ["2.1.197", "2.1.198", false],
  ])("%s has %s: %s", (range, version, expected) => {
    expect(inRange(range, version)).toBe(expected);
  });

  it.each(["", "^2.1.0", "<", "2.1.x", "< 2.1.0", "toString"])("%j is refused", (range) => {
    expect(() => inRange(range, "2.1.0")).toThrow(/not a range of versions/);
  });
});
