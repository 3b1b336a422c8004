import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigParseError, InstallConflictError } from "../../src/base/errors.js";
import { codex } from "../../src/providers/codex/install.js";
import { Box, type Program } from "./installer-box.js";

let box: Box;
let user: Program;
beforeEach(async () => {
  box = await Box.make(codex);
  user = { scope: "user", root: box.home };
});
afterEach(() => box.remove());

const HOOKS = "home/.codex/hooks.json";
const CONFIG = "home/.codex/config.toml";
const FOREIGN = { type: "command", command: "other" };

describe("a file that the agent drops is refused (cases b73, b77)", () => {
  const groups = (value: unknown) => JSON.stringify({ hooks: { PreToolUse: value } }, null, 1);
  const handler = (more: object) => groups([{ hooks: [{ ...FOREIGN, ...more }] }]);
  const REFUSED: Readonly<Record<string, string>> = {
    "a comment": '{ "hooks": {} } // x',
    "a trailing comma": '{ "hooks": {}, }',
    "an unknown top-level member": '{ "hooks": {}, "$schema": "x" }',
    "a description that is no text": '{ "description": 1 }',
    "an event that stands twice": '{ "hooks": { "Stop": [], "Stop": [] } }',
    "a member of a handler that stands twice":
      '{ "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "a", "command": "b" } ] } ] } }',
    "no object": "null",
    "hooks that are null": '{ "hooks": null }',
    "an event that is no array": groups({}),
    "a group that is no object": groups(["x"]),
    "a matcher that is no text": groups([{ matcher: { type: "always" }, hooks: [] }]),
    "hooks of a group that are no array": groups([{ hooks: {} }]),
    "a handler without a type": groups([{ hooks: [{ command: "x" }] }]),
    "a handler of an unknown type": handler({ type: "http", url: "x" }),
    "a command that is missing": groups([{ hooks: [{ type: "command" }] }]),
    "a timeout that is a text": handler({ timeout: "5" }),
    "a timeout with a fraction": handler({ timeout: 1.5 }),
    "a timeout that is written as a fraction":
      '{ "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "a", "timeout": 5.0 } ] } ] } }',
    "a negative timeout": handler({ timeout: -1 }),
    "an async that is null": handler({ async: null }),
    "both names of the Windows command": handler({ commandWindows: "a", command_windows: "b" }),
    "an mcp_tool without its tool": groups([{ hooks: [{ type: "mcp_tool", server: "s" }] }]),
  };

  test.each(Object.entries(REFUSED))("%s", async (_, text) => {
    await box.write(HOOKS, text);
    const refusal = await box.plan(user).catch((error: unknown) => error);
    expect(refusal instanceof InstallConflictError || refusal instanceof ConfigParseError, String(refusal)).toBe(true);
    expect(String(refusal)).toMatch(/hooks\.json, line \d+/);
    expect(box.has(CONFIG)).toBe(false);
    // to look at it is still possible
    expect((await box.inspect(user)).findings.map(({ level, path }) => [level, path])).toContainEqual(["error", box.path(HOOKS)]);
  });

  const TAKEN: Readonly<Record<string, string>> = {
    "an unknown event, whatever it holds": '{ "hooks": { "BrandNew": "x" } }',
    "an unknown member of a handler": handler({ if: "Bash(ls *)" }),
    "a timeout that is null or large": handler({ timeout: 1e15 }),
    "a prompt hook, which is passed over": groups([{ hooks: [{ type: "prompt" }] }]),
    "a group without hooks": groups([{}]),
    "an empty file": "",
  };
  test.each(Object.entries(TAKEN))("not so %s", async (_, text) => {
    await box.write(HOOKS, text);
    await box.install(user);
    expect((await box.inspect(user)).entries.filter(({ own, trust }) => own && trust === "trusted")).toHaveLength(1);
  });

  test("a byte order mark is taken out, line ends stay, and it is said (case b74)", async () => {
    const text = `{\r\n  "hooks": {\r\n    "Stop": [ { "hooks": [ ${JSON.stringify(FOREIGN)} ] } ]\r\n  }\r\n}\r\n`;
    await box.write(HOOKS, `\ufeff${text}`);
    expect((await box.inspect(user)).findings.map(({ message }) => message)).toEqual([expect.stringContaining("byte order mark")]);
    const { findings } = await box.install(user);
    expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining("the mark is taken out")]);
    const after = await box.text(HOOKS);
    expect(after.startsWith("{\r\n")).toBe(true);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
    await box.uninstall(user);
    expect(await box.text(HOOKS)).toBe(text);
  });

  test("a config.toml that is not TOML, or has hooks of a wrong form", async () => {
    await box.write(CONFIG, "model = \n");
    await expect(box.plan(user)).rejects.toThrow(ConfigParseError);
    await box.write(CONFIG, "[hooks]\nStop = 5\n");
    await expect(box.plan(user)).rejects.toThrow(/hooks\.Stop is no array/);
  });
});
