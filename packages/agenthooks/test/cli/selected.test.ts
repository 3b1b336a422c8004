/** uninstall, upgrade and diff: which program is meant, where, and what is told of it. */
import { describe, expect, it } from "vitest";
import type { Installs } from "../../src/cli/deps.js";
import type { Installed } from "../../src/install/installed.js";
import { cli, installs, PROGRAM, place, report } from "./helper.js";

type Calls = NonNullable<Parameters<typeof installs>[1]>;

/** Runs a command where these are installed; receipts are looked at by name and place, as the real function does. */
async function called(
  argv: readonly string[],
  places: readonly Installed[] = [place()],
  more: Partial<Installs> = {},
  answers?: boolean[],
) {
  const calls: Calls = [];
  const installed: Installs["installed"] = async ({ scope, dir }) =>
    places.filter((one) => (scope === undefined || one.scope === scope) && (dir === undefined || one.root === dir));
  const overrides = { installs: async () => installs({ installed, ...more }, calls), ...(answers ? { answers } : {}) };
  return { ...(await cli(argv, overrides)), calls: calls.filter(([name]) => !["installed", "damaged", "recover"].includes(name)) };
}

const commands = ["uninstall", "upgrade", "diff"] as const;

describe("the name", () => {
  it.each(commands)("%s: of one program it may be left out", async (command) => {
    expect((await called([command])).calls).toMatchObject([[command, { name: "acme-guard", scope: "user" }]]);
  });

  it.each(commands)("%s: of several it is an error that names them", async (command) => {
    const { code, stderr, calls } = await called([command], [place(), place({ name: "telemetry" })]);
    expect([code, calls]).toEqual([2, []]);
    expect(stderr).toContain("acme-guard, telemetry");
    expect(stderr).toContain(`agenthooks ${command} acme-guard`);
  });

  it.each(commands)("%s: one that is not installed is refused with the nearest", async (command) => {
    expect(await called([command, "acme-gard"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("did you mean acme-guard?"),
    });
    expect(await called([command, "x"])).toMatchObject({ code: 1, stderr: expect.stringContaining("installed: acme-guard"), calls: [] });
  });

  it.each(commands)("%s: with nothing installed it says so", async (command) => {
    const { code, stderr } = await called([command], []);
    expect([code, stderr.split("\n")[0]]).toEqual([1, "error no program is installed here"]);
  });

  it.each(commands)("%s: one whose receipt is damaged is not called missing, but told with the receipt", async (command) => {
    const receipt = "/home/ada/.local/state/agenthooks/acme-guard/receipts/project-0123456789ab.json";
    const more = { damaged: async () => [{ name: "acme-guard", receipt, message: `the receipt cannot be used; ${receipt}` }] };
    for (const [words, places] of [
      [["acme-guard"], [place({ name: "acme-guards" })]],
      [[], []],
    ] as const) {
      const { code, stderr } = await called([command, ...words], places, more);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`error the receipt cannot be used; ${receipt}\n`)]);
      expect(stderr).toContain("agenthooks uninstall acme-guard --scope project");
    }
    expect((await called([command, "acme-gard"], undefined, more)).stderr).toContain("did you mean acme-guard?");
  });

  it.each([...commands, "status"])("%s: a program can be named by its file", async (command) => {
    const places = [place(), place({ name: "telemetry", again: undefined })];
    expect((await called([command, PROGRAM], places)).calls).toMatchObject([[command, { name: "acme-guard" }]]);
  });
});

describe("the place", () => {
  const repository = { scope: "project", root: "/home/ada/my repo" } as const;
  const places = [place(), place({ ...repository, providers: ["claude-code", "codex"] })];

  it("the selectors choose it", async () => {
    const { calls } = await called(["uninstall", "acme-guard", "--exclude", "codex", "--scope", "project", "--dir", "../my repo"], places);
    const target = { name: "acme-guard", providers: ["claude-code"], scope: "project", dir: "/home/ada/my repo", home: "/home/ada" };
    expect(calls).toMatchObject([["uninstall", { ...target, dryRun: false }]]);
  });

  it("a program in several places is taken out of none of them until one is chosen", async () => {
    const { code, stderr, calls } = await called(["uninstall", "acme-guard", "--yes"], places);
    expect([code, calls]).toEqual([2, []]);
    expect(stderr).toContain('choose: --scope user, --scope project --dir "/home/ada/my repo", --all');
  });

  it("with --all it is taken out of all of them", async () => {
    const { code, calls } = await called(["uninstall", "acme-guard", "--all"], places);
    expect(code).toBe(0);
    expect(calls).toMatchObject([
      ["uninstall", { scope: "user", providers: [] }],
      ["uninstall", { scope: "project", dir: "/home/ada/my repo", providers: [] }],
    ]);
  });

  it("upgrade and diff go through all of them", async () => {
    for (const command of ["upgrade", "diff"] as const) {
      expect((await called([command], places)).calls).toMatchObject([
        [command, { scope: "user", program: PROGRAM }],
        [command, { scope: "project", dir: "/home/ada/my repo", providers: ["claude-code", "codex"] }],
      ]);
    }
  });

  it("what has no receipt is taken out where --scope says, and left alone without it", async () => {
    const { calls } = await called(["uninstall", "acme-guard", "--scope", "project", "--dir", "."], []);
    expect(calls).toMatchObject([["uninstall", { name: "acme-guard", scope: "project", dir: "/home/ada/repo", providers: [] }]]);
    expect(await called(["uninstall", "acme-guard"], [])).toMatchObject({ code: 1, calls: [] });
  });
});

describe("the program of an upgrade", () => {
  it("that is no longer there is asked for", async () => {
    const gone = place({ again: { name: "acme-guard", scope: "user", providers: [], program: "/home/ada/gone.ts" } });
    expect(await called(["upgrade"], [gone])).toMatchObject({
      code: 1,
      calls: [],
      stderr: expect.stringContaining("agenthooks upgrade <path of the program>"),
    });
  });

  it("that has moved is installed where the flags say, over the agents that have it", async () => {
    const { calls } = await called(["upgrade", PROGRAM, "--scope", "project", "--dir", "."], []);
    expect(calls).toMatchObject([["upgrade", { program: PROGRAM, scope: "project", dir: "/home/ada/repo", providers: [] }]]);
    expect((await called(["upgrade", PROGRAM], [])).calls).toMatchObject([["upgrade", { program: PROGRAM, scope: "user" }]]);
  });

  it("that only another tool knows is left to that tool", async () => {
    expect(await called(["upgrade"], [place({ again: undefined })])).toMatchObject({
      code: 1,
      calls: [],
      stderr: expect.stringContaining("with that tool"),
    });
  });
});

describe("diff", () => {
  it("is 1 with a difference, and shows it", async () => {
    const { code, stdout } = await called(["diff"]);
    expect(code).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "create ~/.agenthooks/acme-guard/run (3.0 kB)
      --- a/home/ada/.claude/settings.json
      +++ b/home/ada/.claude/settings.json
      @@ -1,3 +1,4 @@
       {
      -  "model": "opus"
      +  "model": "opus",
      +  "hooks": {}
       }
      "
    `);
    expect(JSON.parse((await called(["diff", "--json"])).stdout)).toMatchObject({
      diffs: [{ action: "create" }, { action: "update", diff: expect.stringContaining("@@") }],
    });
  });

  it("is 0 without one", async () => {
    const same = { diff: async () => new Map() };
    expect(await called(["diff"], undefined, same)).toMatchObject({ code: 0, stdout: "No difference.\n" });
    expect(JSON.parse((await called(["diff", "--json"], undefined, same)).stdout)).toEqual({ diffs: [] });
  });
});

describe("uninstall and upgrade", () => {
  it.each([
    ["uninstall", "acme-guard is taken out.", "acme-guard is not there: nothing to do.\n"],
    ["upgrade", "acme-guard is upgraded.", "acme-guard is up to date: nothing to do.\n"],
  ] as const)("%s tells what it did, or that there was nothing to do", async (command, done, kept) => {
    expect((await called([command])).stdout.split("\n")[0]).toBe(done);
    const same = { [command]: async () => report({ changed: false, files: [] }) };
    expect(await called([command], undefined, same)).toMatchObject({ code: 0, stdout: kept });
  });

  it.each([
    ["uninstall", "renderUninstall"],
    ["upgrade", "diff"],
  ] as const)("%s --dry-run shows the exact diff and writes nothing", async (command, render) => {
    const { stdout, calls } = await called([command, "--dry-run"]);
    expect(stdout).toContain('+  "hooks": {}');
    expect(calls).toMatchObject([
      [command, { dryRun: true }],
      [render, {}],
    ]);
  });

  it.each(["uninstall", "upgrade"])("%s asks once on a terminal", async (command) => {
    expect(await called([command], undefined, {}, [true])).toMatchObject({ code: 0, asked: ["Write this?"] });
    expect(await called([command], undefined, {}, [false])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("Nothing was written."),
    });
  });
});
