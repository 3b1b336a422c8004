/** What an installed program may be made of: it is bundled and works, or it is refused with the way that works. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { stageProgram } from "../../dist/install/program.js";
import { shellWord } from "../../src/base/shell-word.js";
import { SHELL, scratch } from "./helpers.js";

const { folder, remove } = scratch();
afterAll(remove);

type Files = Readonly<Record<string, string>>;

/** A program whose handler denies with `reason`, an expression, beside other files. */
function written(reason: string, head: string, files: Files = {}, own = mkdtempSync(path.join(folder, "program-"))): string {
  const hooks = `import { createHooks, deny, main } from "agenthooks";
${head}
const hooks = createHooks({ name: "case", policy: { fail: "closed" } });
hooks.on("tool.pre", async () => deny(String(${reason})));
export default hooks;
await main(hooks);
`;
  for (const [name, text] of Object.entries({ "hooks.ts": hooks, ...files })) {
    mkdirSync(path.dirname(path.join(own, name)), { recursive: true });
    writeFileSync(path.join(own, name), text);
  }
  return path.join(own, "hooks.ts");
}

/** Stages a program, puts it elsewhere, and gives what its handler said there. */
async function said(program: string): Promise<{ readonly reason: string | undefined; readonly home: string }> {
  const where = mkdtempSync(path.join(folder, "installed-"));
  const staged = await stageProgram({
    source: { program },
    providers: ["claude-code"],
    scope: "user",
    folder: where,
    hostVersions: {},
    env: process.env,
    home: folder,
    current: new Map(),
  });
  for (const [name, { bytes, mode }] of staged.files) writeFileSync(path.join(where, name), bytes, { mode });
  const home = mkdtempSync(path.join(folder, "home-"));
  const command = staged.entries("claude-code", shellWord(path.join(where, "run")))[0]?.command ?? "";
  const out = await new Promise<string>((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], { cwd: home, env: { HOME: home }, stdio: ["pipe", "pipe", "ignore"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      text += more;
    });
    child.on("close", () => resolve(text));
    child.stdin.end(JSON.stringify({ session_id: "s", cwd: home, hook_event_name: "PreToolUse", ...SHELL }));
  });
  return { reason: /"permissionDecisionReason":"([^"]*)"/.exec(out)?.[1], home };
}

describe("is bundled and works elsewhere:", () => {
  it.each<[what: string, reason: string, head: string, files: Files, expected: string]>([
    [
      "a CommonJS package",
      "dep()",
      'import dep from "dep";',
      { "node_modules/dep/index.js": 'module.exports = () => require("path").sep;' },
      "/",
    ],
    ["JSON", "data.x", 'import data from "./data.json" with { type: "json" };', { "data.json": '{"x":7}' }, "7"],
    ["an await at the top level", "late", "const late = await Promise.resolve(3);", {}, "3"],
    [
      "paths of a tsconfig",
      "x",
      'import { x } from "@rules/x.js";',
      { "tsconfig.json": '{ "compilerOptions": { "paths": { "@rules/*": ["./rules/*"] } } }', "rules/x.ts": "export const x: number = 5;" },
      "5",
    ],
    [
      "decorators",
      "new Rule().check()",
      `function twice(method: () => number, _context: ClassMethodDecoratorContext) { return function (this: unknown) { return method.call(this) * 2; }; }
class Rule { @twice check() { return 21; } }`,
      {},
      "42",
    ],
    [
      "decorators of the older kind",
      "Rule.seen",
      "function mark(target: { seen?: string }) { target.seen = 'marked'; }\n@mark class Rule { static seen?: string; }",
      { "tsconfig.json": '{ "compilerOptions": { "experimentalDecorators": true } }' },
      "marked",
    ],
    [
      "an import of one of several modules that are there",
      "(await import('./rules/' + ['b'][0] + '.ts')).x",
      "",
      { "rules/a.ts": "export const x = 1;", "rules/b.ts": "export const x = 2;" },
      "2",
    ],
    [
      "a require of Node's own modules",
      'createRequire(import.meta.url)("node:os").EOL.length',
      'import { createRequire } from "node:module";',
      {},
      "1",
    ],
  ])("%s", async (_what, reason, head, files, expected) => {
    expect((await said(written(reason, head, files))).reason).toBe(expected);
  });
});

describe("is refused, and told of --link:", () => {
  it.each<[what: string, reason: string, head: string, files: Files, message: RegExp]>([
    ["a native addon", "addon", 'import addon from "./addon.node";', { "addon.node": "\0" }, /No loader is configured for "\.node"/],
    [
      "a native addon that is required",
      'createRequire(import.meta.url)("./addon.node")',
      'import { createRequire } from "node:module";',
      { "addon.node": "\0" },
      /it uses "\.\/addon\.node"/,
    ],
    [
      "a file that is read beside the module",
      'readFileSync(new URL("./rules.txt", import.meta.url), "utf8")',
      'import { readFileSync } from "node:fs";',
      { "rules.txt": "no" },
      /it uses import\.meta\.url/,
    ],
    [
      "a file that a CommonJS package reads beside itself",
      "dep()",
      'import dep from "dep";',
      { "node_modules/dep/index.js": 'module.exports = () => require("fs").readFileSync(__dirname + "/x.txt", "utf8");' },
      /it uses __dirname/,
    ],
    ["an import of a variable", "(await import(String(process.env.RULES))).x", "", {}, /it imports what is only known when it runs/],
    ["a throw at the top level", "0", 'throw new Error("not here");', {}, /does not load: Error: not here/],
    ["an end of the process at the top level", "0", "process.exit(3);", {}, /does not load: it ended with 3 and printed no manifest/],
  ])("%s", async (_what, reason, head, files, message) => {
    const failed = await said(written(reason, head, files)).catch((error: unknown) => error as Error);
    expect(failed).toBeInstanceOf(Error);
    expect((failed as Error).message).toMatch(message);
    expect((failed as Error).message).toContain("--link");
  });
});

describe("a stack", () => {
  it("shows the lines of the program's own files and of its packages", async () => {
    const files = {
      "lib/explode.ts":
        'import { boom } from "dep";\nexport interface Ignored { x: 1 }\n\nexport function explode(): never {\n  return boom();\n}\n',
      "node_modules/dep/package.json": '{ "type": "module" }',
      "node_modules/dep/index.js": 'export function boom() {\n  throw new Error("boom");\n}\n',
      "node_modules/dep/index.d.ts": "export function boom(): never;",
    };
    const program = written("explode()", 'import { explode } from "./lib/explode.js";', files);
    const { reason, home } = await said(program);
    expect(reason).toBe("agenthooks: hook handler failed (fail-closed policy)");
    const log = readFileSync(path.join(home, ".local/state/agenthooks/case/log/hook.ndjson"), "utf8");
    const { at } = JSON.parse(log.split("\n").find((line) => line.includes('"a stage failed"')) ?? "{}") as { readonly at?: string };
    expect(at?.split(" < ")).toEqual([
      expect.stringMatching(/^boom \(node_modules\/dep\/index\.js:2:\d+\)$/),
      expect.stringMatching(/^explode \(lib\/explode\.ts:5:\d+\)$/),
      expect.stringMatching(/^\S*run \(hooks\.ts:4:\d+\)$/),
    ]);
  });
});
