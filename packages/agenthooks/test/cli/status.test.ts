/** status: what is installed, on one screen, and whether it still holds. */
import { describe, expect, it } from "vitest";
import type { StatusReport } from "../../src/install/types.js";
import { cli, entry, installs } from "./helper.js";

const status = (report: StatusReport, ...argv: readonly string[]) =>
  cli(["status", ...argv], { installs: async () => installs({ status: async () => report }) });

describe("status", () => {
  it("is 0 when all is as it was installed, with a line for each agent", async () => {
    const entries = [
      entry(),
      entry({ provider: "codex", path: "/home/ada/.codex/hooks.json", linked: true }),
      entry({ name: "team", version: undefined, scope: "project", root: "/home/ada/repo", path: "/home/ada/repo/.claude/settings.json" }),
    ];
    const { code, stdout } = await status({ entries, findings: [] });
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

  it("of a program that watches everything the first events are named, the others counted", async () => {
    const events = Array.from({ length: 30 }, (_, at) => `E${at}`);
    expect((await status({ entries: [entry({ events })], findings: [] })).stdout).toContain("E0 E1 E2 E3 E4 and 25 more\n");
  });

  it("is 1 when something drifted, or is to be known as a warning; a note is not", async () => {
    const drift = await status({ entries: [entry({ drift: true })], findings: [] });
    expect(drift).toMatchObject({ code: 1, stdout: expect.stringContaining("changed  claude-code") });
    for (const [level, code] of [
      ["note", 0],
      ["warning", 1],
      ["error", 1],
    ] as const) {
      const findings = [{ level, provider: "codex", path: undefined, message: "it is so", fix: undefined }];
      expect(await status({ entries: [entry()], findings })).toMatchObject({
        code,
        stdout: expect.stringContaining(`${level} codex: it is so`),
      });
    }
  });

  it("a finding about no single agent names none", async () => {
    const findings = [{ level: "note", provider: "*", path: "/home/ada/x", message: "it is kept", fix: undefined }] as const;
    expect((await status({ entries: [], findings })).stdout).toContain("note it is kept (~/x)\n");
  });

  it("--json is the report itself", async () => {
    const report = { entries: [entry()], findings: [] };
    expect(JSON.parse((await status(report, "acme-guard", "--json")).stdout)).toEqual(report);
  });

  it("nothing installed is nothing wrong", async () => {
    expect(await status({ entries: [], findings: [] })).toMatchObject({ code: 0, stdout: "Nothing is installed here.\n" });
  });
});
