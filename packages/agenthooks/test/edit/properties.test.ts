/** What holds for every configuration that entries are put into, of whatever kind and layout. */
import fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { type EntryStore, jsonEntries, type ShapedEntry, tomlEntries } from "../../src/providers/_claude-shape/entries.js";
import { type GeneratedConfig, jsonConfig, own, tomlConfig, wantedEntries } from "../helpers/configs.js";

const RUNS = { numRuns: 700 };
const file = (bytes: Uint8Array) => ({ path: "config", bytes });
const text = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);
const withoutPlace = (store: EntryStore, bytes: Uint8Array) =>
  store
    .list(file(bytes), own)
    .filter((entry) => !entry.own)
    .map(({ line, ...entry }) => entry);

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
  it("what was put in is taken out to the byte", () => {
    fc.assert(
      fc.property(config, wantedEntries, ({ bytes }, wanted) => {
        const merged = store.merge(file(bytes), wanted, own);
        expect(text(store.remove(file(merged), own))).toBe(text(bytes));
      }),
      RUNS,
    );
  });

  it("putting in twice is putting in once", () => {
    fc.assert(
      fc.property(config, wantedEntries, ({ bytes }, wanted) => {
        const merged = store.merge(file(bytes), wanted, own);
        expect(text(store.merge(file(merged), wanted, own))).toBe(text(merged));
      }),
      RUNS,
    );
  });

  it("entries of others stay what and where they are, and all their bytes stay in order", () => {
    fc.assert(
      fc.property(config, wantedEntries, ({ bytes }, wanted) => {
        const merged = store.merge(file(bytes), wanted, own);
        expect(withoutPlace(store, merged)).toEqual(withoutPlace(store, bytes));
        expect(isContained(text(bytes), text(merged))).toBe(true);
      }),
      RUNS,
    );
  });

  it("another parser reads the old data and the wanted entries behind it", () => {
    fc.assert(
      fc.property(config, wantedEntries, (before, wanted) => {
        const merged = text(store.merge(file(before.bytes), wanted, own)).replace(/^\ufeff/, "");
        expect(parsed(merged)).toEqual(extended(parsed(before.text), wanted));
      }),
      RUNS,
    );
  });

  it("line ends and a byte order mark are as they were", () => {
    fc.assert(
      fc.property(config, wantedEntries, ({ bytes, text: before, eol }, wanted) => {
        const merged = text(store.merge(file(bytes), wanted, own));
        const other = eol === "\n" ? /\r\n/g : /(?<!\r)\n/g;
        if (before.includes(eol) && !other.test(before)) expect(merged).not.toMatch(other);
        expect(
          Buffer.from(store.merge(file(bytes), wanted, own))
            .subarray(0, 3)
            .equals(Buffer.from("\ufeff")),
        ).toBe(Buffer.from(bytes).subarray(0, 3).equals(Buffer.from("\ufeff")));
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
        expect(store.list(file(second), own).filter((entry) => entry.own)).toHaveLength(later.length);
        expect(text(store.merge(file(second), later, own))).toBe(text(second));
        expect(text(store.remove(file(second), own))).toBe(text(bytes));
      }),
      RUNS,
    );
  });
});
