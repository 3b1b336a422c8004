/** What the library's tables claim about an agent, against what was measured on it: a lie fails. */
import type { Capability } from "agenthooks";
import { capabilities, eventMap, inRange, matrix, quirks } from "agenthooks/registry";
import { describe, expect, it } from "vitest";
import { PINS } from "../src/agents/pins.js";
import type { Measured } from "../src/case.js";
import { RESULTS } from "../src/paths.js";
import { type Result, readResults, resultFile } from "../src/results.js";
import { UNMEASURED } from "../src/unmeasured.js";

/** What the tables speak of; a case may measure other things too. */
const CAPABILITIES: ReadonlySet<string> = new Set(matrix("claude-code").flatMap((row) => row.cells.map((cell) => cell.capability)));

/** The variants that cases run. */
const VARIANTS = ["print", "cli"] as const;

const versions = PINS["claude-code"].versions;
const results = (version: string) => readResults(resultFile(RESULTS, "claude-code", version));

/** Whether the table, with the quirks of this version, says that the event can express it. */
function claimed({ event, capability, variant }: Result, version: string): boolean {
  return capabilities("claude-code", variant, { native: event }, version).has(capability as Capability);
}

function excused({ case: name, event, capability, variant }: Result, version: string): boolean {
  return quirks.some(
    (quirk) =>
      quirk.event === event &&
      quirk.capability === capability &&
      inRange(quirk.versions, version) &&
      (quirk.variant === undefined || quirk.variant === variant) &&
      quirk.test === `lab: ${name}`,
  );
}

describe.each(versions)("Claude Code %s", (version) => {
  const cells = results(version).filter(({ capability }) => CAPABILITIES.has(capability));

  it("was measured", () => {
    expect(cells.length).toBeGreaterThan(50);
  });

  it("can do nothing that the table denies", () => {
    const lies = cells.filter((cell) => cell.outcome !== "no" && !claimed(cell, version));
    expect(lies.map(({ case: name }) => name)).toEqual([]);
  });

  it("does everything that the table claims, or a quirk names the case", () => {
    const lies = cells.filter((cell) => cell.outcome !== "yes" && claimed(cell, version) && !excused(cell, version));
    expect(lies.map(({ case: name }) => name)).toEqual([]);
  });

  it("has a cell for every claim on every event, or a reason why there is none", () => {
    const missing = VARIANTS.flatMap((variant) =>
      native(version).flatMap((event) =>
        [...capabilities("claude-code", variant, { native: event }, version)]
          .filter(
            (capability) => !measured(version, variant, event, capability) && reasonFor(version, variant, event, capability) === undefined,
          )
          .map((capability) => `${variant} ${event} ${capability}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it("has every event of the table that can be provoked", () => {
    const seen = (event: string) => VARIANTS.some((variant) => measured(version, variant, event, "observe"));
    const missing = native(version).filter((event) => !seen(event) && reasonFor(version, undefined, event, "observe") === undefined);
    expect(missing).toEqual([]);
  });

  it("decodes every event without a member that no view names", () => {
    const lies = results(version).filter(({ case: name, outcome }) => name.startsWith("event.") && outcome !== "yes");
    expect(lies.map(({ case: name, evidence }) => `${name}: ${evidence}`)).toEqual([]);
  });
});

/** The native events that the table gives this version. */
function native(version: string): readonly string[] {
  const rows = eventMap["claude-code"] ?? [];
  return rows.filter(({ since }) => since === undefined || inRange(`>=${since}`, version)).map((row) => row.native);
}

const measured = (version: string, variant: string, event: string, capability: Measured): boolean =>
  results(version).some((cell) => cell.variant === variant && cell.event === event && cell.capability === capability);

const reasonFor = (version: string, variant: string | undefined, event: string, capability: Measured) =>
  UNMEASURED.find(
    (entry) =>
      entry.event === event &&
      entry.capabilities.includes(capability) &&
      (entry.variant === undefined || entry.variant === variant) &&
      (entry.versions?.includes(version) ?? true),
  )?.reason;

describe("what is listed as unmeasured", () => {
  const cells = UNMEASURED.flatMap(({ event, capabilities: listed, variant, versions: only = versions }) =>
    only.flatMap((version) => listed.map((capability) => ({ event, capability, variant, version }))),
  );

  it("was not measured, and the table claims it", () => {
    const stale = cells.filter(({ event, capability, variant, version }) => {
      const variants = variant === undefined ? VARIANTS : [variant];
      const claims =
        capability === "observe" ? native(version).includes(event) : variants.some((one) => can(version, one, event, capability));
      return !claims || variants.some((one) => measured(version, one, event, capability));
    });
    expect(stale).toEqual([]);
  });

  it("has a reason", () => {
    for (const { reason } of UNMEASURED) expect(reason.length).toBeGreaterThan(20);
  });
});

const can = (version: string, variant: string, event: string, capability: Measured): boolean =>
  capabilities("claude-code", variant, { native: event }, version).has(capability as Capability);

it("every quirk that names a lab case names one that was run, and every id is there once", () => {
  const names = new Set(versions.flatMap((version) => results(version).map(({ case: name }) => name)));
  for (const quirk of quirks.filter(({ test }) => test.startsWith("lab: "))) {
    expect(names, quirk.id).toContain(quirk.test.slice("lab: ".length));
    expect(eventMap[quirk.provider]?.some((row) => row.native === quirk.event)).toBe(true);
  }
  expect(new Set(quirks.map(({ id }) => id)).size).toBe(quirks.length);
});
