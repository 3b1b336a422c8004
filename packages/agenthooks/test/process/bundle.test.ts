/** Bundles: what a program may be made of, and the code cache beside them. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { BundleError, bundleProgram } from "../../dist/install/index.js";
import { agent, SHELL, scratch } from "./helpers.js";

const { folder, remove } = scratch();
afterAll(remove);

let count = 0;
/** Bundles a program whose handler denies with `reason`, an expression; `head` stands before it. */
async function bundle(kind: "cjs" | "mjs", reason: string, head = "", files: Readonly<Record<string, string>> = {}, more = "") {
  const own = path.join(folder, String(count++));
  mkdirSync(own);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(own, name)), { recursive: true });
    writeFileSync(path.join(own, name), text);
  }
  const program = path.join(own, "hooks.ts");
  const text = `import { createHooks, deny, main } from "agenthooks";
${head}
const hooks = createHooks({ name: "bundled", policy: { fail: "open" } });
hooks.on("tool.pre", async (event, context) => { void context; return deny(String(${reason})); });
${more}
export default hooks;
await main(hooks);
`;
  writeFileSync(program, text);
  return bundleProgram({ program, provider: "claude-code", outFile: path.join(own, `out.${kind}`) });
}

const said = async (file: string) => (await agent(file).fire("PreToolUse", SHELL)).effect.shownToModel[0];

describe.each(["cjs", "mjs"] as const)("a .%s bundle", (kind) => {
  it.each<[what: string, reason: string, head: string, files: Readonly<Record<string, string>>, expected: string]>([
    [
      "node's modules in every form",
      "[typeof fs.readFileSync, typeof join, typeof all.sep, typeof (await import('node:os')).tmpdir]",
      'import fs from "fs"; import { join } from "node:path"; import * as all from "node:path";',
      {},
      "function,function,string,function",
    ],
    ["JSON", "data.x", 'import data from "./data.json" with { type: "json" };', { "data.json": '{"x":7}' }, "7"],
    [
      "a CommonJS dependency that requires",
      "dep()",
      'import dep from "./dep.cjs";',
      { "dep.cjs": 'const os = require("os"); module.exports = () => typeof os.tmpdir;' },
      "function",
    ],
    [
      "a dependency that awaits",
      "late",
      'import { late } from "./late.ts";',
      { "late.ts": "export const late = await Promise.resolve(3);" },
      "3",
    ],
    [
      "files that are named like files of this library",
      "[exec(), decide(), Outbox, work(), manifest]",
      'import { exec } from "./exec.js"; import { decide } from "./decide.js"; import { Outbox } from "./outbox.js"; import { work } from "./worker.js"; import { manifest } from "./router/manifest.js";',
      {
        "exec.ts": 'export const exec = () => "e";',
        "decide.ts": 'export const decide = () => "d";',
        "outbox.ts": 'export const Outbox = "o";',
        "worker.ts": 'export const work = () => "w";',
        "router/manifest.ts": 'export const manifest = "m";',
      },
      "e,d,o,w,m",
    ],
    [
      "an enum, a private member, a name that is kept",
      "[Color.Red, new A().x, function named() {}.name]",
      "enum Color { Red = 5 } class A { #x = 1; get x() { return this.#x; } }",
      {},
      "5,1,named",
    ],
  ])("may hold %s", async (_what, reason, head, files, expected) => {
    const { file } = await bundle(kind, reason, head, files);
    expect(await said(file)).toBe(expected);
  });

  it("reads transcripts where its program does, and has no reader where it does not", async () => {
    const line = JSON.stringify({ type: "user", message: { content: "from the transcript" } });
    const head = `import { readTranscript } from "agenthooks/transcript";
const first = async (path: string) => { for await (const { text } of readTranscript("claude-code", path)) return text; };`;
    const { file } = await bundle(kind, 'await first(new URL("t.jsonl", import.meta.url).pathname)', head, { "t.jsonl": line });
    expect(await said(file)).toBe("from the transcript");
    const [withReader, without] = [file, (await bundle(kind, "1")).file].map((one) => readFileSync(one, "utf8"));
    expect(withReader).toContain("isCompactSummary");
    expect(without).not.toContain("isCompactSummary");
  });

  it("has the native views that its program names, and no gate when it names none", async () => {
    const head = 'import * as claudeCode from "agenthooks/claude-code";';
    const { file } = await bundle(kind, "claudeCode.preToolUse(event)?.tool_name", head);
    expect(await said(file)).toBe("Bash");
    expect(readFileSync(file, "utf8")).not.toMatch(/classifierContext|prompt_cache_warm/);
  });

  it("resolves an import of a variable when it runs", async () => {
    const { file } = await bundle(kind, "(await import(process.env.HELPER as string)).x", "", { "helper.mjs": "export const x = 42;" });
    const helper = path.join(path.dirname(file), "helper.mjs");
    const fired = await agent(file, { env: { HELPER: helper } }).fire("PreToolUse", SHELL);
    expect(fired.effect.shownToModel).toEqual(["42"]);
    expect(fired.stderr).toBe("");
  });

  it("has what a module that is only known at run time may use", async () => {
    const { file } = await bundle(kind, "await (await import(process.env.HELPER as string)).run(context)", "", {
      "helper.mjs": 'export const run = async (context) => (await context.exec("echo", ["hi"])).stdout.trim();',
    });
    const helper = path.join(path.dirname(file), "helper.mjs");
    expect((await agent(file, { env: { HELPER: helper } }).fire("PreToolUse", SHELL)).effect.shownToModel).toEqual(["hi"]);
  });

  it("has every decision where its names are put together at run time", async () => {
    const { file } = await bundle(
      kind,
      "0",
      'import * as all from "agenthooks";',
      {},
      `hooks.on("tool.post", () => all[("replace" + "Output") as "replaceOutput"]("hidden"));`,
    );
    const payload = { ...SHELL, tool_response: { stdout: "secret", stderr: "", interrupted: false, isImage: false } };
    expect((await agent(file).fire("PostToolUse", payload)).stdout).toContain('"updatedToolOutput":{"stdout":"hidden"');
  });

  it("knows where it is", async () => {
    const { file } = await bundle(kind, "import.meta.url");
    expect(await said(file)).toBe(new URL(`file://${file}`).href);
  });
});

describe("the code cache", () => {
  it("stands beside a .cjs bundle, readable by its owner alone, and not beside an .mjs one", async () => {
    const { cache } = await bundle("cjs", '"x"');
    expect(cache).toMatch(/out\.cjs\.cache$/);
    expect(statSync(cache as string).mode & 0o777).toBe(0o600);
    expect((await bundle("mjs", '"x"')).cache).toBeUndefined();
  });

  it("of another bundle, cut, empty or a folder is passed over", async () => {
    const one = await bundle("cjs", '"one"');
    const two = await bundle("cjs", '"two"');
    const cache = one.cache as string;
    const own = readFileSync(cache);
    cpSync(two.cache as string, cache);
    expect(await said(one.file)).toBe("one");
    for (const bytes of [own.subarray(0, 16), own.subarray(0, own.length >> 1), new Uint8Array(), Buffer.from("nonsense")]) {
      writeFileSync(cache, bytes);
      expect(await said(one.file)).toBe("one");
    }
    rmSync(cache);
    expect(await said(one.file)).toBe("one");
    mkdirSync(cache);
    expect(await said(one.file)).toBe("one");
  });

  it("of an older bundle goes when one that can have none takes its place", async () => {
    const { file, cache } = await bundle("cjs", '"x"');
    const program = path.join(path.dirname(file), "hooks.ts");
    writeFileSync(program, readFileSync(program, "utf8").replace('String("x")', "String(await import(String(process.env.ANY)))"));
    expect((await bundleProgram({ program, provider: "claude-code", outFile: file })).cache).toBeUndefined();
    expect(existsSync(cache as string)).toBe(false);
  });

  it("stays when a bundle of another kind is put beside it", async () => {
    const { file, cache } = await bundle("cjs", '"x"');
    const program = path.join(path.dirname(file), "hooks.ts");
    await bundleProgram({ program, provider: "claude-code", outFile: file.replace(/cjs$/, "mjs") });
    expect(existsSync(cache as string)).toBe(true);
  });

  it("leaves a folder alone that has its name", async () => {
    const { file, cache } = await bundle("cjs", '"x"');
    rmSync(cache as string);
    mkdirSync(cache as string);
    writeFileSync(path.join(cache as string, "mine.txt"), "mine");
    const program = path.join(path.dirname(file), "hooks.ts");
    expect((await bundleProgram({ program, provider: "claude-code", outFile: file })).cache).toBeUndefined();
    expect(readFileSync(path.join(cache as string, "mine.txt"), "utf8")).toBe("mine");
    expect(await said(file)).toBe("x");
  });

  it("is made without running the program's handlers", async () => {
    const mark = path.join(folder, "ran");
    await bundle("cjs", `(writeFileSync(${JSON.stringify(mark)}, ""), "x")`, 'import { writeFileSync } from "node:fs";');
    expect(existsSync(mark)).toBe(false);
  });
});

describe("a program that cannot be bundled", () => {
  it.each([
    ["does not compile", "const = 1;", /cannot be bundled/],
    ["throws while it is loaded", 'throw new Error("boom"); export default 1;', /boom/],
    ["exports no program", "export default 1;", /createHooks/],
    ["has no name", 'import { createHooks } from "agenthooks"; export default createHooks();', /name/],
  ])("%s: the error says so", async (_what, text, message) => {
    const program = path.join(folder, `bad-${count++}.ts`);
    writeFileSync(program, text);
    const failed = await bundleProgram({ program, provider: "claude-code", outFile: path.join(folder, "bad.cjs") }).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(BundleError);
    expect((failed as Error).message).toMatch(message);
  });

  it("is not there, is for nobody, or has another ending: the error says so", async () => {
    const program = path.join(folder, "bad-0.ts");
    const outFile = path.join(folder, "bad.cjs");
    await expect(bundleProgram({ program: "/nowhere.ts", provider: "claude-code", outFile })).rejects.toThrow(/no program at/);
    await expect(bundleProgram({ program, provider: "nobody", outFile })).rejects.toThrow(/unknown provider "nobody"; one of /);
    await expect(bundleProgram({ program, provider: "claude-code", outFile: "x.js" })).rejects.toThrow(/\.cjs or \.mjs/);
  });
});

describe("what was broken once", () => {
  it("a damaged cache is noticed before V8 runs into it", { timeout: 60_000 }, async () => {
    const { file, cache } = await bundle("cjs", '"no"');
    const own = readFileSync(cache as string);
    for (let round = 0; round < 25; round++) {
      const bytes = Buffer.from(own);
      const at = 16 + Math.floor(((own.length - 16) * round) / 25);
      bytes[at] = (bytes[at] as number) ^ (1 << (round % 8));
      writeFileSync(cache as string, bytes);
      expect(await said(file), `byte ${at}`).toBe("no");
    }
  });

  it("rules that a module registers are kept, whatever its package says of side effects", async () => {
    const own = path.join(folder, String(count++));
    mkdirSync(own);
    writeFileSync(path.join(own, "package.json"), '{"type":"module","sideEffects":false}');
    writeFileSync(
      path.join(own, "program.ts"),
      'import { createHooks } from "agenthooks"; export const hooks = createHooks({ name: "x" });',
    );
    writeFileSync(
      path.join(own, "rules.ts"),
      'import { deny } from "agenthooks"; import { hooks } from "./program.js"; hooks.on("tool.pre", () => deny("kept"));',
    );
    writeFileSync(path.join(own, "hooks.ts"), 'import { hooks } from "./program.js"; import "./rules.js"; export default hooks;');
    const { file } = await bundleProgram({
      program: path.join(own, "hooks.ts"),
      provider: "claude-code",
      outFile: path.join(own, "out.cjs"),
    });
    expect(await said(file)).toBe("kept");
  });

  it("a bundle that is started without our word says how to start it, and is no silent allow", async () => {
    const { file } = await bundle("cjs", '"x"');
    const { stderr, status } = spawnSync(process.execPath, [file], { input: "{}", encoding: "utf8" });
    expect(stderr).toContain("agenthooks run --provider=");
    expect(status).toBe(64);
  });

  it("a program that waits at its top level with something still open is answered at the deadline", async () => {
    const { file } = await bundle(
      "cjs",
      '"x"',
      'if (process.argv.includes("run")) { setInterval(() => undefined, 1000); await new Promise(() => undefined); }',
    );
    const begun = Date.now();
    const run = spawnSync(process.execPath, [file, "agenthooks", "run", "--provider=claude-code", "--event=PreToolUse", "--timeout=2s"], {
      input: JSON.stringify(SHELL),
      encoding: "utf8",
      timeout: 10_000,
    });
    expect(run.stdout).toBe("{}");
    expect(Date.now() - begun).toBeLessThan(4000);
  });

  it.each(["1e9", " 3", "0x10", "2.5", "NaN", "-1"])("a depth of %j is none: it switches nothing off", async (depth) => {
    const { file } = await bundle("cjs", '"no"');
    const fired = await agent(file, { env: { AGENTHOOKS_DEPTH: depth } }).fire("PreToolUse", SHELL);
    expect(fired.effect.ran).toBe(false);
  });
});
