/** What install, upgrade and uninstall promise, with an agent of the tests. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ConfigParseError, InstallConflictError, StateError, UsageError } from "agenthooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installWith, renderWith, uninstallWith } from "../../src/install/commands.js";
import { receiptPath } from "../../src/install/receipt.js";
import { Home, testAgent, testDeps } from "./agent.js";

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home.remove());

const config = (...commands: readonly string[]) =>
  `${JSON.stringify({ theme: "dark", hooks: commands.map((command) => ({ event: "before", command })) }, null, 4)}\n`;
const install = (more = {}, deps = testDeps()) => installWith(deps, home.options(more));
const uninstall = (more = {}, deps = testDeps()) => uninstallWith(deps, home.target(more));
const receipt = () => receiptPath(home.state, "guard", "user", home.path);
const commandsIn = (name: string) => (JSON.parse(home.read(name)) as { hooks: { command: string }[] }).hooks.map((one) => one.command);

describe("install", () => {
  it("puts the program into its folder, appends the entries and says what to do", async () => {
    home.write(".one/hooks.json", config("/usr/bin/true"));
    const report = await install();
    expect(report).toMatchObject({ name: "guard", changed: true, receipt: receipt() });
    expect(report.files.map(({ path: file, action, provider }) => [path.relative(home.path, file), action, provider])).toEqual([
      [".agenthooks/guard/launch.json", "create", undefined],
      [".agenthooks/guard/run", "create", undefined],
      [path.relative(home.path, receipt()), "create", undefined],
      [".one/hooks.json", "update", "one"],
      [".two/hooks.json", "create", "two"],
    ]);
    const command = (event: string) => `'${home.file(".agenthooks/guard/run")}' agenthooks run --provider=one --event=${event}`;
    expect(commandsIn(".one/hooks.json")).toEqual(["/usr/bin/true", command("before"), command("after")]);
    expect(report.nextSteps).toEqual([
      { provider: "one", text: "start it again" },
      { provider: "two", text: "start it again" },
    ]);
    expect(fs.statSync(home.file(".agenthooks/guard/run")).mode & 0o777).toBe(0o700);
    expect(fs.statSync(home.file(".agenthooks/guard/launch.json")).mode & 0o777).toBe(0o600);
  });

  it("twice is once: no byte is written, not even the receipt", async () => {
    await install();
    const times = () => [...report.files.map((one) => one.path)].map((file) => [fs.statSync(file).mtimeMs, fs.statSync(file).ino]);
    const report = await install();
    const before = times();
    const again = await install();
    expect([report.changed, again.changed]).toEqual([false, false]);
    expect(new Set(again.files.map((one) => one.action))).toEqual(new Set(["same"]));
    expect(times()).toEqual(before);
  });

  it("in a dry run writes nothing at all, no lock and no folder, and tells the same", async () => {
    const before = home.tree();
    const report = await install({ dryRun: true });
    expect(home.tree()).toEqual(before);
    expect(fs.existsSync(home.file(".local"))).toBe(false);
    expect({ ...(await install()) }).toEqual(report);
  });

  it("renders every file and shows as a difference only what changes", async () => {
    home.write(".one/hooks.json", config("/usr/bin/true"));
    const rendering = await renderWith(testDeps(), home.options(), "changes");
    const report = await install();
    expect([...rendering.keys()]).toEqual(report.files.map((one) => one.path));
    for (const [file, { after }] of rendering) expect(after).toEqual(fs.readFileSync(file));
    expect(rendering.get(home.file(".one/hooks.json"))?.before?.toString()).toBe(config("/usr/bin/true"));
    expect((await renderWith(testDeps(), home.options(), "changes")).size).toBe(0);
    expect((await renderWith(testDeps(), home.options(), "all")).size).toBe(rendering.size);
  });

  it("keeps the agents that it is installed for, and adds the named ones", async () => {
    await install({ providers: ["one"] });
    const report = await install({ providers: ["two"] });
    expect(report.files.find((one) => one.provider === "two")?.action).toBe("create");
    expect(commandsIn(".one/hooks.json")).toHaveLength(2);
    expect(JSON.parse(fs.readFileSync(receipt(), "utf8"))).toMatchObject({ providers: ["one", "two"] });
  });

  it("without an agent, or for one that is not known, is refused with those that are", async () => {
    await expect(install({ providers: [] })).rejects.toThrow(UsageError);
    await expect(install({ providers: ["three"] })).rejects.toThrow(/nothing can be installed for "three"; one of one, two/);
  });

  it("puts a newer version in the place of an older one, and files that it no longer has go", async () => {
    await install({}, testDeps({ version: "1", files: { "hooks.old.cjs": "old" } }));
    const report = await install({}, testDeps({ version: "2", events: ["after", "stop"], files: { "hooks.new.cjs": "new" } }));
    expect(report.changed).toBe(true);
    expect(fs.readdirSync(home.file(".agenthooks/guard")).sort()).toEqual(["hooks.new.cjs", "launch.json", "run"]);
    expect(commandsIn(".one/hooks.json").map((one) => one.replace(/.*event=/, ""))).toEqual(["after", "stop"]);
  });

  it("makes a launcher that somebody has switched off run again", async () => {
    await install();
    fs.chmodSync(home.file(".agenthooks/guard/run"), 0o600);
    expect((await install()).changed).toBe(true);
    expect(fs.statSync(home.file(".agenthooks/guard/run")).mode & 0o777).toBe(0o700);
  });

  it("records the versions of the agents that are there; those that are given win", async () => {
    home.write(".one/version", "1.5");
    home.write(".two/version", "2.5");
    const report = await install({ hostVersions: { two: "9" } });
    expect(JSON.parse(fs.readFileSync(receipt(), "utf8"))).toMatchObject({ hostVersions: { one: "1.5", two: "9" } });
    expect(report.findings).toEqual([]);
  });

  it("says when an agent is not on the machine", async () => {
    const report = await install({ providers: ["one"] });
    expect(report.findings).toMatchObject([{ level: "note", provider: "one", message: expect.stringContaining("not found") }]);
  });

  it("is stopped by its signal before anything is written", async () => {
    const stop = new AbortController();
    const deps = testDeps();
    const stage: typeof deps.stage = async (options) => {
      stop.abort(new Error("enough"));
      return deps.stage(options);
    };
    const late = { ...deps, stage };
    const before = home.tree();
    await expect(install({ signal: stop.signal }, late)).rejects.toThrow("enough");
    expect(home.tree()).toEqual(before);
  });
});

describe("what is not ours", () => {
  it("in the program's folder is refused", async () => {
    home.write(".agenthooks/guard/notes.txt", "mine");
    const before = home.tree();
    await expect(install()).rejects.toThrow(InstallConflictError);
    home.write(".agenthooks/guard/launch.json", JSON.stringify({ schema: 1, name: "other" }));
    await expect(install()).rejects.toThrow(/belongs to the program other/);
    fs.rmSync(home.file(".agenthooks/guard/launch.json"));
    expect(home.tree()).toEqual(before);
  });

  it("in the receipt's place is refused", async () => {
    await install();
    fs.writeFileSync(receipt(), fs.readFileSync(receipt(), "utf8").replace('"name": "guard"', '"name": "other"'));
    await expect(install()).rejects.toThrow(/the receipt is of another program, "other"/);
  });

  it("in the place of an extra file is refused, and one of ours is replaced and taken out", async () => {
    const extras = (text: string) => ({ extras: { files: { "docs/guard.md": text } } });
    await install(extras("one"));
    await install(extras("two"));
    expect(home.read("docs/guard.md")).toBe("two");
    home.write("docs/guard.md", "edited");
    await expect(install(extras("three"))).rejects.toThrow(InstallConflictError);
    home.write("docs/guard.md", "two");
    await uninstall();
    expect(fs.existsSync(home.file("docs"))).toBe(false);
    await expect(install({ extras: { files: { "../out.md": "" } } })).rejects.toThrow(UsageError);
  });

  it("may not be lost or moved by an agent's plan: nothing is written then", async () => {
    const honest = testAgent("one");
    const careless = testAgent("one", {
      plan: async (request) => {
        const plan = await honest.plan(request);
        return { ...plan, files: plan.files.map((one) => ({ ...one, after: Buffer.from('{"hooks":[]}') })) };
      },
    });
    home.write(".one/hooks.json", config("/usr/bin/true"));
    const before = home.tree();
    await expect(install({ providers: ["one"] }, testDeps({}, [careless]))).rejects.toThrow(/would lose or move an entry that is not ours/);
    expect(home.tree()).toEqual(before);
  });

  it("a configuration that cannot be parsed leaves everything as it is", async () => {
    const broken = testAgent("two", {
      plan: async () => {
        throw new ConfigParseError("no JSON", "hooks.json", 1, 2);
      },
    });
    const before = home.tree();
    await expect(install({}, testDeps({}, [testAgent("one"), broken]))).rejects.toThrow(ConfigParseError);
    expect(home.tree()).toEqual(before);
  });
});

describe("a file that may not be written", () => {
  it("is noticed before anything is", async () => {
    home.write(".two/hooks.json", config("/usr/bin/true"), 0o444);
    fs.chmodSync(home.file(".two/hooks.json"), 0o444);
    const before = home.tree();
    const refused = install();
    await expect(refused).rejects.toThrow(InstallConflictError);
    await expect(refused).rejects.toThrow(/the file is read-only; .*\.two\/hooks\.json; nothing was written; make it writable/);
    expect(home.tree()).toEqual(before);
  });

  it("is named as it is seen and as it is, when it lies behind a link", async () => {
    const store = home.write("store/settings", config("/usr/bin/true"));
    fs.chmodSync(store, 0o444);
    fs.mkdirSync(home.file(".two"));
    fs.symlinkSync(store, home.file(".two/hooks.json"));
    await expect(install()).rejects.toThrow(`${home.file(".two/hooks.json")} (which is ${store})`);
  });

  it("since its folder may not, is refused too; so is a folder in its place", async () => {
    fs.mkdirSync(home.file(".two"));
    fs.chmodSync(home.file(".two"), 0o555);
    await expect(install()).rejects.toThrow(/its folder is read-only/);
    fs.chmodSync(home.file(".two"), 0o755);
    fs.mkdirSync(home.file(".agenthooks/guard/run"), { recursive: true });
    home.write(".agenthooks/guard/launch.json", '{"schema":1,"name":"guard"}');
    await expect(install()).rejects.toThrow();
    expect(fs.existsSync(home.file(".one"))).toBe(false);
  });
});

describe("links", () => {
  it.each([
    ["a file behind two links", ["first", "second"]],
    ["a file that is not there yet", []],
  ])("stay, and %s is what changes", async (_, chain) => {
    const real = home.file("dotfiles/hooks.json");
    fs.mkdirSync(home.file("dotfiles"));
    if (chain.length > 0) home.write("dotfiles/hooks.json", config("/usr/bin/true"));
    let target = "dotfiles/hooks.json";
    for (const name of chain) {
      fs.symlinkSync(target, home.file(name));
      target = name;
    }
    fs.mkdirSync(home.file(".one"));
    fs.symlinkSync(`../${target}`, home.file(".one/hooks.json"));
    const before = home.tree();
    await install({ providers: ["one"] });
    expect(fs.readlinkSync(home.file(".one/hooks.json"))).toBe(`../${target}`);
    expect(fs.readFileSync(real, "utf8")).toContain("agenthooks run");
    await uninstall();
    expect(home.tree()).toEqual(before);
  });

  it("to folders stay, also when the folder is not there", async () => {
    fs.symlinkSync("elsewhere/one", home.file(".one"));
    await install({ providers: ["one"] });
    expect(fs.readdirSync(home.file("elsewhere/one"))).toEqual(["hooks.json"]);
    await uninstall();
    expect(home.tree()).toEqual({ ".one": "link elsewhere/one" });
  });

  it("in a circle are refused", async () => {
    fs.mkdirSync(home.file(".one"));
    fs.symlinkSync("hooks.json", home.file(".one/hooks.json"));
    await expect(install()).rejects.toThrow();
    expect(fs.existsSync(home.file(".agenthooks"))).toBe(false);
  });

  it("to a home folder make no second install of it", async () => {
    fs.symlinkSync(home.path, path.join(home.base, "alias"));
    await install();
    const other = { home: path.join(home.base, "alias"), env: { HOME: home.path } };
    await uninstall(other);
    expect(fs.existsSync(home.file(".agenthooks"))).toBe(false);
  });
});

describe("uninstall", () => {
  it("gives back the bytes that stood there before the first install, and takes away what it made", async () => {
    home.write(".one/hooks.json", config("/usr/bin/true").replaceAll("\n", "\r\n"), 0o640);
    const before = home.tree();
    await install();
    await install({}, testDeps({ version: "2", events: ["stop"] }));
    const report = await uninstall();
    expect(report.files.map(({ path: file, action }) => [path.relative(home.path, file), action])).toEqual([
      [".one/hooks.json", "update"],
      [".two/hooks.json", "delete"],
      [".agenthooks/guard/launch.json", "delete"],
      [".agenthooks/guard/run", "delete"],
      [path.relative(home.path, receipt()), "delete"],
    ]);
    const { ".local": _, ".local/state": __, ...rest } = home.tree();
    expect(rest).toEqual(before);
  });

  it("takes out exactly our entries where somebody has edited since", async () => {
    home.write(".one/hooks.json", config("/usr/bin/true"));
    await install();
    const edited = JSON.parse(home.read(".one/hooks.json"));
    edited.hooks.push({ event: "after", command: "/usr/bin/false" });
    home.write(".one/hooks.json", JSON.stringify({ ...edited, theme: "light" }));
    await uninstall();
    expect(JSON.parse(home.read(".one/hooks.json"))).toEqual({
      theme: "light",
      hooks: [
        { event: "before", command: "/usr/bin/true" },
        { event: "after", command: "/usr/bin/false" },
      ],
    });
  });

  it("after an edit between two installs keeps the edit", async () => {
    home.write(".one/hooks.json", config("/usr/bin/true"));
    await install();
    home.write(".one/hooks.json", home.read(".one/hooks.json").replace("dark", "light"));
    await install({}, testDeps({ version: "2", events: ["stop"] }));
    await uninstall();
    expect(JSON.parse(home.read(".one/hooks.json"))).toEqual(JSON.parse(config("/usr/bin/true").replace("dark", "light")));
  });

  it("of one of two programs leaves the other, in any order", async () => {
    home.write(".one/hooks.json", config("/usr/bin/true"));
    await install();
    await install({}, testDeps({ name: "other" }));
    await uninstall();
    expect(commandsIn(".one/hooks.json").filter((one) => one.includes("/other/run"))).toHaveLength(2);
    expect(commandsIn(".one/hooks.json").filter((one) => one.includes("/guard/run"))).toHaveLength(0);
    await uninstall({ name: "other" });
    expect(JSON.parse(home.read(".one/hooks.json"))).toEqual(JSON.parse(config("/usr/bin/true")));
  });

  it("keeps a file of the program that was edited, and says so", async () => {
    await install();
    home.write(".agenthooks/guard/run", "mine");
    home.write(".agenthooks/guard/notes.txt", "mine");
    const report = await uninstall();
    expect(report.findings.map((one) => one.path)).toEqual([home.file(".agenthooks/guard/run"), home.file(".agenthooks/guard/notes.txt")]);
    expect(fs.readdirSync(home.file(".agenthooks/guard")).sort()).toEqual(["notes.txt", "run"]);
  });

  it("from one agent leaves the program to the other", async () => {
    await install();
    const report = await uninstall({ providers: ["one"] });
    expect(report.findings).toMatchObject([{ message: expect.stringContaining("two still use") }]);
    expect(fs.existsSync(home.file(".one"))).toBe(true);
    expect(fs.existsSync(home.file(".one/hooks.json"))).toBe(false);
    expect(commandsIn(".two/hooks.json")).toHaveLength(2);
    await uninstall();
    expect(fs.existsSync(home.file(".agenthooks"))).toBe(false);
  });

  it("without a receipt takes out the entries that start our launcher, and says so", async () => {
    home.write(".one/hooks.json", config("/usr/bin/true"));
    await install();
    fs.rmSync(home.state, { recursive: true });
    const report = await uninstall();
    expect(report.findings.map((one) => one.message)).toEqual([
      expect.stringContaining("there is no receipt"),
      expect.stringContaining("the folder of the program is kept"),
    ]);
    expect(commandsIn(".one/hooks.json")).toEqual(["/usr/bin/true"]);
  });

  it("with a damaged receipt is refused with what to do, and loses nothing", async () => {
    await install();
    fs.truncateSync(receipt(), 100);
    const before = home.tree();
    const refused = uninstall();
    await expect(refused).rejects.toThrow(StateError);
    await expect(refused).rejects.toThrow(/cannot be used: .*; .*; restore it from a backup, or move it away/);
    await expect(install()).rejects.toThrow(StateError);
    expect(home.tree()).toEqual(before);
    fs.renameSync(receipt(), `${receipt()}.aside`);
    expect((await uninstall()).changed).toBe(true);
  });

  it("refuses a receipt whose kept bytes were changed", async () => {
    home.write(".one/hooks.json", config("/usr/bin/true"));
    await install();
    const kept = JSON.parse(fs.readFileSync(receipt(), "utf8"));
    for (const file of kept.files) if (file.before) file.before = Buffer.from("{}").toString("base64");
    fs.writeFileSync(receipt(), JSON.stringify(kept));
    await expect(uninstall()).rejects.toThrow(/are not those that it had/);
  });

  it("of an unknown name says what is installed", async () => {
    await install();
    await expect(uninstall({ name: "gard" })).rejects.toThrow(
      `gard is not installed; user scope of ${home.path}; installed: guard (user, ${home.path})`,
    );
    await uninstall();
    await expect(uninstall()).rejects.toThrow(/nothing is installed/);
  });
});

describe("upgrade", () => {
  it("is for an install that is there, and remembers its agents", async () => {
    await expect(installWith(testDeps(), home.options(), true)).rejects.toThrow(/not installed.*install it first/);
    await install();
    const commands = commandsIn(".one/hooks.json");
    const report = await installWith(testDeps({ version: "2" }), home.options({ providers: [] }), true);
    expect(report.files.filter((one) => one.action === "update").map((one) => path.basename(one.path))).toEqual([
      "launch.json",
      "run",
      path.basename(receipt()),
    ]);
    expect(commandsIn(".one/hooks.json")).toEqual(commands);
  });
});

describe("scopes", () => {
  const repository = () => {
    fs.mkdirSync(home.file("repo/.git"), { recursive: true });
    fs.mkdirSync(home.file("repo/deep/er"), { recursive: true });
    return home.file("repo");
  };

  it("a project lies at the git root above the working folder, a worktree at its own", async () => {
    const root = repository();
    home.write("repo/deep/.git", "gitdir: ../.git/worktrees/deep");
    const at = (cwd: string) => ({ ...testDeps(), cwd: () => cwd });
    await install({ scope: "project" }, at(path.join(root)));
    expect(fs.existsSync(path.join(root, ".agenthooks/guard/run"))).toBe(true);
    await install({ scope: "project" }, at(path.join(root, "deep/er")));
    expect(fs.existsSync(path.join(root, "deep/.agenthooks/guard/run"))).toBe(true);
    await expect(install({ scope: "project" }, at(os.tmpdir()))).rejects.toThrow(/no git repository.*--dir/);
  });

  it("local programs are ignored by git, and go without a trace", async () => {
    const dir = repository();
    await install({ scope: "local", dir });
    expect(fs.readFileSync(path.join(dir, ".agenthooks/local/guard/.gitignore"), "utf8")).toBe("*\n");
    await uninstall({ scope: "local", dir });
    expect(fs.existsSync(path.join(dir, ".agenthooks"))).toBe(false);
  });

  it("each has an install of its own", async () => {
    const dir = repository();
    await install();
    await install({ scope: "project", dir });
    await uninstall({ scope: "project", dir });
    expect(commandsIn(".one/hooks.json")).toHaveLength(2);
    expect(fs.existsSync(path.join(dir, ".one/hooks.json"))).toBe(false);
  });

  it("a project in the home folder is refused, by whatever path", async () => {
    fs.symlinkSync(home.path, path.join(home.base, "alias"));
    for (const dir of [home.path, path.join(home.base, "alias")])
      await expect(install({ scope: "project", dir })).rejects.toThrow(/is the home folder; .*; take the user scope/);
  });

  it("a clone with the program in it is installed over, and uninstalled without it", async () => {
    const dir = repository();
    await install({ scope: "project", dir });
    fs.rmSync(home.state, { recursive: true });
    const report = await install({ scope: "project", dir });
    expect(report.files.filter((one) => one.action !== "same").map((one) => one.path)).toEqual([report.receipt]);
    await uninstall({ scope: "project", dir });
    expect(fs.existsSync(path.join(dir, ".agenthooks"))).toBe(false);
    expect(fs.readFileSync(path.join(dir, ".one/hooks.json"), "utf8")).toBe("{}\n");
  });
});

it("the state folder is where XDG_STATE_HOME says", async () => {
  const env = { HOME: home.path, XDG_STATE_HOME: home.file("states") };
  expect((await install({ env })).receipt.startsWith(home.file("states/agenthooks/guard/receipts/user-"))).toBe(true);
});

it("a private file keeps its mode when it is edited", async () => {
  home.write(".one/hooks.json", config("/usr/bin/true"));
  fs.chmodSync(home.file(".one/hooks.json"), 0o640);
  await install();
  expect(fs.statSync(home.file(".one/hooks.json")).mode & 0o777).toBe(0o640);
});
