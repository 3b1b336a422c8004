/** Our event map of Claude Code against the one of the original design, row by row, in both directions. */
import { eventMap } from "agenthooks/registry";
import { describe, expect, it } from "vitest";
import { kinds } from "../../src/decision/types.js";
import { DESIGN_ROWS, DEVIATIONS, LATER } from "./design-event-table.js";

const rows = eventMap["claude-code"] ?? [];
const ours = (kind: string) => rows.filter((row) => row.kind === kind).map(({ native }) => native);
const isDeviation = (kind: string, native: string | undefined) => DEVIATIONS.some((one) => one.kind === kind && one.native === native);
const designed = (kind: string) => DESIGN_ROWS.find((row) => row.kind === kind);

describe("each row of the design", () => {
  it.each(DESIGN_ROWS)("$kind holds, or a fact overrules it", ({ kind, native }) => {
    expect(kinds()).toContain(kind);
    const missing = native.filter((name) => !ours(kind).includes(name) && !isDeviation(kind, name));
    expect(missing).toEqual([]);
    // "other" names examples: what is there beside them is held against the count below
    const more = kind === "other" ? [] : ours(kind).filter((name) => !native.includes(name) && !isDeviation(kind, name));
    expect(more).toEqual([]);
  });

  it("that is approximate is left out by default", () => {
    const approximate = DESIGN_ROWS.filter(({ remark }) => remark === "approx.").flatMap(({ native }) => native);
    expect(approximate).toEqual(["MessageDisplay"]);
    for (const name of approximate) expect(rows.find((row) => row.native === name)?.observe).toBe("opt-in");
  });
});

describe("our table", () => {
  it("has no event of a kind that the design does not give it, without a fact", () => {
    const strange = rows.filter(
      ({ kind, native }) => kind !== "other" && !designed(kind)?.native.includes(native) && !isDeviation(kind, native),
    );
    expect(strange.map(({ kind, native }) => `${kind} ${native}`)).toEqual([]);
  });

  it("has no kind that the design does not have, without a fact", () => {
    expect(kinds().filter((kind) => designed(kind) === undefined && !isDeviation(kind, undefined))).toEqual([]);
  });

  it("has the design's remaining 15 or so of the versions that it knew", () => {
    const known = ours("other").filter((native) => !LATER.includes(native));
    expect(Math.abs(known.length - 15)).toBeLessThanOrEqual(1);
  });

  it("has every later event, each with the version that brought it", () => {
    expect(
      rows
        .filter(({ since }) => since !== undefined)
        .map(({ native }) => native)
        .toSorted(),
    ).toEqual(LATER.toSorted());
  });

  it("has each native event once", () => {
    expect(new Set(rows.map(({ native }) => native)).size).toBe(rows.length);
  });
});

describe("each deviation", () => {
  it.each(DEVIATIONS)("$kind $native is still one, and names its fact", ({ kind, native, fact }) => {
    expect(fact).toMatch(/facts\/claude-code\.md §|lab: /);
    if (native === undefined) {
      expect(designed(kind)).toBeUndefined();
      expect(ours(kind)).toEqual([]);
    } else expect(ours(kind).includes(native)).not.toBe(designed(kind)?.native.includes(native) ?? false);
  });
});
