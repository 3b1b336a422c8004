import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { faces, undocumented } from "./lib/doc-comments.js";
import { library, withTempFolder } from "./lib/repo.js";

/** The names that have no comment when `files` are written and the first of them is the face. */
function silent(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return withTempFolder("comments", async (folder) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const [face = ""] = Object.keys(files);
    return undocumented([join(folder, face)], { noLib: true, types: [] }).map((one) => one.replace(`${folder}/`, ""));
  });
}

describe("a public export without a doc comment", () => {
  it("is found where it is declared, also behind another name", async () => {
    const found = await silent({
      "index.ts": '/** A face. */\nexport { a as b, c } from "./a";\nexport const own = 1;',
      "a.ts": "export const a = 1;\n/** Told. */\nexport const c = 2;",
    });
    expect(found).toEqual(["a.ts: a", "index.ts: own"]);
  });

  it("is one whose comment only lists parameters", async () => {
    expect(await silent({ "index.ts": "/** @param a first */\nexport function f(a: number) { return a; }" })).toEqual(["index.ts: f"]);
  });

  it("may be a native view, in a file that says what all of them are", async () => {
    const view = "const one = 1;\nexport const preToolUse = one;";
    expect(await silent({ "providers/one/views.ts": `/** Views. */\n\n${view}` })).toEqual([]);
    expect(await silent({ "providers/one/views.ts": view })).toEqual(["providers/one/views.ts: preToolUse"]);
    expect(await silent({ "providers/one/adapter.ts": `/** Views. */\n\n${view}` })).toEqual(["providers/one/adapter.ts: preToolUse"]);
  });
});

it("the faces are the subpaths that users import", () => {
  const found = faces(library);
  expect([...found.keys()]).toEqual(expect.arrayContaining([".", "./claude-code", "./install", "./testing", "./registry", "./state"]));
  expect([...found.keys()].filter((subpath) => subpath.includes("internal"))).toEqual([]);
});
