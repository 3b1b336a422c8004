/** JSON text whose untouched members keep their source. */
import { describe, expect, it } from "vitest";
import { asciiJson, deepFreeze, type Json, jsonPath, stringsIn } from "../../src/base/json.js";
import { memberSource, stringifyWithSource } from "../../src/base/json-source.js";

const member = (text: string, name: string) => memberSource(text, JSON.parse(text) as Json, name);
const sourced = (text: string, value: Json) =>
  stringifyWithSource(value, { text, start: 0, end: text.length, value: JSON.parse(text) as Json });

describe("memberSource", () => {
  it.each([
    ['{"a":1.0}', "a", "1.0"],
    ['{ "a" : [ 1 , 2 ] , "b":2}', "a", "[ 1 , 2 ]"],
    ['{"a":"x,}\\"]","b":1}', "a", '"x,}\\"]"'],
    ['{"\\u0061":1.50}', "a", "1.50"],
    ['{"a":1,"a":2.0}', "a", "2.0"],
    ['{"b":{"a":9},"a":-0}', "a", "-0"],
    ['{"__proto__":1.0}', "__proto__", "1.0"],
    ['{"":1e5}', "", "1e5"],
    ['{\n\t"a"\r\n:\ttrue\n}', "a", "true"],
  ])("of %s at %j is %s", (text, name, wanted) => {
    const found = member(text, name);
    expect(found && text.slice(found.start, found.end)).toBe(wanted);
  });

  it("is undefined for what is not there", () => {
    expect(member('{"a":1}', "b")).toBeUndefined();
    expect(member("[1]", "0")).toBeUndefined();
    expect(member('{"a":1}', "toString")).toBeUndefined();
  });
});

describe("stringifyWithSource", () => {
  it.each([
    ['{"a":1.0,"b":2}', { a: 1, b: 3 }, '{"a":1.0,"b":3}'],
    ['{"a":1.0}', { a: 1, c: [1] }, '{"a":1.0,"c":[1]}'],
    ["[1.0,2.0]", [1, 3], "[1.0,3]"],
    ["[1.0,2.0,3.0]", [2], "[2]"],
    ['{"a":{"x":1.0,"y":1}}', { a: { x: 1 } }, '{"a":{"x":1.0}}'],
    ['{"a":[1.0]}', { a: { "0": 1 } }, '{"a":{"0":1}}'],
    ['{"a":1.0}', "a", '"a"'],
    ["1.0", 1, "1.0"],
    ["1.0", 2, "2"],
  ] as const)("%s as %j is %s", (text, value, wanted) => {
    expect(sourced(text, value as Json)).toBe(wanted);
  });

  it("without a source it is JSON.stringify", () => {
    expect(stringifyWithSource({ a: [1, "x"] }, undefined)).toBe('{"a":[1,"x"]}');
  });

  it("survives nesting that is deeper than the stack", () => {
    const depth = 50_000;
    const text = `{"a":${"[".repeat(depth)}1.0${"]".repeat(depth)},"b":1}`;
    const value = JSON.parse(text) as { a: Json; b: Json };
    expect(sourced(text, { ...value, b: 2 })).toBe(text.replace('"b":1', '"b":2'));
  });
});

describe("helpers", () => {
  it("asciiJson escapes everything outside ASCII, pairs and lone halves alike", () => {
    expect(asciiJson('"é\u{1f6ab}\ud800\u007f"')).toBe('"\\u00e9\\ud83d\\udeab\\ud800\\u007f"');
    expect(JSON.parse(asciiJson(JSON.stringify("é\u{1f6ab}\u2028")))).toBe("é\u{1f6ab}\u2028");
  });

  it("deepFreeze freezes all below, and does not mind cycles", () => {
    const value: { inner: { list: unknown[] }; self?: unknown } = { inner: { list: [{}] } };
    value.self = value;
    deepFreeze(value);
    expect([value, value.inner, value.inner.list, value.inner.list[0]].every(Object.isFrozen)).toBe(true);
  });

  it("jsonPath reads own members only", () => {
    const value: Json = { a: [{ b: 1 }], "x.y": 2, n: null };
    expect(jsonPath(value, "a.0.b")).toBe(1);
    expect(jsonPath(value, "n")).toBeNull();
    for (const path of ["a.1", "a.0.b.c", "toString", "a.length.x", "", "n.x"]) expect(jsonPath(value, path)).toBeUndefined();
  });

  it("stringsIn finds every string, depth first, without member names", () => {
    expect(stringsIn({ k: "a", l: ["b", { m: "c" }], n: 1, o: "d" })).toEqual(["a", "b", "c", "d"]);
    expect(stringsIn("x")).toEqual(["x"]);
    expect(stringsIn(null)).toEqual([]);
  });
});
