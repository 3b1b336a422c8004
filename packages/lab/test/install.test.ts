import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { binarySha256 } from "../src/agents/binary.js";
import { AgentMissingError, findAgent, installAgent } from "../src/agents/install.js";
import { pinOf } from "../src/agents/pins.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agenthooks-install-"));
  vi.stubEnv("AGENTHOOKS_LAB_CACHE", join(folder, "cache"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts a program named npm before the real one: it appends its arguments to a file, then runs `body`. */
function fakeNpm(body: string): () => string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "npm"), `#!/bin/sh\necho "$@" >> ${join(folder, "calls")}\n${body}\n`);
  chmodSync(join(bin, "npm"), 0o755);
  vi.stubEnv("PATH", `${bin}${delimiter}${process.env.PATH}`);
  return () => readFileSync(join(folder, "calls"), "utf8");
}

const pin = pinOf("claude-code");
const platformPackage = dirname(pin.binary);

describe("an agent", () => {
  it("that is in the cache is not installed again", async () => {
    const file = join(folder, "cache", "claude-code@9.9.9", "node_modules", pin.binary);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
    expect(findAgent("claude-code", "9.9.9")).toBe(file);
    expect(findAgent("claude-code", "9.9.8")).toBeUndefined();
    expect(await installAgent("claude-code", "9.9.9")).toBe(file);
  });

  it("whose platform package npm left out gets it by name, without scripts", async () => {
    const manifest = JSON.stringify({ optionalDependencies: { [platformPackage]: "9.9.9", "other-platform": "9.9.9" } });
    const calls = fakeNpm(
      `case "$*" in *${platformPackage}@*) mkdir -p node_modules/${platformPackage} && : > node_modules/${pin.binary} ;; *) mkdir -p node_modules/${pin.npm} && echo '${manifest}' > node_modules/${pin.npm}/package.json ;; esac`,
    );
    expect(await installAgent("claude-code", "9.9.9")).toBe(join(folder, "cache", "claude-code@9.9.9", "node_modules", pin.binary));
    const [first = "", second = ""] = calls().trim().split("\n");
    for (const line of [first, second]) expect(line).toMatch(/--ignore-scripts --engine-strict=false/);
    expect(first).toContain(`${pin.npm}@9.9.9`);
    expect(second).toContain(`${platformPackage}@9.9.9`);
    expect(second).not.toContain("other-platform");
  });

  it("that npm cannot bring is a clear error", async () => {
    fakeNpm("exit 7");
    await expect(installAgent("claude-code", "9.9.9")).rejects.toThrow(AgentMissingError);
    await expect(installAgent("claude-code", "9.9.9")).rejects.toThrow(/failed \(7\)/);
  });

  it("without a runnable file for this platform is a clear error", async () => {
    fakeNpm("exit 0");
    await expect(installAgent("claude-code", "9.9.9")).rejects.toThrow(/has no runnable file/);
  });
});

describe("the hash of a binary", () => {
  const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  it("is kept beside it and made anew when the file changes", async () => {
    const file = join(folder, "agent");
    writeFileSync(file, "");
    expect(await binarySha256(file)).toBe(EMPTY);
    const kept = JSON.parse(readFileSync(`${file}.sha256.json`, "utf8"));
    writeFileSync(`${file}.sha256.json`, JSON.stringify({ ...kept, sha256: "kept" }));
    expect(await binarySha256(file)).toBe("kept");
    utimesSync(file, new Date(0), new Date(0));
    expect(await binarySha256(file)).toBe(EMPTY);
  });
});
