/** Installing for the real agents' configuration: what anybody wrote comes back byte for byte. */
import fs from "node:fs";
import path from "node:path";
import { ConfigParseError, InstallConflictError } from "agenthooks";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installWith, renderWith, uninstallWith } from "../../src/install/commands.js";
import type { Deps } from "../../src/install/context.js";
import { statusWith } from "../../src/install/status.js";
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
const options = (more = {}) => home.options({ providers: PROVIDERS, hostVersions, env: { HOME: home.path, PATH: "" }, ...more });
const target = (more = {}) => home.target({ providers: [], env: { HOME: home.path, PATH: "" }, ...more });

const trees = () => {
  const { ".local": _, ".local/state": __, ...rest } = home.tree();
  return rest;
};

interface Layout {
  readonly file: string;
  readonly provider: string;
  readonly config: fc.Arbitrary<GeneratedConfig>;
}
const LAYOUTS: readonly Layout[] = [
  { provider: "claude-code", file: ".claude/settings.json", config: jsonConfig("json") },
  { provider: "codex", file: ".codex/hooks.json", config: jsonConfig("json") },
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
      { numRuns: 60 },
    );
    expect(installed).toBeGreaterThan(5);
  }, 120_000);
});

describe.each(["user", "project", "local", "plugin"] as const)("the %s scope", (scope) => {
  it("has entries for both agents, no drift but for trust, and goes without a trace", async () => {
    fs.mkdirSync(home.file("repo/.git"), { recursive: true });
    fs.writeFileSync(home.file("repo/.git/HEAD"), "ref: refs/heads/main\n");
    const where = scope === "user" ? { scope } : { scope, dir: home.file("repo") };
    const before = trees();
    const shown = await renderWith(deps(), options({ ...where, description: "Guards." }), "changes");
    const report = await installWith(deps(), options({ ...where, description: "Guards." }));
    expect([...shown.keys()]).toEqual(report.files.map((one) => one.path));
    const { entries } = await statusWith(deps(), { home: home.path, env: { HOME: home.path, PATH: "" } });
    expect(entries.map((one) => [one.provider, [...one.events].sort()])).toEqual(PROVIDERS.map((one) => [one, [...EVENTS].sort()]));
    expect(entries.find((one) => one.provider === "claude-code")?.drift).toBe(false);
    expect((await installWith(deps(), options({ ...where, description: "Guards." }))).changed).toBe(false);
    await uninstallWith(deps(), target(where));
    expect(trees()).toEqual(before);
  });
});

it("an entry that Codex trusts is trusted after an upgrade, and no trust of ours stays after the uninstall", async () => {
  await installWith(deps(), options({ providers: ["codex"] }));
  const hooks = fs.readFileSync(home.file(".codex/hooks.json"));
  await installWith(deps({ version: "2" }), options({ providers: ["codex"] }), true);
  expect(fs.readFileSync(home.file(".codex/hooks.json")).equals(hooks)).toBe(true);
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
