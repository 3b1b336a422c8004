/** What holds for every configuration that entries are put into, of whatever kind and layout. */
import fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { afterEach, describe, expect, it } from "vitest";
import { type EntryStore, jsonEntries, type ShapedEntry, tomlEntries } from "../../src/providers/_claude-shape/entries.js";
import { type GeneratedConfig, jsonConfig, mixedConfig, own, tomlConfig, wantedEntries } from "../helpers/configs.js";

const RUNS = { numRuns: 500 };
const FEWER = { numRuns: 250 };

// vitest reports from the event loop, which properties do not leave to it
afterEach(() => new Promise((resolve) => setImmediate(resolve)));

const file = (bytes: Uint8Array) => ({ path: "config", bytes });
const text = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);
const withoutPlace = (store: EntryStore, bytes: Uint8Array) =>
  store
    .list(file(bytes), own)
    .filter((entry) => !entry.own)
    .map(({ line, ...entry }) => entry);

const others = (store: EntryStore, bytes: Uint8Array) => withoutPlace(store, bytes).map(({ group, index, ...entry }) => entry);
const ours = (store: EntryStore, bytes: Uint8Array) =>
  new Set(
    store
      .list(file(bytes), own)
      .flatMap((entry) => (entry.own ? [{ event: entry.event, matcher: entry.matcher, handler: entry.handler }] : [])),
  );
const lineEnds = (source: string) => new Set(source.match(/\r?\n/g));
const isUniform = ({ text: source, eol }: GeneratedConfig) => lineEnds(source).size === 1 && lineEnds(source).has(eol);

type Data = Record<string, unknown>;
function jsonc(source: string): Data {
  const errors: ParseError[] = [];
  const data = parse(source, errors, { allowTrailingComma: true }) as Data;
  expect(errors).toEqual([]);
  return data;
}

/** The data with one group for each entry behind the others of its event. */
function extended(data: Data, wanted: readonly ShapedEntry[]): Data {
  if (wanted.length === 0) return data;
  const hooks = new Map(Object.entries((data.hooks ?? {}) as Record<string, unknown[]>));
  for (const { event, matcher, handler } of wanted)
    hooks.set(event, [...(hooks.get(event) ?? []), { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] }]);
  return { ...data, hooks: Object.fromEntries(hooks) };
}

/** Whether `whole` is `part` with something put in between. */
function isContained(part: string, whole: string): boolean {
  let at = 0;
  for (const unit of part) {
    const found = whole.indexOf(unit, at);
    if (found < 0) return false;
    at = found + unit.length;
  }
  return true;
}

const KINDS: readonly (readonly [string, EntryStore, fc.Arbitrary<GeneratedConfig>, (source: string) => Data])[] = [
  ["JSON", jsonEntries("json"), jsonConfig("json"), (source) => JSON.parse(source) as Data],
  ["JSON with comments", jsonEntries("jsonc"), jsonConfig("jsonc"), jsonc],
  ["TOML", tomlEntries, tomlConfig, (source) => parseToml(source, { integersAsBigInt: "asNeeded" })],
];

describe.each(KINDS)("%s", (_kind, store, config, parsed) => {
  it("what was put in is taken out to the byte, and putting in twice is putting in once", () => {
    fc.assert(
      fc.property(config, wantedEntries, ({ bytes }, wanted) => {
        const merged = store.merge(file(bytes), wanted, own);
        expect(text(store.merge(file(merged), wanted, own))).toBe(text(merged));
        expect(text(store.remove(file(merged), own))).toBe(text(bytes));
      }),
      RUNS,
    );
  });

  it("all bytes of others stay in order, line ends and byte order mark too, and another parser reads the old data and ours behind it", () => {
    fc.assert(
      fc.property(config, wantedEntries, (before, wanted) => {
        const merged = store.merge(file(before.bytes), wanted, own);
        expect(withoutPlace(store, merged)).toEqual(withoutPlace(store, before.bytes));
        expect(isContained(text(before.bytes), text(merged))).toBe(true);
        expect(text(merged).startsWith("\ufeff")).toBe(text(before.bytes).startsWith("\ufeff"));
        if (isUniform(before)) expect(lineEnds(text(merged))).toEqual(new Set([before.eol]));
        expect(parsed(text(merged).replace(/^\ufeff/, ""))).toEqual(extended(parsed(before.text), wanted));
      }),
      RUNS,
    );
  });

  it("a later version takes the place of an earlier one, and is taken out to the byte", () => {
    fc.assert(
      fc.property(config, wantedEntries, wantedEntries, ({ bytes }, earlier, later) => {
        const first = store.merge(file(bytes), earlier, own);
        const second = store.merge(file(first), later, own);
        expect(withoutPlace(store, second)).toEqual(withoutPlace(store, bytes));
        expect(ours(store, second)).toEqual(new Set(later));
        expect(text(store.merge(file(second), later, own))).toBe(text(second));
        expect(text(store.remove(file(second), own))).toBe(text(bytes));
      }),
      FEWER,
    );
  });

  it("entries of ours that somebody mixed with others are brought up to date or cut, and the others stay", () => {
    fc.assert(
      fc.property(mixedConfig(config), wantedEntries, ({ bytes }, wanted) => {
        const merged = store.merge(file(bytes), wanted, own);
        expect(others(store, merged)).toEqual(others(store, bytes));
        expect(ours(store, merged)).toEqual(new Set(wanted));
        expect(text(store.merge(file(merged), wanted, own))).toBe(text(merged));
        const removed = store.remove(file(merged), own);
        expect(others(store, removed)).toEqual(others(store, bytes));
        expect(ours(store, removed).size).toBe(0);
        expect(isContained(text(removed), text(merged))).toBe(true);
        parsed(text(removed).replace(/^\ufeff/, ""));
      }),
      FEWER,
    );
  });
});
