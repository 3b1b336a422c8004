/** What the library's tables claim about an agent, against what was measured on it: a lie fails. */
import type { Capability } from "agenthooks";
import { capabilities, eventMap, quirks } from "agenthooks/registry";
import { describe, expect, it } from "vitest";
import { PINS } from "../src/agents/pins.js";
import { RESULTS } from "../src/paths.js";
import { type Result, readResults, resultFile } from "../src/results.js";

const CAPABILITIES: readonly string[] = [
  "deny",
  "ask",
  "allow",
  "update-input",
  "add-context",
  "replace-output",
  "continue-agent",
  "stop-agent",
  "system-message",
] satisfies readonly Capability[];

/** The events whose every claim must be measured: the others are claimed by the agent's documents and by earlier observation. */
const MEASURED = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "UserPromptSubmit",
  "SessionStart",
  "Stop",
  "SubagentStart",
  "SubagentStop",
];

const versions = PINS["claude-code"].versions;
const results = (version: string) => readResults(resultFile(RESULTS, "claude-code", version));
const matches = (range: string, version: string) => range === "*" || (range.startsWith("<") && compare(version, range.slice(1)) < 0);

function compare(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

/** Whether the table, with the quirks of this version, says that the event can express it. */
function claimed({ event, capability, variant }: Result, version: string): boolean {
  return capabilities("claude-code", variant, { native: event }, version).has(capability as Capability);
}

function excused({ case: name, event, capability, variant }: Result, version: string): boolean {
  return quirks.some(
    (quirk) =>
      quirk.event === event &&
      quirk.capability === capability &&
      matches(quirk.versions, version) &&
      (quirk.variant === undefined || quirk.variant === variant) &&
      quirk.test === `lab: ${name}`,
  );
}

describe.each(versions)("Claude Code %s", (version) => {
  const cells = results(version).filter(({ capability }) => CAPABILITIES.includes(capability));

  it("was measured", () => {
    expect(cells.length).toBeGreaterThan(50);
  });

  it("can do nothing that the table denies", () => {
    const lies = cells.filter((cell) => cell.outcome !== "no" && !claimed(cell, version));
    expect(lies.map(({ case: name }) => name)).toEqual([]);
  });

  it("does everything that the table claims, or a quirk names the case", () => {
    const lies = cells.filter((cell) => {
      if (cell.outcome === "yes" || !claimed(cell, version) || excused(cell, version)) return false;
      // the launcher's part: the capability itself holds
      return cell.case !== "deny.despite-descriptor";
    });
    expect(lies.map(({ case: name }) => name)).toEqual([]);
  });

  it("has a cell for every claim on the events of a turn", () => {
    const missing = MEASURED.filter((event) => version !== "2.1.197" || event !== "PermissionRequest").flatMap((event) =>
      [...capabilities("claude-code", "print", { native: event }, version)]
        .filter((capability) => !cells.some((cell) => cell.event === event && cell.capability === capability))
        .map((capability) => `${event} ${capability}`),
    );
    expect(missing).toEqual([]);
  });
});

it("every quirk that names a lab case names one that was run, and every id is there once", () => {
  const names = new Set(versions.flatMap((version) => results(version).map(({ case: name }) => name)));
  for (const quirk of quirks.filter(({ test }) => test.startsWith("lab: "))) {
    expect(names, quirk.id).toContain(quirk.test.slice("lab: ".length));
    expect(eventMap[quirk.provider]?.some((row) => row.native === quirk.event)).toBe(true);
  }
  expect(new Set(quirks.map(({ id }) => id)).size).toBe(quirks.length);
});
