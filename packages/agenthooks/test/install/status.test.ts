/** What status tells, and what it calls drift. */
import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installWith } from "../../src/install/commands.js";
import { ownBy } from "../../src/install/own.js";
import { statusWith } from "../../src/install/status.js";
import { Home, testAgent, testDeps } from "./agent.js";

let home: Home;
beforeEach(async () => {
  home = new Home();
  home.write(".one/version", "1.0");
  await installWith(testDeps(), home.options());
});
afterEach(() => home.remove());

const status = (more = {}) => statusWith(testDeps(), { home: home.path, env: { HOME: home.path }, ...more });
const drifts = async () => (await status()).entries.map((one) => [one.provider, one.drift]);

it("tells of every agent where its entries lie and for which events", async () => {
  const { entries, findings } = await status();
  const base = { name: "guard", version: "1", scope: "user", root: home.path, events: ["before", "after"], drift: false, linked: false };
  expect(entries).toEqual([
    { ...base, provider: "one", path: home.file(".one/hooks.json") },
    { ...base, provider: "two", path: home.file(".two/hooks.json") },
  ]);
  expect(findings).toEqual([]);
});

it("chooses by name, agent, scope and root", async () => {
  const count = async (more: object) => (await status(more)).entries.length;
  expect(await count({ name: "guard", providers: ["two"], scope: "user", dir: home.path })).toBe(1);
  for (const other of [{ name: "other" }, { providers: ["three"] }, { scope: "project" }, { dir: home.base }])
    expect(await count(other)).toBe(0);
});

it("starts each agent once to ask for its version, however often it is installed for", async () => {
  const dir = home.file("work");
  fs.mkdirSync(dir);
  let asked = 0;
  const one = testAgent("one");
  const counting = {
    ...one,
    detect: (place: Parameters<typeof one.detect>[0]) => {
      asked++;
      return one.detect(place);
    },
  };
  const deps = testDeps({}, [counting, testAgent("two")]);
  await installWith(deps, home.options({ scope: "project", dir, providers: ["one"] }));
  asked = 0;
  expect((await statusWith(deps, { home: home.path, env: { HOME: home.path } })).entries).toHaveLength(3);
  expect(asked).toBe(1);
});

it("says of a program in two scopes that it starts twice, which is no drift", async () => {
  const dir = home.file("work");
  fs.mkdirSync(dir);
  await installWith(testDeps(), home.options({ scope: "project", dir, providers: ["two"] }));
  const { entries, findings } = await status();
  expect(entries.map((one) => one.drift)).toEqual([false, false, false]);
  expect(findings.map(({ level, path: folder }) => [level, folder])).toEqual([
    ["note", home.file(".agenthooks/guard")],
    ["note", path.join(dir, ".agenthooks/guard")],
  ]);
});

describe("drift is", () => {
  it("an entry that is gone", async () => {
    home.write(".one/hooks.json", "{}");
    expect(await drifts()).toEqual([
      ["one", true],
      ["two", false],
    ]);
    expect((await status()).findings.map((one) => one.message)).toEqual([
      "the entry for before is gone or was changed",
      "the entry for after is gone or was changed",
    ]);
  });

  it("an entry that was changed", async () => {
    home.write(".one/hooks.json", home.read(".one/hooks.json").replace("--event=before", "--event=before --fail=open"));
    expect((await drifts())[0]).toEqual(["one", true]);
  });

  it.each([
    ["untrusted", "agenthooks upgrade guard, or trust it in the agent's own list"],
    ["modified", "agenthooks upgrade guard, or trust it in the agent's own list"],
    ["disabled", "switch it on in the agent's own list of hooks"],
  ])("an entry that the agent does not run: %s, with what helps", async (trust, fix) => {
    const config = JSON.parse(home.read(".one/hooks.json"));
    config.hooks[0].trust = trust;
    home.write(".one/hooks.json", JSON.stringify(config));
    expect((await drifts())[0]).toEqual(["one", true]);
    expect((await status()).findings).toMatchObject([
      { level: "warning", message: `the entry for before does not run: it is ${trust}`, fix },
    ]);
  });

  it.each([
    ["edited", "mine"],
    ["gone", undefined],
  ])("a file of the program that was %s", async (word, text) => {
    if (text === undefined) fs.rmSync(home.file(".agenthooks/guard/run"));
    else home.write(".agenthooks/guard/run", text);
    expect(await drifts()).toEqual([
      ["one", true],
      ["two", true],
    ]);
    const { findings } = await status();
    expect(findings).toMatchObject([
      { path: home.file(".agenthooks/guard/run"), message: expect.stringContaining(word), fix: "agenthooks upgrade guard" },
    ]);
  });

  it("not another version of the agent, which is told", async () => {
    home.write(".one/version", "2.0");
    expect((await drifts())[0]).toEqual(["one", false]);
    expect((await status()).findings).toMatchObject([
      { level: "note", message: "the agent is 2.0; the program was installed for 1.0", fix: "agenthooks upgrade" },
    ]);
  });
});

it("a damaged receipt is told, and the others are too", async () => {
  await installWith(testDeps({ name: "other" }), home.options());
  const folder = path.join(home.state, "guard/receipts");
  fs.writeFileSync(path.join(folder, fs.readdirSync(folder)[0] ?? ""), "{");
  const { entries, findings } = await status();
  expect(new Set(entries.map((one) => one.name))).toEqual(new Set(["other"]));
  expect(findings).toMatchObject([{ level: "error", message: expect.stringContaining("cannot be used") }]);
});

it("a root that is gone is told", async () => {
  fs.mkdirSync(home.file("repo"));
  await installWith(testDeps(), home.options({ scope: "project", dir: home.file("repo") }));
  fs.rmSync(home.file("repo"), { recursive: true });
  expect((await status({ scope: "project" })).findings[0]).toMatchObject({ level: "warning", path: home.file("repo") });
});

describe("an entry is ours", () => {
  const own = ownBy(["'/h/.agenthooks/guard/run'"], "/h/.agenthooks/guard/run");
  it.each([
    [true, { command: "'/h/.agenthooks/guard/run' agenthooks run --provider=one --event=x" }],
    [true, { command: "/h/.agenthooks/guard/run", args: ["agenthooks", "run", "--provider=one"] }],
    [false, { command: "'/h/.agenthooks/guard/run' agenthooks manifest" }],
    [false, { command: "'/h/.agenthooks/guard-2/run' agenthooks run --provider=one --event=x" }],
    [false, { command: "echo '/h/.agenthooks/guard/run' agenthooks run --provider=one" }],
    [false, { command: "/h/.agenthooks/guard/run", args: ["something"] }],
    [false, { command: 7 }],
    [false, {}],
  ])("%s: %j", (expected, handler) => expect(own(handler)).toBe(expected));
});

it.skipIf(process.platform === "win32")("a launcher that may no longer be run is drift, and an upgrade lets it run again", async () => {
  const launcher = home.file(".agenthooks/guard/run");
  fs.chmodSync(launcher, 0o644);
  const { entries, findings } = await status();
  expect(entries.map((one) => one.drift)).toEqual([true, true]);
  expect(findings).toMatchObject([{ level: "warning", path: launcher, message: "a file of guard may no longer be run" }]);
  expect((await installWith(testDeps(), home.options(), true)).changed).toBe(true);
  expect(await drifts()).toEqual([
    ["one", false],
    ["two", false],
  ]);
});
