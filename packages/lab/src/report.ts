/** One row per case that ran, and how it is told. */
import type { Outcome } from "./evidence.js";

export interface Row {
  readonly provider: string;
  readonly version: string;
  readonly case: string;
  /** `unmeasured`: this machine cannot, and the evidence says why. */
  readonly outcome: Outcome | "error" | "unmeasured";
  /** What is committed; `undefined`: nothing. */
  readonly committed: Outcome | undefined;
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly problem: string | undefined;
  readonly evidence: string;
  /** Milliseconds. */
  readonly ms: number;
  /** The sandbox, when it was kept. */
  readonly kept: string | undefined;
}

export function rowLines(row: Row): readonly string[] {
  const head = [
    row.outcome === "unmeasured" ? "--  " : row.passed ? "ok  " : "FAIL",
    row.provider,
    row.version,
    row.case.padEnd(37),
    row.outcome.padEnd(7),
    `${(row.ms / 1000).toFixed(1)} s`.padStart(7),
  ].join("  ");
  return [
    head.trimEnd(),
    ...(row.problem === undefined ? [] : [`      ${row.problem}`]),
    ...((row.passed && row.outcome !== "unmeasured") || row.evidence === "" ? [] : [`      ${row.evidence}`]),
    ...(row.kept === undefined ? [] : [`      kept: ${row.kept}`]),
  ];
}

export const closingLine = (rows: readonly Row[]): string => {
  const { passed, failed, unmeasured } = counts(rows);
  return `${passed} passed, ${failed} failed${unmeasured === 0 ? "" : `, ${unmeasured} unmeasured`}`;
};

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly unmeasured: number;
}

export const counts = (rows: readonly Row[]): Counts => {
  const unmeasured = rows.filter((row) => row.outcome === "unmeasured").length;
  const passed = rows.filter((row) => row.passed).length - unmeasured;
  return { passed, failed: rows.length - passed - unmeasured, unmeasured };
};
