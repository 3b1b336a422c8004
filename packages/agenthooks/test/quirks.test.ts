/** Quirks and blind spots as data: each names what shows it, and what it names exists. */
import { readFileSync } from "node:fs";
import { createHooks, decodeEvent } from "agenthooks";
import { blindSpots, eventMap, quirks } from "agenthooks/registry";
import { normalise } from "agenthooks/testing";
import { expect, it } from "vitest";
import { hasTool } from "../src/event/kinds.js";
import { capture } from "./helpers/captures.js";
import { payloadOf, send } from "./helpers/claude.js";
import { codexPayload } from "./helpers/codex.js";

it("every quirk names a test that exists, or a lab case, and events and capabilities of its table", () => {
  for (const { id, test, event, capability, provider } of quirks) {
    const rows = eventMap[provider] ?? [];
    if (event !== undefined)
      expect(
        rows.map((row) => row.native),
        id,
      ).toContain(event);
    const [, file, title = ""] = /^test: (\S+) > (.+)$/.exec(test) ?? [];
    if (file === undefined) {
      expect(test, id).toMatch(/^lab: [a-z-]+(\.[a-z-]+)*$/);
      continue;
    }
    expect(readFileSync(new URL(file, import.meta.url), "utf8"), id).toContain(JSON.stringify(title));
    // what only a unit test shows is no excuse for a measured cell
    if (capability !== undefined) expect(["deny", "allow"], id).toContain(capability);
  }
});

it("every id is there once and names its provider; ranges are as npm writes them", () => {
  expect(new Set(quirks.map(({ id }) => id)).size).toBe(quirks.length);
  for (const { id, provider, versions, behaviour, mitigation, source } of quirks) {
    expect(id.startsWith(`${provider}/`)).toBe(true);
    expect(versions, id).toMatch(/^(\*|(<|>=)\d+\.\d+\.\d+)$/);
    for (const text of [behaviour, mitigation, source]) expect(text.trim(), id).not.toBe("");
  }
});

it("blind spots are said once", () => {
  expect(new Set(blindSpots.map(({ what }) => what)).size).toBe(blindSpots.length);
  for (const { what, provider } of blindSpots) expect([what.trim() === "", eventMap[provider] === undefined]).toEqual([false, false]);
});

const decode = (payload: unknown) => decodeEvent({ provider: "claude-code", payload: JSON.stringify(payload) });

it("the subagent of a compaction has no type", async () => {
  const event = await decode(payloadOf("SubagentStop", { agent_type: "" }));
  expect([event.kind, event.agent]).toEqual(["subagent.stop", { id: "a1", type: undefined, parentId: undefined }]);
});

it("a fork says so since 2.1.332", async () => {
  const event = await decodeEvent({ provider: "claude-code", payload: capture("SessionStart.fork").bytes });
  expect(event.session.source).toBe("fork");
});

it("a permission request has an id of ours", async () => {
  for (const [provider, payload] of [["claude-code", payloadOf] as const, ["codex", codexPayload] as const]) {
    const ids = await Promise.all(
      [{}, {}, { tool_input: { command: "rm" } }].map(async (members) => {
        const event = await decodeEvent({ provider, payload: payload("PermissionRequest", members) });
        if (!hasTool(event)) throw new Error("no call");
        expect([event.tool.synthesized, event.tool.id]).toEqual([true, expect.stringMatching(/^hook_synth_[0-9a-f]{16}$/)]);
        return event.tool.id;
      }),
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  }
});

it("the secret of the session is in no event and no log", async () => {
  const env = { CLAUDE_CODE_MESSAGING_TOKEN: "the-secret", CLAUDE_CODE_MESSAGING_SOCKET: "/tmp/the-socket", AGENTHOOKS_LOG_LEVEL: "debug" };
  const outcomes: unknown[] = [];
  const hooks = createHooks({ name: "leaks" })
    .on("tool.pre", () => {
      throw new Error("bug");
    })
    .onDecision((outcome) => void outcomes.push(normalise(outcome.event), outcome.failure));
  const sent = await send(hooks, "PreToolUse", {}, { env });
  if (!sent.event) throw new Error("no event");
  const all = JSON.stringify([sent.log, sent.answer, normalise(sent.event), outcomes]);
  expect(all).toContain("bug");
  expect(outcomes).toHaveLength(2);
  expect(all).not.toMatch(/the-secret|the-socket/);
});
