/** init: a program that compiles and whose test passes, beside files that stay as they are. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createHooks } from "agenthooks";
import { afterAll, describe, expect, it } from "vitest";
import { nameFor } from "../../src/cli/templates.js";
import { cli, installers } from "./helper.js";

const MODULES = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "agenthooks-init-")));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const overrides = { cwd: folder, home: "/home/ada", installers: installers({ "claude-code": "2.1.332", codex: undefined }) };

describe("init", () => {
  it("says what it wrote and what to run next", async () => {
    const { code, stdout } = await cli(["init", "acme-guard"], overrides);
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "acme-guard
        create  acme-guard/hooks.ts
        create  acme-guard/hooks.test.ts
        create  acme-guard/package.json
        create  acme-guard/tsconfig.json

      Next
        cd acme-guard
        npm install
        npm test
        npx agenthooks install hooks.ts --provider claude-code
      "
    `);
    expect(readdirSync(path.join(folder, "acme-guard")).toSorted()).toEqual(["hooks.test.ts", "hooks.ts", "package.json", "tsconfig.json"]);
  });

  it("what it wrote compiles, and its test passes", { timeout: 120_000 }, () => {
    const cwd = path.join(folder, "acme-guard");
    symlinkSync(MODULES, path.join(cwd, "node_modules"), "dir");
    const npm = (script: string) => {
      const { scripts } = JSON.parse(readFileSync(path.join(cwd, "package.json"), "utf8")) as { scripts: Record<string, string> };
      const [bin = "", ...args] = (scripts[script] ?? "").split(" ");
      return spawnSync(path.join(MODULES, ".bin", bin), args, { cwd, encoding: "utf8" });
    };
    expect(npm("check")).toMatchObject({ status: 0, stdout: "" });
    const { status, stdout } = npm("test");
    expect([status, /^# pass (\d+)/m.exec(stdout)?.[1], /^# fail (\d+)/m.exec(stdout)?.[1]]).toEqual([0, "2", "0"]);
  });

  it("a second time it writes nothing", async () => {
    const file = path.join(folder, "acme-guard", "hooks.ts");
    writeFileSync(file, "mine\n");
    const { code, stdout } = await cli(["init", "acme-guard", "--json"], overrides);
    const { files } = JSON.parse(stdout) as { files: readonly { readonly action: string }[] };
    expect([code, files.map(({ action }) => action)]).toEqual([0, ["same", "same", "same", "same"]]);
    expect(readFileSync(file, "utf8")).toBe("mine\n");
  });

  it("a link that leads nowhere is somebody's too", async () => {
    const cwd = path.join(folder, "linked");
    mkdirSync(cwd);
    symlinkSync(path.join(folder, "nowhere.ts"), path.join(cwd, "hooks.ts"));
    await cli(["init"], { ...overrides, cwd });
    expect(readdirSync(folder)).not.toContain("nowhere.ts");
  });

  it("what a package.json lacks is said as commands, and the file stays", async () => {
    const cwd = path.join(folder, "there");
    mkdirSync(cwd);
    const text = '{ "name": "there", "devDependencies": { "typescript": "5", "tsx": "4" } }';
    writeFileSync(path.join(cwd, "package.json"), text);
    const { stdout } = await cli(["init", "--json"], { ...overrides, cwd });
    expect(JSON.parse(stdout).next).toEqual([
      "npm pkg set type=module",
      "npm install -D agenthooks @types/node",
      "npx tsx --test hooks.test.ts",
      "npx agenthooks install hooks.ts --provider claude-code",
    ]);
    expect(readFileSync(path.join(cwd, "package.json"), "utf8")).toBe(text);
    writeFileSync(path.join(cwd, "package.json"), "{");
    expect(JSON.parse((await cli(["init", "--json"], { ...overrides, cwd })).stdout).next[0]).toBe("correct package.json: it is not JSON");
  });

  it("--dry-run writes nothing, not even the folder", async () => {
    const { stdout } = await cli(["init", "later", "--dry-run"], overrides);
    expect(stdout).toMatch(/create {2}.*hooks\.ts/);
    expect(stdout).toContain("Nothing was written");
    expect(readdirSync(folder)).not.toContain("later");
  });

  it("a file in the place of the folder is refused", async () => {
    writeFileSync(path.join(folder, "file"), "");
    expect(await cli(["init", "file"], overrides)).toMatchObject({ code: 1, stderr: expect.stringContaining("is a file") });
  });

  it("names the program after the folder, as a program may be named", () => {
    for (const [name, made] of [
      ["Acme Guard", "acme-guard"],
      ["9 lives_", "lives"],
      ["--", "my-hooks"],
      ["été", "t"],
    ] as const) {
      expect(nameFor(name)).toBe(made);
      createHooks({ name: made });
    }
  });
});
