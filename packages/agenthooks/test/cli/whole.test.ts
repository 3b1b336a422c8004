/** The built command on a home folder, from a new program to a home folder as it was. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const MODULES = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "agenthooks-cli-")));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const home = path.join(folder, "home");
const project = path.join(folder, "guard");
const config = path.join(home, ".codex", "config.toml");
const hooks = path.join(home, ".codex", "hooks.json");
const CONFIG = '# mine\nmodel = "o"   # keep\n';
const HOOKS = '{\n\t"hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] }\n}\n';

function agenthooks(...argv: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...argv], { cwd: project, env, encoding: "utf8" });
  return { code: status, stdout, stderr, json: () => JSON.parse(stdout) };
}

beforeAll(() => {
  mkdirSync(path.dirname(config), { recursive: true });
  mkdirSync(project);
  symlinkSync(MODULES, path.join(project, "node_modules"), "dir");
  writeFileSync(config, CONFIG);
  writeFileSync(hooks, HOOKS);
});

/** In the order in which they are written: each stands on what the one before has left. */
describe("a program's life", { timeout: 120_000 }, () => {
  it("init, then a dry run: nothing in the home folder changes", () => {
    expect(agenthooks("init")).toMatchObject({ code: 0, stderr: "" });
    const { code, stdout } = agenthooks("install", "hooks.ts", "--provider", "codex", "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toContain("run agenthooks run --provider=codex --event=PreToolUse");
    expect(stdout).toMatch(/create {2}program {2}~\/\.agenthooks\/guard\/ \(\d+ files\)/);
    expect([readFileSync(config, "utf8"), readFileSync(hooks, "utf8")]).toEqual([CONFIG, HOOKS]);
    expect(existsSync(path.join(home, ".agenthooks"))).toBe(false);
  });

  it("install writes what the dry run showed, and a second time nothing", () => {
    const first = agenthooks("install", "hooks.ts", "--provider", "codex", "--json");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.json()).toMatchObject({ dryRun: false, reports: [{ name: "guard", changed: true }] });
    const once = readFileSync(hooks, "utf8");
    expect(once).toContain(path.join(home, ".agenthooks", "guard", "run"));
    expect(agenthooks("install", "hooks.ts", "--provider", "codex", "--json").json()).toMatchObject({ reports: [{ changed: false }] });
    expect(readFileSync(hooks, "utf8")).toBe(once);
  });

  it("status and diff find nothing, and after a change of the program diff does", () => {
    expect(agenthooks("status")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ok {2}codex {2}~\/\.codex\/hooks\.json {2}PreToolUse/),
    });
    expect(agenthooks("diff")).toMatchObject({ code: 0, stdout: "No difference.\n" });
    const program = path.join(project, "hooks.ts");
    writeFileSync(program, readFileSync(program, "utf8").replace("ask a person", "ask somebody"));
    const { code, json } = agenthooks("diff", "guard", "--json");
    const { diffs } = json() as { diffs: readonly { readonly path: string }[] };
    expect(code).toBe(1);
    expect(diffs.map((one) => path.basename(one.path))).toContain("hooks.codex.cjs");
    expect(diffs.map((one) => one.path)).not.toContain(hooks);
  });

  it("upgrade needs no argument, and leaves the agent's files alone", () => {
    const before = readFileSync(hooks, "utf8");
    const { code, json } = agenthooks("upgrade", "--json");
    expect([code, json().reports[0].changed]).toEqual([0, true]);
    expect(readFileSync(hooks, "utf8")).toBe(before);
    expect(readFileSync(path.join(home, ".agenthooks", "guard", "hooks.codex.cjs"), "utf8")).toContain("ask somebody");
    expect(agenthooks("diff").code).toBe(0);
  });

  it("a damaged configuration is shown with its line, and nothing is written", () => {
    const good = readFileSync(config, "utf8");
    writeFileSync(config, `${good}= broken\n`);
    const { code, stdout, stderr } = agenthooks("uninstall");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`${config}:${good.split("\n").length}:`);
    expect(stderr).toContain("| = broken\n");
    const error = agenthooks("uninstall", "--json").json();
    expect(error).toMatchObject({ error: { name: "ConfigParseError", path: config, line: good.split("\n").length } });
    writeFileSync(config, good);
  });

  it("uninstall gives the old bytes back", () => {
    expect(agenthooks("uninstall", "--dry-run").stdout).toContain("Nothing was written");
    expect(agenthooks("uninstall", "guard")).toMatchObject({ code: 0, stdout: expect.stringContaining("guard is taken out.") });
    expect([readFileSync(config, "utf8"), readFileSync(hooks, "utf8")]).toEqual([CONFIG, HOOKS]);
    expect(existsSync(path.join(home, ".agenthooks"))).toBe(false);
    expect(agenthooks("status")).toMatchObject({ code: 0, stdout: "Nothing is installed here.\n" });
  });
});
