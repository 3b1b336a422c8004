/** What several subjects ask of a run. */
import type { NeutralTool, RunResult } from "../agents/driver.js";
import type { Bench } from "../case.js";
import { type JsonObject, text } from "../json.js";
import type { Turn } from "../model/script.js";

/** One call of a neutral tool. */
export const call = (bench: Bench, tool: NeutralTool): Turn => ({ tool: bench.driver.tool(tool, bench.sandbox) });

/** The text of the last tool result that the model was shown. */
export const lastResult = (run: RunResult): string | undefined => run.model.toolResults.at(-1)?.text;

/** The text that the run ended with, where the agent reports one. */
export function finalText(run: RunResult): string | undefined {
  const result = run.stream.findLast((line) => line.type === "result");
  return result === undefined ? undefined : text(result.result);
}

/** Why the run ended, where the agent says so. */
export function endReason(run: RunResult): string | undefined {
  const result = run.stream.findLast((line) => line.type === "result");
  return text(result?.terminal_reason) ?? text(result?.subtype);
}

/** What the agent itself says on its stream: the reports about hooks, which repeat their output, are left out. */
export const ownStream = (run: RunResult): readonly JsonObject[] =>
  run.stream.filter((line) => !(text(line.subtype) ?? "").startsWith("hook_"));

/** The line of turn `n` that holds `word`. */
export function lineWith(run: RunResult, n: number, word: string): string | undefined {
  const lines = run.model.turns[n]?.shown?.messages.flatMap((message) => message.text.split("\n")) ?? [];
  return lines.find((line) => line.includes(word));
}
