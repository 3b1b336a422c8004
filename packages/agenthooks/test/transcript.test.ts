/** Transcripts of Claude Code (facts/claude-code.md §6) over the recorded samples and over damaged files. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readTranscript, type SkippedLine, type TranscriptMessage, type TranscriptOptions } from "agenthooks/transcript";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const sample = (name: string) => fileURLToPath(new URL(`captures/claude-code/2.1.332/${name}.jsonl`, import.meta.url));
const MAIN = sample("transcript.sample");
const SUBAGENT = sample("transcript.subagent.sample");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agenthooks-transcript-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(path: string, options?: TranscriptOptions): Promise<TranscriptMessage[]> {
  const messages: TranscriptMessage[] = [];
  for await (const message of readTranscript("claude-code", path, options)) messages.push(message);
  return messages;
}
/** What is read of a file with this content, and what is skipped. */
async function readText(content: string | Uint8Array, options: TranscriptOptions = {}) {
  const path = join(folder, "t.jsonl");
  writeFileSync(path, content);
  const skipped: SkippedLine[] = [];
  const messages = await read(path, { ...options, onSkipped: (line) => skipped.push(line) });
  return { texts: messages.map(({ text }) => text), messages, skipped };
}
const user = (content: unknown, members = {}) =>
  JSON.stringify({ type: "user", message: { role: "user", content }, uuid: "u", ...members });

describe("the recorded session", () => {
  it("has its messages in order, and none of the agent's book-keeping", async () => {
    const lines = readFileSync(MAIN, "utf8").trim().split("\n");
    const types = lines.map((line) => (JSON.parse(line) as { type: string }).type);
    const messages = await read(MAIN);
    expect(messages.map(({ role }) => role)).toEqual(types.filter((type) => type === "user" || type === "assistant"));
    expect(messages).toHaveLength(60);
    for (const message of messages) {
      expect(message.time?.toISOString()).toBe(message.raw.timestamp);
      expect([message.subagent, message.agentId, message.id]).toEqual([false, undefined, message.raw.uuid]);
    }
  });

  it("tells what a person wrote from what the agent wrote in the person's place", async () => {
    const said = (await read(MAIN)).filter(({ role, text }) => role === "user" && text !== "");
    expect(said.map(({ text, synthetic }) => [text.split("\n")[0], synthetic])).toEqual([
      ["<command-message>mycmd</command-message>", false],
      ["Do the thing with arg1 arg2 and shell inline-shell", true],
      ["Base directory for this skill: /home/ada/work/.claude/skills/sk", true],
    ]);
  });

  it("joins every use of a tool with its result", async () => {
    const messages = await read(MAIN);
    const uses = messages.flatMap(({ toolUses }) => toolUses);
    const results = messages.flatMap(({ toolResults }) => toolResults);
    expect(uses).toHaveLength(28);
    expect(new Set(uses.map(({ id }) => id))).toEqual(new Set(results.map(({ toolUseId }) => toolUseId)));
    expect(uses[0]).toMatchObject({ name: "Bash", id: "toolu_main_0_0_gh4puh" });
    expect(results[0]).toMatchObject({
      toolUseId: uses[0]?.id,
      text: "hi\nerr",
      isError: false,
      output: { stdout: "hi\nerr", stderr: "" },
    });
    expect(results.filter(({ isError }) => isError).map(({ text }) => text?.slice(0, 22))).toContain("<tool_use_error>Error:");
    expect(results.find(({ text }) => text?.startsWith("Async agent launched"))?.output).toMatchObject({ status: "async_launched" });
  });

  it("says which lines are one answer, of which model, and what it ended with", async () => {
    const answers = (await read(MAIN)).filter(({ role }) => role === "assistant");
    const reads = answers.filter(({ messageId }) => messageId === "msg_3imew6a6sju");
    expect(reads.map(({ toolUses }) => toolUses[0]?.name)).toEqual(["Read", "Read"]);
    expect(answers.at(-1)).toMatchObject({ text: "ok done", model: expect.stringMatching(/^claude-/) });
  });
});

describe("subagents", () => {
  it("a subagent's own file is a transcript too", async () => {
    expect((await read(SUBAGENT)).map(({ role, text, subagent, agentId }) => [role, text, subagent, agentId])).toEqual([
      ["user", "SUBAGENT-PROMPT gp", true, "a1c96141160eccb6e"],
      ["assistant", "sub result", true, "a1c96141160eccb6e"],
    ]);
  });

  it("follow the session's messages when they are asked for", async () => {
    const session = join(folder, "18de62d8.jsonl");
    copyFileSync(MAIN, session);
    mkdirSync(join(folder, "18de62d8", "subagents"), { recursive: true });
    copyFileSync(SUBAGENT, join(folder, "18de62d8", "subagents", "agent-a1c96141160eccb6e.jsonl"));
    writeFileSync(join(folder, "18de62d8", "subagents", "agent-a1c96141160eccb6e.meta.json"), "{}");
    expect(await read(session)).toHaveLength(60);
    const all = await read(session, { subagents: true });
    expect(all).toHaveLength(62);
    expect(all.slice(-2).every(({ subagent }) => subagent)).toBe(true);
  });

  it("a session without any has none", async () => {
    expect(await read(MAIN, { subagents: true })).toHaveLength(60);
    expect(await read(join(folder, "none.txt"), { subagents: true })).toEqual([]);
  });
});

describe("a damaged or growing file", () => {
  it("a torn last line is skipped and told, a whole one without its newline is not torn", async () => {
    const torn = await readText(`${user("a")}\n${user("b").slice(0, -5)}`);
    expect([torn.texts, torn.skipped]).toEqual([["a"], [{ line: 2, why: "torn" }]]);
    const whole = await readText(`${user("a")}\n${user("b")}`);
    expect([whole.texts, whole.skipped]).toEqual([["a", "b"], []]);
  });

  it("a torn sample gives everything before the tear", async () => {
    const bytes = readFileSync(MAIN);
    for (const cut of [1, 100, 40_000, bytes.length - 10]) {
      const { messages, skipped } = await readText(bytes.subarray(0, cut));
      expect(messages.length).toBeLessThanOrEqual(60);
      expect(skipped.every(({ why }) => why === "torn")).toBe(true);
    }
    expect((await readText(bytes.subarray(0, bytes.length - 10))).messages).toHaveLength(60);
  });

  it("a line of 2 MB is read whole, and one beyond the limit is passed over", async () => {
    const long = "é€".repeat(400_000); // characters of two and three bytes on every border of a chunk
    const content = `${user("a")}\n${user(long)}\n${user("b")}\n`;
    expect(Buffer.byteLength(long)).toBe(2_000_000);
    expect((await readText(content)).texts).toEqual(["a", long, "b"]);
    const limited = await readText(content, { maxLineBytes: 1_000_000 });
    expect([limited.texts, limited.skipped]).toEqual([["a", "b"], [{ line: 2, why: "too-long" }]]);
  });

  it("a mark at the start, CRLF, empty lines and a lone CR change nothing", async () => {
    const { texts, skipped } = await readText(`\uFEFF${user("a")}\r\n\r\n   \n${user("b")}\r\n\r`);
    expect([texts, skipped]).toEqual([["a", "b"], []]);
  });

  it("what is no object is skipped and told, types that nobody knows are skipped", async () => {
    const lines = [
      user("a"),
      "nonsense",
      "[1]",
      "null",
      '"x"',
      "{}",
      '{"type":"hologram","message":{"role":"user","content":"x"}}',
      user("b"),
    ];
    const { texts, skipped } = await readText(`${lines.join("\n")}\n`);
    expect(texts).toEqual(["a", "b"]);
    expect(skipped).toEqual([2, 3, 4, 5].map((line) => ({ line, why: "invalid" })));
  });

  it("members of another shape break nothing", async () => {
    const lines = [
      { type: "user" },
      { type: "user", message: null },
      { type: "user", message: "text" },
      { type: "user", message: { content: 7 } },
      { type: "assistant", message: { content: [null, 1, "x", { type: "tool_use" }, { type: "tool_use", id: "1", name: "T", input: 3 }] } },
      { type: "user", message: { content: [{ type: "tool_result" }, { type: "tool_result", tool_use_id: "1", content: { a: 1 } }] } },
      { type: "user", timestamp: "yesterday", message: { content: [{ type: "text" }, { type: "text", text: "t" }, { type: "image" }] } },
    ];
    const { messages } = await readText(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(messages.map(({ text }) => text)).toEqual(["", "", "", "t"]);
    expect(messages[1]?.toolUses).toEqual([{ id: "1", name: "T", input: {} }]);
    expect(messages[2]?.toolResults).toEqual([{ toolUseId: "1", text: undefined, isError: false, output: undefined }]);
    expect(messages[3]?.time).toBeUndefined();
  });

  it("two results in one line do not share the output that the line has once", async () => {
    const results = ["1", "2"].map((tool_use_id) => ({ type: "tool_result", tool_use_id, content: [{ type: "text", text: "r" }] }));
    const { messages } = await readText(user(results, { toolUseResult: { stdout: "r" } }));
    expect(messages[0]?.toolResults.map(({ text, output }) => [text, output])).toEqual([
      ["r", undefined],
      ["r", undefined],
    ]);
  });

  it("a big file is read as it is asked for: the first message comes without the rest", async () => {
    const path = join(folder, "big.jsonl");
    writeFileSync(path, `${user("first")}\n${`${user("x".repeat(100_000))}\n`.repeat(200)}`);
    const before = process.memoryUsage().arrayBuffers;
    for await (const message of readTranscript("claude-code", path)) {
      expect(message.text).toBe("first");
      break;
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
  });
});

describe("what is asked wrongly", () => {
  it("a file that does not exist yet has no messages; one that cannot be read is the system's error", async () => {
    expect(await read(join(folder, "none.jsonl"))).toEqual([]);
    await expect(read(folder)).rejects.toThrow(/EISDIR/);
  });

  it("a provider without a reader and an empty path are told at once", () => {
    expect(() => readTranscript("nobody", MAIN)).toThrow(/no transcripts are read of provider "nobody"; known: claude-code/);
    expect(() => readTranscript("constructor", MAIN)).toThrow(TypeError);
    expect(() => readTranscript("claude-code", "")).toThrow(/takes a path/);
  });
});
