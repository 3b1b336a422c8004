/** The context that stages are given. */
import { execFile } from "../../base/exec.js";
import { uniqueId } from "../../base/hash.js";
import type { Json } from "../../base/json.js";
import { stateOf } from "../../base/state.js";
import type { Context, HandlerOptions } from "../../router/handler.js";
import { type Program, type WorkerStage, workerFor } from "../../router/program.js";
import type { Services } from "./services.js";

export interface StageOf {
  readonly program: Program;
  readonly name: string;
  readonly options: HandlerOptions;
}

export interface ContextMaker {
  for(stage: StageOf, deadline: number): Context;
  /** Aborts the signals of one stage, or of all. */
  abort(stage?: StageOf): void;
}

/** Before the deadline, so that the handler can still answer with what it was told: `timedOut` beside the output until then. */
const EXEC_MARGIN_MS = 500;
function execEnd(leftMs: number): number {
  return Date.now() + leftMs - Math.min(EXEC_MARGIN_MS, leftMs / 4);
}

/**
 * Contexts for the stages of one event.
 * @param session the session whose state `state.session` keeps.
 * @param workers what `defer` can name.
 */
export function contextMaker(
  services: Services,
  session: string | undefined,
  cwd: string | undefined,
  workers: ReadonlyMap<string, WorkerStage>,
): ContextMaker {
  const controllers = new Map<StageOf, AbortController>();
  const aborted = new Set<StageOf>();
  const signalOf = (stage: StageOf): AbortSignal => {
    let controller = controllers.get(stage);
    if (!controller) {
      controller = new AbortController();
      controllers.set(stage, controller);
      if (aborted.has(stage)) controller.abort();
    }
    return controller.signal;
  };
  return {
    // members that cost something are made when they are asked for
    for: (stage, deadline) => ({
      get signal() {
        return signalOf(stage);
      },
      get deadline() {
        return new Date(deadline);
      },
      log: services.log,
      env: services.env,
      get cwd() {
        return cwd ?? services.cwd;
      },
      get state() {
        return stateOf(services.store, stage.program.name ?? "hooks", session);
      },
      exec: (file, args = [], options = {}) =>
        execFile(file, args, { ...options, cwd: options.cwd ?? cwd ?? services.cwd }, execEnd(deadline - services.clock.now())),
      defer: async (worker: string, payload: Json): Promise<string> => {
        const id = uniqueId();
        const name = workerFor(workers, stage.program, worker);
        services.keep({ id, createdAt: services.clock.now(), work: { type: "worker", worker: name, payload, session } });
        return id;
      },
    }),
    abort: (stage) => {
      for (const one of stage ? [stage] : controllers.keys()) {
        aborted.add(one);
        controllers.get(one)?.abort();
      }
    },
  };
}
