/** What receipts tell of installs without a look at any agent, and what an uninstall would change. */
import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installWith, renderRemovalWith, uninstallWith } from "../../src/install/commands.js";
import { installed } from "../../src/install/installed.js";
import type { Selection } from "../../src/install/types.js";
import { Home, testDeps } from "./agent.js";

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home.remove());

const list = (more: Selection = {}) => installed({ home: home.path, env: { HOME: home.path }, ...more });

describe("installed", () => {
  it("gives the options that install the program again: what was asked for then, for all its agents", async () => {
    const { program, command, ...rest } = home.options();
    expect(command).toBeUndefined();
    const asked = { runtime: "/opt/node", fail: "closed", link: true, description: "d" } as const;
    await installWith(testDeps(), { ...rest, program: program ?? "", ...asked, dryRun: false });
    const [one] = await list();
    expect(one).toMatchObject({ name: "guard", scope: "user", root: home.path, providers: ["one", "two"] });
    expect(one?.again).toEqual({
      name: "guard",
      scope: "user",
      providers: ["one", "two"],
      program: expect.stringMatching(/^\//),
      ...asked,
    });
    const again = one?.again;
    if (!again) throw new Error("no options");
    expect(await installWith(testDeps(), { ...again, home: home.path, env: { HOME: home.path } }, true)).toMatchObject({ changed: false });
  });

  it("of a program that is a command gives the command", async () => {
    const { program: _, command: __, ...rest } = home.options();
    await installWith(testDeps(), { ...rest, command: ["/bin/guard", "hooks"] });
    expect((await list())[0]?.again).toMatchObject({ command: ["/bin/guard", "hooks"] });
  });

  it("gives none of an install with extras, which no receipt holds", async () => {
    await installWith(testDeps(), { ...home.options(), extras: { files: { "notes.md": "x" } } });
    expect(await list()).toMatchObject([{ name: "guard", again: undefined }]);
  });

  it("chooses by name, agent, scope and root", async () => {
    await installWith(testDeps(), home.options());
    expect(await list({ name: "guard", providers: ["two"], scope: "user", dir: home.path })).toHaveLength(1);
    for (const other of [{ name: "other" }, { providers: ["three"] }, { scope: "project" }, { dir: home.base }] as const)
      expect(await list(other)).toEqual([]);
  });
});

it("the rendering of an uninstall is what the uninstall does, byte for byte", async () => {
  home.write(".one/hooks.json", '{ "mine": 1 }');
  await installWith(testDeps(), home.options());
  const target = { name: "guard", providers: [], scope: "user", home: home.path, env: { HOME: home.path } } as const;
  const rendering = await renderRemovalWith(testDeps(), target);
  const { files } = await uninstallWith(testDeps(), target);
  expect([...rendering.keys()].toSorted()).toEqual(files.flatMap(({ path, action }) => (action === "same" ? [] : [path])).toSorted());
  expect(Buffer.from(rendering.get(home.file(".one/hooks.json"))?.after ?? []).toString()).toBe('{ "mine": 1 }');
  for (const [path, { after }] of rendering) expect([path, existsSync(path)]).toEqual([path, after !== undefined]);
});
