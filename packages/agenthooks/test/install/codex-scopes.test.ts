import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codex } from "../../src/providers/codex/install.js";
import { stateKey } from "../../src/providers/codex/trust.js";
import { Box, codexStates, type Program } from "./installer-box.js";

let box: Box;
beforeEach(async () => {
  box = await Box.make(codex);
});
afterEach(() => box.remove());

const CONFIG = "home/.codex/config.toml";
const states = () => codexStates(box);
const FOREIGN = { type: "command", command: "other" };

describe("the project scope", () => {
  let project: Program;
  beforeEach(async () => {
    await mkdir(box.path("app"));
    project = { scope: "project", root: box.path("app") };
  });

  const trusted = (path: string) => `[projects.${JSON.stringify(path)}]\ntrust_level = "trusted"\n`;

  test("writes the project's file and seeds trust in the person's", async () => {
    const { files } = await box.install(project);
    expect(files.map(({ path, mode }) => [path, mode])).toEqual([
      [box.path("app/.codex/hooks.json"), 0o644],
      [box.path(CONFIG), 0o600],
    ]);
    expect(await box.text("app/.codex/hooks.json")).not.toContain(box.folder);
    expect(Object.keys(await states())).toEqual([stateKey(box.path("app/.codex/hooks.json"), "PreToolUse", 0, 0)]);
  });

  test("a project that is reached by a link is trusted under both names", async () => {
    await symlink(box.path("app"), box.path("link"));
    await box.install({ ...project, root: box.path("link") });
    expect(Object.keys(await states()).sort()).toEqual(
      ["app", "link"].map((name) => stateKey(box.path(name, ".codex/hooks.json"), "PreToolUse", 0, 0)),
    );
  });

  test("that the person does not trust it is said, with the way out", async () => {
    expect((await box.install(project)).nextSteps).toEqual([expect.stringContaining("not trusted yet; start codex in the project")]);
    await box.write(CONFIG, `${trusted(box.path("app"))}${await box.text(CONFIG)}`);
    expect((await box.install(project)).nextSteps).toEqual([]);
    await box.write(CONFIG, (await box.text(CONFIG)).replace('"trusted"', '"untrusted"'));
    expect((await box.install(project)).nextSteps).toEqual([expect.stringContaining("marked as untrusted")]);
  });

  test("in a worktree the entries are in the main checkout too, which the agent reads", async () => {
    await box.write("app/.git/worktrees/tree/commondir", "../..\n");
    await box.write("app/.git/worktrees/tree/gitdir", `${box.path("tree/.git")}\n`);
    await box.write("tree/.git", `gitdir: ${box.path("app/.git/worktrees/tree")}\n`);
    const { files, findings } = await box.install({ ...project, root: box.path("tree") });
    expect(files.map(({ path }) => path)).toEqual([
      box.path("app/.codex/hooks.json"),
      box.path("tree/.codex/hooks.json"),
      box.path(CONFIG),
    ]);
    expect(findings.map(({ message }) => message)).toContainEqual(expect.stringContaining("Codex reads the hooks of its main checkout"));
    expect(Object.keys(await states())).toEqual([stateKey(box.path("app/.codex/hooks.json"), "PreToolUse", 0, 0)]);
    await box.uninstall({ ...project, root: box.path("tree") });
    expect(await states()).toEqual({});
    for (const at of ["app", "tree"]) expect(await box.text(`${at}/.codex/hooks.json`)).not.toContain("acme-guard");
  });

  test("a worktree that will run no hooks is named", async () => {
    await box.write("app/.git/worktrees/tree/gitdir", `${box.path("tree/.git")}\n`);
    await mkdir(box.path("tree"));
    const named = async () => (await box.plan(project)).findings.filter(({ path }) => path === box.path("tree/.codex"));
    expect((await named()).map(({ message }) => message)).toEqual([expect.stringContaining("it has no .codex folder")]);
    await mkdir(box.path("tree/.codex"));
    expect(await named()).toEqual([]);
  });

  test("the person's own configuration is no project", async () => {
    await expect(box.plan({ ...project, root: box.home })).rejects.toThrow(/take the user scope/);
  });
});

describe("the local scope: Codex has no file for it", () => {
  let local: Program;
  const git = (...args: readonly string[]) => execFileSync("git", ["-C", box.path("app"), ...args], { stdio: "pipe" });
  beforeEach(async () => {
    await mkdir(box.path("app"));
    local = { scope: "local", root: box.path("app") };
    git("init", "--quiet");
  });

  test("is refused where git would commit the file, or has it already, and says what to do", async () => {
    await expect(box.plan(local)).rejects.toThrow(/git would commit it; add it to \.git\/info\/exclude/);
    await box.write("app/.codex/hooks.json", { hooks: {} });
    git("add", "-A");
    await expect(box.plan(local)).rejects.toThrow(/it is committed/);
  });

  test("works where git ignores the file, and names the launcher by its path", async () => {
    await box.write("app/.git/info/exclude", ".codex/hooks.json\n");
    await box.install(local);
    expect((await box.inspect(local)).entries.map(({ command, trust }) => [command, trust])).toEqual([
      [`${box.path("app/.agenthooks/local/acme-guard/run")} agenthooks run --provider=codex --event=PreToolUse`, "trusted"],
    ]);
  });

  test("is refused where git cannot be asked; taking out is not", async () => {
    const alone = { ...local, env: { HOME: box.home, PATH: box.path("nothing") } };
    await expect(box.plan(alone)).rejects.toThrow(/cannot be told/);
    expect((await box.plan({ ...alone, events: [] })).files).toEqual([]);
  });

  test("works in a folder that is in no repository", async () => {
    await mkdir(box.path("plain"));
    await box.install({ ...local, root: box.path("plain") });
    expect(box.has("plain/.codex/hooks.json")).toBe(true);
  });
});

describe("the plugin scope", () => {
  let plugin: Program;
  beforeEach(async () => {
    await mkdir(box.path("plug"));
    plugin = { scope: "plugin", root: box.path("plug"), description: "Guards." };
  });

  test("has a manifest and a hooks file of its own, and nothing of the person's configuration", async () => {
    const { files, nextSteps } = await box.install(plugin);
    expect(files.map(({ path }) => path).sort()).toEqual([box.path("plug/.codex-plugin/plugin.json"), box.path("plug/hooks/codex.json")]);
    expect(await box.json("plug/.codex-plugin/plugin.json")).toEqual({
      name: "acme-guard",
      version: "1.0.0",
      description: "Guards.",
      hooks: "./hooks/codex.json",
    });
    expect(nextSteps).toEqual([expect.stringContaining("trust its hooks in /hooks")]);
    expect((await box.plan(plugin)).files).toEqual([]);
    await box.uninstall(plugin);
    expect([box.has("plug/hooks/codex.json"), await box.json("plug/.codex-plugin/plugin.json")]).toEqual([
      false,
      { name: "acme-guard", version: "1.0.0", description: "Guards." },
    ]);
  });

  test("what Claude's manifest says of the plugin holds for Codex, and its hooks file is left alone", async () => {
    await box.write("plug/.claude-plugin/plugin.json", { name: "plug", version: "2.0.0", author: { name: "Ada" }, hooks: "./x.json" });
    const claude = await box.write("plug/hooks/hooks.json", { hooks: { Stop: [{ hooks: [FOREIGN] }] } });
    const { findings } = await box.install(plugin);
    expect(await box.json("plug/.codex-plugin/plugin.json")).toMatchObject({
      name: "plug",
      version: "2.0.0",
      author: { name: "Ada" },
      hooks: "./hooks/codex.json",
    });
    expect(findings.filter(({ level }) => level === "warning").map(({ path }) => path)).toEqual([claude]);
  });

  test("hooks files that the manifest names stay named", async () => {
    await box.write("plug/.codex-plugin/plugin.json", { name: "plug", hooks: "./mine.json" });
    await box.install(plugin);
    expect((await box.json("plug/.codex-plugin/plugin.json")).hooks).toEqual(["./mine.json", "./hooks/codex.json"]);
    await box.uninstall(plugin);
    expect(await box.json("plug/.codex-plugin/plugin.json")).toEqual({ name: "plug", hooks: "./mine.json" });
  });

  test("a manifest that holds hooks itself is refused", async () => {
    await box.write("plug/.codex-plugin/plugin.json", { name: "plug", hooks: { hooks: {} } });
    await expect(box.plan(plugin)).rejects.toThrow(/move them into \.\/hooks\/codex\.json/);
    expect((await box.inspect(plugin)).findings.map(({ level }) => level)).toEqual(["error"]);
  });

  test("Claude's hooks file with our entries, named in the manifest, would run the program twice: it is said", async () => {
    await box.write("plug/.codex-plugin/plugin.json", { name: "plug", hooks: ["./hooks/hooks.json"] });
    const ours = { type: "command", command: box.command(plugin, "Stop"), timeout: 1 };
    await box.write("plug/hooks/hooks.json", { hooks: { Stop: [{ hooks: [ours] }] } });
    const { findings } = await box.install(plugin);
    expect(findings.map(({ message }) => message)).toContainEqual(expect.stringContaining("runs it twice"));
  });
});

test("entries of the plugin are found with whose they are", async () => {
  const plugin: Program = { scope: "plugin", root: box.path("plug") };
  await box.install(plugin);
  expect((await box.inspect(plugin)).entries).toEqual([
    {
      path: join(plugin.root, "./hooks/codex.json"),
      event: "PreToolUse",
      matcher: undefined,
      command: box.command(plugin, "PreToolUse"),
      own: true,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      trust: undefined,
    },
  ]);
});
