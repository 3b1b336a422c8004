/** docs/guide/install.md is what a newcomer reads: it names every command and flag, and none that is not there. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.js";

const guide = readFileSync(new URL("../../../../docs/guide/install.md", import.meta.url), "utf8");
const commands = new Map(await Promise.all(Object.entries(COMMANDS).map(async ([name, { load }]) => [name, await load()] as const)));
const flags = new Set([...commands.values()].flatMap((command) => Object.keys(command.flags)));

describe("the guide", () => {
  it("names every command", () => {
    for (const name of commands.keys()) expect(guide).toContain(`| \`agenthooks ${name} `);
  });

  it("every command line in it is one that is taken", () => {
    const lines = [...guide.matchAll(/^npx agenthooks (\w+)(.*?)(?: +#.*)?$/gm)];
    expect(lines.length).toBeGreaterThan(3);
    for (const [line, name = "", rest = ""] of lines) {
      const own = Object.keys(commands.get(name)?.flags ?? {});
      for (const [, flag = ""] of rest.matchAll(/--([\w-]+)/g)) expect(own, line).toContain(flag);
      expect(commands.has(name), line).toBe(true);
    }
  });

  it("names every flag of install, and no flag that no command has", () => {
    for (const flag of Object.keys(commands.get("install")?.flags ?? {})) {
      if (flag !== "help") expect(guide).toContain(`--${flag}`);
    }
    const named = [...guide.matchAll(/`--([\w-]+)/g)].map(([, flag = ""]) => flag);
    expect([...new Set(named)].filter((flag) => !flags.has(flag) && flag !== "help")).toEqual([]);
  });
});
