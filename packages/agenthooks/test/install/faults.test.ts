/** Old or new, never mixed: a command that fails or is killed at every call to the file system in turn. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installWith, uninstallWith } from "../../src/install/commands.js";
import { recover } from "../../src/install/commit.js";
import { Home, testDeps } from "./agent.js";
import { CHANGES, LOOKS, onEachCall } from "./faults.js";

type Command = "install" | "upgrade" | "uninstall";
const COMMANDS: readonly Command[] = ["install", "upgrade", "uninstall"];

const FOREIGN = `${JSON.stringify({ other: 1, hooks: [{ event: "before", command: "/usr/bin/true" }] }, null, 3)}\n`;
let scratch = "";
let child = "";

beforeAll(async () => {
  scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "agenthooks-faults-")));
  child = path.join(scratch, "child.mjs");
  const entryPoints = [new URL("fault-child.ts", import.meta.url).pathname];
  await build({ entryPoints, outfile: child, bundle: true, platform: "node", format: "esm", external: ["esbuild"] });
});
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

/** A home folder where a command can run again and again, with what lies there before and after it. */
async function stage(command: Command, folder: string) {
  const home = new Home(path.join(scratch, folder));
  home.write(".one/hooks.json", FOREIGN, 0o640);
  fs.mkdirSync(home.file(".local/state"), { recursive: true });
  const program = command === "upgrade" ? { version: "2", events: ["after", "stop"] } : {};
  const run = () =>
    command === "uninstall"
      ? uninstallWith(testDeps(), home.target())
      : installWith(testDeps(program), home.options(), command === "upgrade");
  if (command !== "install") await installWith(testDeps(), home.options());
  const copy = path.join(scratch, `${folder}-before`);
  fs.cpSync(home.base, copy, { recursive: true });
  const before = home.tree();
  await run();
  const after = home.tree();
  expect(after).not.toEqual(before);
  const reset = () => {
    fs.rmSync(home.base, { recursive: true, force: true });
    fs.cpSync(copy, home.base, { recursive: true });
  };
  reset();
  expect(home.tree()).toEqual(before);
  return { home, run, before, after, reset };
}

function killedAt(command: Command, base: string, call: number): Promise<{ readonly signal: string | null; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [child, command, base, String(call)], { stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [running.stdout, running.stderr])
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
    running.on("error", reject);
    running.on("close", (_, signal) => resolve({ signal, text }));
  });
}

describe.each(COMMANDS)("%s", (command) => {
  it("killed before any change to the file system leaves the old state or the new one, and the next command ends it", async () => {
    const { home, run, before, after, reset } = await stage(command, `kill-${command}`);
    const seen = new Set<string>();
    for (let call = 1; ; call++) {
      reset();
      const { signal, text } = await killedAt(command, home.base, call);
      if (signal === null) {
        expect(text).toBe(String(call - 1));
        break;
      }
      await recover(home.state);
      const tree = home.tree();
      const is = JSON.stringify(tree) === JSON.stringify(after) ? "new" : "old";
      expect(tree, `killed before change ${call}`).toEqual(is === "new" ? after : before);
      seen.add(is);
      if (is === "old" && call % 5 === 0) {
        await run();
        expect(home.tree(), `repeated after change ${call}`).toEqual(after);
      }
    }
    expect(home.tree()).toEqual(after);
    expect([...seen].sort()).toEqual(["new", "old"]);
  }, 300_000);

  it("that fails once at any call leaves the old state or the new one", async () => {
    const { home, run, before, after, reset } = await stage(command, `once-${command}`);
    let failed = true;
    for (let call = 1; failed; call++) {
      reset();
      failed = (await failing(run, ["EIO", "ENOSPC", "EACCES"][call % 3] ?? "", (count) => count === call)) > 0;
      fs.rmSync(path.join(home.state, ".journal.lock"), { force: true }); // of this process, which lives
      await recover(home.state);
      const tree = home.tree();
      expect(tree, `failed at call ${call}`).toEqual(JSON.stringify(tree) === JSON.stringify(after) ? after : before);
    }
  }, 300_000);

  it("that fails at any call and from then on is undone when the disk works again", async () => {
    const { home, run, before, after, reset } = await stage(command, `dead-${command}`);
    let failed = true;
    for (let call = 1; failed; call++) {
      reset();
      failed = (await failing(run, "EIO", (count) => count >= call)) > 0;
      fs.rmSync(path.join(home.state, ".journal.lock"), { force: true });
      await recover(home.state);
      const tree = home.tree();
      expect(tree, `failed from call ${call}`).toEqual(JSON.stringify(tree) === JSON.stringify(after) ? after : before);
    }
  }, 300_000);
});

/** Runs with calls that fail. @returns how many did. */
async function failing(run: () => Promise<unknown>, code: string, fails: (count: number) => boolean): Promise<number> {
  let calls = 0;
  let failures = 0;
  const restore = onEachCall(fs, [...LOOKS, ...CHANGES], (name) => {
    if (!fails(++calls)) return;
    failures++;
    // an empty folder that may not be removed stays, and the uninstall is done all the same
    const thrown = code === "EACCES" && name === "rmdirSync" ? "EIO" : code;
    throw Object.assign(new Error(`${thrown}: made by the test, ${name}`), { code: thrown });
  });
  try {
    await run();
  } catch (error) {
    if (failures === 0) throw error;
  } finally {
    restore();
  }
  return failures;
}
