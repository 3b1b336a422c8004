/** Rollouts of Codex (facts/codex.md §7) over the recorded samples and over damaged files. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readTranscript, type SkippedLine, type TranscriptMessage, type TranscriptOptions } from "agenthooks/transcript";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const sample = (name: string) => fileURLToPath(new URL(`../captures/codex/0.171.0/${name}.jsonl`, import.meta.url));
const MAIN_ID = "01a22ce4-91ca-72b0-a319-0fc0fc61d8b3";
const SUB_ID = "01a22ce4-959a-7de1-9764-37cea6d6b5a5";
const MAIN = sample(`rollout-2026-11-30T14-38-26-${MAIN_ID}`);
const SUBAGENT = sample(`rollout-2026-11-30T14-38-27-${SUB_ID}`);
const TOOLS = sample("rollout.alltools");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agenthooks-rollout-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(path: string, options?: TranscriptOptions): Promise<TranscriptMessage[]> {
  const messages: TranscriptMessage[] = [];
  for await (const message of readTranscript("codex", path, options)) messages.push(message);
  return messages;
}
async function readLines(...lines: readonly unknown[]) {
  const file = join(folder, "rollout-x.jsonl");
  writeFileSync(file, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  const skipped: SkippedLine[] = [];
  return { messages: await read(file, { onSkipped: (one) => void skipped.push(one) }), skipped };
}
const item = (payload: object) => ({ timestamp: "2026-11-30T14:38:27.378Z", type: "response_item", payload });
const said = (role: string, text: string, more: object = {}) =>
  item({ type: "message", role, content: [{ type: "input_text", text }], ...more });

describe("a session", () => {
  it("is what was said, by whom, and what the agent added", async () => {
    const told = (await read(MAIN)).filter(({ text }) => text !== "");
    expect(told.map(({ role, text, synthetic }) => [role, text.slice(0, 22), synthetic])).toEqual([
      ["user", "<skills_instructions>\n", true],
      ["user", "<environment_context>\n", true],
      ["user", "hello", false],
      ["user", "<subagent_notification", true],
      ["assistant", "main done", false],
    ]);
    expect(told.at(-1)).toMatchObject({
      model: "gpt-5.4",
      id: "msg_9",
      subagent: false,
      agentId: undefined,
      time: new Date("2026-11-30T14:38:29.521Z"),
    });
    expect(told[2]?.model).toBeUndefined();
  });

  it("calls and results find each other, named as hooks are told", async () => {
    const messages = await read(TOOLS);
    const uses = messages.flatMap(({ toolUses }) => toolUses);
    const results = new Map(messages.flatMap(({ toolResults }) => toolResults).map((one) => [one.toolUseId, one]));
    expect(uses.length).toBeGreaterThan(15);
    expect(uses.filter(({ id }) => !results.has(id))).toEqual([]);
    expect(uses.find(({ id }) => id === "call_mcp")).toEqual({ id: "call_mcp", name: "mcp__lab__echo", input: { msg: "hey" } });
    expect(uses.find(({ id }) => id === "call_add")?.input).toEqual({ command: expect.stringMatching(/^\*\*\* Begin Patch\n/) });
    expect(uses.find(({ id }) => id === "call_shellfail")?.name).toBe("exec_command");
    expect(results.get("call_shellfail")).toMatchObject({ isError: true, text: expect.stringMatching(/\nout\n$/), output: undefined });
    expect(results.get("call_add")).toMatchObject({ isError: false, text: expect.stringContaining("A new.txt") });
    expect(results.get("call_img")).toMatchObject({
      text: undefined,
      output: [expect.objectContaining({ type: "input_image" })],
      isError: false,
    });
  });
});

describe("subagents", () => {
  it("a subagent's own file is a transcript too", async () => {
    const messages = await read(SUBAGENT);
    expect(messages.find(({ text }) => text === "SUBTASK do it")).toMatchObject({
      role: "user",
      synthetic: false,
      subagent: true,
      agentId: SUB_ID,
    });
    expect(messages.flatMap(({ toolUses }) => toolUses).map(({ name }) => name)).toEqual(["exec_command"]);
  });

  it("follow the session's messages when they are asked for, on the days that come after too", async () => {
    const root = join(folder, "sessions");
    for (const day of ["2026/11/29", "2026/11/30", "2026/12/01"]) mkdirSync(join(root, day), { recursive: true });
    const main = join(root, "2026/11/30", `rollout-1-${MAIN_ID}.jsonl`);
    copyFileSync(MAIN, main);
    copyFileSync(SUBAGENT, join(root, "2026/12/01", `rollout-2-${SUB_ID}.jsonl`));
    copyFileSync(TOOLS, join(root, "2026/11/30", "rollout-3-another.jsonl"));
    writeFileSync(join(root, "2026/11/30", "rollout-4-torn.jsonl"), '{"type":"sess');
    writeFileSync(join(root, "2026/11/notes.txt"), "");
    const [own, sub] = [await read(MAIN), await read(SUBAGENT)];
    expect(await read(main, { subagents: true })).toHaveLength(own.length + sub.length);
    expect(await read(main)).toHaveLength(own.length);
  });

  it("of a file in no folder of a day are looked for beside it", async () => {
    const main = join(folder, "rollout-1.jsonl");
    copyFileSync(MAIN, main);
    copyFileSync(SUBAGENT, join(folder, "rollout-2.jsonl"));
    const all = await read(main, { subagents: true });
    expect(all.filter(({ subagent }) => subagent).map(({ agentId }) => agentId)).toContain(SUB_ID);
    expect(await read(join(folder, "none.jsonl"), { subagents: true })).toEqual([]);
  });
});

describe("a damaged or growing file", () => {
  it("gives everything before the tear, and tells of it", async () => {
    const bytes = readFileSync(MAIN);
    const file = join(folder, "torn.jsonl");
    const all = (await read(MAIN)).length;
    for (const cut of [1, 100, 9_000, bytes.length - 400]) {
      writeFileSync(file, bytes.subarray(0, cut));
      const skipped: SkippedLine[] = [];
      expect((await read(file, { onSkipped: (one) => void skipped.push(one) })).length).toBeLessThanOrEqual(all);
      expect(skipped.map(({ why }) => why)).toEqual(["torn"]);
    }
  });

  it("what is no message is passed over, and odd members are none", async () => {
    const { messages, skipped } = await readLines(
      { type: "response_item", payload: null },
      { type: "turn_context", payload: {} },
      item({ type: "reasoning", summary: [] }),
      item({ type: "function_call", name: "x" }),
      item({ type: "function_call", call_id: "c", name: "x", arguments: "{broken" }),
      item({ type: "custom_tool_call", call_id: "d", name: "exec", input: "text(1)" }),
      item({ type: "function_call_output", output: "x" }),
      item({ type: "message", role: "assistant", content: "text" }),
      { ...said("user", "no time"), timestamp: "never" },
      "[]",
    );
    expect(messages.map(({ text, toolUses }) => [text, toolUses])).toEqual([
      ["", []],
      ["", [{ id: "c", name: "x", input: { value: "{broken" } }]],
      ["", [{ id: "d", name: "exec", input: { input: "text(1)" } }]],
      ["", []],
      ["text", []],
      ["no time", []],
    ]);
    expect(messages.at(-1)?.time).toBeUndefined();
    expect(skipped).toEqual([{ line: 10, why: "torn" }]);
  });

  it("who wrote a text is said by its mark, else by how it begins", async () => {
    const marked = (...kinds: string[]) => ({ internal_chat_message_metadata_passthrough: { content_item_kinds: kinds } });
    const { messages } = await readLines(
      said("user", "<b> typed", marked("user.text")),
      said("user", "hook", marked("hooks.prompt")),
      said("user", "plain"),
      said("user", '<hook_prompt hook_run_id="stop:0:x">go on</hook_prompt>'),
      said("developer", "a context"),
      item({ type: "message", role: "user" }),
    );
    expect(messages.map(({ synthetic }) => synthetic)).toEqual([false, true, false, true, true, false]);
  });
});
