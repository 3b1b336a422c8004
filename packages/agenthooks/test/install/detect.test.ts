import { chmod, mkdir } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claudeCode } from "../../src/providers/claude-code/install.js";
import { codex } from "../../src/providers/codex/install.js";
import { Box } from "./installer-box.js";

let box: Box;
beforeEach(async () => {
  box = await Box.make(codex);
});
afterEach(() => box.remove());

async function program(path: string, text: string): Promise<string> {
  const at = await box.write(path, `#!/bin/sh\n${text}\n`);
  await chmod(at, 0o755);
  return at;
}
const look = (env: Record<string, string> = {}) => codex.detect({ home: box.home, env: { PATH: box.path("bin"), ...env } });

test("an agent that has neither a folder nor a program is not there", async () => {
  expect(await look()).toBeUndefined();
  expect(await claudeCode.detect({ home: box.home, env: {} })).toBeUndefined();
});

test("its folder alone is enough, where its variable says", async () => {
  await mkdir(box.path("home/.codex"));
  expect(await look()).toEqual({ folder: box.path("home/.codex"), executable: undefined, version: undefined });
  await mkdir(box.path("elsewhere"));
  expect((await look({ CODEX_HOME: box.path("elsewhere") }))?.folder).toBe(box.path("elsewhere"));
  await mkdir(box.path("claude"));
  expect((await claudeCode.detect({ home: box.home, env: { CLAUDE_CONFIG_DIR: box.path("claude") } }))?.folder).toBe(box.path("claude"));
});

test("the first program on PATH that can be started says its version", async () => {
  await box.write("first/codex", "not executable");
  await mkdir(box.path("second/codex"), { recursive: true });
  const at = await program("bin/codex", 'echo "codex-cli 0.171.0"');
  const PATH = ["relative", box.path("first"), box.path("second"), box.path("bin")].join(":");
  expect(await look({ PATH })).toEqual({ folder: box.path("home/.codex"), executable: at, version: "0.171.0" });
});

test("it is asked without the secrets of the environment, and without an input to wait for", async () => {
  await program("bin/codex", `read line; echo "1.2.3-x\${SECRET}y$line"`);
  expect((await look({ SECRET: "leaked" }))?.version).toBe("1.2.3-xy");
});

test("one that fails, says nothing or never ends is there, with a version that is not known", async () => {
  const at = await program("bin/codex", "echo 9.9.9; exit 1");
  expect(await look()).toMatchObject({ executable: at, version: undefined });
  await program("bin/codex", "echo hello");
  expect(await look()).toMatchObject({ version: undefined });
  await program("bin/codex", "exec /bin/sleep 60");
  const started = Date.now();
  expect(await look()).toMatchObject({ version: undefined });
  expect(Date.now() - started).toBeLessThan(15_000);
}, 20_000);
