import { describe, expect, it } from "vitest";
import type { LoggedDecision } from "../src/decision-log.js";
import { proofLines, timelineLines } from "../src/demo/render.js";
import { joinLog } from "../src/demo/timeline.js";
import { palette } from "../src/palette.js";

const logged = (kind: string, event: string, time: number, decision?: string): LoggedDecision => ({
  time,
  event,
  kind,
  tool: "Bash",
  decision,
  handler: decision === undefined ? undefined : "aHandlerWithAVeryLongName",
  failure: undefined,
  error: undefined,
  durationMs: 12.4,
});

const entries = joinLog(
  [
    logged("tool.pre", "PreToolUse", 1_100),
    logged("tool.post", "PostToolUse", 1_200, "replace-output"),
    logged("tool.pre", "PreToolUse", 1_300, "deny"),
  ],
  [
    { call: "Bash cat build.log", modelSaw: "one\n two" },
    { call: "Bash cp a b", modelSaw: "x".repeat(200) },
  ],
  1_000,
);

describe("the timeline", () => {
  it("gives each event its call, and the last event of a call what the model read", () => {
    expect(entries.map(({ call, modelSaw, offsetMs }) => [call, modelSaw?.length, offsetMs])).toEqual([
      ["Bash cat build.log", undefined, 100],
      ["Bash cat build.log", 8, 200],
      ["Bash cp a b", 200, 300],
    ]);
  });

  it("fits 100 columns and is plain without a terminal", () => {
    const lines = timelineLines(entries, palette({}, false));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
    expect(lines.join("\n")).not.toContain("\u001b");
    expect(lines[1]).toContain("+0.10 s PreToolUse");
    expect(lines[3]).toContain('model read: "one two"');
  });

  it("is coloured on a terminal, unless NO_COLOR says no", () => {
    expect(timelineLines(entries, palette({}, true)).join("")).toContain("\u001b[31m");
    expect(timelineLines(entries, palette({ NO_COLOR: "1" }, true)).join("")).not.toContain("\u001b");
  });

  it("says which proof did not hold", () => {
    const lines = proofLines(
      [
        { claim: "a", holds: true },
        { claim: "b", holds: false },
      ],
      palette({}, false),
    );
    expect(lines).toEqual(["proof", "  yes  a", "  NO   b", "1 of 2 hold"]);
  });
});
