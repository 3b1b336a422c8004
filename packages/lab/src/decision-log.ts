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
  readonly durationMs: number | undefined;
}

/** The decisions of every program that ran in this home, in order of time. Empty where nothing was logged. */
export function readDecisions(home: string): readonly LoggedDecision[] {
  const folder = join(home, ".local", "state", "agenthooks");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((program) => readLog(join(folder, program, "log", "decisions.ndjson")))
    .sort((a, b) => a.time - b.time);
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
    durationMs: typeof line.durationMs === "number" ? line.durationMs : undefined,
  }));
}
