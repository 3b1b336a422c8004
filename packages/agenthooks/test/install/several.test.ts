/** Several programs share configuration files and folders: the last one to go leaves what was there before the first. */
import fs from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installWith, uninstallWith } from "../../src/install/commands.js";
import { Home, testDeps } from "./agent.js";

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home.remove());

const install = (more = {}, deps = testDeps()) => installWith(deps, home.options(more));
const uninstall = (more = {}, deps = testDeps()) => uninstallWith(deps, home.target(more));
const commandsIn = (name: string) => (JSON.parse(home.read(name)) as { hooks: { command: string }[] }).hooks.map((one) => one.command);

describe("several programs in one file", () => {
  const other = testDeps({ name: "other" });

  for (const [first, second] of [
    ["guard", "other"],
    ["other", "guard"],
  ] as const) {
    it(`go without a trace, ${first} first: the last one gives back what stood there before all of them`, async () => {
      home.write(".one/hooks.json", '{ "theme":"dark" }');
      const before = home.tree();
      await install();
      await install({}, other);
      await uninstall({ name: first });
      expect(commandsIn(".one/hooks.json").every((one) => one.includes(`/${second}/run`))).toBe(true);
      await uninstall({ name: second });
      expect(home.tree()).toEqual(before);
      expect(fs.existsSync(home.file(".local"))).toBe(false);
    });
  }

  it("go without a trace when the first was upgraded after the second", async () => {
    home.write(".one/hooks.json", '{ "theme":"dark" }');
    const before = home.tree();
    await install();
    await install({}, other);
    await install({}, testDeps({ version: "2", events: ["after", "stop"] }));
    await uninstall({ name: "guard" });
    await uninstall({ name: "other" });
    expect(home.tree()).toEqual(before);
  });

  it("never bring back an entry of one that is gone, whatever was edited in between", async () => {
    const edit = () => home.write(".one/hooks.json", home.read(".one/hooks.json").replace("{", '{ "edited": 1,'));
    for (const [first, second] of [
      ["guard", "other"],
      ["other", "guard"],
    ] as const) {
      await install();
      edit();
      await install({}, other);
      await install({}, testDeps({ version: "2", events: ["after", "stop"] }));
      await uninstall({ name: first });
      await uninstall({ name: second });
      expect(JSON.parse(home.read(".one/hooks.json"))).toMatchObject({ edited: 1 });
      expect(home.read(".one/hooks.json")).not.toContain("agenthooks run");
    }
  });

  it("stay in place of one whose receipt is lost or damaged, when the other goes", async () => {
    for (const bytes of [undefined, "{"]) {
      await install();
      const { receipt } = await installWith(testDeps(), home.options());
      await install({}, other);
      const kept = fs.readFileSync(receipt);
      if (bytes === undefined) fs.rmSync(receipt);
      else fs.writeFileSync(receipt, bytes);
      await uninstall({ name: "other" });
      expect(commandsIn(".one/hooks.json")).toHaveLength(2);
      expect(commandsIn(".one/hooks.json").every((one) => one.includes("/guard/run"))).toBe(true);
      fs.writeFileSync(receipt, kept);
      await uninstall();
    }
  });

  it("are each up to date after the other was installed", async () => {
    await install();
    await install({}, other);
    expect([(await install()).changed, (await install({}, other)).changed]).toEqual([false, false]);
  });
});

describe("the folders above the state folder", () => {
  it("go with the last program where they were made, and stay where they were there", async () => {
    await install();
    await uninstall();
    expect(fs.existsSync(home.file(".local"))).toBe(false);
    fs.mkdirSync(home.file(".local"));
    await install();
    await uninstall();
    expect(fs.readdirSync(home.file(".local"))).toEqual([]);
  });
});
