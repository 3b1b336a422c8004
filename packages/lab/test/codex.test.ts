import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codex, codexHome } from "../src/agents/codex.js";
import { embeddedSchemas } from "../src/agents/codex-schemas.js";
import { needsServer, readServer } from "../src/agents/codex-server.js";
import { awaitedTask } from "../src/agents/codex-tools.js";
import type { NeutralTool } from "../src/agents/driver.js";
import { createSandbox } from "../src/sandbox.js";

/** A sandbox for the length of `look`. */
function inSandbox(look: (sandbox: ReturnType<typeof createSandbox>) => void): void {
  const sandbox = createSandbox();
  try {
    look(sandbox);
  } finally {
    sandbox.dispose();
  }
}

describe("hooks of Codex", () => {
  it("stand in hooks.json, and the trust of each in config.toml by its place and its hash", () => {
    inSandbox((sandbox) => {
      codex.placeHooks(sandbox, [
        { event: "PreToolUse", command: "echo one", matcher: "^Bash$", timeoutSeconds: 600 },
        { event: "PreToolUse", command: "echo toml", matcher: "^Bash$", timeoutSeconds: 600 },
      ]);
      const file = join(codexHome(sandbox), "hooks.json");
      const { hooks } = JSON.parse(readFileSync(file, "utf8"));
      expect(hooks.PreToolUse[1]).toEqual({ matcher: "^Bash$", hooks: [{ type: "command", command: "echo toml", timeout: 600 }] });
      // the worked example of facts/codex.md §2.2
      const hash = "sha256:2a2b1eaae9bd341fe518608589732e6c41004f744168f8247e82667b654d5386";
      const config = readFileSync(join(codexHome(sandbox), "config.toml"), "utf8");
      expect(config).toContain(`[hooks.state.${JSON.stringify(`${file}:pre_tool_use:1:0`)}]\ntrusted_hash = "${hash}"\n`);
    });
  });
});

describe("a neutral tool of Codex", () => {
  const called = (call: NeutralTool) => {
    const sandbox = createSandbox();
    sandbox.dispose();
    return [codex.tool(call, sandbox), codex.hookTool(call, sandbox)];
  };

  it("is a patch where it writes, line by line", () => {
    expect(called({ kind: "edit", path: "a.txt", from: "one", to: "two\nthree\n" })).toEqual([
      { name: "apply_patch", input: "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n+three\n*** End Patch\n" },
      "apply_patch",
    ]);
  });

  it("is of a group where a server offers it, and hooks see another name", () => {
    const [tool, name] = called({ kind: "mcp", tool: "echo", rawArgs: '{"id":1.50}' });
    expect(tool).toMatchObject({ name: "echo", namespace: "mcp__lab", rawArgs: '{"id":1.50}' });
    expect(name).toBe("mcp__lab__echo");
    expect(called({ kind: "shell", command: "ls" })[1]).toBe("Bash");
  });
});

describe("a subagent of Codex", () => {
  const spawned = (output: string) => ({
    input: [
      { type: "function_call", name: "spawn_agent", call_id: "c" },
      { type: "function_call_output", call_id: "c", output },
      { type: "message", role: "developer", content: [] },
    ],
  });

  it("is waited for as soon as it was started", () => {
    expect(awaitedTask(spawned('{"agent_id":"one"}'))).toMatchObject({ tool: { name: "wait_agent", args: { targets: ["one"] } } });
  });

  it("that was denied is waited for by nobody, and no other call is", () => {
    expect(awaitedTask(spawned("Tool call blocked by PreToolUse hook"))).toBeUndefined();
    expect(awaitedTask({ input: [{ type: "function_call_output", call_id: "d", output: '{"agent_id":"one"}' }] })).toBeUndefined();
    expect(awaitedTask({ input: [] })).toBeUndefined();
  });
});

describe("what the server of Codex tells", () => {
  const run = (status: string, ...texts: readonly string[]) => ({
    method: "hook/completed",
    params: { run: { eventName: "preToolUse", status, entries: texts.map((text) => ({ kind: "warning", text })) } },
  });
  const item = (text: string) => ({ method: "item/completed", params: { item: { type: "agentMessage", text } } });
  const end = { method: "turn/completed", params: { turn: { id: "t", status: "completed" } } };

  it("is a notice where a hook said it, and a complaint where its answer was not taken", () => {
    const read = readServer([run("completed", "said"), run("failed", "invalid output"), item("first"), item("last"), end]);
    expect(read).toEqual({
      finalText: "last",
      endReason: "completed",
      notices: ["said"],
      complaints: ["preToolUse: invalid output"],
    });
  });

  it("names a hook as the reason of an end that one made", () => {
    expect(readServer([run("stopped"), end]).endReason).toBe("stopped by a hook");
    expect(readServer([]).endReason).toBeUndefined();
  });

  it("is needed by a case that somebody watches, that somebody could be asked in, or that goes on", () => {
    const options = { sandbox: createSandbox(), version: "1", script: [] };
    options.sandbox.dispose();
    expect(
      [{}, { attended: true }, { permissions: "default" as const }, { session: [] }].map((more) => needsServer({ ...options, ...more })),
    ).toEqual([false, true, true, true]);
  });
});

it("the schemas of a binary are found among its bytes, whole, by their titles", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agenthooks-schemas-"));
  try {
    const schema = (title: string) => `{\n  "$schema": "draft",\n  "note": "a } and a \\" in a text",\n  "title": "${title}"\n}`;
    const file = join(folder, "binary");
    writeFileSync(
      file,
      `\0\0${schema("stop.command.input")}\0{ "other": 1 }${schema("stop.command.output")}${schema("not.a.hook")}\0 x.command.y`,
    );
    const found = await embeddedSchemas(file);
    expect([...found.keys()]).toEqual(["stop.command.input", "stop.command.output"]);
    expect(found.get("stop.command.input")?.note).toBe('a } and a " in a text');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
