/** Everything that was recorded from the agents decodes, keeps its bytes, and gives the event that a person has read once. */
import { decodeEvent } from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import * as codex from "agenthooks/codex";
import { normalise, testAdapter } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { captures, codexCaptures } from "./helpers/captures.js";

const AGENTS = [
  { ...claudeCode, captures },
  { ...codex, captures: codexCaptures },
] as const;

describe.each(AGENTS)("$adapter.id", ({ adapter, unknownKeys, captures }) => {
  describe("conformance", async () => {
    await testAdapter(adapter, captures, it);
  });

  describe.each(captures)("$version $title", (capture) => {
    const decode = () => decodeEvent({ provider: adapter.id, payload: capture.bytes, hostVersion: capture.version });

    it("is the event in its golden", async () => {
      await expect(`${JSON.stringify(normalise(await decode()), undefined, 2)}\n`).toMatchFileSnapshot(capture.golden);
    });

    it("keeps every byte and the native name", async () => {
      const event = await decode();
      expect(Buffer.from(event.raw.bytes).equals(capture.bytes)).toBe(true);
      expect(event.nativeName).toBe(capture.event);
      expect(event.raw.json).toEqual(capture.payload);
    });

    it("has no member that its view does not name", async () => {
      expect(unknownKeys(await decode())).toEqual([]);
    });
  });

  it("two deliveries of one payload have one idempotency key, different payloads different ones", async () => {
    const keys = new Map<string, string>();
    for (const { bytes, version, title } of captures) {
      const [first, second] = await Promise.all([1, 2].map(() => decodeEvent({ provider: adapter.id, payload: bytes })));
      expect(first?.idempotencyKey).toBe(second?.idempotencyKey);
      const key = first?.idempotencyKey ?? "";
      expect(keys.get(key), `${version} ${title} has the key of another capture`).toBeUndefined();
      keys.set(key, `${version} ${title}`);
    }
  });

  it("the row of every captured event is in the table", () => {
    for (const { event } of captures) expect(adapter.row?.(event), event).toBeDefined();
  });
});

it("no event is older in the table than the version that sent it", () => {
  for (const { event, version } of captures) {
    const since = claudeCode.adapter.row?.(event)?.since;
    if (since !== undefined && version === "2.1.197") expect(since).toBe("2.1.197");
  }
});
