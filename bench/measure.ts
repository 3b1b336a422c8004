/** CPU of whole processes, by the shell's own account of its children: start-up, run and exit, user and system time together. */
import { spawnSync } from "node:child_process";

export interface Candidate {
  readonly label: string;
  /** The command line, one word each. */
  readonly command: readonly string[];
}

export interface Measured {
  readonly label: string;
  /** Milliseconds of one run: the median of the rounds. */
  readonly cpuMs: number;
  /** To the first candidate of the same round: the median of the rounds. */
  readonly ratio: number;
}

/**
 * Runs all candidates in turn, round after round, so that what else the machine does hits all alike.
 * @param runs how often each candidate is started in a round: the clock of the shell ticks every 10 ms.
 */
export function measure(candidates: readonly Candidate[], payload: string, home: string, rounds: number, runs: number): Measured[] {
  const samples = new Map<string, number[]>(candidates.map(({ label }) => [label, []]));
  const env = { PATH: process.env.PATH ?? "", HOME: home, CLAUDE_CODE_ENTRYPOINT: "cli" };
  for (const { command } of candidates) cpuMs(command, payload, env, 2); // warm the file cache
  for (let round = 0; round < rounds; round++) {
    for (const { label, command } of candidates) samples.get(label)?.push(cpuMs(command, payload, env, runs));
  }
  const floor = samples.get(candidates[0]?.label ?? "") ?? [];
  return candidates.map(({ label }) => {
    const own = samples.get(label) ?? [];
    return { label, cpuMs: median(own), ratio: median(own.map((value, round) => value / (floor[round] ?? Number.NaN))) };
  });
}

/** The payload comes through a pipe, as from an agent; what the pipe costs is the same for all. */
const LOOP = 'n=$1; input=$2; shift 2; while [ "$n" -gt 0 ]; do printf %s "$input" | "$@" >/dev/null 2>&1; n=$((n - 1)); done; times';

function cpuMs(command: readonly string[], payload: string, env: NodeJS.ProcessEnv, runs: number): number {
  const { stdout } = spawnSync("/bin/sh", ["-c", LOOP, "sh", String(runs), payload, ...command], { env, encoding: "utf8" });
  const children = stdout.trim().split("\n").at(-1) ?? "";
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  return (seconds.reduce((sum, value) => sum + value, 0) * 1000) / runs;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
