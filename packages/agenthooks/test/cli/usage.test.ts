/** What cannot be meant is refused with the nearest thing that can, and exit code 2. */
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.js";
import { cli } from "./helper.js";

describe("help", () => {
  it("the first screen names every command and an example", async () => {
    const { code, stdout, stderr } = await cli(["--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatchInlineSnapshot(`
      "agenthooks 1.2.3: one program of typed handlers, run as the hooks of every coding agent

      Usage
        agenthooks <command> [options]

      Commands
        init       start a program: hooks.ts, a test, and what they need
        install    put a program into agents
        status     what is installed where, and whether it still holds
        diff       what an upgrade would change
        upgrade    install the program again, as it is now
        uninstall  take a program out, and give back what was there
        prove      run the installed hooks on the real agents

      Example
        agenthooks install hooks.ts --provider claude-code --dry-run

      agenthooks <command> --help says more; exit code 0: done or nothing to do, 1: findings or refused, 2: wrong usage.
      "
    `);
  });

  it("no command at all is wrong usage, answered by the first screen", async () => {
    expect(await cli([])).toMatchObject({ code: 2, stdout: (await cli(["-h"])).stdout });
  });

  it.each(Object.keys(COMMANDS))("%s --help has an example of its own and every flag, on one screen", async (name) => {
    const { code, stdout } = await cli([name, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`\\nExamples?\\n  agenthooks ${name}`));
    const flags = Object.keys((await COMMANDS[name]?.load())?.flags ?? {});
    expect(flags).toContain("json");
    for (const flag of flags) expect(stdout).toContain(`--${flag}`);
    expect(stdout.split("\n").length).toBeLessThan(35);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(140);
    expect(await cli(["help", name])).toMatchObject({ code: 0, stdout });
  });

  it("the help of install says all that it takes", async () => {
    expect((await cli(["install", "--help"])).stdout).toMatchInlineSnapshot(`
      "Writes the entries of a program into the configuration of agents, and the program where they start it.
      The program is a module (hooks.ts) that is bundled, or an executable that answers \`agenthooks manifest\`.
      Everything else in those files stays byte for byte; a second install changes nothing.

      Usage
        agenthooks install <program> [options]

      Options
        --provider a,b                     these agents
        --all                              every agent: those found on this machine, or those it is installed for
        --exclude c                        not these agents
        --scope user|project|local|plugin  where the entries lie (install: user unless given)
        --dir D                            root of a project, local or plugin scope (default: the git root above)
        --link                             start the program's file in place, without a bundle
        --runtime R                        node or bun to start it with: a path, or a name on PATH
        --fail open|closed                 what a failure of the program answers (default: its policy)
        --dry-run                          write nothing; show the exact changes
        -y, --yes                          do not ask
        --json                             one JSON document on standard output, errors too
        -h, --help                         this text

      Examples
        agenthooks install hooks.ts --provider claude-code,codex
        agenthooks install hooks.ts --all --exclude codex --scope project
        agenthooks install hooks.ts --provider codex --dry-run
      "
    `);
  });

  it("the version is the package's", async () => {
    expect(await cli(["--version"])).toMatchObject({ code: 0, stdout: "1.2.3\n" });
  });
});

describe("wrong usage", () => {
  it.each([
    [["instal", "hooks.ts"], "did you mean install?"],
    [["uninstal"], "did you mean uninstall?"],
    [["frobnicate"], "agenthooks init|install"],
    [["help", "stauts"], "did you mean status?"],
    [["install", "--provder", "codex"], "there is no --provder; did you mean --provider?"],
    [["install", "--dryrun"], "did you mean --dry-run?"],
    [["install", "-x"], "there is no -x"],
    [["install", "--scope"], "--scope needs a value"],
    [["install", "--scope", "--yes"], "--scope needs a value"],
    [["install", "--scope", "usr"], "did you mean user?"],
    [["install", "--fail", "maybe"], "--fail open|closed"],
    [["install", "--yes=no"], "--yes takes no value"],
    [["status", "--link"], "there is no --link"],
    [["status", "one", "two"], '"two" is one argument too many'],
    [["status", "--provider", "codx"], "did you mean codex?"],
    [["status", "--provider", "codex", "--all"], "exclude each other"],
    [["status", "--exclude", "claude-code,codex"], "leaves no agent"],
    [["status", "--exclude", "claud"], "did you mean claude-code?"],
    [["status", "--scope", "plugin"], "--dir"],
    [["status", "--scope", "user", "--dir", "x"], "the user scope has no folder"],
    [["install"], "no program is named"],
    [["install", "nowhere.ts"], 'there is no program "nowhere.ts"'],
  ])("agenthooks %j says %j", async (argv, message) => {
    const { code, stdout, stderr } = await cli(argv);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    const json = await cli([...argv, "--json"]);
    expect([json.code, json.stderr]).toEqual([2, ""]);
    expect(JSON.parse(json.stdout)).toEqual({
      error: {
        name: "UsageError",
        message: expect.any(String),
        ...("fix" in JSON.parse(json.stdout).error ? { fix: expect.any(String) } : {}),
      },
    });
  });

  it("an agent without an installer is named with those that have one", async () => {
    expect((await cli(["status", "--provider", "frob"])).stderr).toContain("one of claude-code, codex");
  });
});
