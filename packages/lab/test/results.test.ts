import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PINS } from "../src/agents/pins.js";
import { RESULTS } from "../src/paths.js";
import { mergeResults, type Result, readResults, resultFile, writeResults } from "../src/results.js";

const result = (name: string, changes: Partial<Result> = {}): Result => ({
  case: name,
  event: "PreToolUse",
  capability: "deny",
  variant: "print",
  version: "1.0.0",
  outcome: "yes",
  evidence: "the tool did not run",
  binarySha256: "aa",
  scriptSha256: "bb",
  date: "2026-01-01",
  ...changes,
});

describe("merging", () => {
  it("keeps the old date when nothing else is different", () => {
    expect(mergeResults([result("a")], [result("a", { date: "2026-02-02" })], ["a"])).toEqual([result("a")]);
  });

  it.each<Partial<Result>>([{ outcome: "no" }, { evidence: "else" }, { binarySha256: "cc" }, { scriptSha256: "cc" }])(
    "takes a new result with %j",
    (changes) => {
      const fresh = result("a", { ...changes, date: "2026-02-02" });
      expect(mergeResults([result("a")], [fresh], ["a"])).toEqual([fresh]);
    },
  );

  it("sorts by case, keeps what did not run, drops cases that are gone", () => {
    const merged = mergeResults([result("c"), result("gone"), result("a")], [result("b")], ["a", "b", "c"]);
    expect(merged.map((one) => one.case)).toEqual(["a", "b", "c"]);
  });
});

describe("the file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "agenthooks-results-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is one line per result and reads back", () => {
    const file = resultFile(folder, "claude-code", "1.0.0");
    writeResults(file, [result("a"), result("b")]);
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(5);
    expect(readResults(file)).toEqual([result("a"), result("b")]);
  });

  it("is not touched when nothing changed", () => {
    const file = join(folder, "r.json");
    writeResults(file, [result("a")]);
    const { mtimeMs, ino } = statSync(file);
    writeResults(file, readResults(file));
    expect(statSync(file)).toMatchObject({ mtimeMs, ino });
  });

  it("that is not a list of results is refused", () => {
    const file = join(folder, "r.json");
    writeFileSync(file, '[{"case":"a"}]');
    expect(() => readResults(file)).toThrow(/not a list of results/);
    expect(readResults(join(folder, "none.json"))).toEqual([]);
  });
});

/**
 * What does not hold, read by a person once: a line that is missing here is a regression or a discovery, never an accident.
 * "no" and "partial" are as measured; the versions are those that it was measured on.
 */
const BOTH = ["2.1.332", "2.1.197"];
const CODEX = ["0.171.0"];
const LIMITS: readonly (readonly [name: string, outcome: "no" | "partial", versions: readonly string[]])[] = [
  // PostToolUseFailure takes no new output and does not read continue:false.
  ["replace.shell-failed", "no", BOTH],
  ["stop-agent.tool-error", "no", BOTH],
  // The text of a skill is a message of its own.
  ["replace.skill", "no", BOTH],
  // SubagentStop does not read continue:false; beside a deny 2.1.197 does not read it on PreToolUse either.
  ["stop-agent.subagent-stop", "no", BOTH],
  ["stop-agent.tool-pre-denied", "no", ["2.1.197"]],
  // In print mode nobody sees these messages.
  ["system-message.session-start", "no", BOTH],
  ["system-message.command", "no", ["2.1.197"]],
  ["system-message.prompt", "no", ["2.1.197"]],
  ["system-message.tool-pre", "no", ["2.1.197"]],
  ["system-message.tool-post", "no", ["2.1.197"]],
  ["system-message.tool-error", "no", ["2.1.197"]],
  ["system-message.stop", "no", ["2.1.197"]],
  // What a hook prints on PreCompact goes to the model that writes the summary, and to nobody else.
  ["system-message.compact", "no", BOTH],
  // The schema of Notification takes both; nobody is shown them, headless or under a terminal.
  ["context.notification", "no", BOTH],
  ["system-message.notification", "no", BOTH],
  ["terminal.context.Notification", "no", BOTH],
  ["terminal.system-message.Notification", "no", BOTH],

  // Before a tool Codex takes neither an approval nor a question nor the end of the run.
  ["allow.default-permissions", "no", CODEX],
  ["ask.headless", "no", CODEX],
  ["stop-agent.tool-pre", "no", CODEX],
  ["stop-agent.tool-pre-denied", "no", CODEX],
  // Its permission request takes a verdict and no more.
  ["permission-request.rewrite", "no", CODEX],
  ["stop-agent.permission-request-denied", "no", CODEX],
  // continue:false after a tool takes the place of the output, after a subagent it ends the subagent.
  ["stop-agent.tool-post", "no", CODEX],
  ["stop-agent.subagent-stop", "no", CODEX],
  // A subagent's answer reaches its parent as a message of its own too.
  ["replace.task", "no", CODEX],
  // Exec says nothing of hooks.
  ["system-message.session-start-in-exec", "no", CODEX],
  ["system-message.prompt-in-exec", "no", CODEX],
  ["system-message.tool-pre-in-exec", "no", CODEX],
  ["system-message.tool-post-in-exec", "no", CODEX],
  ["system-message.stop-in-exec", "no", CODEX],
];

describe.each(Object.entries(PINS).flatMap(([provider, pin]) => pin.versions.map((version) => [provider, version] as const)))(
  "committed results of %s %s",
  (provider, version) => {
    const results = readResults(resultFile(RESULTS, provider, version));

    it("are there, sorted and of this version", () => {
      expect(results.length).toBeGreaterThan(50);
      expect(results.map((one) => one.case)).toEqual(results.map((one) => one.case).toSorted());
      expect(new Set(results.map((one) => one.version))).toEqual(new Set([version]));
    });

    it("hold everywhere but where a limit is known", () => {
      const measured = results.filter((one) => one.outcome !== "yes").map((one) => `${one.case} ${one.outcome}`);
      const known = LIMITS.filter(([, , versions]) => versions.includes(version)).map(([name, outcome]) => `${name} ${outcome}`);
      expect(measured.toSorted()).toEqual(known.toSorted());
    });

    it("hold no path of a machine", () => {
      for (const one of results) expect(one.evidence).not.toMatch(/(?<!\$SANDBOX)\/(tmp|home|root|Users|private|var)\//);
    });
  },
);
