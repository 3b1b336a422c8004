/** Installing for the real agents' configuration: what anybody wrote comes back byte for byte. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ConfigParseError, InstallConflictError } from "agenthooks";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installWith, renderWith, uninstallWith } from "../../src/install/commands.js";
import type { Deps } from "../../src/install/context.js";
import { statusWith } from "../../src/install/status.js";
import { definitionHash, stateKey } from "../../src/providers/codex/trust.js";
import { INSTALLERS } from "../../src/providers/installers.js";
import { type GeneratedConfig, jsonConfig, tomlConfig } from "../helpers/configs.js";
import { Home, testDeps } from "./agent.js";

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home.remove());

const EVENTS = ["PreToolUse", "PostToolUse", "SessionStart", "Stop"];
const PROVIDERS = ["claude-code", "codex"];
const deps = (more = {}): Deps => ({ ...testDeps({ events: EVENTS, ...more }), installers: INSTALLERS });
const hostVersions = { "claude-code": "2.1.332", codex: "0.171.0" };
const plainEnv = () => ({ HOME: home.path, PATH: "" });
const options = (more = {}) => home.options({ providers: PROVIDERS, hostVersions, env: { HOME: home.path, PATH: "" }, ...more });
const target = (more = {}) => home.target({ providers: [], env: { HOME: home.path, PATH: "" }, ...more });

const trees = () => {
  const { ".local": _, ".local/state": __, ...rest } = home.tree();
  return rest;
};

/** Codex drops a whole file for a member that it does not know, so most of the free configurations are refused for it. */
const codexHooks: fc.Arbitrary<Pick<GeneratedConfig, "bytes">> = fc
  .record({
    hooks: fc.dictionary(
      fc.constantFrom(...EVENTS, "UserPromptSubmit"),
      fc.array(
        fc.record(
          {
            matcher: fc.constantFrom("Bash", "^apply_patch$", ""),
            hooks: fc.array(
              fc.record(
                { type: fc.constant("command"), command: fc.constantFrom("true", "jq '.x'", "é \u2028"), timeout: fc.nat({ max: 90 }) },
                { requiredKeys: ["type", "command"] },
              ),
              { maxLength: 2 },
            ),
          },
          { requiredKeys: ["hooks"] },
        ),
        { maxLength: 3 },
      ),
    ),
    indent: fc.constantFrom<string | number>(0, 2, 3, "\t"),
    eol: fc.constantFrom("\n", "\r\n"),
    end: fc.boolean(),
    bom: fc.boolean(),
  })
  .map(({ hooks, indent, eol, end, bom }) => {
    const text = `${JSON.stringify({ hooks }, null, indent)}${end ? "\n" : ""}`.replaceAll("\n", eol);
    return { bytes: Buffer.from(bom ? `\uFEFF${text}` : text) };
  });

interface Layout {
  readonly file: string;
  readonly provider: string;
  readonly config: fc.Arbitrary<Pick<GeneratedConfig, "bytes">>;
}
const LAYOUTS: readonly Layout[] = [
  { provider: "claude-code", file: ".claude/settings.json", config: jsonConfig("json") },
  { provider: "codex", file: ".codex/hooks.json", config: fc.oneof({ weight: 3, arbitrary: codexHooks }, jsonConfig("json")) },
  { provider: "codex", file: ".codex/config.toml", config: tomlConfig },
];

describe.each(LAYOUTS)("$file", ({ file, provider, config }) => {
  it("install, install again and uninstall give back any configuration, behind links too, or refuse it and write nothing", async () => {
    let installed = 0;
    await fc.assert(
      fc.asyncProperty(config, fc.boolean(), fc.boolean(), async ({ bytes }, linkedFile, linkedFolder) => {
        fs.rmSync(home.path, { recursive: true });
        const real = home.write("dotfiles/real", bytes);
        const folder = path.dirname(home.file(file));
        if (linkedFolder) {
          fs.mkdirSync(home.file("dotfiles/folder"));
          fs.symlinkSync("dotfiles/folder", folder);
        } else fs.mkdirSync(folder);
        if (linkedFile) fs.symlinkSync(real, home.file(file));
        else fs.copyFileSync(real, home.file(file));
        const before = trees();
        const raw = fs.readFileSync(home.file(file));
        try {
          expect((await installWith(deps(), options({ providers: [provider] }))).changed).toBe(true);
        } catch (error) {
          if (!(error instanceof InstallConflictError || error instanceof ConfigParseError)) throw error;
          expect(trees()).toEqual(before);
          return;
        }
        installed++;
        expect((await installWith(deps(), options({ providers: [provider] }))).changed).toBe(false);
        await installWith(deps({ version: "2", events: EVENTS.slice(1) }), options({ providers: [provider] }), true);
        await uninstallWith(deps(), target());
        expect(trees()).toEqual(before);
        expect(fs.readFileSync(home.file(file)).equals(raw)).toBe(true);
      }),
      { numRuns: 40 },
    );
    expect(installed).toBeGreaterThan(5);
  }, 120_000);
});

describe.each(["user", "project", "local", "plugin"] as const)("the %s scope", (scope) => {
  it("has entries for both agents, no drift but for trust, and goes without a trace", async () => {
    // Codex has no file of the local scope: git has to ignore the shared one, and is asked
    execFileSync("git", ["init", "--quiet", home.file("repo")]);
    home.write("repo/.git/info/exclude", ".codex/\n");
    const bin = path.join(home.base, "bin");
    fs.mkdirSync(bin);
    fs.symlinkSync(execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim(), path.join(bin, "git"));
    const env = { HOME: home.path, PATH: bin };
    const where = scope === "user" ? { scope, env } : { scope, dir: home.file("repo"), env };
    const before = trees();
    const shown = await renderWith(deps(), options({ ...where, description: "Guards." }), "changes");
    const report = await installWith(deps(), options({ ...where, description: "Guards." }));
    expect([...shown.keys()]).toEqual(report.files.map((one) => one.path));
    const { entries } = await statusWith(deps(), { home: home.path, env });
    expect(entries.map((one) => [one.provider, [...one.events].sort()])).toEqual(PROVIDERS.map((one) => [one, [...EVENTS].sort()]));
    expect(entries.find((one) => one.provider === "claude-code")?.drift).toBe(false);
    expect((await installWith(deps(), options({ ...where, description: "Guards." }))).changed).toBe(false);
    await uninstallWith(deps(), target(where));
    expect(trees()).toEqual(before);
  });
});

it("our entries on Codex are trusted, after an upgrade too; what others have is theirs to trust, and stays as they left it", async () => {
  const theirs = { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "/usr/bin/true" }] }] } };
  const hooks = home.write(".codex/hooks.json", JSON.stringify(theirs));
  const config = home.write(".codex/config.toml", 'model = "gpt"\n');
  const only = options({ providers: ["codex"] });
  const drift = async () =>
    (await statusWith(deps(), { home: home.path, env: { HOME: home.path, PATH: "" } })).entries.map((one) => one.drift);
  await installWith(deps(), only);
  expect(await drift()).toEqual([false]);
  const key = stateKey(hooks, "PreToolUse", 0, 0);
  expect(fs.readFileSync(config, "utf8")).not.toContain(key);
  const trust = `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${definitionHash("PreToolUse", undefined, theirs.hooks.PreToolUse[0]?.hooks[0] ?? {})}"\n`;
  fs.appendFileSync(config, trust);
  const trusted = fs.readFileSync(config, "utf8");
  await installWith(deps({ version: "2", files: { "hooks.codex.cjs": "2" } }), only, true);
  expect(await drift()).toEqual([false]);
  expect(fs.readFileSync(config, "utf8")).toBe(trusted);
  await uninstallWith(deps(), target());
  expect(fs.readFileSync(hooks, "utf8")).toBe(JSON.stringify(theirs));
  expect(fs.readFileSync(config, "utf8")).toBe(`model = "gpt"\n${trust}`);
});

it("a tampered entry of ours on Codex is drift", async () => {
  await installWith(deps(), options({ providers: ["codex"] }));
  home.write(".codex/hooks.json", home.read(".codex/hooks.json").replace("--event=Stop", "--event=Stop --fail=open"));
  const { entries, findings } = await statusWith(deps(), { home: home.path, env: { HOME: home.path, PATH: "" } });
  expect(entries.map((one) => one.drift)).toEqual([true]);
  expect(findings.map((one) => one.message)).toContain("the entry for Stop does not run: it is modified");
});

it("a linked home folder is the same install", async () => {
  home.write(".claude/settings.json", '{\r\n  "model": "opus"\r\n}\r\n');
  const before = trees();
  const alias = path.join(home.base, "alias");
  fs.symlinkSync(home.path, alias);
  await installWith(deps(), options({ home: alias, env: { HOME: alias, PATH: "" } }));
  await uninstallWith(deps(), target());
  expect(trees()).toEqual(before);
});

it("what stands beside the command of ours is part of what was installed: a time limit, or an answer that is not waited for", async () => {
  const drift = async () => (await statusWith(deps(), { home: home.path, env: plainEnv() })).entries.map((one) => one.drift);
  await installWith(deps(), options({ providers: ["claude-code"] }));
  const text = home.read(".claude/settings.json");
  expect(await drift()).toEqual([false]);
  for (const edit of ['"async": true', '"timeout": 1']) {
    home.write(".claude/settings.json", text.replace('"type": "command",', `"type": "command", ${edit},`));
    expect(await drift()).toEqual([true]);
    await installWith(deps(), options({ providers: [] }), true);
    expect(await drift()).toEqual([false]);
  }
});

describe("an install stays where the agents' variables pointed", () => {
  const moved = () => ({ ...plainEnv(), CODEX_HOME: home.file("cx"), CLAUDE_CONFIG_DIR: home.file("cl") });

  it("uninstall without them takes exactly our entries out of files that somebody has edited", async () => {
    home.write("cx/config.toml", 'model = "a"\n');
    home.write("cl/settings.json", '{ "model": "a" }\n');
    await installWith(deps(), options({ env: moved() }));
    for (const file of ["cx/config.toml", "cl/settings.json"]) home.write(file, home.read(file).replace('"a"', '"b"'));
    await uninstallWith(deps(), target());
    expect(home.read("cx/config.toml")).toBe('model = "b"\n');
    expect(home.read("cl/settings.json")).toBe('{ "model": "b" }\n');
    expect(fs.existsSync(home.file("cx/hooks.json"))).toBe(false);
    expect(fs.existsSync(home.file(".agenthooks"))).toBe(false);
  });

  it("without them status finds the entries, upgrade leaves them there, and both say so", async () => {
    await installWith(deps(), options({ env: moved() }));
    const before = trees();
    const { entries, findings } = await statusWith(deps(), { home: home.path, env: plainEnv() });
    expect(entries.map((one) => [one.path, one.drift])).toEqual([
      [home.file("cl/settings.json"), false],
      [home.file("cx/hooks.json"), false],
    ]);
    const told = (level: string) => [
      expect.objectContaining({ level, path: home.file("cl") }),
      expect.objectContaining({ level, path: home.file("cx") }),
    ];
    expect(findings).toEqual(expect.arrayContaining(told("note")));
    const report = await installWith(deps(), options(), true);
    expect(report).toMatchObject({ changed: false, findings: expect.arrayContaining(told("warning")) });
    expect(trees()).toEqual(before);
  });

  it("where none was set, one that is set later moves nothing", async () => {
    const before = trees();
    await installWith(deps(), options());
    home.write(".claude/settings.json", `${home.read(".claude/settings.json")}\n`);
    await uninstallWith(deps(), target({ env: moved() }));
    expect(home.read(".claude/settings.json").trim()).toBe("{}");
    fs.rmSync(home.file(".claude"), { recursive: true });
    expect(trees()).toEqual(before);
  });
});

it("a handler of ours that was moved before a foreign one of its group on Codex goes back behind it, and is trusted there", async () => {
  const theirs = { hooks: [{ type: "command", command: "/usr/bin/true" }] };
  const hooks = home.write(".codex/hooks.json", JSON.stringify({ hooks: { PreToolUse: [theirs] } }));
  const only = options({ providers: ["codex"] });
  await installWith(deps(), only);
  const hash = definitionHash("PreToolUse", undefined, theirs.hooks[0] ?? {});
  fs.appendFileSync(
    home.file(".codex/config.toml"),
    `\n[hooks.state.${JSON.stringify(stateKey(hooks, "PreToolUse", 0, 0))}]\ntrusted_hash = "${hash}"\n`,
  );
  const file = JSON.parse(home.read(".codex/hooks.json"));
  const [first, ours] = file.hooks.PreToolUse;
  file.hooks.PreToolUse = [{ ...first, matcher: "^Bash$", hooks: [...ours.hooks, ...first.hooks] }];
  home.write(".codex/hooks.json", JSON.stringify(file));
  await installWith(deps(), only, true);
  const { entries } = await statusWith(deps(), { home: home.path, env: plainEnv() });
  expect(entries.map((one) => one.drift)).toEqual([false]);
  expect(JSON.parse(home.read(".codex/hooks.json")).hooks.PreToolUse).toEqual([{ ...theirs, matcher: "^Bash$" }, ours]);
});
