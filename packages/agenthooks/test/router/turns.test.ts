/** What one event leaves for the next (definitions.md "Decisions and stages", design §4). */
import type { HooksOptions, JsonObject } from "agenthooks";
import { acceptPrompt, combine, continueWith, createHooks, finish } from "agenthooks";
import { invokeState } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { json, send, specific } from "../helpers/claude.js";

const closed = (options: HooksOptions = {}) => createHooks({ name: "guard", ...options, policy: { fail: "closed" } });
const open = (options: HooksOptions = {}) => createHooks({ name: "telemetry", ...options });

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
