/**
 * What the launcher answers when the program cannot: for each native event the answer of a failed program and the neutral one, made by the
 * adapter's own `encode`, so that a launcher never says what the program would not (definitions.md "Answer table").
 */
import type { Log } from "../../base/log.js";
import { shellWord } from "../../base/shell-word.js";
import type { Adapter, Answer } from "../../decision/answer.js";
import type { Kind } from "../../event/kinds.js";
import type { NativeEventRow, ProviderId } from "../../event/provider.js";
import type { Manifest, ManifestHook } from "../../router/manifest.js";
import { answerWithoutPayload, blindAnswer } from "../../runtime/core/unreadable.js";
import { sees } from "../entries.js";
import { sleepSeconds } from "./shell.js";

export type ProcessAnswer = Extract<Answer, { readonly via: "process" }>;

export interface EventAnswers {
  readonly event: string;
  /** Something of the program can decide here: only then may its failure refuse. */
  readonly gate: boolean;
  /** The timeout of the agent's entry, milliseconds. */
  readonly timeoutMs: number;
  /** When the launcher ends a program that gives no answer, milliseconds after its start. */
  readonly deadlineMs: number;
  /** What the program then has from SIGTERM to SIGKILL, milliseconds: the agent must not be faster. */
  readonly graceMs: number;
  /** What a failure of the program decides, as the decision log names it. */
  readonly decision: string;
  readonly failed: ProcessAnswer;
  readonly neutral: ProcessAnswer;
  /** The agents that run this agent's entries too, and have one of their own that sees the same. */
  readonly installed: readonly ProviderId[];
}

export interface AnswersInput {
  readonly adapter: Adapter;
  readonly manifest: Pick<Manifest, "hooks" | "fail" | "timeoutMs">;
  /** The version of the agent that the answers are for; `undefined`: the newest known. */
  readonly hostVersion?: string;
  /** The timeout of the agent's entry for an event, milliseconds. */
  timeoutMs(row: NativeEventRow): number;
  /** Agents that have an entry of the program for an event of this kind. Default: none. */
  readonly installed?: ReadonlyMap<ProviderId, ReadonlySet<Kind>>;
}

const SILENT: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** One row for each event that a hook may be installed on. @throws TypeError when an adapter answers otherwise than through a process. */
export function answersOf(input: AnswersInput): readonly EventAnswers[] {
  const { adapter, manifest } = input;
  const foreign = [...new Set((adapter.foreign ?? []).map(([id]) => id))];
  return adapter.events.map((row) => {
    const gate = isGate(row, adapter.id, manifest.hooks);
    const timeoutMs = input.timeoutMs(row);
    const made = (fail: "open" | "closed") => answerFor(adapter, row.native, fail, input.hostVersion);
    const refusal = gate && manifest.fail === "closed" ? made("closed") : undefined;
    const neutral = made("open").answer;
    return {
      event: row.native,
      gate,
      timeoutMs,
      deadlineMs: deadlineOf(timeoutMs, manifest.timeoutMs),
      graceMs: timeoutMs >= 5_000 ? 200 : 50,
      decision: refusal?.decision ?? "neutral",
      failed: refusal?.answer ?? neutral,
      neutral,
      installed: foreign.filter((id) => input.installed?.get(id)?.has(row.kind)),
    };
  });
}

function answerFor(adapter: Adapter, event: string, fail: "open" | "closed", hostVersion: string | undefined) {
  const { answer, decision } = answerWithoutPayload(adapter, { event, variant: "", hostVersion }, fail, { env: {}, log: SILENT });
  return { answer: processAnswer(answer), decision: decision?.kind ?? "neutral" };
}

function processAnswer(answer: Answer): ProcessAnswer {
  if (answer.via !== "process") throw new TypeError(`an agent that is answered via ${answer.via} has no launcher`);
  return answer;
}

/** A blocking handler, interceptor or native handler is registered for the event: a program that only watches never blocks when broken. */
function isGate(row: NativeEventRow, provider: string, hooks: readonly ManifestHook[]): boolean {
  return row.gate && hooks.some((hook) => hook.blocking && sees(hook, row, provider));
}

/** What a program may need beyond its policy's timeout to start and to answer. */
const LATENESS_MS = 750;

/**
 * Later than the program's own deadline (its policy's timeout, the agent's timeout less 10 % and at least 250 ms), so that a program that
 * can still answer does; earlier than the agent's.
 */
function deadlineOf(timeoutMs: number, policyMs: number | undefined): number {
  const agents = timeoutMs - Math.max(timeoutMs * 0.07, 200);
  return Math.max(100, Math.min(agents, policyMs === undefined ? agents : policyMs + LATENESS_MS));
}

/** The table as a file that the launcher reads: it sets variables for `$event`, and runs nothing. */
export function answerTable(
  answers: readonly EventAnswers[],
  facts: { readonly runtimes: readonly string[]; readonly hostVersion?: string | undefined; readonly stateDir?: string | undefined },
): string {
  const row = ({ event, gate, timeoutMs, deadlineMs, graceMs, decision, failed, neutral, installed }: EventAnswers) =>
    [
      `${shellWord(event)})`,
      `gate=${gate ? 1 : 0} timeout=${Math.floor(timeoutMs)} seconds=${sleepSeconds(deadlineMs)} grace=${graceMs / 1000} decision=${shellWord(decision)}`,
      ...(installed.length > 0 ? [`installed=${installed.join(",")}`] : []),
      answerFields("fail", failed),
      answerFields("neutral", neutral),
      ";;",
    ].join(" ");
  return `${[
    "# generated by agenthooks: what is answered when the program cannot answer",
    `host_version=${quoted(facts.hostVersion ?? "")} state_dir=${quoted(facts.stateDir ?? "")}`,
    `runtimes=${quoted(facts.runtimes.join("\n"))}`,
    "case $event in",
    ...answers.map(row),
    // an event that this version of the library does not know: nobody of ours can decide there
    `?*) gate=0 decision=neutral ${answerFields("fail", blindNeutral())} ${answerFields("neutral", blindNeutral())} ;;`,
    "esac",
    "table=whole",
  ].join("\n")}\n`;
}

function blindNeutral(): ProcessAnswer {
  return processAnswer(blindAnswer("open"));
}

/** An answer as three assignments. */
export function answerFields(prefix: string, { stdout, stderr, exitCode }: ProcessAnswer): string {
  return `${prefix}_code=${exitCode} ${prefix}_out=${quoted(stdout)} ${prefix}_err=${quoted(stderr)}`;
}

/** Always in quotes: an assignment of an empty word must not end in the next one. */
function quoted(text: string): string {
  const word = shellWord(text);
  return word.startsWith("'") ? word : `'${word}'`;
}
