/**
 * One event's way through the library, the same for every transport (design §5):
 * detect -> decode -> policy -> attribution -> filter -> twin join -> backfill -> observers -> interceptors, handlers -> failure policy ->
 * degrade -> encode. The transport writes the answer and then calls `finish`.
 */
import { PayloadError, UsageError } from "../../base/errors.js";
import { rowOf } from "../../decision/answer.js";
import { DEFAULT_BUDGET_MS } from "../../decision/policy.js";
import type { AnyEvent } from "../../event/kinds.js";
import { hasTool } from "../../event/kinds.js";
import { rawFrom, rawOf } from "../../event/raw.js";
import { dispatch } from "../../router/dispatch.js";
import { type Program, type ProgramParts, programsOf, safePolicy, strictestFail } from "../../router/program.js";
import { contextMaker, type StageOf } from "./context.js";
import { loopCountOf } from "./continuation.js";
import { bounded, eventDeadline, stageDeadline } from "./deadline.js";
import { detect } from "./detect.js";
import { type Failure, failureOf, logError, NO_FAILURE } from "./failure.js";
import { finishRun, startObservers } from "./finish.js";
import { encodeSafely, type Run, type RunInput, type RunResult } from "./run.js";
import type { Services } from "./services.js";
import { settle } from "./settle.js";
import { answerWithoutPayload, blindAnswer, failDecision, unusable } from "./unreadable.js";

/** The variable that counts how deep agents have been started inside hooks. */
export const DEPTH_VARIABLE = "AGENTHOOKS_DEPTH";

/**
 * Decides one event. What handlers throw becomes an answer.
 * @throws UsageError when the command line names a provider that is not known.
 */
export async function run(parts: ProgramParts, input: RunInput, services: Services): Promise<RunResult> {
  const { flags, adapters, payload } = input;
  const { clock, env, log } = services;
  const fail = flags.fail ?? strictestFail(programsOf(parts));
  const raw = payload instanceof PayloadError ? rawFrom("") : rawOf(payload);
  const detected = await detect(adapters, flags, raw.json, env);
  if (!detected) {
    if (flags.provider !== undefined) {
      throw new UsageError(`unknown provider ${JSON.stringify(flags.provider)}; this program knows ${adapters.ids.join(", ")}`);
    }
    log.error("unknown provider; name it with --provider");
    return silent(blindAnswer(fail), { kind: "error", error: undefined });
  }
  const { adapter, variant, confidence, foreign } = detected;
  // the command line speaks of the agent that the entry is made for
  const hostVersion = (foreign === adapter.id ? undefined : flags.hostVersion) ?? adapter.hostVersion?.(env);
  const one: Run = { parts, services, adapter, target: { variant, hostVersion }, fail, degraded: [] };
  const decode = (loopCount: number): AnyEvent => {
    const time = new Date(clock.now());
    return adapter.decode({ raw, nativeName: flags.event, variant, hostVersion, env, confidence, time, loopCount });
  };
  try {
    if (payload instanceof PayloadError) throw payload;
    if (raw.json === undefined) throw unusable(raw, "stdin", adapter.id);
    return await decided(one, input, decode, foreign);
  } catch (error) {
    // handlers never get here: what they throw is settled; this is a payload that cannot be used
    logError(log, "error", "payload cannot be used", error);
    const name = flags.event ?? /"hook_event_name"\s*:\s*"(\w{1,64})"/.exec(raw.text)?.[1];
    const { answer, event, decision } = answerWithoutPayload(adapter, { ...flags, event: name }, fail, services);
    const failure = failureOf(error);
    const result = silent(answer, failure, event);
    if (!event) return result;
    const contexts = contextMaker(services, event.session.id, event.session.cwd, parts.stages.workers);
    const contextFor = (stage: StageOf) => contexts.for(stage, clock.now() + DEFAULT_BUDGET_MS);
    const done = { event, decision, failure, handler: undefined, sent: answer, observing: undefined, contextFor };
    return { ...result, decision, finish: () => finishRun(one, done) };
  }
}

/** An answer that nothing is told about: there was no event, or nobody is to have an opinion on it. */
function silent(answer: RunResult["answer"], failure: Failure, event?: AnyEvent): RunResult {
  return { answer, event, decision: undefined, degraded: [], failure: failure.kind, handler: undefined, finish: async () => undefined };
}

async function decided(
  run: Run,
  { flags, depth = 0 }: RunInput,
  decode: (loopCount: number) => AnyEvent,
  foreign: string | undefined,
): Promise<RunResult> {
  const { parts, services, adapter, degraded } = run;
  const { clock, log, startedAt } = services;
  let event = decode(0);
  const quiet = () => silent(encodeSafely(run, event, undefined), NO_FAILURE, event);
  const silence = depth > 1 ? "too deep" : foreign && flags.installed?.split(",").includes(foreign) ? "its entry answers" : undefined;
  if (silence) {
    log.warn(`${silence}: no opinion`, { depth, foreign });
    return quiet();
  }
  services.onFallback?.(() => encodeSafely(run, event, failDecision(adapter, event, run.fail, log)));
  const policyOf = (program: Program) =>
    safePolicy(program, event, (error) => logError(log, "error", "the policy function failed: fail-closed holds", error), flags.fail);
  const row = rowOf(adapter, event.nativeName);
  const deadline = eventDeadline(startedAt, undefined, flags.timeoutMs, row?.timeoutMs);
  // each stage keeps the timeout of its own program
  const deadlineOf = ({ program, options }: StageOf) =>
    stageDeadline(Math.min(deadline, startedAt + (policyOf(program).timeoutMs ?? Number.POSITIVE_INFINITY)), options, clock.now());
  const { attribute, join, backfill } = adapter.stages ?? {};
  if (attribute && !parts.off.mcpResolution) event = await attribute(event);
  if (flags.filter && hasTool(event) && !flags.filter.matches(event.tool)) return quiet();
  if (join && !parts.off.dedup) event = await join(event);
  if (backfill && !parts.off.backfill) event = await backfill(event);
  const counted = await loopCountOf(parts, services, event).catch((error: unknown) => ({ error }));
  if (typeof counted === "number" && counted > 0) event = decode(counted);
  const { session } = event;
  const contexts = contextMaker(services, session.id, session.cwd, parts.stages.workers);
  const observing = startObservers(run, event, contexts, deadlineOf);
  const contextFor = (stage: StageOf) => contexts.for(stage, deadlineOf(stage));
  const dispatched = await dispatch(parts, event, {
    contextFor,
    bounded: (stage, work) => bounded(stage.name, deadlineOf(stage), clock.now, work, () => contexts.abort(stage)),
    fatal: ({ program }) => policyOf(program).fail === "closed",
  });
  const { answer, decision, failure, handler } = await settle(run, event, row, dispatched, policyOf, counted);
  const done = { event, decision, failure, handler, sent: answer, observing, contextFor };
  const { observers, outcomes } = parts.stages;
  const budgetMs = Math.max(0, ...[...observers, ...outcomes].map(({ program }) => policyOf(program).observerBudgetMs));
  const finish = () => finishRun(run, done, budgetMs, deadline).finally(() => contexts.abort());
  return { answer, event, decision, degraded, failure: failure.kind, handler, finish };
}
