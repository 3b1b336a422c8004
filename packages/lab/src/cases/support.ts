/** What several subjects ask of a run. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Driver, NeutralTool, RunResult } from "../agents/driver.js";
import type { Bench } from "../case.js";
import { UnmeasuredError } from "../evidence.js";
import { type JsonObject, parseLines } from "../json.js";
import type { Turn } from "../model/script.js";

/** What the program `observe-all` wrote of every event that it saw. */
export function observed({ sandbox }: Bench): readonly JsonObject[] {
  const file = join(sandbox.lab, "observed.ndjson");
  return existsSync(file) ? parseLines(readFileSync(file, "utf8")) : [];
}

/** Runs that several cases look at: the first one plays, the others are told what it saw, or only that it failed. */
export function sharedRuns<Seen>(): (key: string, play: () => Promise<Seen>) => Promise<Seen> {
  const known = new Map<string, Promise<Seen>>();
  return (key, play) => {
    const played = known.get(key);
    if (played === undefined) {
      const fresh = play();
      known.set(key, fresh);
      return fresh;
    }
    return played.catch((error: unknown) => {
      if (error instanceof UnmeasuredError) throw error;
      throw new Error("the run that this case shares with others failed; the first of them says why");
    });
  };
}

/** One call of a neutral tool. */
export const call = (bench: Bench, tool: NeutralTool): Turn => ({ tool: bench.driver.tool(tool, bench.sandbox) });

/** The text of the last tool result that the model was shown. */
export const lastResult = (run: RunResult): string | undefined => run.model.toolResults.at(-1)?.text;

/** The line of turn `n` that holds `word`. */
export function lineWith(run: RunResult, n: number, word: string): string | undefined {
  const lines = run.model.turns[n]?.shown?.messages.flatMap((message) => message.text.split("\n")) ?? [];
  return lines.find((line) => line.includes(word));
}

/** What is made for the event of a failed tool; nothing for an agent that tells no hook of one. */
export const failedTool = <Made>({ toolError }: Driver["events"], make: (event: string) => Made): readonly Made[] =>
  toolError === undefined ? [] : [make(toolError)];
