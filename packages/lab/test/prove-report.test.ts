import { describe, expect, it } from "vitest";
import { proveJson, proveText } from "../src/prove/index.js";
import { outcomeOf, reportOf } from "../src/prove/outcome.js";
import { row } from "../src/prove/rows.js";
import type { Proof, ProveRow } from "../src/prove/types.js";

describe("the report", () => {
  const proof = (rows: readonly ProveRow[], change: Partial<Proof> = {}): Proof => ({
    provider: "codex",
    title: "Codex",
    version: "0.171.0",
    executable: "/home/u/bin/codex",
    program: { name: "acme-guard", version: "1.2.0", scope: "user", folder: "/home/u/.agenthooks/acme-guard", fail: "closed" },
    scratch: "/tmp/scratch",
    outcome: outcomeOf(rows),
    rows,
    ...change,
  });
  const held = row("deny", "held", "the command does not run", "refused, without a trace", "rm -rf ./build");
  const failed = row("trust", "failed", "all are trusted", "2 of 2 untrusted", "/home/u/.codex/config.toml", "trust them in /home/u/x");
  const unseen = row("reason", "not shown", "the model reads why", "not a gate", "", "name one");

  it("ends with 0 when all held, 1 when something did not, 2 when something could not run", () => {
    const code = (...proofs: readonly Proof[]) => reportOf(proofs).exitCode;
    const lost = proof([], { outcome: "could not run" });
    expect([
      code(proof([held])),
      code(proof([held, unseen])),
      code(proof([held, failed])),
      code(lost),
      code(lost, proof([failed])),
    ]).toEqual([0, 0, 1, 2, 1]);
  });

  it("is one table, a line per row, with the verdict last", () => {
    expect(proveText(reportOf([proof([held])]), { home: "/home/u" })).toBe(
      [
        "Codex 0.171.0 · ~/bin/codex",
        "acme-guard 1.2.0 · ~/.agenthooks/acme-guard · user scope · fails closed",
        "HOME of this proof: /tmp/scratch/home (scripted model on 127.0.0.1, nothing of yours is written)",
        "",
        "  ok    deny  the command does not run  refused, without a trace  rm -rf ./build",
        "",
        "HOLDS on Codex: what acme-guard decides is what happens (1 of 1 rows).",
      ].join("\n"),
    );
  });

  it("says what to do, once, and what was not shown", () => {
    const text = proveText(reportOf([proof([held, failed, failed, unseen])]), { home: "/home/u" });
    expect(text).toContain("DOES NOT HOLD on Codex: trust, trust of 4 rows failed.\n  -> trust them in ~/x\n  -> name one");
    expect(proveText(reportOf([proof([held, unseen])]))).toContain("HOLDS SO FAR on Codex (1 of 2 rows; not shown: reason).");
  });

  it("keeps to the width, and tells what did not hold whole below its row", () => {
    const long = row("reason", "failed", "the model reads why", "it read something else", `${"word ".repeat(40)}end`);
    const lines = proveText(reportOf([proof([held, { ...long, outcome: "held" }])]), { width: 80 }).split("\n");
    for (const line of lines.filter((one) => one.startsWith("  ok"))) expect(line.length).toBeLessThanOrEqual(80);
    expect(proveText(reportOf([proof([long])]), { width: 80 })).toMatch(/\n {8}(word ){40}end\n/);
  });

  it("writes no control character and no line break of a reason to the terminal", () => {
    const evil = row("reason", "failed", "x", "\u001b[2J\u009b31mgone", "a\nb\u0000c");
    const text = proveText(reportOf([proof([evil])]));
    expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(text).toContain("a b c");
  });

  it("has colour only when it is asked for", () => {
    const report = reportOf([proof([held, failed, unseen])]);
    expect(proveText(report)).not.toContain("\u001b[");
    expect(proveText(report, { color: true })).toContain("\u001b[31mFAIL");
  });

  it("is the document of one agent, or a list of several", () => {
    expect(proveJson(reportOf([proof([held])]))).toMatchObject({
      provider: "codex",
      version: "0.171.0",
      rows: [{ name: "deny", outcome: "held" }],
    });
    expect(proveJson(reportOf([proof([held]), proof([failed])]))).toHaveLength(2);
  });
});
