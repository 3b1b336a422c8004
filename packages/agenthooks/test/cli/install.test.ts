/** install: what is asked of a person, what is passed on, what is told. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Installs } from "../../src/cli/deps.js";
import { cli, installers, installs, rendering, report } from "./helper.js";

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "agenthooks-cli-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = path.join(folder, "hooks.ts");
writeFileSync(program, "export default 1;\n");
const executable = path.join(folder, "guard");
writeFileSync(executable, "#!/bin/sh\n");
chmodSync(executable, 0o755);
mkdirSync(path.join(folder, "sub"));

type Calls = NonNullable<Parameters<typeof installs>[1]>;

async function called(argv: readonly string[], overrides: Parameters<typeof cli>[1] = {}, more: Partial<Installs> = {}) {
  const calls: Calls = [];
  const result = await cli(["install", ...argv], { cwd: folder, installs: async () => installs(more, calls), ...overrides });
  return { ...result, calls, options: calls.filter(([name]) => name === "install").map(([, options]) => options) };
}

describe("what install is told", () => {
  it("flags become options; paths are seen from the working folder, names of runtimes from PATH", async () => {
    const { options } = await called(
      [
        "hooks.ts",
        "--provider",
        "claude-code,codex",
        "--scope=project",
        "--dir",
        "sub",
        "--link",
        "--runtime",
        "guard",
        "--fail",
        "closed",
      ],
      { env: { PATH: `relative:${path.join(folder, "nowhere")}:${folder}` } },
    );
    expect(options).toEqual([
      {
        program,
        providers: ["claude-code", "codex"],
        scope: "project",
        dir: path.join(folder, "sub"),
        link: true,
        runtime: executable,
        fail: "closed",
        dryRun: false,
        home: "/home/ada",
        env: expect.any(Object),
        signal: expect.any(AbortSignal),
      },
    ]);
  });

  it("without flags it is the user scope, and nothing else is decided for the installer", async () => {
    const { options } = await called(["hooks.ts", "--provider", "codex"]);
    expect(Object.keys(options[0] ?? {}).toSorted()).toEqual(["dryRun", "env", "home", "program", "providers", "scope", "signal"]);
    expect(options[0]).toMatchObject({ scope: "user" });
  });

  it("what is no module is an executable, with its first arguments", async () => {
    expect((await called(["./guard", "hooks", "--provider", "codex"])).options).toMatchObject([{ command: [executable, "hooks"] }]);
    const { stdout, options } = await called(["--provider", "codex", "--", "./guard", "--json"]);
    expect(options).toMatchObject([{ command: [executable, "--json"] }]);
    expect(stdout).toContain("is installed for codex");
    expect((await called(["hooks.ts", "hooks", "--provider", "codex"])).stderr).toContain("one argument too many");
    expect((await called(["sub", "--provider", "codex"])).stderr).toContain("name its file, not its folder");
  });

  it("a provider is taken by its alias, once, and less what is excluded", async () => {
    const overrides = { installers: installers({ "claude-code": undefined, "kimi-code": undefined }) };
    expect((await called(["hooks.ts", "--provider", "kimi,kimi-code, claude-code"], overrides)).options).toMatchObject([
      { providers: ["kimi-code", "claude-code"] },
    ]);
    expect(
      (await called(["hooks.ts", "--provider", "kimi", "--provider", "claude-code", "--exclude", "kimi"], overrides)).options,
    ).toMatchObject([{ providers: ["claude-code"] }]);
    expect((await called(["hooks.ts", "--provider", "kmi"], overrides)).stderr).toContain("did you mean kimi?");
  });

  it("a runtime that is not found is refused", async () => {
    expect(await called(["hooks.ts", "--provider", "codex", "--runtime", "noode"])).toMatchObject({ code: 2, options: [] });
    expect(await called(["hooks.ts", "--provider", "codex", "--runtime", "./noode"])).toMatchObject({ code: 2, options: [] });
  });
});

describe("which agents", () => {
  it("--all is every agent that is found here", async () => {
    const overrides = { installers: installers({ "claude-code": "2.1.332", codex: undefined }) };
    expect((await called(["hooks.ts", "--all"], overrides)).options).toMatchObject([{ providers: ["claude-code"] }]);
  });

  it("--all where none is found is refused with what to name", async () => {
    const { code, stderr } = await called(["hooks.ts", "--all"], { installers: installers({ codex: undefined }) });
    expect(code).toBe(1);
    expect(stderr).toContain("--provider codex");
  });

  it.each([[[]], [["--yes"]], [["--json"]]])(
    "without a terminal, or with %j, a missing choice is an error that names the flag",
    async (flags) => {
      const { code, stderr, stdout, options } = await called(["hooks.ts", ...flags], flags.length === 0 ? {} : { answers: [true] });
      expect([code, options]).toEqual([2, []]);
      expect(stderr + stdout).toContain("--provider claude-code,codex, or --all");
      expect(stderr + stdout).toContain("found on this machine: claude-code, codex");
    },
  );

  it("on a terminal it is those that are found, for the person to confirm", async () => {
    const { asked, options } = await called(["hooks.ts"], { answers: [true] });
    expect(asked).toEqual(["Write this?"]);
    expect(options).toMatchObject([
      { providers: ["claude-code", "codex"], dryRun: true },
      { providers: ["claude-code", "codex"], dryRun: false },
    ]);
  });
});

describe("the question", () => {
  const argv = ["hooks.ts", "--provider", "codex"];

  it("comes once, after what will be written, and yes writes it", async () => {
    const { code, stdout, asked } = await called(argv, { answers: [true] });
    expect([code, asked.length]).toEqual([0, 1]);
    expect(stdout.indexOf('+  "hooks": {}')).toBeLessThan(stdout.indexOf("is installed for codex"));
    expect(stdout).toContain('+  "hooks": {}');
  });

  it("no, or no answer, writes nothing and ends with 1", async () => {
    const { code, stdout, options } = await called(argv, { answers: [] });
    expect(code).toBe(1);
    expect(stdout).toMatch(/Nothing was written\.\n$/);
    expect(options).toMatchObject([{ dryRun: true }]);
  });

  it("is not asked with --yes, --json or --dry-run, without a terminal, and when nothing would change", async () => {
    for (const flag of ["--yes", "-y", "--json", "--dry-run"])
      expect((await called([...argv, flag], { answers: [true] })).asked).toEqual([]);
    expect((await called(argv)).asked).toEqual([]);
    const same = await called(argv, { answers: [true] }, { install: async () => report({ changed: false, files: [] }) });
    expect(same).toMatchObject({ code: 0, asked: [], stdout: "acme-guard is installed already for codex (user): nothing to do.\n" });
  });

  it("a long diff is cut there, and says how to see all of it", async () => {
    const long = new Map([["/home/ada/.codex/config.toml", { after: new TextEncoder().encode("line\n".repeat(100)) }]]);
    const { stdout } = await called(argv, { answers: [true] }, { diff: async () => long });
    expect(stdout).toContain("more lines: --dry-run shows all");
    expect(stdout.split("+line\n").length).toBeLessThan(40);
    const whole = await called([...argv, "--dry-run"], {}, { diff: async () => long });
    expect(whole.stdout.split("+line\n").length).toBe(101);
  });
});

describe("what install tells", () => {
  const told = report({
    findings: [
      {
        level: "warning",
        provider: "codex",
        path: "/home/ada/.codex/hooks.json",
        message: "a hook of another program is not trusted",
        fix: "run /hooks in Codex",
      },
      { level: "note", provider: "claude-code", path: undefined, message: "two programs answer PreToolUse", fix: undefined },
    ],
    nextSteps: [{ provider: "codex", text: "start codex and trust the hooks it shows" }],
  });

  it("people: files, findings with what to do, next steps, how to see it and how to undo it", async () => {
    const { stdout, stderr, code } = await called(["hooks.ts", "--all"], {}, { install: async () => told });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatchInlineSnapshot(`
      "acme-guard is installed for claude-code, codex (user).
        create  program      ~/.agenthooks/acme-guard/run
        update  claude-code  ~/.claude/settings.json

      note claude-code: two programs answer PreToolUse
      warning codex: a hook of another program is not trusted (~/.codex/hooks.json)
        fix: run /hooks in Codex

      Next
        codex: start codex and trust the hooks it shows

      see it   agenthooks status acme-guard
      undo it  agenthooks uninstall acme-guard --scope user
      "
    `);
  });

  it("people: the files of the program's own folder in one line for each thing that is done, all of them to programs", async () => {
    const folder = "/home/ada/.agenthooks/acme-guard";
    const files = [
      ...["launch.json", "hooks.codex.cjs", "answers.codex", "run"].map((name) => ({
        path: `${folder}/${name}`,
        action: name === "run" ? ("update" as const) : name === "answers.codex" ? ("same" as const) : ("create" as const),
        provider: undefined,
      })),
      ...report().files.filter(({ provider }) => provider !== undefined),
      { path: report().receipt, action: "create", provider: undefined } as const,
    ];
    const fake = { install: async () => report({ files }) };
    const { stdout } = await called(["hooks.ts", "--all"], {}, fake);
    expect(stdout.split("\n").slice(1, 5)).toEqual([
      "  create  program      ~/.agenthooks/acme-guard/ (2 files)",
      "  update  program      ~/.agenthooks/acme-guard/run",
      "  update  claude-code  ~/.claude/settings.json",
      "  create  program      ~/.local/state/agenthooks/acme-guard/receipts/user-0123456789ab.json",
    ]);
    expect(JSON.parse((await called(["hooks.ts", "--all", "--json"], {}, fake)).stdout).reports[0].files).toHaveLength(files.length);
  });

  it("people under --dry-run: the files with their sizes, and the exact diff of configuration", async () => {
    const { stdout, code, options } = await called(["hooks.ts", "--all", "--dry-run"]);
    expect([code, options.length]).toEqual([0, 1]);
    expect(options).toMatchObject([{ dryRun: true }]);
    expect(stdout).toMatchInlineSnapshot(`
      "acme-guard
        create  program      ~/.agenthooks/acme-guard/run  3.0 kB
        update  claude-code  ~/.claude/settings.json       22 B -> 37 B

      --- a/home/ada/.claude/settings.json
      +++ b/home/ada/.claude/settings.json
      @@ -1,3 +1,4 @@
       {
      -  "model": "opus"
      +  "model": "opus",
      +  "hooks": {}
       }

      Nothing was written: this is what would be.
      "
    `);
  });

  it("programs: one document, with the diffs under --dry-run", async () => {
    const { stdout, stderr } = await called(["hooks.ts", "--all", "--json"], {}, { install: async () => told });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ dryRun: false, reports: [told] });
    const dry = JSON.parse((await called(["hooks.ts", "--all", "--json", "--dry-run"])).stdout);
    expect(dry.dryRun).toBe(true);
    expect(dry.reports[0].diffs).toEqual([
      { path: "/home/ada/.agenthooks/acme-guard/run", action: "create", after: 3000 },
      {
        path: "/home/ada/.claude/settings.json",
        action: "update",
        before: 22,
        after: 37,
        diff: expect.stringContaining('+  "hooks": {}\n'),
      },
    ]);
    expect(rendering.size).toBe(2);
  });

  it("a finding that is a next step too is told once to people, and twice to programs", async () => {
    const message = "Codex reads no hooks of this project";
    const findings = [{ level: "warning", provider: "codex", path: undefined, message, fix: "trust it" }] as const;
    const nextSteps = [{ provider: "codex", text: `${message}; trust it` }];
    const twice = { install: async () => report({ findings, nextSteps }) };
    expect((await called(["hooks.ts", "--all"], {}, twice)).stdout.split(message)).toHaveLength(2);
    expect((await called(["hooks.ts", "--all", "--json"], {}, twice)).stdout.split(message)).toHaveLength(3);
  });

  it("a finding that is an error ends with 1, a warning does not", async () => {
    const findings = [{ level: "error", provider: "codex", path: undefined, message: "not known", fix: undefined }] as const;
    expect((await called(["hooks.ts", "--all"], {}, { install: async () => report({ findings }) })).code).toBe(1);
  });

  it("colours are there where they are taken, and change no word", async () => {
    const plain = await called(["hooks.ts", "--all", "--dry-run"]);
    const colored = await called(["hooks.ts", "--all", "--dry-run"], { color: true });
    expect(colored.stdout).toContain("\u001b[");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes are what is taken out
    expect(colored.stdout.replace(/\u001b\[\d+m/g, "")).toBe(plain.stdout);
  });
});
