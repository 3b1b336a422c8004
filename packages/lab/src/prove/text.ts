/** The report as a person reads it: a table per agent, a line per row, and at the end what to do. */
import { homedir } from "node:os";
import { palette } from "../palette.js";
import type { Proof, ProveReport, ProveRow, RowOutcome } from "./types.js";

export interface ProveTextOptions {
  /** Default: no colour. */
  readonly color?: boolean;
  /** Columns of the terminal. Default 120. */
  readonly width?: number;
  /** Written as `~`. Default: `os.homedir()`. */
  readonly home?: string;
}

const MARKS: { readonly [outcome in RowOutcome]: string } = { held: "ok", failed: "FAIL", "not shown": "--" };
const MARK_WIDTH = 4;
const GAP = "  ";
/** No column but the last is wider, and what was seen takes at most a third of the line. */
const MOST = { name: 10, expected: 30, seen: 44 } as const;
const LEAST_EVIDENCE = 12;

/**
 * The report as text, one table per agent; the last line is the verdict. Ends without a line break.
 *
 * @example
 * console.log(proveText(await prove({ providers: ["claude-code"] }), { color: process.stdout.isTTY }));
 */
export function proveText(report: ProveReport, options: ProveTextOptions = {}): string {
  const { color = false, width = 120, home = homedir() } = options;
  const paint = palette({}, color);
  const short = (text: string): string => (home === "/" ? text : text.replaceAll(`${home}/`, "~/"));
  const paints = { held: paint.green, failed: paint.red, "not shown": paint.yellow } as const;
  const lines = report.proofs.flatMap((proof) => {
    const cells = proof.rows.map((row) => ({ ...row, ...shortened(row, short) }));
    const widths = columns(cells, width);
    return [
      paint.bold(short(titleOf(proof))),
      ...subtitleOf(proof).map((line) => paint.dim(short(line))),
      "",
      ...cells.flatMap((row) => {
        const before = [row.name.padEnd(widths.name), fit(row.expected, widths.expected), fit(row.seen, widths.seen)].join(GAP);
        const room = Math.max(LEAST_EVIDENCE, width - 2 - MARK_WIDTH - GAP.length * 2 - before.length);
        const mark = paints[row.outcome](MARKS[row.outcome].padEnd(MARK_WIDTH));
        const first = `${GAP}${mark}${GAP}${before}${GAP}${paint.dim(cut(row.evidence, room))}`.trimEnd();
        // what did not hold is told whole
        const whole = row.outcome !== "held" && (row.evidence.length > room || row.seen.length > widths.seen);
        return whole
          ? [
              first,
              `${" ".repeat(MARK_WIDTH + GAP.length * 2)}${paint.dim([row.seen.length > widths.seen ? row.seen : "", row.evidence].filter(Boolean).join("; "))}`,
            ]
          : [first];
      }),
      "",
    ];
  });
  const said = report.proofs.flatMap((proof) => {
    const [first, ...rest] = verdictOf(proof, short);
    const color = proof.outcome === "held" ? paint.green : paint.red;
    return first === undefined ? [] : [paint.bold(color(first)), ...rest];
  });
  return [...lines, ...said].join("\n");
}

const titleOf = ({ title, version, executable }: Proof): string =>
  executable === undefined ? title : `${title} ${version ?? "(version unknown)"} · ${executable}`;

function subtitleOf({ program, scratch }: Proof): readonly string[] {
  if (program === undefined) return [];
  const { name, version, scope, folder, fail } = program;
  return [
    `${version === undefined ? name : `${name} ${version}`} · ${folder} · ${scope} scope · fails ${fail}`,
    `HOME of this proof: ${scratch}/home (scripted model on 127.0.0.1, nothing of yours is written)`,
  ];
}

function verdictOf({ title, program, outcome, rows }: Proof, short: (text: string) => string): readonly string[] {
  const failed = rows.filter((row) => row.outcome === "failed");
  const unseen = rows.filter((row) => row.outcome === "not shown");
  const fixes = [...new Set([...failed, ...unseen].flatMap((row) => (row.fix === undefined ? [] : [short(row.fix)])))];
  const todo = fixes.map((fix) => `${GAP}-> ${fix}`);
  const who = program?.name ?? "the program";
  const held = rows.filter((row) => row.outcome === "held").length;
  if (outcome === "could not run") return [`COULD NOT RUN on ${title}.`, ...todo];
  if (failed.length > 0) {
    return [`DOES NOT HOLD on ${title}: ${failed.map((row) => row.name).join(", ")} of ${rows.length} rows failed.`, ...todo];
  }
  const gap = unseen.length === 0 ? "" : `; not shown: ${unseen.map((row) => row.name).join(", ")}`;
  const what = unseen.length === 0 ? `HOLDS on ${title}: what ${who} decides is what happens` : `HOLDS SO FAR on ${title}`;
  return [`${what} (${held} of ${rows.length} rows${gap}).`, ...todo];
}

type Cells = Pick<ProveRow, "expected" | "seen" | "evidence">;

const shortened = ({ expected, seen, evidence }: ProveRow, short: (text: string) => string): Cells => ({
  expected: line(short(expected)),
  seen: line(short(seen)),
  evidence: line(short(evidence)),
});

/** A row is one line, whatever a program says in its reason. */
const line = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

const columns = (rows: readonly Pick<ProveRow, keyof typeof MOST>[], width: number): { readonly [column in keyof typeof MOST]: number } => {
  const widest = (column: keyof typeof MOST): number => Math.min(MOST[column], Math.max(0, ...rows.map((row) => row[column].length)));
  return { name: widest("name"), expected: widest("expected"), seen: Math.min(widest("seen"), Math.floor(width / 3)) };
};

const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, Math.max(0, width - 3))}...` : text);
const fit = (text: string, width: number): string => cut(text, width).padEnd(width);
