/** Which runtime a launcher is given (cases b05, b06). */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runtimesOf, unfit, versionOf } from "../../src/install/launch/runtimes.js";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "agenthooks-runtimes-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A runtime that prints its version. */
function runtime(file: string, version = "v24.1.0"): string {
  const full = path.join(root, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, `#!/bin/sh\necho ${version}\n`);
  chmodSync(full, 0o755);
  return full;
}
function link(file: string, target: string): string {
  const full = path.join(root, file);
  mkdirSync(path.dirname(full), { recursive: true });
  symlinkSync(target, full);
  return full;
}
const found = (execPath: string, places: readonly string[], PATH = "") =>
  runtimesOf({ execPath, places, home: path.join(root, "home"), env: { PATH } });

describe("the running Node", () => {
  it("is named by the alias of a known place, not by the keg it is in", async () => {
    const execPath = runtime("homebrew/Cellar/node/26.5.0/bin/node");
    const alias = link("homebrew/bin/node", "../Cellar/node/26.5.0/bin/node");
    expect(await found(execPath, [alias])).toEqual([alias]);
  });

  it("is named by an alias on PATH where no known place has one", async () => {
    const execPath = runtime("tools/v24.1.0/bin/node");
    const alias = link("stable/bin/node", execPath);
    const passing = link("fnm_multishells/1234_5678/bin/node", execPath);
    expect(await found(execPath, [], [path.dirname(passing), "relative", path.dirname(alias)].join(path.delimiter))).toEqual([alias]);
  });

  it("is named by itself where its path holds no version", async () => {
    const execPath = runtime("usr/bin/node");
    expect(await found(execPath, [])).toEqual([execPath]);
  });

  it("is never named by a shim: what it starts is not what it is", async () => {
    const execPath = runtime(".volta/tools/image/node/24.1.0/bin/node");
    const shim = link(".volta/bin/node", runtime(".volta/bin/volta-shim"));
    expect(await found(execPath, [], path.dirname(shim))).toEqual([execPath]);
  });

  it.each([".nvm/versions/node/v22.1.0/bin/node", "linuxbrew/Cellar/node/24.9.0_1/bin/node", "_npx/1a2b3c/node_modules/node/bin/node"])(
    "is a fallback behind known places where it goes with the next update: %s",
    async (file) => {
      const execPath = runtime(file);
      const [old, none, good] = [runtime("usr/local/bin/node", "v18.20.0"), path.join(root, "none"), runtime("usr/bin/node", "v22.0.0")];
      expect(await found(execPath, [old, none, good])).toEqual([good, execPath]);
      expect(await found(execPath, [old, none])).toEqual([execPath]);
    },
  );

  it("may be Bun", async () => {
    const execPath = runtime("bun/1.3.0/bin/bun", "1.3.0");
    const alias = link("homebrew/bin/bun", execPath);
    expect(await found(execPath, [path.join(root, "homebrew/bin/node")])).toEqual([alias]);
  });
});

describe("a runtime that is given", () => {
  it("is asked for its version", async () => {
    expect(await versionOf(runtime("a/node"))).toBe("v24.1.0");
    expect(await versionOf(path.join(root, "none"))).toBeUndefined();
    writeFileSync(path.join(root, "text"), "no program");
    expect(await versionOf(path.join(root, "text"))).toBeUndefined();
    expect(await versionOf(process.execPath)).toBe(process.version);
  });

  it.each<[string | undefined, boolean, RegExp | undefined]>([
    ["v20.19.0", false, undefined],
    ["v20.18.9", false, /Node 20.18.9, and hooks need 20.19.0/],
    ["v20.19.0", true, /reads no TypeScript: name Node 22.18.0 or newer or Bun/],
    ["v22.17.1", true, /reads no TypeScript/],
    ["v22.18.0", true, undefined],
    ["v23.5.0", true, /name Node 23.6.0 or newer/],
    ["v23.6.0", true, undefined],
    ["v24.0.0", true, undefined],
    ["1.3.0", true, undefined],
    ["", false, /no runtime that prints its version/],
    [undefined, false, /no runtime that prints its version/],
  ])("%s, for TypeScript: %s", (version, typescript, why) => {
    const said = unfit(version, typescript);
    if (why === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(why);
  });
});
