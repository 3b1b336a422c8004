/** Members of a JSON file, set and cut; and what holds for files of every kind. */
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { decodeConfig } from "../../src/base/edit/file.js";
import { readJson, removeMember, setMember } from "../../src/base/edit/json.js";
import { ConfigParseError, InstallConflictError } from "../../src/base/errors.js";
import type { Json } from "../../src/base/json.js";
import { jsonConfig } from "../helpers/configs.js";

const given = (text: string) => ({ path: "settings.json", bytes: new TextEncoder().encode(text) });
const text = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
const set = (source: string, path: readonly string[], value: Json) => text(setMember(given(source), path, value, "jsonc"));
const remove = (source: string, path: readonly string[]) => text(removeMember(given(source), path, "jsonc"));

describe("a member that is not there", () => {
  it.each([
    ["a new file", "", '{\n  "a": {\n    "b": true\n  }\n}\n'],
    ["an empty object", "{}", '{\n  "a": {\n    "b": true\n  }\n}'],
    ["one line", '{"x": 1}', '{"x": 1, "a": { "b": true }}'],
    ["tabs and CRLF", '{\r\n\t"x": 1\r\n}\r\n', '{\r\n\t"x": 1,\r\n\t"a": {\r\n\t\t"b": true\r\n\t}\r\n}\r\n'],
    ["an object on the way", '{\n    "a": { "x": 1 } // c\n}', '{\n    "a": { "x": 1, "b": true } // c\n}'],
    ["an empty object on the way", '{ "a": { /* c */ } }', '{ "a": {"b": true /* c */ } }'],
    [
      "comments behind the last member",
      '{\n  "x": 1 // one\n  // end\n}',
      '{\n  "x": 1, // one\n  "a": {\n    "b": true\n  }\n  // end\n}',
    ],
    ["a comma behind the last member", '{\n  "x": 1, // one\n}', '{\n  "x": 1, // one\n  "a": {\n    "b": true\n  },\n}'],
    ["a line comment in a line", '{"x": 1 // one\n}', '{"x": 1, // one\n"a": {\n  "b": true\n}\n}'],
  ])("is put into %s", (_form, before, after) => {
    expect(set(before, ["a", "b"], true)).toBe(after);
    expect(set(after, ["a", "b"], true)).toBe(after);
  });
});

it.each([
  ['{ "a": 1, "n": 9007199254740993117 }', 2, '{ "a": 2, "n": 9007199254740993117 }'],
  ['{\n  "a": [\n    1\n  ]\n}', [2], '{\n  "a": [\n    2\n  ]\n}'],
  ['{\n  "a": [ 1 ] // c\n}', { b: [] }, '{\n  "a": { "b": [] } // c\n}'],
  ['{ "a": [1,   2] }', [1, 2], '{ "a": [1,   2] }'],
])("a member of %j gets a value in its place", (before, value, after) => {
  expect(set(before, ["a"], value)).toBe(after);
});

it.each([
  ['{ "a": 1 }', "{}"],
  ['{"a": 1 // c\n}', "{ // c\n}"],
  ['{"a": 1, "b": 2}', '{"b": 2}'],
  ['{ "b": 2, "a": 1, "c": 3 }', '{ "b": 2, "c": 3 }'],
  ['{\n  "b": 2, // two\n  "a": 1 // one\n}', '{\n  "b": 2 // two\n   // one\n}'],
  ['{\n  "b": 2, // two\n  "a": 1 }', '{\n  "b": 2 // two\n   }'],
  ['{\n  // two\n  "a": 1 /* c */, "c": 3 }', '{\n  // two\n   /* c */ "c": 3 }'],
  ['{ "b": { "a": 1 } }', '{ "b": { "a": 1 } }'],
  ["", ""],
])("a member is cut out of %j", (before, after) => {
  expect(remove(before, ["a"])).toBe(after);
  expect(readJson(given(after), "jsonc")).toEqual(after === "" ? undefined : parse(after));
});

it("what holds a member that is cut stays, also when it is empty then", () => {
  expect(remove('{ "a": { "b": 1 } }', ["a", "b"])).toBe('{ "a": { } }');
  expect(remove('{ "a": { } }', ["a", "b"])).toBe('{ "a": { } }');
});

it("something else on the way is refused by name, type and line", () => {
  expect(() => set('{\n"a": 5 }', ["a", "b"], 1)).toThrow(InstallConflictError);
  expect(() => set('{\n"a": 5 }', ["a", "b"], 1)).toThrow("a is a number where an object is needed; settings.json, line 2;");
  expect(() => remove('{ "a": { "b": [] } }', ["a", "b", "c"])).toThrow("a.b is an array where an object is needed");
});

it("a file that is nested too deep, or is no JSON, is refused with its place", () => {
  expect(() => readJson(given("[".repeat(100_000)), "json")).toThrow(/nested too deep; settings\.json, line 1/);
  expect(() => readJson(given('{\n  "a": 01\n}'), "json")).toThrow(/not JSON \(\w+\); settings\.json, line 2, column \d+/);
  expect(() => readJson(given("// c"), "jsonc")).toThrow(ConfigParseError);
  expect(() => readJson(given("{} {}"), "json")).toThrow(ConfigParseError);
});

it("a name such as __proto__ is a member like others", () => {
  expect(set('{ "b": 1 }', ["__proto__", "x"], 1)).toBe('{ "b": 1, "__proto__": { "x": 1 } }');
});

it("in every config a member is set and cut again to the byte, and all else is the same data", () => {
  fc.assert(
    fc.property(jsonConfig("jsonc"), fc.constantFrom<Json>(1, "é", [], { a: [{}] }), ({ bytes, text: before }, value) => {
      const made = setMember({ path: "c", bytes }, ["ours"], value, "jsonc");
      const bare = text(made).replace(/^\ufeff/, "");
      expect(parse(bare)).toEqual({ ...(parse(before) as object), ours: value });
      expect(text(removeMember({ path: "c", bytes: made }, ["ours"], "jsonc"))).toBe(text(bytes));
    }),
    { numRuns: 500 },
  );
});

describe("bytes", () => {
  it("that are not UTF-8 are refused at their place, a replacement character of the person's own is not", () => {
    const damaged = { path: "c.json", bytes: Buffer.concat([Buffer.from('{\n  "\ufffd": "é'), Buffer.from([0xff]), Buffer.from('" }')]) };
    expect(() => setMember(damaged, ["a"], 1, "json")).toThrow(ConfigParseError);
    expect(() => setMember(damaged, ["a"], 1, "json")).toThrow("the file is not UTF-8; c.json, line 2, column 10;");
    expect(set('{ "\ufffd": 1 }', ["\ufffd"], 2)).toBe('{ "\ufffd": 2 }');
  });

  it("a byte order mark is told, and the line end that most lines have", () => {
    expect(decodeConfig(given("\ufeffa\r\nb\r\nc\n"))).toMatchObject({ bom: true, eol: "\r\n", text: "a\r\nb\r\nc\n" });
    expect(decodeConfig(given("a\r\nb\nc\n"))).toMatchObject({ bom: false, eol: "\n" });
    expect(decodeConfig({ path: "c", bytes: undefined })).toMatchObject({ bom: false, eol: "\n", text: "" });
  });

  it("are the same object when nothing changes", () => {
    const file = given('{ "a": 1 }');
    expect(setMember(file, ["a"], 1, "json")).toBe(file.bytes);
    expect(removeMember(file, ["b"], "json")).toBe(file.bytes);
  });
});
