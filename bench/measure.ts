/** CPU of whole processes, by the shell's own account of its children: start-up, run and exit, user and system time together. */
import { spawnSync } from "node:child_process";

export interface Candidate {
  readonly label: string;
  /** The command line, one word each. */
  readonly command: readonly string[];
}

export interface Measured {
  readonly label: string;
  /** Milliseconds of one run. */
  readonly cpuMs: number;
  /** To the first candidate. */
  readonly ratio: number;
}

/**
 * Starts all candidates in turn, a few runs at a time, in one shell: what else the machine does, and how fast it is just then, hits all
 * alike. The clock of the shell ticks every 10 ms; over its running total the error of a turn is as often too much as too little.
 * @param rounds how many turns each candidate has.
 * @param runs how often it is started in a turn.
 */
export function measure(candidates: readonly Candidate[], payload: string, home: string, rounds: number, runs: number): Measured[] {
  const env = { PATH: process.env.PATH ?? "", HOME: home, CLAUDE_CODE_ENTRYPOINT: "cli" };
  const functions = candidates.map(({ command }, index) => `c${index}() { ${command.map(quoted).join(" ")}; }`);
  const turns = candidates.map((_candidate, index) => `turn c${index}`);
  const script = [
    "input=$1; rounds=$2; runs=$3",
    ...functions,
    'turn() { n=$runs; while [ "$n" -gt 0 ]; do printf %s "$input" | "$1" >/dev/null 2>&1; n=$((n - 1)); done; times; }',
    ...turns, // the first turn warms the file cache
    `while [ "$rounds" -gt 0 ]; do ${turns.join("; ")}; rounds=$((rounds - 1)); done`,
  ].join("\n");
  const args = ["-c", script, "sh", payload, String(rounds), String(runs)];
  const { stdout } = spawnSync("/bin/sh", args, { env, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  // `times` prints the shell's own time, then that of its children so far
  const totals = stdout
    .trim()
    .split("\n")
    .filter((_line, index) => index % 2 === 1)
    .map(milliseconds);
  if (totals.length !== candidates.length * (rounds + 1)) throw new Error(`the shell printed ${totals.length} times`);
  const turnsOf = (candidate: number) =>
    Array.from({ length: rounds }, (_round, round) => {
      const at = (round + 1) * candidates.length + candidate;
      return ((totals[at] ?? Number.NaN) - (totals[at - 1] ?? Number.NaN)) / runs;
    });
  const floor = middleMean(turnsOf(0));
  return candidates.map(({ label }, index) => {
    const cpuMs = middleMean(turnsOf(index));
    return { label, cpuMs, ratio: cpuMs / floor };
  });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function milliseconds(line: string): number {
  const seconds = [...line.matchAll(/(\d+)m([\d.]+)s/g)].map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  return seconds.reduce((sum, value) => sum + value, 0) * 1000;
}

/** The mean without the tenth at either end, where something else had the machine. */
function middleMean(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = Math.floor(sorted.length / 10);
  const kept = sorted.slice(cut, sorted.length - cut);
  return kept.reduce((sum, value) => sum + value, 0) / kept.length;
}
