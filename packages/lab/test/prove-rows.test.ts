import { describe, expect, it } from "vitest";
import { type Direct, refusedSample } from "../src/prove/direct.js";
import { copyMap, reaches } from "../src/prove/entries.js";
import { hostOf } from "../src/prove/hosts.js";
import { brokenRows, type DenyFacts, denyRows, failureRow, type NeutralFacts, neutralRow, type Seen } from "../src/prove/rows.js";
import { HARMLESS, MARK, marked, REFUSED } from "../src/prove/samples.js";
import { tomlOf } from "../src/prove/toml.js";
import type { ProveRow } from "../src/prove/types.js";

const seen = (results: Seen["results"], ran = false): Seen => ({ results, ran, problem: undefined, complaints: [] });

const DENIED: DenyFacts = {
  agent: "Claude Code",
  program: "acme-guard",
  named: undefined,
  refused: { command: "rm -rf build", asked: marked("rm -rf build"), reason: "no rm", leavesMark: true },
  heard: true,
  gate: true,
  reaches: true,
  hooked: seen(["hello", "PreToolUse hook: no rm"]),
  bare: seen(["hello", ""], true),
};
const outcomes = (rows: readonly ProveRow[]) => rows.map((one) => one.outcome);

describe("the rows deny and reason", () => {
  it("hold when the command left no mark and the model read the reason", () => {
    expect(denyRows(DENIED).map(({ outcome, evidence }) => [outcome, evidence])).toEqual([
      ["held", "rm -rf build (without the hook it ran)"],
      ["held", "in the result of the call"],
    ]);
  });

  it("fail when the command ran, whatever the model read", () => {
    const [deny, reason] = denyRows({ ...DENIED, hooked: seen(["hello", "no rm"], true) });
    expect([deny?.outcome, deny?.seen, reason?.outcome]).toEqual(["failed", "IT RAN", "held"]);
  });

  it("fail for the reason alone when the model read another text", () => {
    const rows = denyRows({ ...DENIED, hooked: seen(["hello", "blocked"]) });
    expect(outcomes(rows)).toEqual(["held", "failed"]);
    expect(rows[1]?.evidence).toBe("blocked");
    expect(rows[1]?.fix).toBe("acme-guard says: no rm");
  });

  it("say who was not asked when the agent never started the program", () => {
    const rows = denyRows({ ...DENIED, heard: false, hooked: seen(["hello", "ran"], true) });
    expect(outcomes(rows)).toEqual(["failed", "failed"]);
    expect(rows[0]?.fix).toBe("Claude Code did not start acme-guard: see the rows entries and trust");
  });

  it("fail without a try when a command that a person named would go to an agent that asks nobody", () => {
    const rows = denyRows({ ...DENIED, named: "rm -rf build", heard: false, hooked: seen(["hello"]) });
    expect(rows.map(({ outcome, seen: what }) => [outcome, what])).toEqual([
      ["failed", "not tried: nobody asks the program"],
      ["failed", "not tried: nobody asks the program"],
    ]);
  });

  it("take the reason as proof for a named command that leaves no mark", () => {
    const refused = { command: "exact", asked: "exact", reason: "not this", leavesMark: false };
    const facts = { ...DENIED, named: "exact", refused, bare: seen(["hello"]) };
    expect(outcomes(denyRows({ ...facts, hooked: seen(["hello", "blocked: not this"]) }))).toEqual(["held", "held"]);
    expect(outcomes(denyRows({ ...facts, hooked: seen(["hello", "output of it"]) }))).toEqual(["failed", "failed"]);
  });

  it("fail when the program lets a named command pass, and are not shown when it refuses no sample", () => {
    const named = denyRows({ ...DENIED, named: "ls", refused: undefined });
    expect(outcomes(named)).toEqual(["failed", "failed"]);
    expect(named[0]?.fix).toContain('does not refuse "ls"');
    const none = denyRows({ ...DENIED, refused: undefined });
    expect(outcomes(none)).toEqual(["not shown", "not shown"]);
    expect(none[0]?.fix).toContain("--deny");
  });

  it("are not shown for a program that only watches, and for a command that does not run by itself", () => {
    for (const facts of [{ gate: false }, { bare: seen(["hello", "refused by the agent's own rules"]) }]) {
      expect(outcomes(denyRows({ ...DENIED, ...facts }))).toEqual(["not shown", "not shown"]);
    }
  });

  it("fail when the agent broke off, with or without hooks", () => {
    const broken = { ...seen([]), problem: "the agent did not end in 60 s" };
    for (const facts of [{ hooked: broken }, { bare: broken }]) {
      expect(denyRows({ ...DENIED, ...facts }).map(({ outcome, evidence }) => [outcome, evidence])).toEqual([
        ["failed", "the agent did not end in 60 s"],
        ["failed", "the agent did not end in 60 s"],
      ]);
    }
  });
});

describe("the row neutral", () => {
  const facts: NeutralFacts = { ...DENIED, harmless: "echo hello" };
  const neutral = (change: Partial<NeutralFacts>) => neutralRow({ ...facts, ...change });

  it("holds when the result is the one without hooks, times and ids apart", () => {
    expect(neutral({}).outcome).toBe("held");
    expect(
      neutral({
        hooked: seen(["Chunk ID: 4dc9c4 Wall time: 0.0612 seconds hello"]),
        bare: seen(["Chunk ID: e6b4e3 Wall time: 0.1 seconds hello"]),
      }).outcome,
    ).toBe("held");
  });

  it("fails on another result, on none, on a complaint of the agent, and when nobody asked the program", () => {
    expect(neutral({ hooked: seen(["goodbye"]) }).seen).toBe("the model reads another result");
    expect(neutral({ hooked: seen([]) }).outcome).toBe("failed");
    expect(neutral({ hooked: { ...seen(["hello"]), complaints: ["PreToolUse: invalid JSON"] } }).evidence).toBe("PreToolUse: invalid JSON");
    expect(neutral({ heard: false }).seen).toBe("it ran, and nobody asked the program");
    expect(neutral({ heard: false, reaches: false }).outcome).toBe("held");
  });

  it("is not shown when the program has an opinion on every sample", () => {
    expect(neutral({ harmless: undefined }).outcome).toBe("not shown");
    expect(neutral({ harmless: undefined }).fix).toContain("--allow");
  });
});

describe("the rows of a broken program", () => {
  const facts = { agent: "Codex", program: "acme-guard", name: "crash", what: "killed", gate: true } as const;

  it("want the command held back under fail-closed, and let through under fail-open or where nothing can decide", () => {
    const failed = (fail: "open" | "closed", gate: boolean, ran: boolean) =>
      failureRow({ ...facts, fail, gate, seen: seen([""], ran) }).outcome;
    expect([failed("closed", true, false), failed("closed", true, true)]).toEqual(["held", "failed"]);
    expect([failed("open", true, true), failed("open", true, false)]).toEqual(["held", "failed"]);
    expect([failed("closed", false, true), failed("closed", false, false)]).toEqual(["held", "failed"]);
  });

  it("name what the model read in place of the result", () => {
    expect(failureRow({ ...facts, fail: "closed", seen: seen(["blocked by the launcher"]) }).evidence).toContain("blocked by the launcher");
  });

  it("fail as a whole when the program gives no answer", () => {
    expect(brokenRows(true).map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(["deny failed", "reason failed", "neutral failed"]);
    expect(brokenRows(false).map(({ name }) => name)).toEqual(["neutral"]);
  });
});

describe("a copy of the configuration", () => {
  const own = (handler: { readonly command?: unknown }) =>
    String(handler.command).startsWith("/home/u/.agenthooks/acme/run agenthooks run ");
  const ours = { type: "command", command: "/home/u/.agenthooks/acme/run agenthooks run --provider=codex --event=Stop", timeout: 5 };
  const move = (handler: object) => ({ ...handler, command: "moved" });

  it("runs nothing of others and keeps every position", () => {
    const foreign = [
      { type: "command", command: "touch /tmp/x", timeout: 1.5, args: ["-c"] },
      { type: "http", url: "http://127.0.0.1:1/" },
      { type: "prompt", prompt: "judge $ARGUMENTS" },
    ];
    const { hooks, foreign: count, own: found } = copyMap({ Stop: [{ matcher: "x", hooks: foreign }, { hooks: [ours] }] }, own, move);
    expect(hooks).toEqual({
      Stop: [
        {
          matcher: "x",
          hooks: [
            { type: "command", command: "true", timeout: 1.5 },
            { type: "command", command: "true" },
            { type: "command", command: "true" },
          ],
        },
        { hooks: [{ ...ours, command: "moved" }] },
      ],
    });
    expect(count).toBe(3);
    expect(found).toEqual([{ event: "Stop", matcher: undefined, handler: ours, group: 1, index: 0 }]);
  });

  it("keeps what an agent would reject", () => {
    const odd = { Stop: "no list", PreToolUse: [{ hooks: [{ type: "command" }, { type: "unknown" }, "text"] }, 7] };
    expect(copyMap(odd, own, move).hooks).toEqual(odd);
  });

  it("has no command of a handler that stands where a group belongs", () => {
    expect(copyMap({ Stop: [{ type: "command", command: "rm -rf x" }] }, own, move).hooks).toEqual({
      Stop: [{ type: "command", command: "true" }],
    });
  });

  it("knows whether a matcher is about shell commands", () => {
    for (const matcher of [undefined, "", "*", "Bash", "Edit|Bash", "Write, Bash", "^Bash$", "^B.*", "(?i)bash"]) {
      expect(reaches(matcher, "Bash"), String(matcher)).toBe(true);
    }
    for (const matcher of ["Edit|Write", "BashOutput", "^mcp__", "Edit"]) expect(reaches(matcher, "Bash"), matcher).toBe(false);
  });

  it("is TOML where the agent reads TOML", () => {
    const data = {
      features: { hooks: false },
      hooks: { Stop: [{ hooks: [{ command: 'say "hi"\n', timeout: 5 }] }], state: { "/a b:stop:0:0": { enabled: false } } },
    };
    expect(tomlOf(data)).toBe(
      `["features"]\n"hooks" = false\n\n["hooks"]\n"Stop" = [{ "hooks" = [{ "command" = "say \\"hi\\"\\n", "timeout" = 5 }] }]\n"state" = { "/a b:stop:0:0" = { "enabled" = false } }\n`,
    );
  });
});

describe("the samples", () => {
  it("leave their mark whatever becomes of the command, and name nothing outside the scratch folders", () => {
    for (const command of REFUSED) {
      expect(marked(command)).toBe(`${command}; echo ran > ${MARK}`);
      // no absolute path, no way up, no host but this one
      expect(command, command).not.toMatch(/(^|[\s'"=>])\/|\.\.\/|https?:\/\/(?!127\.0\.0\.1:9\/)/);
    }
    for (const command of HARMLESS) expect(command).toMatch(/^[\w -]+$/);
  });

  it("the first that is refused is taken, and what the agent refuses itself only where there is no other", async () => {
    const refusing = (words: string): Direct => ({
      say: async (command) => ({ verdict: command.includes(words) ? "refused" : "neutral", reason: words }),
    });
    const taken = async (words: string, last?: readonly string[]) => (await refusedSample(refusing(words), last))?.command;
    expect(await taken("rm -rf")).toBe("rm -rf ./build");
    expect(await taken("rm -rf", ["rm -rf ./build"])).toBe("find build -exec rm -rf {} +");
    expect(await taken("rm -rf .", ["rm -rf ./build"])).toBe("rm -rf ./build");
    expect(await taken("no sample says this")).toBeUndefined();
  });

  it("what an agent refuses itself is among them", () => {
    for (const id of ["claude-code", "codex"] as const) for (const one of hostOf(id).refusesItself ?? []) expect(REFUSED).toContain(one);
  });
});
