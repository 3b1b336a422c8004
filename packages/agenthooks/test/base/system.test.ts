/** Files, folders, locks and names: what the system refuses, and where state lives. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { errorText } from "../../src/base/errors.js";
import { appendLine, errorCode, readIfThere, writeAtomic } from "../../src/base/files.js";
import { compileGlob } from "../../src/base/glob.js";
import { memberSource, stringifyWithSource } from "../../src/base/json-source.js";
import { withLock } from "../../src/base/lock.js";
import { stateFolder } from "../../src/base/state-folder.js";
import { wildcard } from "../../src/base/wildcard.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agenthooks-files-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe("writing a file", () => {
  it("makes the folders that are missing", () => {
    writeAtomic(join(folder, "a/b/c.json"), "1");
    expect(readFileSync(join(folder, "a/b/c.json"), "utf8")).toBe("1");
  });

  it("leaves nothing behind where the file cannot be replaced", () => {
    mkdirSync(join(folder, "taken"));
    expect(() => writeAtomic(join(folder, "taken"), "1")).toThrow();
    expect(readdirSync(folder)).toEqual(["taken"]);
  });

  it("below a file is an error, not a folder made elsewhere", () => {
    writeFileSync(join(folder, "file"), "");
    expect(() => writeAtomic(join(folder, "file/x/y"), "1")).toThrow();
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("of lines moves a file that became too long aside, at one look in 32", () => {
    const file = join(folder, "log.ndjson");
    vi.spyOn(Date, "now").mockReturnValue(33);
    appendLine(file, "x".repeat(20), 10);
    expect(existsSync(`${file}.1`)).toBe(false);
    vi.spyOn(Date, "now").mockReturnValue(64);
    appendLine(file, "y", 10);
    expect(readFileSync(`${file}.1`, "utf8")).toBe(`${"x".repeat(20)}\ny\n`);
    expect(existsSync(file)).toBe(false);
  });
});

describe("reading a file", () => {
  it("gives undefined where there is none, and an error where it is none", () => {
    expect(readIfThere(join(folder, "none"))).toBeUndefined();
    expect(() => readIfThere(folder)).toThrow(/EISDIR/);
  });

  it("what was thrown has a code only when the system threw it", () => {
    expect(errorCode("ENOENT")).toBe("");
    expect(errorCode(new Error("x"))).toBe("");
    expect(errorCode(Object.assign(new Error("x"), { code: "ENOENT" }))).toBe("ENOENT");
  });
});

describe("a lock", () => {
  it("of a process that is gone, or older than any holder works, is taken over", async () => {
    const path = join(folder, "cell.json");
    writeFileSync(`${path}.lock`, "999999999 x");
    expect(await withLock(path, 0, () => "done")).toBe("done");
    writeFileSync(`${path}.lock`, `${process.pid} x`);
    utimesSync(`${path}.lock`, new Date(0), new Date(0));
    expect(await withLock(path, 0, () => "again")).toBe("again");
  });

  it("without an owner in it was just made: it is waited for", async () => {
    const path = join(folder, "cell.json");
    writeFileSync(`${path}.lock`, "");
    await expect(withLock(path, 10, () => "never")).rejects.toThrow(/locked by another process/);
  });

  it("that another took meanwhile is not removed", async () => {
    const path = join(folder, "cell.json");
    await withLock(path, 0, () => writeFileSync(`${path}.lock`, "another"));
    expect(readFileSync(`${path}.lock`, "utf8")).toBe("another");
  });

  it("that cannot be made is an error of the system", async () => {
    writeFileSync(join(folder, "file"), "");
    await expect(withLock(join(folder, "file/cell.json"), 0, () => "never")).rejects.toThrow(/ENOTDIR/);
  });
});

describe("the state folder", () => {
  it.each([
    ["the one that was given", "p", "/mine", { XDG_STATE_HOME: "/x" }, "/mine"],
    ["$XDG_STATE_HOME", "p", undefined, { XDG_STATE_HOME: "/x", HOME: "/h" }, "/x/agenthooks/p"],
    ["below the home folder", "p", undefined, { HOME: "/h" }, "/h/.local/state/agenthooks/p"],
    ["below the profile", "p", undefined, { USERPROFILE: "/u" }, "/u/.local/state/agenthooks/p"],
    ["of a program without a name", undefined, undefined, { HOME: "/h" }, "/h/.local/state/agenthooks/unnamed"],
    ["nowhere", "p", undefined, {}, undefined],
  ] as const)("is %s", (_, name, given, env, expected) => {
    expect(stateFolder(name, given, env)).toBe(expected);
  });

  it("is below %LOCALAPPDATA% on Windows", () => {
    vi.spyOn(process, "platform", "get").mockReturnValue("win32");
    expect(stateFolder("p", undefined, { LOCALAPPDATA: "C:/l", USERPROFILE: "C:/u" })).toBe("C:/l/agenthooks/p");
    expect(stateFolder("p", undefined, { USERPROFILE: "C:/u" })).toBe("C:/u/.local/state/agenthooks/p");
  });
});

describe("names", () => {
  it.each([
    ["a*", "abc", true],
    ["a**", "a", true],
    ["*b?", "abbc", true],
    ["a", "ab", false],
    ["ab", "a", false],
  ])("%s on %s: %s", (pattern, name, expected) => {
    expect(wildcard(pattern, name)).toBe(expected);
  });
});

describe("globs", () => {
  it.each([
    ["\\{a,b}", "{a,b}", true],
    ["{a\\,b,c}", "a,b", true],
    ["{a\\}b,c}", "a}b", true],
    ["{a\\", "{a\\", true],
    ["[z-a]", "[z-a]", true],
    ["a\\", "a\\", true],
  ])("%s on %s: %s", (glob, path, expected) => {
    expect(compileGlob(glob).test(path)).toBe(expected);
  });

  it("with more alternatives than anybody writes is text", () => {
    const wide = "{a,b}".repeat(9);
    expect(compileGlob(wide).test("a".repeat(9))).toBe(false);
    expect(compileGlob(wide).test(wide)).toBe(true);
  });
});

describe("JSON with its source", () => {
  it("of what has no JSON is null", () => {
    expect(stringifyWithSource(undefined, undefined)).toBe("null");
  });

  it("keeps the digits of a number at the very end of its holder", () => {
    const text = '{"a":{"n":1.50}}';
    const source = memberSource(text, JSON.parse(text), "a");
    expect(stringifyWithSource({ n: 1.5 }, source)).toBe('{"n":1.50}');
    expect(stringifyWithSource({ n: 2 }, source)).toBe('{"n":2}');
  });
});

describe("the text of what was thrown", () => {
  it.each([
    [new Error("why"), "why"],
    [new TypeError(""), "TypeError"],
    ["a text", "a text"],
    [undefined, "undefined"],
    [Object.create(null), "a value without a text"],
  ])("%#", (thrown, expected) => {
    expect(errorText(thrown)).toBe(expected);
  });
});
