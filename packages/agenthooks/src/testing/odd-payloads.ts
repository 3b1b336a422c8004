/** What an agent, a proxy or a damaged pipe may send: checks that every adapter passes, made from the payloads that were recorded for it. */
import assert from "node:assert/strict";
import { PayloadError } from "../base/errors.js";
import { isObject, type Json, type JsonObject } from "../base/json.js";
import type { Adapter, Answer } from "../decision/answer.js";
import { allow } from "../decision/decision.js";
import { refusal } from "../decision/fail.js";
import { type AnyEvent, hasTool } from "../event/kinds.js";
import { rawOf } from "../event/raw.js";
import { normalise } from "./normalise.js";
import type { Capture } from "./test-adapter.js";

/** JSON texts that stand where the agent sends something else. */
const ODD = ["null", "false", "0", "1e400", "-1", "9007199254740993117", '""', '"\\ud800"', '"\\u0000"', "[]", "[null]", "{}"];
/** Names that every object has of its own making. */
const INHERITED = '{"__proto__":{"hook_event_name":"x","tool_name":"x"},"constructor":null,"toString":0,"hasOwnProperty":""}';
/** Deeper than the stack of Node as it starts. */
const DEEP = `${"[".repeat(15_000)}${"]".repeat(15_000)}`;
const DIGITS = "9007199254740993117.10";

export interface OddCheck {
  readonly name: string;
  run(adapter: Adapter, capture: Capture): void;
}

/** To be run once for each capture. */
export const ODD_CHECKS: readonly OddCheck[] = [
  { name: "a byte order mark is kept in the bytes and nowhere else", run: markIsDropped },
  { name: "odd values of any member give an event that can be answered, or a PayloadError", run: oddMembers },
  { name: "members that every object inherits change nothing", run: inheritedMembers },
  { name: "nesting that is deeper than the stack is decoded and answered", run: deepMembers },
  { name: "a rewrite keeps the digits of what it did not touch", run: keepsDigits },
  { name: "no mark of another agent is in what this one sends", run: noForeignMark },
];

/** A payload that is no object gives a PayloadError and no other. */
export function refusesNoObject(adapter: Adapter): void {
  for (const text of ["null", "[]", "[{}]", "1", '"x"', "true", "1e400"]) {
    assert.throws(() => decode(adapter, text, adapter.events[0]?.native), PayloadError, text);
  }
}

/** The agents that run this one's entries are others, and are told apart. */
export function foreignIsSound({ id, foreign = [] }: Adapter): void {
  const providers = foreign.map(([provider]) => provider);
  assert.ok(!providers.includes(id), "its own marks are not foreign");
  assert.equal(new Set(foreign.map(String)).size, foreign.length);
}

function decode(adapter: Adapter, payload: string | Uint8Array, nativeName: string | undefined): AnyEvent {
  const raw = rawOf(typeof payload === "string" ? Buffer.from(payload) : payload);
  return adapter.decode({ raw, nativeName, variant: "", env: {}, hostVersion: undefined, time: new Date(0) });
}

function payloadOf({ bytes }: Capture): JsonObject {
  const payload = rawOf(bytes).json;
  assert.ok(isObject(payload), "a capture is one JSON object");
  return payload;
}

/** The object as JSON, with one member's JSON text replaced or added. */
function withMember(payload: JsonObject, name: string, text: string): string {
  const members = Object.entries(payload).filter(([one]) => one !== name);
  return `{${[...members.map(([one, value]) => `${JSON.stringify(one)}:${JSON.stringify(value)}`), `${JSON.stringify(name)}:${text}`].join(",")}}`;
}

/** The member that holds the input of a call. */
function inputMember(payload: JsonObject, event: AnyEvent): string | undefined {
  if (!hasTool(event) || !isObject(event.tool.rawInput)) return undefined;
  const { rawInput } = event.tool;
  return Object.keys(payload).find((name) => isObject(payload[name]) && JSON.stringify(payload[name]) === JSON.stringify(rawInput));
}

function markIsDropped(adapter: Adapter, capture: Capture): void {
  const plain = decode(adapter, capture.bytes, capture.event);
  const bytes = Buffer.concat([Buffer.from("\ufeff"), rawOf(capture.bytes).bytes]);
  const marked = decode(adapter, bytes, capture.event);
  assert.deepEqual(Buffer.from(marked.raw.bytes), bytes);
  assert.equal(marked.raw.text, plain.raw.text);
  assert.deepEqual(normalise(marked), normalise(plain));
}

function oddMembers(adapter: Adapter, capture: Capture): void {
  const payload = payloadOf(capture);
  const input = inputMember(payload, decode(adapter, capture.bytes, capture.event));
  const texts = [...ODD, INHERITED];
  for (const name of Object.keys(payload)) for (const text of texts) answerable(adapter, withMember(payload, name, text), capture.event);
  if (input === undefined) return;
  const members = payload[input] as JsonObject;
  for (const name of Object.keys(members))
    for (const text of texts) answerable(adapter, withMember(payload, input, withMember(members, name, text)), capture.event);
}

function deepMembers(adapter: Adapter, capture: Capture): void {
  const payload = payloadOf(capture);
  const input = inputMember(payload, decode(adapter, capture.bytes, capture.event)) ?? Object.keys(payload)[0] ?? "x";
  for (const name of [input, "agenthooksDeep"]) answerable(adapter, withMember(payload, name, DEEP), capture.event);
}

/** Everything that is made on first use is made. */
function answerable(adapter: Adapter, payload: string, nativeName: string | undefined): void {
  let event: AnyEvent;
  try {
    event = decode(adapter, payload, nativeName);
  } catch (error) {
    assert.ok(error instanceof PayloadError, `${String(error)} of ${payload.slice(0, 500)}`);
    return;
  }
  assert.match(event.idempotencyKey, /^[0-9a-f]{64}$/);
  if (hasTool(event)) {
    assert.ok(isObject(event.tool.input));
    assert.equal(typeof event.tool.id, "string");
    assert.equal(typeof event.tool.name, "string");
    assert.ok(Array.isArray(event.tool.text()));
  }
  const neutral = answer(adapter, event, undefined);
  if (event.can("deny")) assert.notDeepEqual(answer(adapter, event, refusal(event)), neutral, "a refusal is not silence");
}

function answer(adapter: Adapter, event: AnyEvent, decision: Parameters<Adapter["encode"]>[1]): Answer {
  const made = adapter.encode(event, decision, { hostVersion: undefined, variant: "" });
  if (made.via === "process" && made.stdout !== "") JSON.parse(made.stdout);
  return made;
}

function inheritedMembers(adapter: Adapter, capture: Capture): void {
  const payload = payloadOf(capture);
  const plain = decode(adapter, capture.bytes, capture.event);
  const more = `${INHERITED.slice(0, -1)},${JSON.stringify(payload).slice(1)}`;
  const without = (event: AnyEvent) => ({ ...(normalise(event) as JsonObject), idempotencyKey: "" });
  assert.deepEqual(without(decode(adapter, more, capture.event)), without(plain));
}

function keepsDigits(adapter: Adapter, capture: Capture): void {
  const payload = payloadOf(capture);
  const plain = decode(adapter, capture.bytes, capture.event);
  const input = inputMember(payload, plain);
  if (input === undefined || !plain.can("update-input")) return;
  const text = withMember(payload, input, withMember(payload[input] as JsonObject, "agenthooksDigits", DIGITS));
  const event = decode(adapter, text, capture.event);
  assert.ok(hasTool(event));
  const sent = answer(adapter, event, allow().withUpdatedInput(event.tool.patch({ agenthooksAdded: 1 as Json })));
  if (sent.via === "process") assert.ok(sent.stdout.includes(`"agenthooksDigits":${DIGITS}`), sent.stdout);
}

function noForeignMark({ foreign = [] }: Adapter, capture: Capture): void {
  for (const [provider, member, variable] of foreign) {
    if (variable === undefined) assert.ok(!Object.hasOwn(payloadOf(capture), member), `${member} is ${provider}'s`);
  }
}
