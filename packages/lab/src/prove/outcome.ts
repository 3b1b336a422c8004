/** From rows to one word and one exit code. */
import type { Proof, ProveOutcome, ProveReport, ProveRow } from "./types.js";

/** What was not shown counts neither way. */
export const outcomeOf = (rows: readonly ProveRow[]): ProveOutcome => (rows.some((row) => row.outcome === "failed") ? "failed" : "held");

/** A failure says more than an agent that is missing: it wins. */
export function reportOf(proofs: readonly Proof[]): ProveReport {
  const outcomes = proofs.map((proof) => proof.outcome);
  const outcome = outcomes.find((one) => one === "failed") ?? outcomes.find((one) => one === "could not run") ?? "held";
  return { outcome, exitCode: EXIT[outcome], proofs };
}

const EXIT = { held: 0, failed: 1, "could not run": 2 } as const;

/**
 * The report as one JSON document: `{ provider, version, rows: [{ name, expected, seen, evidence, outcome }] }` and what else a proof says;
 * of several agents a list of these.
 */
export const proveJson = ({ proofs }: ProveReport): unknown => (proofs.length === 1 ? proofs[0] : proofs);
