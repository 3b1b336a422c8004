/** Observers and outcome observers (definitions.md "Decisions and stages", design §4). */
import type { HooksOptions } from "agenthooks";
import { allow, combine, createHooks, deny, finish } from "agenthooks";
import { invoke, invokeState } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { json, send } from "../helpers/claude.js";

const closed = (options: HooksOptions = {}) => createHooks({ name: "guard", ...options, policy: { fail: "closed" } });
const broken = (): never => {
  throw new Error("bug in policy");
};

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

  it("come with the context of their program: its state, its log, its workers", async () => {
    const state = invokeState();
    const guard = closed().on("tool.pre", () => deny("no"));
    const audit = createHooks({ name: "audit" })
      .worker("send", () => undefined)
      .onDecision(async ({ decision }, context) => {
        const count = await context.state.session("n", 0).update((n) => n + 1);
        context.log.info("counted", { count });
        await context.defer("send", { decision: decision?.kind ?? null, count });
      });
    const both = combine(guard, audit);
    await send(both, "PreToolUse", {}, { state });
    const sent = await send(both, "PreToolUse", {}, { state });
    expect(sent.deferred.map(({ work }) => work)).toEqual([
      expect.objectContaining({ type: "worker", worker: "audit/send", payload: { decision: "deny", count: 2 } }),
    ]);
    expect(sent.log.map(({ message }) => message)).toContain("counted");
  });

  it("come with a context too where the payload could not be used", async () => {
    const hooks = closed()
      .worker("send", () => undefined)
      .onDecision(({ failure }, context) => context.defer("send", failure));
    const sent = await invoke(hooks, { provider: "claude-code", event: "PreToolUse", payload: "{" });
    expect(sent.deferred.map(({ work }) => work)).toEqual([expect.objectContaining({ worker: "send", payload: "error" })]);
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
