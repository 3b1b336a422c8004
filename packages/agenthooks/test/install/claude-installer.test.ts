import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigParseError, InstallConflictError } from "../../src/base/errors.js";
import type { JsonObject } from "../../src/base/json.js";
import { claudeCode } from "../../src/providers/claude-code/install.js";
import { INSTALLERS } from "../../src/providers/installers.js";
import { Box, type Program } from "./installer-box.js";

let box: Box;
let user: Program;
let project: Program;
beforeEach(async () => {
  box = await Box.make(claudeCode);
  await mkdir(box.path("app"));
  user = { scope: "user", root: box.home };
  project = { scope: "project", root: box.path("app") };
});
afterEach(() => box.remove());

const SETTINGS = "home/.claude/settings.json";
const OTHERS = `{
  "model": "opus",
  "hooks": {
    "SessionStart": [
      { "matcher": "compact", "hooks": [ { "type": "command", "command": "other-tool remind", "timeout": 5 } ] }
    ],
    "PreToolUse": [
      { "matcher": "Edit", "hooks": [ { "type": "command", "command": "bar" } ] },
      { "matcher": "Grep|Glob", "hooks": [ { "type": "command", "command": "baz", "args": ["--x"], "async": true } ] }
    ]
  },
  "futureKey": { "keep": [1, 2, 3] }
}
`;

test("every adapter with an install half is in the list under its own id", async () => {
  const ids = await Promise.all(Object.entries(INSTALLERS).map(async ([id, load]) => [id, (await load()).id]));
  expect(ids).toEqual([
    ["claude-code", "claude-code"],
    ["codex", "codex"],
  ]);
});

describe("settings", () => {
  test("each scope has its file", async () => {
    const paths: Record<string, string> = {};
    for (const program of [user, project, { ...project, scope: "local" as const }])
      paths[program.scope] = (await box.plan(program)).files.map(({ path, mode }) => `${path} ${mode?.toString(8)}`).join();
    expect(paths).toEqual({
      user: `${box.path(SETTINGS)} 600`,
      project: `${box.path("app/.claude/settings.json")} 644`,
      local: `${box.path("app/.claude/settings.local.json")} 600`,
    });
    const { files } = await box.plan({ ...user, env: { CLAUDE_CONFIG_DIR: box.path("other") } });
    expect(files.map(({ path }) => path)).toEqual([box.path("other/settings.json")]);
  });

  test("foreign entries, order, unknown members and formatting stay; taking ours out gives the bytes back (cases b70, b80)", async () => {
    await box.write(SETTINGS, OTHERS);
    await box.install({ ...user, events: ["PreToolUse", "SessionStart", "Stop"] });
    const { entries } = await box.inspect(user);
    expect(entries.map(({ event, command, own, trust }) => [event, command, own, trust])).toEqual([
      ["SessionStart", "other-tool remind", false, undefined],
      ["SessionStart", box.command(user, "SessionStart"), true, undefined],
      ["PreToolUse", "bar", false, undefined],
      ["PreToolUse", "baz", false, undefined],
      ["PreToolUse", box.command(user, "PreToolUse"), true, undefined],
      ["Stop", box.command(user, "Stop"), true, undefined],
    ]);
    for (const line of OTHERS.split("\n").filter((one) => one.includes("matcher") || one.includes("futureKey")))
      expect(await box.text(SETTINGS)).toContain(line.trimEnd());
    await box.uninstall(user);
    expect(await box.text(SETTINGS)).toBe(OTHERS);
  });

  test.each([
    '{ "model": "opus" }',
    '{\n\t"mcpServers": {"x": {"command": "y"}},\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "other"}]}]}\n}',
  ])("uninstall gives back %j (case b80)", async (text) => {
    await box.write(SETTINGS, text);
    await box.install({ ...user, events: ["PreToolUse", "Stop"] });
    await box.uninstall(user);
    expect(await box.text(SETTINGS)).toBe(text);
  });

  test("a second install changes nothing, and planning writes nothing (cases b71, b79)", async () => {
    await box.plan(user);
    expect(box.has("home/.claude")).toBe(false);
    await box.install(user);
    expect((await box.plan(user)).files).toEqual([]);
  });

  test("an entry in an older form is changed in its place, and what only looks alike is left (case b71)", async () => {
    const alike = { hooks: [{ type: "command", command: `echo ${box.command(user, "PreToolUse")}` }] };
    const older = { matcher: "Bash", hooks: [{ type: "command", command: box.command(user, "PreToolUse"), timeout: 3 }] };
    await box.write(SETTINGS, { hooks: { PreToolUse: [older, alike] } });
    await box.install({ ...user, events: [{ event: "PreToolUse", timeoutMs: 20_500 }] });
    expect(await box.json(SETTINGS)).toEqual({
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: box.command(user, "PreToolUse"), timeout: 20.5 }] }, alike] },
    });
  });

  test("a byte order mark and line ends stay: the agent reads a file that has one (case b74)", async () => {
    const text = '\ufeff{\r\n  "hooks": {\r\n    "Stop": [ { "hooks": [ { "type": "command", "command": "other" } ] } ]\r\n  }\r\n}\r\n';
    await box.write(SETTINGS, text);
    await box.install(user);
    const after = await box.text(SETTINGS);
    expect([after.startsWith("\ufeff{\r\n"), after.replaceAll("\r\n", "").includes("\n")]).toEqual([true, false]);
    await box.uninstall(user);
    expect(await box.text(SETTINGS)).toBe(text);
  });
});

describe("only what the installed version knows", () => {
  test("an event that came later is left out, and it is said (case b77)", async () => {
    const events = ["Stop", "PreModelSwitch"];
    const { findings } = await box.install({ ...user, events, hostVersion: "2.1.197" });
    expect(Object.keys((await box.json(SETTINGS)).hooks as JsonObject)).toEqual(["Stop"]);
    expect(findings.map(({ message }) => message)).toEqual([
      "no entry is written for PreModelSwitch: 2.1.197 does not have it, 2.1.332 does",
    ]);
    await box.install({ ...user, events, hostVersion: "2.1.332" });
    expect(Object.keys((await box.json(SETTINGS)).hooks as JsonObject)).toEqual(events);
  });

  test("an event where any hook changes the agent is never written; a loud one is when it is asked for", async () => {
    const { findings } = await box.install({ ...user, events: ["WorktreeCreate", "MessageDisplay"] });
    expect(Object.keys((await box.json(SETTINGS)).hooks as JsonObject)).toEqual(["MessageDisplay"]);
    expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining("WorktreeCreate: a hook there would change")]);
  });
});

describe("a file that the agent drops is refused, with the line (cases b73, b77)", () => {
  const groups = (value: unknown, event = "PreToolUse") => JSON.stringify({ hooks: { [event]: value } }, null, 1);
  const handler = (more: object, event = "PreToolUse") => groups([{ hooks: [{ type: "command", command: "b", ...more }] }], event);
  const REFUSED: Readonly<Record<string, string>> = {
    "a comment": '{ "hooks": {} } // x',
    "a trailing comma": '{ "hooks": {}, }',
    "half a file": '{ "hooks": { "PreToolUse": [ { "matcher": "Bash" ',
    "an event that stands twice": '{ "hooks": { "Stop": [], "Stop": [] } }',
    "an array": "[]",
    "hooks that are no object": '{ "hooks": [] }',
    "a matcher that is no text": groups([{ matcher: { type: "always" }, hooks: [] }]),
    "a handler that lies one level too high": groups([{ type: "command", command: "b" }]),
    "a guard that is no array": groups({}),
    "an unknown type": handler({ type: "wasm" }),
    "no command": groups([{ hooks: [{ type: "command" }] }], "PermissionRequest"),
    "a timeout that is a text": handler({ timeout: "5" }),
    "a timeout of zero": handler({ timeout: 0 }, "PreSkillShellCommand"),
    "a failure mode that is none": handler({ onFailure: "explode" }),
    "an agent without its prompt": groups([{ hooks: [{ type: "agent" }] }]),
  };

  test.each(Object.entries(REFUSED))("%s", async (_, text) => {
    await box.write(SETTINGS, text);
    const refusal = await box.plan(user).catch((error: unknown) => error);
    expect(refusal instanceof InstallConflictError || refusal instanceof ConfigParseError, String(refusal)).toBe(true);
    expect(String(refusal)).toMatch(/settings\.json, line \d+/);
    expect(await box.text(SETTINGS)).toBe(text);
    expect((await box.inspect(user)).findings.map(({ level, path }) => [level, path])).toContainEqual(["error", box.path(SETTINGS)]);
  });

  test("the same below another event costs that entry alone: it is said, and ours are written", async () => {
    for (const text of [handler({ timeout: "5" }, "Stop"), groups([{ hooks: [{ type: "agent" }] }], "Stop"), groups({}, "SubagentStop")]) {
      await box.write(SETTINGS, text);
      const { findings } = await box.install(user);
      expect(findings.map(({ level, message }) => [level, message])).toEqual([
        ["warning", expect.stringContaining("Claude Code passes over")],
      ]);
    }
  });

  test("an older version has other rules", async () => {
    for (const text of [handler({ onFailure: "explode" })]) {
      await box.write(SETTINGS, text);
      expect((await box.plan({ ...user, hostVersion: "2.1.197" })).files).toHaveLength(1);
    }
  });

  test("unknown events and members are no reason", async () => {
    await box.write(
      SETTINGS,
      '{ "hooks": { "StopFailure": [ { "hooks": [ { "type": "command", "command": "a", "x": 1 } ] } ], "BrandNewEvent": [] }, "x": 1 }',
    );
    expect((await box.install(user)).findings).toEqual([]);
  });
});

describe("what keeps entries from running is told, not changed", () => {
  test("disableAllHooks in any file that counts", async () => {
    await box.write("app/.claude/settings.local.json", { disableAllHooks: true });
    expect((await box.install(user)).findings).toEqual([]);
    const { findings } = await box.install(project);
    expect(findings.map(({ level, path }) => [level, path])).toContainEqual(["error", box.path("app/.claude/settings.local.json")]);
    expect((await box.inspect(project)).findings.map(({ level }) => level)).toContain("error");
  });

  test("managed settings", async () => {
    const elsewhere = { "/etc/claude-code/managed-settings.json": '{ "allowManagedHooksOnly": true }' };
    const { findings } = await box.install({ ...user, elsewhere });
    expect(findings.map(({ level, message }) => [level, message])).toEqual([
      ["error", expect.stringContaining("allowManagedHooksOnly is true")],
    ]);
  });

  test("a local file that git would commit, or has", async () => {
    const local: Program = { ...project, scope: "local" };
    const git = (...args: readonly string[]) => execFileSync("git", ["-C", box.path("app"), ...args], { stdio: "pipe" });
    const fixes = async () => (await box.plan(local)).findings.map(({ fix }) => fix);
    expect(await fixes()).toEqual([]);
    git("init", "--quiet");
    expect(await fixes()).toEqual(["add .claude/settings.local.json to .gitignore"]);
    await box.install(local);
    git("add", "-A");
    expect(await fixes()).toEqual([expect.stringContaining("git rm --cached")]);
    git("reset", "--quiet");
    await box.write("app/.gitignore", ".claude/settings.local.json\n");
    expect(await fixes()).toEqual([]);
  });
});

describe("the plugin scope", () => {
  let plugin: Program;
  beforeEach(async () => {
    await mkdir(box.path("plug"));
    plugin = { scope: "plugin", root: box.path("plug"), description: "Guards." };
  });

  test("has a manifest and a hooks file with its wrapper; taking it out leaves the manifest", async () => {
    await box.install(plugin);
    expect(await box.json("plug/.claude-plugin/plugin.json")).toEqual({ name: "acme-guard", version: "1.0.0", description: "Guards." });
    expect(await box.json("plug/hooks/hooks.json")).toEqual({
      description: "Guards.",
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: box.command(plugin, "PreToolUse") }] }] },
    });
    expect((await box.plan(plugin)).files).toEqual([]);
    expect((await box.inspect(plugin)).entries.map(({ own }) => own)).toEqual([true]);
    await box.uninstall(plugin);
    expect([box.has("plug/hooks/hooks.json"), box.has("plug/.claude-plugin/plugin.json")]).toEqual([false, true]);
  });

  test("a manifest and hooks that are there stay as they are", async () => {
    const manifest = '{"name":"mine"}';
    await box.write("plug/.claude-plugin/plugin.json", manifest);
    const hooks = '{ "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "other" } ] } ] } }';
    await box.write("plug/hooks/hooks.json", hooks);
    await box.install(plugin);
    expect(await box.text("plug/.claude-plugin/plugin.json")).toBe(manifest);
    await box.uninstall(plugin);
    expect(await box.text("plug/hooks/hooks.json")).toBe(hooks);
    expect((await box.plan({ ...plugin, root: box.path("app"), events: [] })).files).toEqual([]);
  });
});
