/** One row per case that ran, and how it is told. */
import type { Outcome } from "./evidence.js";

export interface Row {
  readonly provider: string;
  readonly version: string;
  readonly case: string;
  readonly outcome: Outcome | "error";
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
    row.passed ? "ok  " : "FAIL",
    row.provider,
    row.version,
    row.case.padEnd(37),
    row.outcome.padEnd(7),
    `${(row.ms / 1000).toFixed(1)} s`.padStart(7),
  ].join("  ");
  return [
    head.trimEnd(),
    ...(row.problem === undefined ? [] : [`      ${row.problem}`]),
    ...(row.passed || row.evidence === "" ? [] : [`      ${row.evidence}`]),
    ...(row.kept === undefined ? [] : [`      kept: ${row.kept}`]),
  ];
}

export const closingLine = (rows: readonly Row[]): string => {
  const { passed, failed } = counts(rows);
  return `${passed} passed, ${failed} failed`;
};

export const counts = (rows: readonly Row[]): { readonly passed: number; readonly failed: number } => {
  const passed = rows.filter((row) => row.passed).length;
  return { passed, failed: rows.length - passed };
};
