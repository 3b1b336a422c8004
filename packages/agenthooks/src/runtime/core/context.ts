/** The context that stages are given. */
import { execFile } from "../../base/exec.js";
import { uniqueId } from "../../base/hash.js";
import type { Json } from "../../base/json.js";
import type { Log } from "../../base/log.js";
import { stateOf } from "../../base/state.js";
import type { Context, HandlerOptions } from "../../router/handler.js";
import type { Program } from "../../router/program.js";
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

/**
 * Contexts for the stages of one event.
 * @param session the session whose state `state.session` keeps.
 * @param workers the names that `defer` takes.
 */
export function contextMaker(
  services: Services,
  session: string | undefined,
  cwd: string | undefined,
  workers: ReadonlySet<string>,
): ContextMaker {
  const controllers = new Map<StageOf, AbortController>();
  const aborted = new Set<StageOf>();
  return {
    for: (stage, deadline) => new StageContext(services, stage, deadline, session, cwd ?? services.cwd, workers, signalOf(stage)),
    abort: (stage) => {
      for (const one of stage ? [stage] : controllers.keys()) {
        aborted.add(one);
        controllers.get(one)?.abort();
      }
    },
  };

  function signalOf(stage: StageOf): () => AbortSignal {
    return () => {
      let controller = controllers.get(stage);
      if (!controller) {
        controller = new AbortController();
        controllers.set(stage, controller);
        if (aborted.has(stage)) controller.abort();
      }
      return controller.signal;
    };
  }
}

/** Members that cost something are made when they are asked for. */
class StageContext implements Context {
  readonly #services: Services;
  readonly #stage: StageOf;
  readonly #deadline: number;
  readonly #session: string | undefined;
  readonly #workers: ReadonlySet<string>;
  readonly #signal: () => AbortSignal;

  constructor(
    services: Services,
    stage: StageOf,
    deadline: number,
    session: string | undefined,
    readonly cwd: string,
    workers: ReadonlySet<string>,
    signal: () => AbortSignal,
  ) {
    this.#services = services;
    this.#stage = stage;
    this.#deadline = deadline;
    this.#session = session;
    this.#workers = workers;
    this.#signal = signal;
  }

  get signal(): AbortSignal {
    return this.#signal();
  }

  get deadline(): Date {
    return new Date(this.#deadline);
  }

  get log(): Log {
    return this.#services.log;
  }

  get env(): Readonly<Record<string, string | undefined>> {
    return this.#services.env;
  }

  get state(): Context["state"] {
    return stateOf(this.#services.store, this.#stage.program.name ?? "hooks", this.#session);
  }

  exec: Context["exec"] = (file, args = [], options = {}) => execFile(file, args, { cwd: this.cwd, ...options }, this.#deadline);

  defer: Context["defer"] = async (worker: string, payload: Json): Promise<string> => {
    const own = `${this.#stage.program.name}/${worker}`;
    const name = this.#workers.has(own) ? own : worker;
    if (!this.#workers.has(name))
      throw new TypeError(`no worker ${JSON.stringify(worker)}; register it with hooks.worker(${JSON.stringify(worker)}, ...)`);
    const id = uniqueId();
    this.#services.keep({
      id,
      createdAt: this.#services.clock.now(),
      work: { type: "worker", worker: name, payload, session: this.#session },
    });
    return id;
  };
}
