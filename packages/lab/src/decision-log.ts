/** Reads the library's decision log: one line per event, metadata only. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseLines, text } from "./json.js";

export interface LoggedDecision {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly event: string;
  readonly kind: string;
  readonly tool: string | undefined;
  /** `undefined`: neutral. */
  readonly decision: string | undefined;
  readonly handler: string | undefined;
  readonly failure: string | undefined;
  /** What a failure came from. */
  readonly error: string | undefined;
  readonly durationMs: number | undefined;
}

/**
 * The decisions of every program that ran in this home, in order of time. Empty where nothing was logged.
 * @param states further state folders, of programs that chose their own.
 */
export function readDecisions(home: string, states: readonly string[] = []): readonly LoggedDecision[] {
  const folder = join(home, ".local", "state", "agenthooks");
  const usual = existsSync(folder) ? readdirSync(folder).map((program) => join(folder, program)) : [];
  return [...usual, ...states].flatMap((state) => readLog(join(state, "log", "decisions.ndjson"))).sort((a, b) => a.time - b.time);
}

function readLog(file: string): readonly LoggedDecision[] {
  if (!existsSync(file)) return [];
  return parseLines(readFileSync(file, "utf8")).map((line) => ({
    time: typeof line.time === "number" ? line.time : Date.parse(text(line.time) ?? ""),
    event: text(line.event) ?? "",
    kind: text(line.kind) ?? "",
    tool: text(line.tool),
    decision: text(line.decision),
    handler: text(line.handler),
    failure: text(line.failure),
    error: text(line.error),
    durationMs: typeof line.durationMs === "number" ? line.durationMs : undefined,
  }));
}
