/** Several files, all or none, while others write too. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { InstallConflictError, StateError } from "agenthooks";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { installWith } from "../../src/install/commands.js";
import { commit, recover, StalePlanError } from "../../src/install/commit.js";
import { journalPath } from "../../src/install/journal.js";
import { statusWith } from "../../src/install/status.js";
import { Home, testAgent, testDeps } from "./agent.js";

let home: Home;
beforeEach(() => {
  home = new Home();
  home.write("a", "old a");
  home.write("b", "old b");
});
afterEach(() => {
  vi.restoreAllMocks();
  home.remove();
});

const bytes = (text: string) => Buffer.from(text);
const change = (name: string, before: string | undefined, after: string | undefined) => ({
  path: home.file(name),
  before: before === undefined ? undefined : bytes(before),
  after: after === undefined ? undefined : bytes(after),
});
const both = () => [change("a", "old a", "new a"), change("b", "old b", "new b")];
const run = (changes: Parameters<typeof commit>[0]["changes"]) => commit({ stateHome: home.state, what: "install of guard", changes });
const contents = () => Object.fromEntries(Object.entries(home.tree()).filter(([name]) => !name.startsWith(".local")));

/** Runs `then` once, right after the first file has taken its place. */
function afterFirstRename(then: () => void): void {
  const rename = fs.renameSync;
  let done = false;
  vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    rename(from, to);
    if (done || !String(to).endsWith("/a")) return;
    done = true;
    then();
  });
}

/** A commit that is killed right after the first file has taken its place. */
async function killed(): Promise<void> {
  const copy = path.join(home.base, "journal");
  afterFirstRename(() => fs.copyFileSync(journalPath(home.state), copy));
  await run(both());
  fs.mkdirSync(home.state, { recursive: true });
  fs.copyFileSync(copy, journalPath(home.state));
  home.write("b", "old b");
}

it("a folder that is made is as open as what lies in it, and private else", async () => {
  await run([
    { ...change("shared/run", undefined, "x"), mode: 0o755 },
    { ...change("shared/own/secret", undefined, "x"), mode: 0o600 },
  ]);
  const modes = ["shared", "shared/own"].map((name) => fs.statSync(home.file(name)).mode & 0o777 & ~process.umask());
  expect(modes).toEqual([0o755 & ~process.umask(), 0o700]);
});

describe("a file that somebody has changed since it was read", () => {
  it("stops the commit before anything is written", async () => {
    home.write("b", "theirs");
    await expect(run(both())).rejects.toThrow(StalePlanError);
    expect(contents()).toEqual({ a: "644 old a", b: "644 theirs" });
  });

  it("stops it in the middle too: what was written is undone, and theirs stays", async () => {
    afterFirstRename(() => home.write("b", "theirs"));
    await expect(run(both())).rejects.toThrow(InstallConflictError);
    expect(contents()).toEqual({ a: "644 old a", b: "644 theirs" });
    expect(fs.existsSync(home.file(".local"))).toBe(false);
  });

  it("after it was written stays theirs, and is named", async () => {
    afterFirstRename(() => {
      home.write("a", "theirs");
      home.write("b", "theirs");
    });
    await expect(run(both())).rejects.toThrow(
      /was undone, but for files that somebody has changed meanwhile; .*\/a(?:, .*)?; look at them/,
    );
    expect(contents()).toEqual({ a: "644 theirs", b: "644 theirs" });
  });

  it("is planned for anew by install", async () => {
    const agent = testAgent("one");
    let edited = false;
    const plan: typeof agent.plan = async (request) => {
      const result = await agent.plan(request);
      if (!edited) home.write(".one/hooks.json", '{"theme":"dark"}');
      edited = true;
      return result;
    };
    await installWith(testDeps({}, [testAgent("one", { plan })]), home.options({ providers: ["one"] }));
    expect(JSON.parse(home.read(".one/hooks.json"))).toMatchObject({ theme: "dark", hooks: [{ event: "before" }, { event: "after" }] });
  });
});

describe("what a kill has left", () => {
  it("is undone by the next command, which says so", async () => {
    await killed();
    const recovery = { what: "install of guard", undone: [home.file("b"), home.file("a")], kept: [] };
    expect(await recover(home.state)).toMatchObject(recovery);
    expect(contents()).toEqual({ a: "644 old a", b: "644 old b" });
    expect(fs.existsSync(home.file(".local"))).toBe(false);
    expect(await recover(home.state)).toBeUndefined();
  });

  it("and somebody has edited since is never lost: it is left, and told", async () => {
    await killed();
    home.write("a", "new a, edited");
    const report = await installWith(testDeps(), home.options());
    expect(home.read("a")).toBe("new a, edited");
    expect(home.read("b")).toBe("old b");
    expect(report.findings.map(({ level, path: file }) => [level, file])).toEqual(
      expect.arrayContaining([
        ["note", undefined],
        ["warning", home.file("a")],
      ]),
    );
  });

  it("is seen as undone, and told, by commands that only look", async () => {
    await killed();
    const before = home.tree();
    const { findings } = await statusWith(testDeps(), { home: home.path, env: { HOME: home.path } });
    expect(findings).toMatchObject([
      { level: "warning", message: expect.stringContaining("an interrupted install of guard is not yet undone") },
    ]);
    const report = await installWith(testDeps(), home.options({ dryRun: true }));
    expect(report.findings).toEqual(expect.arrayContaining([...findings]));
    expect(home.tree()).toEqual(before);
  });

  it("and cannot be read stops every command that writes, and is left", async () => {
    home.write(".local/state/agenthooks/.journal", "{");
    await expect(installWith(testDeps(), home.options())).rejects.toThrow(StateError);
    expect(home.read(".local/state/agenthooks/.journal")).toBe("{");
  });
});

it("two names of one file are refused", async () => {
  fs.symlinkSync("a", home.file("link"));
  await expect(run([change("a", "old a", "1"), change("link", "old a", "2")])).rejects.toThrow(/are one file/);
  expect(home.read("a")).toBe("old a");
});

it("a write that takes only a part is carried on", async () => {
  const write = fs.writeSync;
  vi.spyOn(fs, "writeSync").mockImplementation(((file: number, data: Uint8Array, at: number) =>
    write(file, data, at, 1)) as typeof fs.writeSync);
  await run(both());
  expect(contents()).toEqual({ a: "644 new a", b: "644 new b" });
});

it("the file keeps its mode, a new one is private, its folder too", async () => {
  fs.chmodSync(home.file("a"), 0o604);
  await run([change("a", "old a", "new a"), change("deep/er/c", undefined, "c")]);
  expect(contents()).toEqual({ a: "604 new a", b: "644 old b", deep: "folder 700", "deep/er": "folder 700", "deep/er/c": "600 c" });
});

it("programs that are installed at the same time are all installed", async () => {
  const names = ["one", "two", "three", "four"].map((name) => `guard-${name}`);
  await Promise.all(names.map((name) => installWith(testDeps({ name }), home.options())));
  const { hooks } = JSON.parse(home.read(".one/hooks.json")) as { hooks: { command: string }[] };
  for (const name of names) expect(hooks.filter((one) => one.command.includes(`/${name}/run`))).toHaveLength(2);
});

it("Ctrl-C while files are written is heeded when they are", async () => {
  const child = path.join(home.base, "child.mjs");
  const contents = `
    import fs from "node:fs";
    import { commit } from ${JSON.stringify(new URL("../../src/install/commit.ts", import.meta.url).pathname)};
    const rename = fs.renameSync;
    fs.renameSync = (from, to) => { process.kill(process.pid, "SIGINT"); rename(from, to); };
    const change = (name) => ({ path: name, before: Buffer.from(fs.readFileSync(name)), after: Buffer.from("new") });
    await commit({ stateHome: ${JSON.stringify(home.state)}, what: "test", changes: ${JSON.stringify([home.file("a"), home.file("b")])}.map(change) });
    console.log("went on");
    setTimeout(() => {}, 10_000);`;
  const stdin = { contents, resolveDir: path.dirname(new URL(import.meta.url).pathname) };
  await build({ stdin, outfile: child, bundle: true, platform: "node", format: "esm" });
  const ended = await new Promise((resolve) => {
    spawn(process.execPath, [child], { stdio: "ignore" }).on("close", (code, signal) => resolve([code, signal]));
  });
  expect(ended).toEqual([null, "SIGINT"]);
  expect([home.read("a"), home.read("b")]).toEqual(["new", "new"]);
  expect(fs.readdirSync(home.state)).toEqual([]);
});
