/** Durations, globs, paths, log lines. */
import { describe, expect, it } from "vitest";
import { type Duration, toMs } from "../../src/base/duration.js";
import { compileGlob } from "../../src/base/glob.js";
import { formatLine, type LogLine, logTo } from "../../src/base/log.js";
import { isAbsolute, normalize, parentOf, resolvePath, toSlashes } from "../../src/base/paths.js";

describe("toMs", () => {
  it.each([
    [0, 0],
    [250, 250],
    ["250ms", 250],
    ["1.5s", 1500],
    ["30s", 30_000],
    ["5m", 300_000],
    ["0ms", 0],
  ] as const)("%s is %d ms", (duration, ms) => {
    expect(toMs(duration)).toBe(ms);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, "5", "5 s", "s", "-1s", "1h", "1S", "", null, undefined, {}])(
    "%j is refused",
    (value) => {
      expect(() => toMs(value as Duration)).toThrow(/invalid duration.*30s/);
    },
  );
});

describe("compileGlob", () => {
  it.each([
    ["*", "abc", true],
    ["*", "a/b", false],
    ["*", ".env", true],
    ["**", "a/b/c", true],
    ["a/**", "a/b/c", true],
    ["a/**", "a", false],
    ["a/**", "ab", false],
    ["**/a", "a", true],
    ["**/a", "x/y/a", true],
    ["**/a", "xa", false],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b", true],
    ["a/**/b", "ab", false],
    ["a**b", "axb", true],
    ["?", "a", true],
    ["?", "/", false],
    ["?", "\u{1f6ab}", true],
    ["[ab]c", "ac", true],
    ["[ab]c", "cc", false],
    ["[!ab]c", "cc", true],
    ["[!ab]c", "/c", false],
    ["[a-c]", "b", true],
    ["[", "[", true],
    ["{a,b}.ts", "a.ts", true],
    ["{a,b}.ts", "c.ts", false],
    ["{a,{b,c}}", "c", true],
    ["{a,b", "{a,b", true],
    ["a}", "a}", true],
    ["a,b", "a,b", true],
    ["a.b", "axb", false],
    ["a+(b)", "a+(b)", true],
    ["\\*", "*", true],
    ["\\*", "x", false],
    ["a$^|b", "a$^|b", true],
    ["a\nb", "a\nb", true],
    ["*", "a\nb", true],
    ["", "", true],
    ["A", "a", false],
  ])("%j on %j: %s", (glob, path, matches) => {
    expect(compileGlob(glob).test(path)).toBe(matches);
  });

  it("can ignore case, and does not mix the two forms up", () => {
    expect(compileGlob("A*", true).test("abc")).toBe(true);
    expect(compileGlob("A*").test("abc")).toBe(false);
    expect(compileGlob("A*", true).test("abc")).toBe(true);
  });

  it("any text is a glob: none throws", () => {
    for (const glob of ["[]", "[!]", "[z-a]", "{", "}", "\\", "[\\]", "[^a]", "***/**", "{,}", "[[:alpha:]]", "\ud800"]) {
      expect(() => compileGlob(glob).test("x"), glob).not.toThrow();
    }
  });

  it("a glob with several folders wildcards is quick on a path that the model made long on purpose", () => {
    const started = performance.now();
    compileGlob("**/a/**/a/**/*.key").test(`${"a/".repeat(400)}x`);
    compileGlob("*a*a*a*b").test("a".repeat(400));
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe("paths", () => {
  it.each([
    ["/a/b/../c", "/a/c"],
    ["/../a", "/a"],
    ["a/../../b", "../b"],
    ["./a//b/", "a/b"],
    ["", "."],
    ["/", "/"],
    ["a/..", "."],
    ["C:\\a\\..\\b", "C:\\b"],
    ["C:/a/./b", "C:\\a\\b"],
    ["C:\\..\\a", "C:\\a"],
    ["\\\\srv\\share\\a\\..\\b", "\\\\srv\\share\\b"],
    ["a\\b/../c", "c"],
  ])("normalize %j is %j", (path, wanted) => {
    expect(normalize(path)).toBe(wanted);
  });

  it.each([
    ["/w", "a", "/w/a"],
    ["/w", "/a", "/a"],
    ["/w", "../a", "/a"],
    ["C:\\w", "a/b", "C:\\w\\a\\b"],
    ["C:\\w", "D:\\x", "D:\\x"],
    ["/w", "C:\\x", "C:\\x"],
    [undefined, "a/../b", "b"],
    ["", "a", "a"],
  ])("%j and %j make %j", (base, path, wanted) => {
    expect(resolvePath(base, path)).toBe(wanted);
  });

  it("parents end at the root", () => {
    expect(["/a/b", "/a", "/", "C:\\a", "C:\\", "a"].map(parentOf)).toEqual(["/a", "/", undefined, "C:\\", undefined, undefined]);
  });

  it("a walk upwards ends for any path", () => {
    for (const start of ["/a/b", "a/b", "C:\\a\\b", "\\\\s\\x", "", ".", "..", "../.."]) {
      let steps = 0;
      for (let at: string | undefined = start; at !== undefined && steps < 100; at = parentOf(at)) steps++;
      expect(steps, start).toBeLessThan(100);
    }
  });

  it("knows what is absolute on any system", () => {
    expect(["/a", "C:\\a", "c:/a", "\\\\s\\a", "a", "C:a", "", "~/a"].map(isAbsolute)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it("turns only the backslashes of Windows paths", () => {
    expect(toSlashes("C:\\a\\b")).toBe("C:/a/b");
    expect(toSlashes("/a\\b")).toBe("/a\\b");
  });
});

describe("log", () => {
  it("hands on lines of at least its level, with their fields", () => {
    const lines: LogLine[] = [];
    const log = logTo((line) => lines.push(line), "warn");
    log.debug("a");
    log.info("b");
    log.warn("c");
    log.error("d", { n: 1 });
    expect(lines).toEqual([
      { level: "warn", message: "c" },
      { level: "error", message: "d", fields: { n: 1 } },
    ]);
  });

  it("never throws: not for a full disk, not for fields that are no JSON", () => {
    const full = logTo(() => {
      throw new Error("ENOSPC");
    });
    expect(() => full.error("x")).not.toThrow();
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(JSON.parse(formatLine({ level: "info", message: "m", fields: cycle }, 0))).toEqual({
      time: 0,
      level: "info",
      message: "m",
    });
  });

  it("one line is one line, whatever is in it", () => {
    expect(formatLine({ level: "info", message: "a\nb", fields: { x: "\r\n\u2028" } }, 0)).not.toMatch(/[\r\n]/);
  });

  it("fields cannot forge time, level or message", () => {
    const line = JSON.parse(formatLine({ level: "info", message: "m", fields: { level: "error", message: "x", time: "y" } }, 0)) as object;
    expect(line).toMatchObject({ level: "info", message: "m", time: 0 });
  });
});
