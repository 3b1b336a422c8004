/** What an agent does otherwise than its capability table says, and what it never shows. */
import type { Capability, ProviderId, Variant } from "../event/provider.js";

export interface Quirk {
  readonly id: string;
  readonly provider: ProviderId;
  /** A range as npm writes it: `<2.1.332`, `*`. */
  readonly versions: string;
  readonly variant?: Variant;
  readonly event: string | undefined;
  readonly capability: Capability | undefined;
  readonly behaviour: string;
  readonly mitigation: string;
  /** What cannot be had back: shown as a warning mark in the docs. */
  readonly loss?: string;
  /** Where it was seen. */
  readonly source: string;
  /** What shows it: `lab: <case>`, or `test: <file of packages/agenthooks/test> > <title>`. */
  readonly test: string;
}

export interface BlindSpot {
  readonly provider: ProviderId;
  readonly what: string;
  readonly variants?: readonly Variant[];
  readonly mark: "measured" | "documented";
}
