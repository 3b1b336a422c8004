/** Variant rules of Claude Code (definitions.md "Variant rules"): a test each. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { decodeEvent } from "agenthooks";
import { adapter } from "agenthooks/claude-code";
import { afterAll, describe, expect, it } from "vitest";
import { payloadOf } from "./helpers/claude.js";

const folder = mkdtempSync(path.join(tmpdir(), "agenthooks-variants-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const variant = (env: Readonly<Record<string, string>>) => adapter.detect({ payload: payloadOf("Stop"), env });

describe("remote", () => {
  it.each([
    ["true", "remote"],
    ["1", "remote"],
    ["0", ""],
    ["false", ""],
    ["", ""],
  ])("CLAUDE_CODE_REMOTE=%s is %j", (value, wanted) => {
    expect(variant({ CLAUDE_CODE_REMOTE: value })).toBe(wanted);
  });

  it("is more than how the session was begun", () => {
    expect(variant({ CLAUDE_CODE_REMOTE: "true", CLAUDE_CODE_ENTRYPOINT: "sdk-cli", CLAUDE_CODE_SESSION_ATTENDED: "0" })).toBe("remote");
  });
});

describe("print", () => {
  it.each([
    [{ CLAUDE_CODE_ENTRYPOINT: "sdk-cli" }, "print"],
    [{ CLAUDE_CODE_SESSION_ATTENDED: "0" }, "print"],
    [{ CLAUDE_CODE_ENTRYPOINT: "sdk-cli", CLAUDE_CODE_SESSION_ATTENDED: "1" }, "print"],
    [{ CLAUDE_CODE_ENTRYPOINT: "cli", CLAUDE_CODE_SESSION_ATTENDED: "0" }, "print"],
    [{ CLAUDE_CODE_SESSION_ATTENDED: "1" }, ""],
    [{ CLAUDE_CODE_SESSION_ATTENDED: "" }, ""],
    [{ CLAUDE_CODE_ENTRYPOINT: "SDK-CLI" }, ""],
  ])("%j is %j", (env, wanted) => {
    expect(variant(env as Record<string, string>)).toBe(wanted);
  });
});

describe("cli", () => {
  it("is an attended session of a terminal", () => {
    expect(variant({ CLAUDE_CODE_ENTRYPOINT: "cli", CLAUDE_CODE_SESSION_ATTENDED: "1" })).toBe("cli");
  });
});

describe("cowork", () => {
  const session = path.join(folder, "local_1f0a");
  mkdirSync(path.join(session, "outputs"), { recursive: true });
  mkdirSync(path.join(folder, "local_alone", "cowork"), { recursive: true });
  mkdirSync(path.join(folder, "my_local_dir"), { recursive: true });
  mkdirSync(path.join(folder, "local_alone", "local_2b3c", "outputs", "local_files"), { recursive: true });
  writeFileSync(path.join(folder, "local_1f0a.json"), "{}");
  writeFileSync(path.join(folder, "local_alone", "local_2b3c.json"), "{}");
  writeFileSync(path.join(folder, "my_local_dir.json"), "{}");

  it.each([
    ["the session's folder", session, "cowork"],
    ["a folder below it", path.join(session, "outputs"), "cowork"],
    ["with a slash at its end", `${session}/`, "cowork"],
    ["below another folder of that look", path.join(folder, "local_alone", "local_2b3c"), "cowork"],
    ["between two others of that look", path.join(folder, "local_alone", "local_2b3c", "outputs", "local_files"), "cowork"],
    ["a folder without the file beside it", path.join(folder, "local_alone"), ""],
    ["a folder that is called cowork", path.join(folder, "local_alone", "cowork"), ""],
    ["a folder whose name only holds the word", path.join(folder, "my_local_dir"), ""],
    ["the folder that holds both", folder, ""],
    ["a folder that is gone", "/no/such/local_folder", ""],
    ["no folder", "", ""],
  ])("%s", (_name, CLAUDE_PROJECT_DIR, wanted) => {
    expect(variant({ CLAUDE_PROJECT_DIR })).toBe(wanted);
  });

  it("is where a session works, before how it was begun; remote is before both", () => {
    expect(variant({ CLAUDE_PROJECT_DIR: session, CLAUDE_CODE_ENTRYPOINT: "cli" })).toBe("cowork");
    expect(variant({ CLAUDE_PROJECT_DIR: session, CLAUDE_CODE_REMOTE: "true" })).toBe("remote");
  });
});

describe("unknown", () => {
  it.each([[{}], [{ CLAUDECODE: "1" }], [{ CLAUDE_CODE_ENTRYPOINT: "sdk-ts" }], [{ CLAUDE_CODE_ENTRYPOINT: "" }]])(
    'of a payload with %j is ""',
    (env) => {
      expect(variant(env as Record<string, string>)).toBe("");
    },
  );

  it("is not what neither payload nor environment shows", () => {
    expect(adapter.detect({ payload: undefined, env: {} })).toBeUndefined();
    expect(adapter.detect({ payload: { hook_event_name: "preToolUse" }, env: { CLAUDE_CODE_ENTRYPOINT: "cli" } })).toBeUndefined();
  });

  it("a variant that is given is taken as it is", async () => {
    const env = { CLAUDE_CODE_ENTRYPOINT: "cli" };
    expect((await decodeEvent({ provider: "claude-code", payload: payloadOf("Stop"), env, variant: "cloud" })).variant).toBe("cloud");
  });
});
