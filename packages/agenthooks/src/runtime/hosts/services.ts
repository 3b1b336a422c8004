/** Services of a process: files of the state folder, the environment, a detached worker. */
import { processStart, systemClock } from "../../base/clock.js";
import { appendLine, dropLarge } from "../../base/files.js";
import { formatLine, type LogLevel, logTo } from "../../base/log.js";
import { fileStore, type StateStore } from "../../base/state.js";
import { stateFolder } from "../../base/state-folder.js";
import type { ProgramParts } from "../../router/program.js";
import type { Services } from "../core/services.js";
import { Outbox, spawnWorker } from "./outbox.js";

/** Beyond this a log moves to `<name>.1`. */
const MAX_LOG_BYTES = 5 * 1024 * 1024;
const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** Where there is no home folder, nothing is kept from one hook to the next. */
const FORGETFUL: StateStore = {
  cell: (_path, init) => ({ read: async () => init, update: async (change) => change(init) }),
};

export interface ProcessServices extends Services {
  readonly outbox: Outbox | undefined;
  /** What was logged and not yet written. */
  readonly lines: string[];
  /** Writes the lines that were logged so far. Never throws. */
  flush(): void;
}

/**
 * Lines are kept in memory until the answer is written: a slow disk must not delay it.
 * @param of the program, or its name while it is not loaded.
 * @param before services that these take over from, with their lines.
 */
export function processServices(
  of: ProgramParts | { readonly name: string | undefined },
  env: Services["env"],
  before?: ProcessServices,
  onFallback?: Services["onFallback"],
): ProcessServices {
  const parts = "stages" in of ? of : undefined;
  const name = "stages" in of ? of.program.name : of.name;
  const folder = stateFolder(name, parts?.stateDir, env);
  const clock = parts?.clock ?? systemClock;
  const outbox = folder === undefined ? undefined : new Outbox(`${folder}/outbox`);
  const lines = before?.lines ?? [];
  const append = (file: string, text: string) => {
    if (folder === undefined || text === "") return;
    appendLine(`${folder}/log/${file}.ndjson`, text, MAX_LOG_BYTES);
  };
  return {
    outbox,
    clock,
    env,
    get cwd() {
      return currentFolder(env);
    },
    log: logTo((line) => lines.push(formatLine(line, clock.now())), LEVELS.find((one) => one === env.AGENTHOOKS_LOG_LEVEL) ?? "info"),
    store: folder === undefined ? FORGETFUL : fileStore(`${folder}/state`),
    startedAt: parts?.clock ? clock.now() : processStart(),
    record: (line) => append("decisions", JSON.stringify(line)),
    keep: (entry) => {
      if (!outbox) throw new Error("no state folder: set HOME or XDG_STATE_HOME, or createHooks({ stateDir })");
      outbox.add(entry);
    },
    startWorker: () => {
      if (outbox && parts && mayDefer(parts) && outbox.waiting().length > 0) spawnWorker();
    },
    lines,
    flush: () => {
      try {
        append("hook", lines.splice(0).join("\n"));
        // what the launcher keeps of descriptor 2; looked at as seldom as the size of the other logs
        if (folder !== undefined && Date.now() % 32 === 0) dropLarge(`${folder}/log/stderr.log`, MAX_LOG_BYTES);
      } catch {
        // a full disk must not change a decision
      }
    },
    ...(onFallback ? { onFallback } : {}),
  };
}

/** Programs without deferred work never look at the outbox. */
function mayDefer({ stages }: ProgramParts): boolean {
  return stages.workers.size > 0 || [...stages.handlers, ...stages.observers].some((stage) => stage.options.blocking === false);
}

/** The working directory, which may have been removed under us. */
function currentFolder(env: Services["env"]): string {
  try {
    return process.cwd();
  } catch {
    return env.PWD || "/";
  }
}
