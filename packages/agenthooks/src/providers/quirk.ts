/** What an agent does otherwise than its capability table says, what it never shows, and where its limits are. */
import type { Capability, ProviderId, Variant } from "../event/provider.js";

/** One behaviour of an agent that its capability table alone does not tell. */
export interface Quirk {
  /** `<provider>/<subject>`, unique. */
  readonly id: string;
  readonly provider: ProviderId;
  /** A range as npm writes it: `<2.1.332`, `*`. */
  readonly versions: string;
  /** Only in this variant; absent: in all. */
  readonly variant?: Variant;
  /** Native name; `undefined`: no single event. */
  readonly event: string | undefined;
  readonly capability: Capability | undefined;
  readonly behaviour: string;
  /** What the library does about it. */
  readonly mitigation: string;
  /** What cannot be had back: shown as a warning mark in the docs. */
  readonly loss?: string;
  /** Where it was seen. */
  readonly source: string;
  /** What shows it: `lab: <case>`, or `test: <file of packages/agenthooks/test> > <title>`. */
  readonly test: string;
}

/** Something that happens in an agent and that no hook is told about. */
export interface BlindSpot {
  readonly provider: ProviderId;
  readonly what: string;
  /** Only in these variants; absent: in all. */
  readonly variants?: readonly Variant[];
  /** `measured`: seen on the real agent; `documented`: the agent's documents or its shipped text say so. */
  readonly mark: "measured" | "documented";
}

/** An event that an agent has and that reaches no hook in some versions or variants. */
export interface SilentEvent {
  readonly provider: ProviderId;
  /** Native name. */
  readonly event: string;
  /** A range as npm writes it: `<2.1.332`, `*`. */
  readonly versions: string;
  /** Only in these variants; absent: in all. */
  readonly variants?: readonly Variant[];
  /** `measured`: seen on the real agent; `documented`: the agent's documents or its shipped text say so. */
  readonly mark: "measured" | "documented";
  /** Where it was seen. */
  readonly source: string;
}

/** A number that an agent enforces on hooks. */
export interface Limit {
  readonly provider: ProviderId;
  readonly what: string;
  readonly value: number;
  readonly unit: "ms" | "characters" | "continuations";
  /** Native name; absent: every event. */
  readonly event?: string;
  /** What happens beyond it. */
  readonly beyond: string;
  /** `measured`: seen on the real agent; `documented`: the agent's documents or its shipped text say so. */
  readonly mark: "measured" | "documented";
  /** Where it was seen. */
  readonly source: string;
}

/** What one lab case showed about one capability of one native event on the real agent. */
export interface Measurement {
  readonly version: string;
  readonly variant: Variant;
  /** Native name. */
  readonly event: string;
  /** A capability, or what the lab measures beside them: `observe`, `fail-closed`, `merge` ... */
  readonly capability: string;
  /** Name of the lab case. */
  readonly case: string;
  readonly outcome: "yes" | "no" | "partial";
}
