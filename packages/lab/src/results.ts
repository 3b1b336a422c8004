/**
 * The committed results, `lab/results/<provider>/<version>.json`: made by `npm run lab -- --write`, never by hand.
 * Sorted by case; a line is written anew only when something beside its date is different, so that a second run changes no byte.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Measured } from "./case.js";
import type { Outcome } from "./evidence.js";
import { isObject, parseJson } from "./json.js";

export interface Result {
  readonly case: string;
  readonly event: string;
  readonly capability: Measured;
  readonly variant: string;
  readonly version: string;
  readonly outcome: Outcome;
  readonly evidence: string;
  /** Hex, of the agent's runnable file. */
  readonly binarySha256: string;
  /** Hex, of the case's source file and its programs. */
  readonly scriptSha256: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

const MEMBERS = [
  "case",
  "event",
  "capability",
  "variant",
  "version",
  "outcome",
  "evidence",
  "binarySha256",
  "scriptSha256",
  "date",
] as const;

export const resultFile = (folder: string, provider: string, version: string): string => join(folder, provider, `${version}.json`);

/** Empty where nothing was measured. Throws when the file is not a list of results. */
export function readResults(file: string): readonly Result[] {
  if (!existsSync(file)) return [];
  const parsed = parseJson(readFileSync(file, "utf8"));
  if (Array.isArray(parsed) && parsed.every(isResult)) return parsed;
  throw new Error(`not a list of results; ${file}; run "npm run lab -- --write" again`);
}

const isResult = (value: unknown): value is Result => isObject(value) && MEMBERS.every((member) => typeof value[member] === "string");

/**
 * The committed results with the new ones in their place. `all` names every case there is: results of others are dropped.
 * A new result that differs in its date only is not new.
 */
export function mergeResults(committed: readonly Result[], fresh: readonly Result[], all: readonly string[]): readonly Result[] {
  const merged = new Map(committed.filter((result) => all.includes(result.case)).map((result) => [result.case, result]));
  for (const result of fresh) {
    const old = merged.get(result.case);
    merged.set(result.case, old !== undefined && sameButDate(old, result) ? old : result);
  }
  return [...merged.values()].sort((a, b) => (a.case < b.case ? -1 : a.case > b.case ? 1 : 0));
}

const sameButDate = (a: Result, b: Result): boolean => MEMBERS.every((member) => member === "date" || a[member] === b[member]);

/** One line per result, members always in the same order. Does not touch a file that would not change. */
export function writeResults(file: string, results: readonly Result[]): void {
  const lines = results.map((result) => `  ${JSON.stringify(Object.fromEntries(MEMBERS.map((member) => [member, result[member]])))}`);
  const text = `[\n${lines.join(",\n")}\n]\n`;
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
