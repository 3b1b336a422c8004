/** The conformance table that every adapter passes. */
import assert from "node:assert/strict";
import type { Json } from "../base/json.js";
import { isObject } from "../base/json.js";
import { type Adapter, type Answer, projectWith, rowOf } from "../decision/answer.js";
import * as make from "../decision/decision.js";
import { degrade } from "../decision/degrade.js";
import { refusal } from "../decision/fail.js";
import { fullPolicy } from "../decision/policy.js";
import { type Decision, FAMILIES, type Family, kinds } from "../decision/types.js";
import type { AnyEvent } from "../event/kinds.js";
import { hasTool } from "../event/kinds.js";
import { rawFrom, rawOf } from "../event/raw.js";
import { normalise } from "./normalise.js";
import { foreignIsSound, ODD_CHECKS, refusesNoObject } from "./odd-payloads.js";

/** A recorded payload. */
export interface Capture {
  readonly file: string;
  readonly version: string;
  /** The native event, where the payload does not name it. */
  readonly event?: string;
  readonly bytes: Uint8Array;
}

/** `it` or `test` of the test runner. */
export type It = (name: string, run: () => void | Promise<void>) => void;

const SAMPLES: Readonly<Record<Family, readonly Decision[]>> = {
  tool: [
    make.noDecision(),
    make.allow(),
    make.deny('no \u{1F6AB} "quoted"\n'),
    make.askUser("sure?"),
    make.noDecision().withContext("c").withSystemMessage("m").stopAgent("s"),
    make.deny("no").withContext("c").withBlockReason("for the person"),
  ],
  prompt: [make.acceptPrompt().withContext("c"), make.blockPrompt("no"), make.answerPrompt("42"), make.acceptPrompt().stopAgent("s")],
  output: [make.observed().withContext("c"), make.flagOutput("hm"), make.replaceOutput("gone"), make.replaceOutput({ stdout: "gone" })],
  stop: [make.finish(), make.continueWith("go on"), make.continueWith("go on").withContext("c"), make.finish().stopAgent("s")],
  proceed: [make.proceed().withContext("c").withSystemMessage("m")],
  cancel: [make.cancel("no")],
};

/**
 * Checks an adapter against the payloads that were recorded for it.
 * @param it the test runner's own; without it everything runs at once and the first fault rejects.
 */
export async function testAdapter(adapter: Adapter, captures: readonly Capture[], it?: It): Promise<void> {
  const open: Promise<void>[] = [];
  const check: It =
    it ??
    ((name, run) =>
      open.push(
        Promise.resolve()
          .then(run)
          .catch((error: unknown) => {
            throw new Error(`${name}: ${String(error)}`, { cause: error });
          }),
      ));
  check("every native event has a known kind and stands in the table once", () => rowsAreSound(adapter));
  check("an event that no table knows is neutral and reaches observers as `other`", () => unknownEvent(adapter));
  check("a payload without members decodes and can be refused", () => emptyPayload(adapter));
  check("a payload that is no object is a PayloadError", () => refusesNoObject(adapter));
  check("the agents that run its entries are others", () => foreignIsSound(adapter));
  for (const capture of captures) {
    for (const { name, run } of ODD_CHECKS) check(`${capture.version} ${capture.file}: ${name}`, () => run(adapter, capture));
    check(`${capture.version} ${capture.file}: decodes, keeps its bytes, and neutral is a no-op`, () => roundTrip(adapter, capture));
    check(`${capture.version} ${capture.file}: every decision gives one ASCII document or none`, () => answers(adapter, capture));
  }
  await Promise.all(open);
}

function decode(adapter: Adapter, payload: Uint8Array, nativeName: string | undefined): AnyEvent {
  return adapter.decode({ raw: rawOf(payload), nativeName, variant: "", env: {}, hostVersion: undefined, time: new Date(0) });
}

function rowsAreSound(adapter: Adapter): void {
  const names = adapter.events.map((row) => row.native);
  assert.equal(new Set(names).size, names.length);
  for (const row of adapter.events) {
    assert.ok(kinds().includes(row.kind), row.native);
    if (row.guards) assert.ok(row.gate, `${row.native} guards an action and must be a gate`);
    for (const list of Object.values(row.capabilities)) assert.equal(new Set(list).size, list?.length, row.native);
  }
}

function unknownEvent(adapter: Adapter): void {
  const event = adapter.decode({ raw: rawFrom({}), nativeName: "agenthooks-no-such-event", variant: "", env: {}, hostVersion: undefined });
  assert.equal(event.kind, "other");
  assert.equal(event.nativeName, "agenthooks-no-such-event");
  sound(adapter.encode(event, undefined, { hostVersion: undefined, variant: "" }));
}

function emptyPayload(adapter: Adapter): void {
  for (const row of adapter.events) {
    const event = adapter.decode({ raw: rawFrom({}), nativeName: row.native, variant: "", env: {}, hostVersion: undefined });
    assert.equal(event.kind, row.kind, row.native);
    if (hasTool(event)) assert.deepEqual({ ...event.tool.input }, {});
    if (event.can("deny")) sound(adapter.encode(event, refusal(event), { hostVersion: undefined, variant: "" }));
  }
}

function roundTrip(adapter: Adapter, capture: Capture): void {
  const before = Uint8Array.from(capture.bytes);
  const event = decode(adapter, capture.bytes, capture.event);
  assert.deepEqual(event.raw.bytes, before, "raw.bytes are the bytes that came");
  assert.equal(event.provider, adapter.id);
  assert.equal(event.kind, rowOf(adapter, event.nativeName)?.kind ?? "other");
  assert.match(event.idempotencyKey, /^[0-9a-f]{64}$/);
  assert.ok(Object.isFrozen(event) && Object.isFrozen(event.session));
  assert.deepEqual(normalise(decode(adapter, before, capture.event)), normalise(event), "decoding twice gives the same event");
  if (hasTool(event)) {
    const again = projectWith(adapter.tools)(event.tool.name, event.tool.input, event.session.cwd);
    assert.equal(again.canonical, event.tool.canonical);
    assert.equal(event.tool.canonical === "shell", event.tool.shell !== undefined);
    assert.equal(event.tool.canonical === "mcp", event.tool.mcp !== undefined);
  }
  const target = { hostVersion: capture.version, variant: "" };
  const silent = adapter.encode(event, undefined, target);
  sound(silent);
  for (const family of FAMILIES[event.kind]) {
    const [neutral] = SAMPLES[family];
    if (neutral && ["no-decision", "finish"].includes(neutral.kind)) assert.deepEqual(adapter.encode(event, neutral, target), silent);
  }
}

function answers(adapter: Adapter, capture: Capture): void {
  const event = decode(adapter, capture.bytes, capture.event);
  const target = { hostVersion: capture.version, variant: "" };
  for (const family of FAMILIES[event.kind]) {
    for (const sample of SAMPLES[family]) {
      const { decision } = degrade(event, sample, fullPolicy({}));
      const answer = adapter.encode(event, decision, target);
      sound(answer);
      if (decision?.blocks)
        assert.notDeepEqual(answer, adapter.encode(event, undefined, target), `${decision.kind} must not look like no opinion`);
    }
  }
  if (hasTool(event) && event.can("update-input")) {
    const input = event.tool.patch({ added: 1 });
    sound(adapter.encode(event, make.allow().withUpdatedInput(input), target));
  }
}

/** One JSON document in ASCII, or no output. */
function sound(answer: Answer): void {
  if (answer.via !== "process") return;
  assert.ok(Number.isInteger(answer.exitCode));
  if (answer.stdout === "") return;
  assert.match(answer.stdout, /^[\x20-\x7e]*$/, "stdout is ASCII");
  const document = JSON.parse(answer.stdout) as Json;
  assert.ok(isObject(document), "stdout is one JSON object");
  assert.equal(answer.stderr, "", "one channel only");
}
