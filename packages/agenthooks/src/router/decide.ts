/** `hooks.decide`: the stages of a program without a wire. */
import { execFile } from "../base/exec.js";
import type { Json } from "../base/json.js";
import { logTo } from "../base/log.js";
import { memoryStore, stateOf } from "../base/state.js";
import type { Decision } from "../decision/types.js";
import type { AnyEvent } from "../event/kinds.js";
import { dispatch } from "./dispatch.js";
import type { Context } from "./handler.js";
import { forProvider, type Program, type ProgramParts, workerFor } from "./program.js";

/** Without a wire there is no deadline; this only bounds `context.exec`. */
const FAR_MS = 24 * 60 * 60 * 1000;

interface StageOf {
  readonly program: Program;
}

/**
 * Observers, interceptors and handlers; deferred work runs here, after them. State is kept in memory, nothing is written.
 * @throws what a stage threw.
 */
export async function decide(parts: ProgramParts, event: AnyEvent): Promise<Decision | undefined> {
  const store = memoryStore();
  const deadline = Date.now() + FAR_MS;
  const deferred: { readonly worker: string; readonly payload: Json; readonly stage: StageOf }[] = [];
  const contextFor = (stage: StageOf): Context => ({
    signal: new AbortController().signal,
    deadline: new Date(deadline),
    log: logTo(() => undefined),
    env: process.env,
    cwd: event.session.cwd ?? process.cwd(),
    state: stateOf(store, stage.program.name ?? "hooks", event.session.id),
    exec: (file, args = [], options = {}) => execFile(file, args, options, deadline),
    defer: async (worker, payload) => {
      deferred.push({ worker: workerFor(parts.stages.workers, stage.program, worker), payload, stage });
      return `decide-${deferred.length}`;
    },
  });
  const observing = parts.stages.observers
    .filter((stage) => forProvider(stage, event) && (stage.kinds?.includes(event.kind) ?? true))
    .filter((stage) => stage.nativeName === undefined || stage.nativeName === event.nativeName)
    .map(async (stage) => stage.run(event, contextFor(stage)));
  const observed = Promise.allSettled(observing);
  const { decision, failures } = await dispatch(parts, event, {
    contextFor,
    bounded: async (_stage, run) => run(),
    fatal: () => true,
  });
  const watched = await observed;
  for (const { worker, payload, stage } of deferred) await parts.stages.workers.get(worker)?.run(payload, contextFor(stage));
  if (failures.length > 0) throw failures[0]?.error;
  for (const one of watched) if (one.status === "rejected") throw one.reason;
  return decision;
}
