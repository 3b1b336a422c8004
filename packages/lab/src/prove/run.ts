/** Runs of the real agent in a scratch home: the model asks for shell commands, and the record says what became of them. */
import { setTimeout as pause } from "node:timers/promises";
import type { Driver, RunResult } from "../agents/driver.js";
import type { Turn } from "../model/script.js";
import type { FoundAgent } from "./agent.js";
import type { Seen } from "./rows.js";
import { MARK } from "./samples.js";
import type { Scratch } from "./scratch.js";

export interface Agent {
  readonly driver: Driver;
  readonly found: FoundAgent;
  readonly version: string;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A command that the model asks for; one that is a function is asked for when the call before it has ended. */
export type Wish = string | (() => string | undefined | Promise<string | undefined>);

/** The model asks for the commands one after another. Rejects when the agent cannot be started. */
export async function play(
  agent: Agent,
  { sandbox }: Scratch,
  wishes: readonly (Wish | undefined)[],
  args: readonly string[] = [],
): Promise<Seen> {
  const { driver, found, version, timeoutMs, signal } = agent;
  const script = async ({ turn }: { readonly turn: number }): Promise<Turn | undefined> => {
    const wish = wishes[turn];
    const command = typeof wish === "function" ? await wish() : wish;
    return command === undefined ? undefined : { tool: driver.tool({ kind: "shell", command }, sandbox) };
  };
  const run = await driver.run({
    sandbox,
    version,
    script,
    args,
    executable: found.executable,
    attended: true, // what an agent says about hooks is said to whoever watches
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    signal,
  });
  const results = wishes.map((_, at) => run.model.toolResults[at]?.text);
  return { ran: sandbox.exists(MARK), results, problem: problemOf(run), complaints: run.complaints };
}

function problemOf(run: RunResult): string | undefined {
  if (run.timedOut) return `the agent did not end in ${Math.round(run.ms / 1000)} s`;
  if (run.model.turns.length > 0) return undefined;
  const said = `${run.stderr}\n${run.stdout}`.trim().slice(-300);
  return `the agent ended with ${run.code} and asked the model nothing${said === "" ? "" : `: ${said}`}`;
}

/** Resolves to whether it came true; what a program logs is written after its answer. */
export async function soon(isSo: () => boolean, ms = 2_000): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(50)) if (isSo()) return true;
  return isSo();
}
