/** A diff is exact: who applies it has the bytes. */
import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { showPath } from "../../src/cli/output/show-path.js";
import { fileDiffs } from "../../src/cli/output/unified.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const one = async (before: Uint8Array | undefined, after: Uint8Array | undefined, path = "/x/settings.json") =>
  (await fileDiffs(new Map([[path, { ...(before ? { before } : {}), ...(after ? { after } : {}) }]])))[0];

describe("unified diffs", () => {
  const text = fc
    .array(fc.constantFrom('{ "a": 1 }', "", "# é", "--- b", "+++ c", "@@ d", "\ttab", "\uFEFFbom"), { maxLength: 12 })
    .chain((lines) => fc.constantFrom("\n", "\r\n").map((end) => lines.join(end)));

  it("turn the old text into the new one, byte for byte: line ends, marks and missing last line ends too", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        const diff = (await one(bytes(before), bytes(after)))?.diff;
        if (before === after) expect(diff).toBeUndefined();
        else expect(applyPatch(before, diff ?? "", { autoConvertLineEndings: false })).toBe(after);
      }),
      { numRuns: 300 },
    );
  });

  it("show three lines around a change, and nothing else of the file", async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);
    const before = lines.join("\n");
    const diff = (await one(bytes(before), bytes(before.replace("line 20", "changed"))))?.diff ?? "";
    expect(diff.split("\n").filter((line) => line.startsWith(" "))).toEqual([17, 18, 19, 21, 22, 23].map((at) => ` line ${at}`));
  });

  it("name a file that is made or removed as git does", async () => {
    expect((await one(undefined, bytes("a\n")))?.diff).toBe("--- /dev/null\n+++ b/x/settings.json\n@@ -0,0 +1,1 @@\n+a\n");
    expect(await one(bytes("a\n"), undefined)).toMatchObject({ action: "delete", before: 2, after: undefined });
  });

  it("are not made of what nobody reads: bytes, bundles, launchers, a new table", async () => {
    expect((await one(bytes("a"), new Uint8Array([0xff, 0xfe])))?.diff).toBeUndefined();
    expect((await one(bytes("a"), new Uint8Array([97, 0])))?.diff).toBeUndefined();
    for (const name of ["run", "hooks.codex.cjs", "hooks.codex.cjs.cache", "hooks.codex.cjs.map", "answers.codex.sh"]) {
      expect((await one(bytes("a"), bytes("b"), `/x/${name}`))?.diff, name).toBeUndefined();
    }
    expect((await one(bytes("a"), bytes("b"), "/x/acme/receipts/user-0.json"))?.diff).toBeUndefined();
    expect((await one(bytes("a"), bytes("b"), "/x/hooks.json"))?.diff).toContain("@@");
    expect((await one(undefined, bytes("{}"), "/x/launch.json"))?.diff).toBeUndefined();
    expect((await one(bytes("{ }"), bytes("{}"), "/x/launch.json"))?.diff).toContain("@@");
  });

  it("leave out files that stay as they are", async () => {
    expect(await one(bytes("a"), bytes("a"))).toBeUndefined();
    expect(await one(undefined, undefined)).toBeUndefined();
  });
});

describe("paths", () => {
  it.each([
    ["/home/ada/repo/.claude/settings.json", ".claude/settings.json"],
    ["/home/ada/.claude/settings.json", "~/.claude/settings.json"],
    ["/etc/codex/hooks.json", "/etc/codex/hooks.json"],
    ["/home/ada", "/home/ada"],
    ["/home/adam/x", "/home/adam/x"],
  ])("%s is shown as %s", (file, shown) => {
    expect(showPath(file, { cwd: "/home/ada/repo", home: "/home/ada" })).toBe(shown);
  });

  it("in the home folder itself they keep their ~", () => {
    expect(showPath("/home/ada/.claude/settings.json", { cwd: "/home/ada", home: "/home/ada" })).toBe("~/.claude/settings.json");
    expect(showPath("/home/ada/x", { cwd: "/", home: "/home/ada" })).toBe("~/x");
  });
});
