/** The whole answer of a rewrite against an oracle that knows every member's source text (design §5.8). */
import { allow, createHooks, type Json } from "agenthooks";
import { invoke } from "agenthooks/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { asciiJson } from "../src/base/json.js";

const RUNS = Number(process.env.AGENTHOOKS_FUZZ_RUNS ?? 300);

const space = fc.constantFrom("", "", "", " ", "\n\t", "\r\n  ");
const number = fc.oneof(
  fc.constantFrom("9007199254740993117", "-0", "1.0", "1E+2", "0.1e-7", "1e400", "-1e999", "123456789012345678901234567890.5"),
  fc.bigInt().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => JSON.stringify(one)),
);
/** One unit of a string as JSON text: as it is, or escaped in one of the ways that mean the same. */
const unit = fc.oneof(
  fc.constantFrom("\\/", "\\\\", '\\"', "\\n", "\\u0000", "\\u0041", "\\u00E9", "\\ud800", "\\uDC00", "\\ud83d\\ude00", "\\ufffd"),
  fc.constantFrom("a", "é", "😀", "\u2028", "\ufeff", "\u007f", "\ufffd", "{", "]", ":", ",", "'"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }).map((text) => JSON.stringify(text).slice(1, -1)),
);
const string = fc.array(unit, { maxLength: 6 }).map((units) => `"${units.join("")}"`);
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('"a"', '"b"', '"\\u0061"', '"1"', '"0"', '"__proto__"', '"constructor"', '"toJSON"', '""') },
  { weight: 1, arbitrary: string },
);

interface Member {
  /** As the source spells it, quotes included. */
  readonly name: string;
  readonly value: string;
}
const { value: source, members } = fc.letrec<{ value: string; members: Member[] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.oneof(number, string, fc.constantFrom("null", "true", "false", "[]", "{ }")),
    fc.tuple(fc.array(tie("value"), { maxLength: 3 }), space).map(([items, gap]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
    fc.tuple(tie("members"), space).map(([list, gap]) => objectText(list, gap)),
  ),
  // names may come twice, also spelt in two ways
  members: fc.array(fc.record({ name, value: tie("value") }), { maxLength: 5 }),
}));

function objectText(list: readonly Member[], gap: string): string {
  return `{${gap}${list.map((one) => `${one.name}${gap}:${gap}${one.value}`).join(`${gap},${gap}`)}${gap}}`;
}

/** What `JSON.parse` keeps of a list: the place of the first of equal names, the text of the last. */
function kept(list: readonly Member[]): Map<string, Member> {
  const found = new Map<string, Member>();
  for (const one of list) found.set(JSON.parse(one.name) as string, one);
  return found;
}

/** A rewrite of the members by hand: text in, text out. */
function rewritten(list: readonly Member[], changes: ReadonlyMap<string, Json | undefined>): string {
  const members = kept(list);
  const out: string[] = [];
  for (const [key, one] of members) {
    if (!changes.has(key)) out.push(`${one.name}:${one.value}`);
    else if (changes.get(key) !== undefined) out.push(`${one.name}:${textOf(changes.get(key), one.value)}`);
  }
  for (const [key, value] of changes)
    if (value !== undefined && !members.has(key)) out.push(`${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return `{${out.join(",")}}`;
}

/** A value that is the one in the source is no change. Changes here are texts and numbers. */
function textOf(value: Json | undefined, old: string): string {
  return Object.is(JSON.parse(old), value) ? old : JSON.stringify(value);
}

const change = fc.tuple(
  fc.constantFrom("a", "b", "1", "__proto__", "new", "2"),
  fc.option(fc.oneof(fc.integer({ min: 1 }), fc.string({ unit: "binary" }), fc.constant(null)), { nil: undefined }),
);
const call = (input: string) => `{"hook_event_name":"PreToolUse","tool_name":"mcp__a__b" ,"tool_input"\n:\t${input} }`;

async function sent(input: string, rewrite: (input: Readonly<Record<string, Json>>, patch: PatchOf) => Readonly<Record<string, Json>>) {
  const hooks = createHooks({ policy: { fail: "closed" } }).on("tool.pre", ({ tool }) =>
    allow().withUpdatedInput(rewrite(tool.input, tool.patch), { required: true }),
  );
  const { answer, failure } = await invoke(hooks, { provider: "claude-code", payload: call(input) });
  expect(failure).toBe("none");
  if (answer.via !== "process") throw new Error(`answered via ${answer.via}`);
  const [, text] =
    /^\{"hookSpecificOutput":\{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":(.*)\}\}$/s.exec(answer.stdout) ??
    [];
  if (text === undefined) throw new Error(answer.stdout);
  return text;
}
type PatchOf = (members: Readonly<Record<string, Json | undefined>>) => Readonly<Record<string, Json>>;

it("tool.patch: every member that it does not name goes out byte for byte, in the order of the source", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(members, fc.array(change, { minLength: 1, maxLength: 3 }), space, async (list, changed, gap) => {
      const changes = new Map(changed);
      const patch = Object.fromEntries(changes); // own members, `__proto__` among them
      const effective = [...changes].some(([key, value]) => {
        const old = kept(list).get(key);
        return old === undefined ? value !== undefined : value === undefined || !Object.is(JSON.parse(old.value), value);
      });
      const wanted = effective ? rewritten(list, orderOf(patch)) : objectText(list, gap);
      expect(await sent(objectText(list, gap), (_input, patched) => patched(patch))).toBe(asciiJson(wanted));
    }),
    { numRuns: RUNS * 2 },
  );
});

/** New members in the order in which an object lists them. */
function orderOf(patch: Readonly<Record<string, Json | undefined>>): Map<string, Json | undefined> {
  return new Map(Object.entries(patch));
}

it("a change at any depth leaves everything beside it byte for byte", { timeout: 120_000 }, async () => {
  const step = fc.record({ before: fc.array(source, { maxLength: 2 }), after: fc.array(source, { maxLength: 2 }), list: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      // around the value that is changed, innermost first; the result of a rewrite has no space between members
      const wrap = (inner: string) =>
        steps.reduce((text, { before, after, list }) => {
          const items = [...before, text, ...after];
          return list ? `[${items.join(",")}]` : `{${items.map((item, index) => `"m\\u0020${index}":${item}`).join(",")}}`;
        }, inner);
      const dig = (value: Json, level: number): Json => {
        if (level < 0) return "new";
        const { before, list } = steps[level] as (typeof steps)[number];
        if (list) return (value as Json[]).map((item, index) => (index === before.length ? dig(item, level - 1) : item));
        const holder = value as Record<string, Json>;
        const key = `m ${before.length}`;
        return { ...holder, [key]: dig(holder[key] as Json, level - 1) };
      };
      const input = `{"k":${wrap('"old"')},"big":9007199254740993117}`;
      const text = await sent(input, (given) => ({ ...given, k: dig(given.k as Json, steps.length - 1) }));
      expect(text).toBe(asciiJson(`{"k":${wrap('"new"')},"big":9007199254740993117}`));
    }),
    { numRuns: RUNS },
  );
});

it("an input that is built anew with equal values is the source, whatever the order of its members", async () => {
  const input = '{ "b" : 1.0, "1":2.50,"a":[ 1e2 ] }';
  const text = await sent(input, (given) => ({ a: [100], b: given.b as Json, "1": 2.5 }));
  expect(text).toBe(input);
});

it("a member that moves to another name is new there", async () => {
  const text = await sent('{"a":1.0,"b":2.0}', (given) => ({ c: given.a as Json, b: given.b as Json }));
  expect(text).toBe('{"b":2.0,"c":1}');
});
