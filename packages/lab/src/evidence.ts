/** Evidence is committed: short, the same in every run, and without anything that belongs to one machine or one session. */
import type { Sandbox } from "./sandbox.js";

export type Outcome = "yes" | "no" | "partial";

/** A case cannot be measured here, with the reason: neither passed nor failed, and what was measured before stays. */
export class UnmeasuredError extends Error {
  override name = "UnmeasuredError";
}

export interface Verdict {
  readonly outcome: Outcome;
  readonly evidence: string;
}

/** What a case looked at. Every key is a sentence that is true or not. */
interface Findings {
  /** One of them false: the capability does not hold (`no`). */
  readonly must: Readonly<Record<string, boolean>>;
  /** One of them false: it holds in part. */
  readonly should?: Readonly<Record<string, boolean>>;
  /** Texts that say what was seen. */
  readonly seen?: Readonly<Record<string, string | number | undefined>>;
}

const MAX_SEEN = 240;

export function judge(sandbox: Sandbox, { must, should = {}, seen = {} }: Findings): Verdict {
  const holds = (claims: Readonly<Record<string, boolean>>): boolean => Object.values(claims).every(Boolean);
  const outcome: Outcome = !holds(must) ? "no" : holds(should) ? "yes" : "partial";
  const claims = Object.entries({ ...must, ...should }).map(([claim, held]) => (held ? claim : `NOT: ${claim}`));
  const texts = Object.entries(seen).map(([what, value]) => `${what}: ${value === undefined ? "none" : quote(sandbox, value)}`);
  return { outcome, evidence: [...claims, ...texts].join("; ") };
}

function quote(sandbox: Sandbox, value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = stable(sandbox.scrub(value)).replaceAll(/\s+/g, " ").trim();
  return `"${text.length > MAX_SEEN ? `${text.slice(0, MAX_SEEN)}...` : text}"`;
}

/** Session ids, agent ids and durations differ from run to run. */
const stable = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>")
    .replaceAll(/\ba[0-9a-f]{16}\b/g, "<agent>")
    .replaceAll(/duration_ms: \d+/g, "duration_ms: <n>")
    .replaceAll(/Chunk ID: [0-9a-f]+/g, "Chunk ID: <chunk>")
    .replaceAll(/Wall time(:?) [\d.]+ seconds/g, "Wall time$1 <n> seconds")
    .replaceAll(/"nickname":"[^"]*"/g, '"nickname":"<name>"');
