/** Tables of a TOML file: made, brought up to date, cut and renamed, in every form that they are written in. */
import fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { readToml, removeTomlTable, renameTomlTable, setTomlTable } from "../../src/base/edit/toml.js";
import { ConfigParseError, InstallConflictError } from "../../src/base/errors.js";
import { tomlConfig } from "../helpers/configs.js";

const given = (text: string) => ({ path: "config.toml", bytes: new TextEncoder().encode(text) });
const text = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);
const KEYS = ["hooks", "state", "k.y"];
const NAME = 'hooks.state."k.y"';
const set = (source: string, values: Readonly<Record<string, string | number | boolean>> = { h: "x" }) =>
  text(setTomlTable(given(source), KEYS, values));
const remove = (source: string) => text(removeTomlTable(given(source), KEYS));

describe("a table that is not there", () => {
  it.each([
    ["an empty file", "", `[${NAME}]\nh = "x"\n`],
    ["a file without a last line end", "a = 1", `a = 1\n\n[${NAME}]\nh = "x"`],
    ["CRLF", "a = 1\r\n# c\r\n", `a = 1\r\n# c\r\n\r\n[${NAME}]\r\nh = "x"\r\n`],
    ["a super-table", "[hooks]\nx = 1\n[other]\n", `[hooks]\nx = 1\n[other]\n\n[${NAME}]\nh = "x"\n`],
    ["dotted keys", "hooks.x = 1\n", `hooks.x = 1\n\n[${NAME}]\nh = "x"\n`],
    ["an empty inline table", "hooks = {}\n", 'hooks = {state."k.y" = { h = "x" }}\n'],
    ["an inline table", "hooks = { a = 1 }\n", 'hooks = { a = 1, state."k.y" = { h = "x" } }\n'],
    [
      "an inline table below a header",
      "[hooks]\nstate = { \"o\" = { h = 'y' } } # c\n",
      '[hooks]\nstate = { "o" = { h = \'y\' }, "k.y" = { h = "x" } } # c\n',
    ],
  ])("is put into %s, and cut again to the byte", (_form, before, after) => {
    expect(set(before)).toBe(after);
    expect(remove(after)).toBe(before);
    expect(set(after)).toBe(after);
  });

  it.each([
    ["hooks = 1\n", /hooks is not a table; config\.toml, line 1; correct it by hand/],
    ["\n[hooks]\nstate = []\n", /hooks\.state is not a table; config\.toml, line 3/],
    ["[[hooks]]\nx = 1\n", /hooks is not a table; config\.toml, line 1/],
    ['hooks.state."k.y" = 5\n', /hooks\.state\.k\.y is not a table; config\.toml, line 1/],
  ])("is refused where something else has its name: %j", (source, message) => {
    expect(() => set(source)).toThrow(InstallConflictError);
    expect(() => set(source)).toThrow(message);
  });
});

describe("a table that is there", () => {
  it.each([
    ["a header", `[${NAME}] # c\n  h = 'old' # keep\n\n[z]\n`, `[${NAME}] # c\n  h = "x" # keep\n  n = 5\n\n[z]\n`],
    ["a header with nothing below", `[${NAME}]\n[z]\n`, `[${NAME}]\nh = "x"\nn = 5\n[z]\n`],
    ["a header with other quotes", '[ hooks . \'state\' . "k.y" ]\nh = "x"', '[ hooks . \'state\' . "k.y" ]\nh = "x"\nn = 5'],
    ["an inline table", '[hooks.state]\n"k.y" = {h="old",}\n', '[hooks.state]\n"k.y" = {h="x", n = 5,}\n'],
    ["an empty inline table", '[hooks.state]\n"k.y" = { }\n', '[hooks.state]\n"k.y" = {h = "x", n = 5 }\n'],
    ["dotted keys", `[hooks]\nstate."k.y".h = "old" # c\nz = 1\n`, `[hooks]\nstate."k.y".h = "x" # c\nstate."k.y".n = 5\nz = 1\n`],
    ["dotted keys in an inline table", 'hooks = { state."k.y".h = "old" }\n', 'hooks = { state."k.y".h = "x", state."k.y".n = 5 }\n'],
    ["a table that only others below it make", `[${NAME}.sub]\na = 1\n`, `[${NAME}.sub]\na = 1\n\n[${NAME}]\nh = "x"\nn = 5\n`],
  ])("is brought up to date as %s", (_form, before, after) => {
    expect(set(before, { h: "x", n: 5 })).toBe(after);
    expect(set(after, { h: "x", n: 5 })).toBe(after);
  });

  it("keeps its other values, and is the same bytes when it has them all", () => {
    const source = `[${NAME}]\nd = 1979-05-27\nbig = 9007199254740993117\nf = 0.5\nyes = true\n`;
    expect(set(source, { yes: true, f: 0.5 })).toBe(source);
    expect(set(source, { yes: false })).toBe(source.replace("true", "false"));
  });

  it("is refused where a value is no plain one", () => {
    expect(() => set(`[${NAME}]\n\nh = [1]\n`)).toThrow(/hooks\.state\.k\.y\.h is not a plain value; config\.toml, line 3/);
    expect(() => set(`[${NAME}.h]\n`)).toThrow(/is not a plain value; config\.toml, line 1/);
  });

  it.each([
    ["with what is below it", `a = 1\n\n[${NAME}]\nh = 1\n[${NAME}.sub]\nb = 1\n\n# theirs\n[z]\n`, "a = 1\n\n# theirs\n[z]\n"],
    ["at the top of a file", `[${NAME}]\nh = 1\n[z]\n`, "[z]\n"],
    ["out of dotted keys", `hooks.state."k.y".a = 1\nz = 1\nhooks.state."k.y".b = 1 # c`, "z = 1"],
    ["out of an inline table with others", 'hooks = { state."k.y".a = 1, b = 2, state."k.y".c = 3 }\n', "hooks = { b = 2 }\n"],
    ["as an array of tables", `[[${NAME}]]\nh = 1\n\n[[${NAME}]]\nh = 2\n`, ""],
  ])("is cut %s", (_how, before, after) => {
    expect(remove(before)).toBe(after);
    expect(remove(after)).toBe(after);
  });
});

describe("a new name", () => {
  const big = { integersAsBigInt: "asNeeded" } as const;
  const rename = (source: string, to = ["hooks", "state", "new 'n"]) => text(renameTomlTable(given(source), KEYS, to));

  it.each([
    [
      "a header and those below it",
      `[${NAME}] # c\nh = 1\n[${NAME}.sub]\n`,
      `[hooks.state."new 'n"] # c\nh = 1\n[hooks.state."new 'n".sub]\n`,
    ],
    ["an inline table", 'hooks = { state = { "k.y" = { h = 1 } } }', `hooks = { state = { "new 'n" = { h = 1 } } }`],
    [
      "dotted keys",
      "hooks.state.\"k.y\".a = 1\nhooks.state.'k.y'.b = 9007199254740993117\n",
      `hooks.state."new 'n".a = 1\nhooks.state."new 'n".b = 9007199254740993117\n`,
    ],
    ["nothing", "a = 1\n", "a = 1\n"],
  ])("is given to %s, and back", (_form, before, after) => {
    expect(rename(before)).toBe(after);
    expect(parse(text(renameTomlTable(given(after), ["hooks", "state", "new 'n"], KEYS)), big)).toEqual(parse(before, big));
  });

  it("that something has already is refused, and one of another depth is a fault of the caller", () => {
    expect(() => rename(`[${NAME}]\n[hooks.state."new 'n"]\n`)).toThrow(/hooks\.state\.new 'n stands there already; config\.toml, line 2/);
    expect(() => rename(`[${NAME}]\n`, ["other"])).toThrow(RangeError);
    expect(rename(`[${NAME}]\n`, KEYS)).toBe(`[${NAME}]\n`);
  });
});

describe("what cannot be edited", () => {
  it("is refused with line and column when it is not TOML", () => {
    for (const source of ["a = 1\nb = ", "a = 1\na = 2\n", "[a]\n[a]\n", "a = {}\n[a.b]\n", "a = 'x\ny'"])
      expect(() => set(source)).toThrow(ConfigParseError);
    expect(() => set("a = 1\nb = !\n")).toThrow(/not TOML \(.+\); config\.toml, line 2, column 5/);
    expect(() => set(`a = ${"[".repeat(20_000)}`)).toThrow(ConfigParseError);
  });

  it("a text that TOML cannot hold is refused before anything is written", () => {
    expect(() => set("a = 1\n", { h: "\ud800" })).toThrow(/the edit would change more than it should; config\.toml/);
    expect(() => set("a = 1\n", { h: Number.NaN })).toThrow(TypeError);
  });
});

it("data is read as another parser reads it, with dates as texts", () => {
  expect(readToml(given("a.b = 1\nc = [{ d = 'x' }, 1.5]\ne = 1979-05-27\n[[f.g]]\nh = true\n[f.i]\n"))).toEqual({
    a: { b: 1 },
    c: [{ d: "x" }, 1.5],
    e: "1979-05-27",
    f: { g: [{ h: true }], i: {} },
  });
});

it("in every config a table is made, changed, renamed and cut again, and all else keeps its bytes", () => {
  const parsed = (bytes: Uint8Array) => parse(text(bytes).replace(/^\ufeff/, ""), { integersAsBigInt: "asNeeded" });
  const key = fc.constantFrom("/home/o'neil/hooks.json:stop:0:0", "plain", 'a"b\\', "é");
  fc.assert(
    fc.property(tomlConfig, key, ({ bytes }, name) => {
      const keys = ["hooks", "state", name];
      const made = setTomlTable({ path: "c", bytes }, keys, { trusted_hash: "sha256:1" });
      const data = parsed(bytes) as { readonly hooks?: { readonly state?: object } };
      const state = (values: object) => ({ ...data, hooks: { ...data.hooks, state: { ...data.hooks?.state, [name]: values } } });
      expect(parsed(made)).toEqual(state({ trusted_hash: "sha256:1" }));
      const changed = setTomlTable({ path: "c", bytes: made }, keys, { trusted_hash: "sha256:2", enabled: false });
      expect(parsed(changed)).toEqual(state({ trusted_hash: "sha256:2", enabled: false }));
      const renamed = renameTomlTable({ path: "c", bytes: changed }, keys, ["hooks", "state", "other name"]);
      expect(text(renameTomlTable({ path: "c", bytes: renamed }, ["hooks", "state", "other name"], keys))).toBe(text(changed));
      expect(text(removeTomlTable({ path: "c", bytes: changed }, keys))).toBe(text(bytes));
    }),
    { numRuns: 500 },
  );
});
