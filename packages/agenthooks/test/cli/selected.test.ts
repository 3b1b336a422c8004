/** uninstall, upgrade, diff, status: which program is meant, and what is told of it. */
import { describe, expect, it } from "vitest";
import { cli, entry, installs, report } from "./helper.js";

const several = [entry(), entry({ name: "telemetry" })];
const commands = ["uninstall", "upgrade", "diff"] as const;

describe("the name", () => {
  it.each(commands)("%s: of one program it may be left out", async (command) => {
    const calls: NonNullable<Parameters<typeof installs>[1]> = [];
    await cli([command], { installs: async () => installs({}, calls) });
    expect(calls.at(-1)).toMatchObject([command, { name: "acme-guard" }]);
  });

  it.each(commands)("%s: of several it is an error that names them", async (command) => {
    const { code, stderr } = await cli([command], {
      installs: async () => installs({ status: async () => ({ entries: several, findings: [] }) }),
    });
    expect(code).toBe(2);
    expect(stderr).toContain(`acme-guard, telemetry`);
    expect(stderr).toContain(`agenthooks ${command} acme-guard`);
  });

  it.each(commands)("%s: one that is not installed is refused with the nearest", async (command) => {
    expect(await cli([command, "acme-gard"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("did you mean acme-guard?"),
    });
    expect(await cli([command, "x"])).toMatchObject({ code: 1, stderr: expect.stringContaining("installed: acme-guard") });
  });

  it.each(commands)("%s: with nothing installed it says so", async (command) => {
    const { code, stderr } = await cli([command], {
      installs: async () => installs({ status: async () => ({ entries: [], findings: [] }) }),
    });
    expect([code, stderr.split("\n")[0]]).toEqual([1, "error no program is installed here"]);
  });

  it("the selectors are handed on", async () => {
    const calls: NonNullable<Parameters<typeof installs>[1]> = [];
    const flags = ["--exclude", "codex", "--scope", "project", "--dir", "../other"];
    await cli(["uninstall", "acme-guard", ...flags], { installs: async () => installs({}, calls) });
    const selection = { providers: ["claude-code"], scope: "project", dir: "/home/ada/other", home: "/home/ada" };
    expect(calls).toMatchObject([
      ["status", selection],
      ["uninstall", { ...selection, name: "acme-guard", dryRun: false }],
    ]);
  });
});

describe("a program in several places", () => {
  const places = [entry(), entry({ provider: "codex" }), entry({ scope: "project", root: "/home/ada/my repo" })];
  const many = (calls?: Parameters<typeof installs>[1]) => ({
    installs: async () => installs({ status: async () => ({ entries: places, findings: [] }) }, calls),
  });

  it("is taken out of none of them until one is chosen", async () => {
    const { code, stderr } = await cli(["uninstall", "acme-guard", "--yes"], many());
    expect(code).toBe(2);
    expect(stderr).toContain('choose: --scope user, --scope project --dir "/home/ada/my repo", --all');
  });

  it("is taken out of all with --all, and of one agent's files in one place without a question of place", async () => {
    expect((await cli(["uninstall", "acme-guard", "--all"], many())).code).toBe(0);
    const one = { installs: async () => installs({ status: async () => ({ entries: places.slice(0, 2), findings: [] }) }) };
    expect((await cli(["uninstall", "acme-guard"], one)).code).toBe(0);
  });
});

describe("status", () => {
  it("of a program that watches everything the first events are named, the others counted", async () => {
    const events = Array.from({ length: 30 }, (_, at) => `E${at}`);
    const { stdout } = await cli(["status"], {
      installs: async () => installs({ status: async () => ({ entries: [entry({ events })], findings: [] }) }),
    });
    expect(stdout).toContain("E0 E1 E2 E3 E4 and 25 more\n");
  });

  it("is 0 when all is as it was installed, with a line for each agent", async () => {
    const entries = [
      entry(),
      entry({ provider: "codex", path: "/home/ada/.codex/hooks.json", linked: true }),
      entry({ name: "team", version: undefined, scope: "project", root: "/home/ada/repo", path: "/home/ada/repo/.claude/settings.json" }),
    ];
    const { code, stdout } = await cli(["status"], { installs: async () => installs({ status: async () => ({ entries, findings: [] }) }) });
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "acme-guard 1.0.0 (user)
        ok  claude-code  ~/.claude/settings.json  PreToolUse Stop
        ok  codex        ~/.codex/hooks.json      PreToolUse Stop (linked)

      team (project: ~/repo)
        ok  claude-code  .claude/settings.json  PreToolUse Stop
      "
    `);
  });

  it("is 1 when something drifted, or is to be known as a warning", async () => {
    const drift = await cli(["status"], {
      installs: async () => installs({ status: async () => ({ entries: [entry({ drift: true })], findings: [] }) }),
    });
    expect(drift).toMatchObject({ code: 1, stdout: expect.stringContaining("changed  claude-code") });
    const finding = (level: "note" | "warning") => ({ level, provider: "codex", path: undefined, message: "m", fix: undefined });
    for (const [level, code] of [
      ["note", 0],
      ["warning", 1],
    ] as const) {
      const told = { entries: [entry()], findings: [finding(level)] };
      expect((await cli(["status"], { installs: async () => installs({ status: async () => told }) })).code).toBe(code);
    }
  });

  it("--json is the report itself", async () => {
    const { stdout } = await cli(["status", "acme-guard", "--json"]);
    expect(JSON.parse(stdout)).toEqual({ entries: [entry({})], findings: [] });
  });

  it("nothing installed is nothing wrong", async () => {
    const none = { installs: async () => installs({ status: async () => ({ entries: [], findings: [] }) }) };
    expect(await cli(["status"], none)).toMatchObject({ code: 0, stdout: "Nothing is installed here.\n" });
  });
});

describe("diff", () => {
  it("is 1 with a difference, and shows it", async () => {
    const { code, stdout } = await cli(["diff"]);
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
    const json = JSON.parse((await cli(["diff", "--json"])).stdout);
    expect(json).toMatchObject({
      name: "acme-guard",
      diffs: [{ action: "create" }, { action: "update", diff: expect.stringContaining("@@") }],
    });
  });

  it("is 0 without one", async () => {
    const same = { installs: async () => installs({ diff: async () => new Map() }) };
    expect(await cli(["diff"], same)).toMatchObject({ code: 0, stdout: "acme-guard: no difference.\n" });
    expect(JSON.parse((await cli(["diff", "--json"], same)).stdout)).toEqual({ name: "acme-guard", diffs: [] });
  });
});

describe("uninstall and upgrade", () => {
  it.each([
    ["uninstall", "acme-guard is taken out.", "acme-guard is not there: nothing to do.\n"],
    ["upgrade", "acme-guard is upgraded.", "acme-guard is up to date: nothing to do.\n"],
  ] as const)("%s tells what it did, or that there was nothing to do", async (command, done, kept) => {
    expect((await cli([command])).stdout.split("\n")[0]).toBe(done);
    const nothing = [{ report: report({ changed: false, files: [] }), rendering: new Map() }];
    const same = { installs: async () => installs({ [command]: async () => nothing }) };
    expect(await cli([command], same)).toMatchObject({ code: 0, stdout: kept });
  });

  it.each(["uninstall", "upgrade"])("%s --dry-run shows the exact diff and writes nothing", async (command) => {
    const calls: NonNullable<Parameters<typeof installs>[1]> = [];
    const { stdout } = await cli([command, "--dry-run"], { installs: async () => installs({}, calls) });
    expect(stdout).toContain('+  "hooks": {}');
    expect(calls.filter(([name]) => name === command)).toMatchObject([[command, { dryRun: true }]]);
  });

  it.each(["uninstall", "upgrade"])("%s asks once on a terminal", async (command) => {
    expect(await cli([command], { answers: [true] })).toMatchObject({ code: 0, asked: ["Write this?"] });
    expect(await cli([command], { answers: [false] })).toMatchObject({ code: 1, stdout: expect.stringContaining("Nothing was written.") });
  });
});
