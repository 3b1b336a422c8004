import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { contentHash, contentHashOf, definitionHash, effectiveTimeout, stateKey } from "../../src/providers/codex/trust.js";
import known from "./data/codex-hashes.json" with { type: "json" };

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "agenthooks-trust-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

describe("the hash of a definition", () => {
  test("is the one that the agent showed for the worked example of its facts", () => {
    expect(definitionHash("PreToolUse", "^Bash$", { type: "command", command: "echo toml" })).toBe(
      "sha256:2a2b1eaae9bd341fe518608589732e6c41004f744168f8247e82667b654d5386",
    );
  });

  test.each(known.definitions.map((row, at) => ({ at, ...row })))(
    "is the known one: $at $event $matcher",
    ({ event, matcher, handler, hash }) => {
      expect(definitionHash(event, matcher, handler)).toBe(hash);
    },
  );

  test("does not depend on the order of members, nor on members that the agent does not know", () => {
    const one = definitionHash("PreToolUse", "Bash", { type: "command", command: "x", timeout: 3 });
    expect(definitionHash("PreToolUse", "Bash", { timeout: 3, if: "Bash(ls *)", command: "x", type: "command" })).toBe(one);
  });

  test("depends on names of numbers in byte order, not in the order of an object", () => {
    const hash = (input: { readonly [name: string]: string }) =>
      definitionHash("PreToolUse", undefined, { type: "mcp_tool", server: "s", tool: "t", input });
    expect(hash({ "9": "a", "10": "b" })).toBe(hash({ "10": "b", "9": "a" }));
    // computed by hand over {"10":"b","9":"a"}
    expect(hash({ "9": "a", "10": "b" })).toBe("sha256:c204e958accbc1fbe312ee23d0974aea865a3f73d18ea47bc5b32578c02235c4");
  });

  test("a command differs by a single space", () => {
    expect(definitionHash("Stop", undefined, { type: "command", command: "x " })).not.toBe(
      definitionHash("Stop", undefined, { type: "command", command: "x" }),
    );
  });
});

test("the time limit of an event that ends a session is one second, at most three; of others 600, at least one", () => {
  expect(["SessionEnd", "Interrupt", "Stop"].map((event) => effectiveTimeout(event, undefined))).toEqual([1, 1, 600]);
  expect(["SessionEnd", "Interrupt", "Stop"].map((event) => effectiveTimeout(event, 0))).toEqual([1, 1, 1]);
  expect(["SessionEnd", "Interrupt", "Stop"].map((event) => effectiveTimeout(event, 60))).toEqual([3, 3, 60]);
});

test("the key of an entry names its file, event and position", () => {
  expect(stateKey("/home/ada/.codex/hooks.json", "PreToolUse", 0, 2)).toBe("/home/ada/.codex/hooks.json:pre_tool_use:0:2");
  expect(stateKey("guard@acme:hooks/codex.json", "SubagentStop", 1, 0)).toBe("guard@acme:hooks/codex.json:subagent_stop:1:0");
});

describe("the hash of a plugin's files", () => {
  test("is the known one, in memory and on disk", async () => {
    const files = Object.entries(known.plugin.files);
    expect(contentHash(new Map(files.map(([path, text]) => [path, Buffer.from(text)])))).toBe(known.plugin.hash);
    expect(await contentHashOf(await folderWith(known.plugin.files))).toEqual({ hash: known.plugin.hash });
  });

  test("counts an empty folder", async () => {
    const folder = await folderWith(known.plugin.files);
    await mkdir(join(folder, "empty"));
    expect(await contentHashOf(folder)).toEqual({ hash: known.plugin.withEmptyFolder });
  });

  test("there is none where a link lies inside, and the reason names it", async () => {
    const folder = await folderWith(known.plugin.files);
    await symlink("a-b", join(folder, "link"));
    const { hash, reason } = await contentHashOf(folder);
    expect(hash).toBeUndefined();
    expect(reason).toContain(`symbolic link ${join(folder, "link")}`);
  });

  test("a path that is not inside the plugin is refused", () => {
    for (const path of ["/etc/x", "../x", "a//b", "a/./b", ""]) {
      expect(() => contentHash(new Map([[path, Buffer.from("x")]])), path).toThrow(TypeError);
    }
    const twice = ["a", "a/b"].map((path): [string, Uint8Array] => [path, Buffer.from("x")]);
    expect(() => contentHash(new Map(twice))).toThrow(TypeError);
    expect(() => contentHash(new Map(twice.reverse()))).toThrow(TypeError);
  });
});
