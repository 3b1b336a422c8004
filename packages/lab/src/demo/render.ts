/** The timeline as plain text: aligned, at most 100 columns, colour only where a terminal wants it. */
import type { Palette } from "../palette.js";
import type { Proof } from "./scenario.js";
import type { TimelineEntry } from "./timeline.js";

const WIDTH = 100;

const COLUMNS = { time: 8, event: 18, call: 26, decision: 14, handler: 20, took: 6 } as const;

export function timelineLines(entries: readonly TimelineEntry[], paint: Palette): readonly string[] {
  const head = row("time", "event", "call", "decision", "handler", "took");
  return [paint.dim(head), ...entries.flatMap((entry) => entryLines(entry, paint))];
}

function entryLines(entry: TimelineEntry, paint: Palette): readonly string[] {
  const decision = entry.decision === "neutral" ? "no opinion" : (entry.decision ?? "-");
  const line = row(
    `+${(entry.offsetMs / 1000).toFixed(2)} s`,
    entry.event,
    entry.call,
    decision,
    entry.handler ?? "-",
    entry.tookMs === undefined ? "-" : `${Math.round(entry.tookMs)} ms`,
  );
  const saw =
    entry.modelSaw === undefined ? [] : [paint.dim(fit(`${" ".repeat(COLUMNS.time + 2)}model read: ${quote(entry.modelSaw)}`, WIDTH))];
  return [colourOf(decision, paint)(line), ...saw];
}

function colourOf(decision: string, paint: Palette): (text: string) => string {
  if (/^(deny|block|cancel|ask)/.test(decision)) return paint.red;
  return decision.startsWith("replace") || decision.startsWith("flag") ? paint.yellow : paint.green;
}

export function proofLines(proofs: readonly Proof[], paint: Palette): readonly string[] {
  const lines = proofs.map(({ claim, holds }) => (holds ? paint.green(`  yes  ${claim}`) : paint.red(`  NO   ${claim}`)));
  const held = proofs.filter(({ holds }) => holds).length;
  return [paint.bold("proof"), ...lines, `${held} of ${proofs.length} hold`];
}

function row(time: string, event: string, call: string, decision: string, handler: string, took: string): string {
  return [
    time.padStart(COLUMNS.time),
    cell(event, COLUMNS.event),
    cell(call, COLUMNS.call),
    cell(decision, COLUMNS.decision),
    cell(handler, COLUMNS.handler),
    took.padStart(COLUMNS.took),
  ].join(" ");
}

const cell = (text: string, width: number): string => fit(text, width).padEnd(width);
const fit = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 3)}...` : text);
const quote = (text: string): string => `"${text.replaceAll(/\s+/g, " ").trim()}"`;
