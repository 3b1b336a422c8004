/** Agents run the entries of every scope: a program that stands in two of them starts twice, and install says so. */
import fs from "node:fs";
import { UsageError } from "agenthooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { installWith } from "../../src/install/commands.js";
import type { InstallOptions } from "../../src/install/types.js";
import { Home, testDeps } from "./agent.js";

let home: Home;
beforeEach(() => {
  home = new Home();
  for (const agent of ["one", "two"]) home.write(`.${agent}/version`, "1.0");
  for (const folder of ["work", "other"]) fs.mkdirSync(home.file(folder));
});
afterEach(() => home.remove());

const install = (more: Partial<InstallOptions> = {}, name = "guard") => installWith(testDeps({ name }), home.options(more));
const at = (scope: "project" | "local" | "plugin", folder = "work") => ({ scope, dir: home.file(folder) });

it.each(["project", "local"] as const)("the user scope and the %s scope: a warning names the agents and the way out", async (scope) => {
  await install({ providers: ["two"] });
  const { findings } = await install(at(scope));
  expect(findings).toEqual([
    {
      level: "warning",
      provider: "*",
      path: home.file(".agenthooks/guard"),
      message: `guard is installed in the user scope of ${home.path} too: two starts it twice for each event`,
      fix: "take one of the two out: agenthooks uninstall guard --scope user",
    },
  ]);
});

it("the project scope and the local scope of one folder: a warning, with the folder in the way out", async () => {
  await install(at("project"));
  const { findings } = await install(at("local"));
  expect(findings.map((one) => one.fix)).toEqual([
    `take one of the two out: agenthooks uninstall guard --scope project --dir ${home.file("work")}`,
  ]);
});

it("is silent for what no agent reads together: two folders, another program, another agent, the same install again", async () => {
  await install({ ...at("project"), providers: ["one"] });
  for (const report of [
    await install({ ...at("project", "other"), providers: ["one"] }),
    await install({ providers: ["two"] }),
    await install({}, "other"),
    await install({ ...at("project"), providers: ["one"] }),
  ])
    expect(report.findings).toEqual([]);
});

it("extras that cannot be installed are refused, not left out", async () => {
  const extras = { files: { "a.txt": "a" }, statusLine: {} };
  await expect(install({ extras })).rejects.toThrow(UsageError);
  await expect(install({ extras })).rejects.toThrow(/extras.statusLine is nothing that is installed/);
  expect(fs.existsSync(home.file("a.txt"))).toBe(false);
});
