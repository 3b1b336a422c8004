/** Payloads through started hooks: how they come in, how large they are, what they hold; and how deep hooks may start hooks. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agent, bundled, document, filesBelow, scratch, start } from "./helpers.js";

const { folder, remove } = scratch();
const files = { judge: "", nested: "" };
beforeAll(async () => {
  files.judge = await bundled("judge", folder);
  files.nested = await bundled("nested", folder);
}, 60_000);
afterAll(remove);

const RUN = ["agenthooks", "run", "--provider=claude-code", "--event=PreToolUse"];
const call = (input: string, name = '"Bash"') =>
  `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":${name},"tool_input":${input}}`;
const sized = (bytes: number, end = "rm -rf /x") => {
  const [before = "", after = ""] = call(`{"command":"@${end}"}`).split("@");
  return Buffer.concat([Buffer.from(before), Buffer.alloc(bytes - before.length - after.length, "x"), Buffer.from(after)]);
};
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
type Verdict = { readonly permissionDecision?: string; readonly permissionDecisionReason?: string; readonly updatedInput?: unknown };
const verdict = (stdout: string) => ((document({ stdout }) as { hookSpecificOutput?: Verdict }).hookSpecificOutput ?? {}) as Verdict;
/** What the program was given, by its own words. */
const given = (stdout: string) => JSON.parse(verdict(stdout).permissionDecisionReason ?? "null") as unknown;

/** Writes `payload` in pieces of `size` bytes with a pause after every `every` of them. */
async function inPieces(payload: Uint8Array, size: number, every: number): Promise<string> {
  const started = start(files.judge, RUN);
  for (let at = 0, n = 1; at < payload.length; at += size, n++) {
    started.child.stdin?.write(payload.subarray(at, at + size));
    if (n % every === 0) await new Promise((resolve) => setTimeout(resolve, 3));
  }
  started.child.stdin?.end();
  const { stdout, code, stderr } = await started.ended;
  expect([code, stderr, started.stdinError]).toEqual([0, "", undefined]);
  return stdout;
}

describe("a payload in pieces", () => {
  const wide = Buffer.from(call(`{"command":"${"設定✅😀é".repeat(40)}rm -rf /x"}`));

  it("of one byte each, through the middle of characters, is one payload", async () => {
    expect(given(await inPieces(wide, 1, 50))).toEqual(["Bash", wide.length, digest(wide), "rm -rf /x"]);
  });

  it.each([
    ["2 MB in pieces of a prime size", 2_000_000, 7919],
    ["exactly one read", 65_536, 65_536],
    ["one byte more than a read", 65_537, 4096],
    ["several reads to the byte", 262_144, 65_536],
  ])("%s", { timeout: 30_000 }, async (_name, bytes, size) => {
    const payload = sized(bytes);
    expect(given(await inPieces(payload, size, 20))).toEqual(["Bash", bytes, digest(payload), "rm -rf /x"]);
  });

  it("behind a pause that is longer than the start of the hook", async () => {
    const started = start(files.judge, RUN);
    const payload = sized(1000);
    started.child.stdin?.write(payload.subarray(0, 10));
    await new Promise((resolve) => setTimeout(resolve, 700));
    started.child.stdin?.end(payload.subarray(10));
    expect(given((await started.ended).stdout)).toEqual(["Bash", 1000, digest(payload), "rm -rf /x"]);
  });
});

describe("a large payload", () => {
  it.each([
    ["60 MB", 60_000_000],
    ["64 MiB, the most that is read", 64 * 1024 * 1024],
  ])("of %s is judged by its end", { timeout: 60_000 }, async (_name, bytes) => {
    const payload = sized(bytes);
    const started = start(files.judge, RUN, {}, payload);
    const { stdout, code } = await started.ended;
    expect([code, started.stdinError]).toEqual([0, undefined]);
    expect(given(stdout)).toEqual(["Bash", bytes, digest(payload), "rm -rf /x"]);
  });

  it("of one byte more follows the fail mode, is read to its end, and the log says why", { timeout: 60_000 }, async () => {
    const started = start(files.judge, RUN, {}, sized(64 * 1024 * 1024 + 1));
    const { stdout, code } = await started.ended;
    expect([code, started.stdinError]).toEqual([0, undefined]);
    expect(verdict(stdout)).toMatchObject({ permissionDecision: "deny", permissionDecisionReason: expect.stringContaining("fail-closed") });
    expect(log()).toContain("the payload has 67108865 bytes; stdin; at most 67108864 are read");
  });
});

describe("a payload that a shell brings", () => {
  const payload = sized(2_000_000);
  const from = path.join(folder, "payload.json");
  const hook = () => `"${process.execPath}" "${files.judge}" ${RUN.join(" ")}`;
  const env = { PATH: process.env.PATH ?? "", HOME: folder, XDG_STATE_HOME: path.join(folder, "state") };
  beforeAll(() => writeFileSync(from, payload));

  it.each([
    ["as a file", () => `${hook()} < "${from}"`],
    ["through a pipe", () => `cat "${from}" | ${hook()}`],
    ["through a pipe, with a pause in it", () => `{ head -c 1000 "${from}"; sleep 0.3; tail -c +1001 "${from}"; } | ${hook()}`],
    ["through a pipe in small blocks", () => `dd if="${from}" bs=511 2>/dev/null | ${hook()}`],
  ])("%s", async (_name, line) => {
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", line()], { env });
    expect(given(stdout)).toEqual(["Bash", 2_000_000, digest(payload), "rm -rf /x"]);
  });
});

/** The library's own lines of hooks that `start` started. */
function log(): string {
  return readFileSync(path.join(folder, "state", "agenthooks", "judge", "log", "hook.ndjson"), "utf8");
}

describe("what a payload holds", () => {
  const fire = (payload: string | Uint8Array, event = "PreToolUse", env: Readonly<Record<string, string>> = {}) =>
    agent(files.judge, { env, timeoutMs: 20_000 }).fire(event, payload);

  it("a byte order mark is kept in the bytes and does not hide the call", async () => {
    const payload = Buffer.from(`\ufeff${call('{"command":"rm -rf /x"}')}`);
    const { stdout, effect } = await fire(payload);
    expect([given(stdout), effect.ran]).toEqual([["Bash", payload.length, digest(payload), "rm -rf /x"], false]);
  });

  it.each([
    ["UTF-16, little endian, with a mark", Buffer.from(`\ufeff${call("{}")}`, "utf16le")],
    ["UTF-16, big endian", Buffer.from(call("{}"), "utf16le").swap16()],
  ])("%s: refused, and the log says what it is", async (_name, payload) => {
    const { stdout } = await start(files.judge, RUN, {}, payload).ended;
    expect(verdict(stdout)).toMatchObject({ permissionDecision: "deny", permissionDecisionReason: expect.stringContaining("fail-closed") });
    expect(log()).toContain("the payload is UTF-16 or damaged, not UTF-8; stdin");
  });

  it.each([
    ["100 000 levels", call(`{"command":"rm -rf /x","deep":${"[".repeat(100_000)}${"]".repeat(100_000)}}`), '"Bash"'],
    ["members that objects inherit", call('{"__proto__":{"command":"ls"},"constructor":1,"toString":2,"command":"rm -rf /x"}'), '"Bash"'],
    ["1e400 and integers of 19 digits", call('{"command":"rm -rf /x","n":[1e400,9007199254740993117]}'), '"Bash"'],
    ["escaped NUL and lone surrogates", call('{"command":"\\u0000\\ud800rm -rf /x"}'), '"Bash"'],
    ["a name that objects inherit", call("{}", '"__proto__"'), '"__proto__"'],
    ["a tool name of a megabyte", call("{}", `"${"n".repeat(1_000_000)}"`), `"${"n".repeat(1_000_000)}"`],
    ["an empty tool name", call("{}", '""'), '""'],
    ["null for a tool name", call("{}", "null"), '""'],
    ["a number for a tool name", call("{}", "0"), '""'],
    ["a list for an input", call('["rm -rf /x"]'), '"Bash"'],
    ["a text for an input", call('"rm -rf /x"'), '"Bash"'],
    ["null for an input", call("null"), '"Bash"'],
  ])("%s: the rule decides", async (_name, payload, name) => {
    const fired = await fire(payload);
    const bytes = Buffer.from(payload);
    expect([fired.exitCode, fired.stderr, fired.effect.ran]).toEqual([0, "", false]);
    expect((given(fired.stdout) as unknown[]).slice(0, 3)).toEqual([JSON.parse(name), bytes.length, digest(bytes)]);
  });

  it.each([
    ["raw NUL bytes", Buffer.from(call('{"command":"a\0b"}'))],
    ["NUL bytes behind it", Buffer.from(`${call("{}")}\0\0`)],
    ["two documents", Buffer.from(call("{}").repeat(2))],
    ["nesting without an end", Buffer.from(`{"hook_event_name":"PreToolUse","a":${"[".repeat(100_000)}`)],
    ["no more than 100 000 spaces", Buffer.from(" ".repeat(100_000))],
  ])("%s: refused under fail-closed", async (_name, payload) => {
    const fired = await fire(payload);
    expect([fired.exitCode, fired.stderr, fired.effect.ran]).toEqual([0, "", false]);
    expect(verdict(fired.stdout).permissionDecisionReason).toContain("fail-closed");
  });

  it("an event that nobody knows is neutral, and observers see it", async () => {
    const out = path.join(folder, "unknown.txt");
    const payload = '{"hook_event_name":"FromTheFuture","session_id":"s","tool_name":"Bash","tool_input":{"command":"rm"}}';
    const { stdout, code } = await start(
      files.judge,
      ["agenthooks", "run", "--provider=claude-code", "--event=FromTheFuture"],
      { OUT: out },
      payload,
    ).ended;
    expect([stdout, code, readFileSync(out, "utf8")]).toEqual(["{}", 0, "other FromTheFuture\n"]);
  });

  it("a rewrite keeps the source of what it did not touch, bytes in, bytes out", async () => {
    const input =
      '{"z": 1.50,"1":9007199254740993117,"e":"\\u0041\\/\\ud800é😀","d":{"k":1,"k":2.0},"__proto__":[ 1e400 ],"command":"x","rewrite":true}';
    const { stdout } = await fire(call(input));
    expect(stdout).toContain(
      '"updatedInput":{"z":1.50,"1":9007199254740993117,"e":"\\u0041\\/\\ud800\\u00e9\\ud83d\\ude00","d":{"k":1,"k":2.0},"__proto__":[ 1e400 ],"command":"true"}',
    );
  });

  it("a required rewrite that would damage bytes is a denial", async () => {
    const fired = await fire(Buffer.from(call('{"command":"x","path":"caf\xe9","rewrite":true}'), "latin1"));
    expect([verdict(fired.stdout).permissionDecision, fired.effect.ran]).toEqual(["deny", false]);
  });

  it("Cursor and Copilot get a denial that they read, on the entry of Claude Code", async () => {
    for (const [file, env] of [
      ["cursor/cli.preToolUse.Shell", {}],
      ["copilot-cli/PreToolUse.Bash.subagent", { COPILOT_CLI: "1" }],
    ] as const) {
      const payload = readFileSync(new URL(`../captures/foreign/${file}.json`, import.meta.url));
      const { stdout, code, stderr } = await start(files.judge, RUN, env, payload).ended;
      expect([code, stderr]).toEqual([0, ""]);
      expect(verdict(stdout)).toMatchObject({ hookEventName: "PreToolUse", permissionDecision: "deny" });
    }
  });

  it("leaves small logs, whatever it holds", async () => {
    const home = path.join(folder, "small");
    for (const member of ["tool_name", "hook_event_name", "session_id", "agent_id"]) {
      await start(files.judge, RUN, { XDG_STATE_HOME: home }, JSON.stringify({ ...JSON.parse(call("{}")), [member]: "x".repeat(100_000) }))
        .ended;
      await start(files.judge, RUN, { XDG_STATE_HOME: home }, `{"${member}":"${"x".repeat(100_000)}"`).ended;
    }
    for (const file of await filesBelow(home)) expect(file.text.length, file.path).toBeLessThan(20_000);
  });
});

describe("hooks inside hooks", () => {
  it("the first two levels decide, the third has no opinion, and that ends it", { timeout: 30_000 }, async () => {
    const out = path.join(folder, "nested.txt");
    const env = { OUT: out, NESTED_HOOK: files.nested, NESTED_PAYLOAD: call('{"command":"ls"}') };
    const { stdout, code } = await start(files.nested, RUN, env, call('{"command":"ls"}')).ended;
    expect([verdict(stdout).permissionDecision, code]).toEqual(["deny", 0]);
    const lines = readFileSync(out, "utf8").trim().split("\n");
    const [second, first] = lines.map((line) => JSON.parse(line) as { depth: string; code: number; inner: string });
    expect(lines).toHaveLength(2);
    // each names the depth of what it starts
    expect([first?.depth, first?.code, verdict(first?.inner ?? "").permissionDecision]).toEqual(["1", 0, "deny"]);
    expect([second?.depth, second?.code, second?.inner]).toEqual(["2", 0, "{}"]);
    const hooks = readFileSync(path.join(folder, "state", "agenthooks", "nested", "log", "hook.ndjson"), "utf8");
    expect(hooks.match(/too deep: no opinion/g)).toHaveLength(1);
    expect(hooks).toContain('"depth":2');
  });

  it.each([
    ["1000", "{}"],
    ["2", "{}"],
    ["02", "deny"],
    ["-3", "deny"],
    ["", "deny"],
    ["two", "deny"],
    ["NaN", "deny"],
    ["Infinity", "deny"],
  ])("AGENTHOOKS_DEPTH=%j: %s", async (depth, wanted) => {
    const { stdout } = await start(files.judge, RUN, { AGENTHOOKS_DEPTH: depth }, call('{"command":"ls"}')).ended;
    expect(stdout).toContain(wanted);
  });
});
