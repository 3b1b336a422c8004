/** Services of a process: files of the state folder, the environment, a detached worker. */
import { builtin } from "../../base/builtin.js";
import { processStart, systemClock } from "../../base/clock.js";
import { appendLine, rotate } from "../../base/files.js";
import { formatLine, type LogLevel, logTo } from "../../base/log.js";
import { fileStore, memoryStore } from "../../base/state.js";
import { stateFolder } from "../../base/state-folder.js";
import type { ProgramParts } from "../../router/program.js";
import { SENTINEL } from "../core/argv.js";
import type { Services } from "../core/services.js";
import { Outbox } from "./outbox.js";

/** Beyond this a log moves to `<name>.1`. */
const MAX_LOG_BYTES = 5 * 1024 * 1024;

export interface ProcessServices extends Services {
  readonly folder: string | undefined;
  readonly outbox: Outbox | undefined;
  /** Writes the lines that were logged so far. Never throws. */
  flush(): void;
  /** Takes over the lines of services that are given up. */
  adopt(other: ProcessServices): void;
  readonly lines: readonly string[];
}

/** Lines are kept in memory until the answer is written: a slow disk must not delay it. */
export function processServices(parts: ProgramParts, env: Services["env"], onFallback?: Services["onFallback"]): ProcessServices {
  const folder = stateFolder(parts.program.name, parts.stateDir, env);
  const clock = parts.clock ?? systemClock;
  const outbox = folder === undefined ? undefined : new Outbox(`${folder}/outbox`);
  const lines: string[] = [];
  const append = (file: string, text: string) => {
    if (folder === undefined || text === "") return;
    const path = `${folder}/log/${file}.ndjson`;
    rotate(path, MAX_LOG_BYTES);
    appendLine(path, text);
  };
  const level = LEVELS.find((one) => one === env.AGENTHOOKS_LOG_LEVEL) ?? "info";
  return {
    folder,
    outbox,
    clock,
    env,
    cwd: process.cwd(),
    log: logTo((line) => lines.push(formatLine(line, clock.now())), level),
    store: folder === undefined ? memoryStore() : fileStore(`${folder}/state`),
    startedAt: parts.clock ? clock.now() : processStart(),
    record: (line) => append("decisions", JSON.stringify(line)),
    keep: (entry) => {
      if (!outbox) throw new Error("no state folder: set HOME or XDG_STATE_HOME, or createHooks({ stateDir })");
      outbox.add(entry);
    },
    startWorker: () => {
      if (!outbox || !mayDefer(parts) || outbox.waiting().length === 0) return;
      spawnWorker();
    },
    flush: () => {
      const text = lines.splice(0).join("\n");
      try {
        append("hook", text);
      } catch {
        // a full disk must not change a decision
      }
    },
    lines,
    adopt: (other) => {
      lines.unshift(...other.lines);
    },
    ...(onFallback ? { onFallback } : {}),
  };
}

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** Programs without deferred work never look at the outbox. */
function mayDefer({ stages }: ProgramParts): boolean {
  return stages.workers.size > 0 || [...stages.handlers, ...stages.observers].some((stage) => stage.options.blocking === false);
}

/** Its own session, no inherited pipes; the work is on disk, never in arguments or environment. */
function spawnWorker(): void {
  const program = process.argv[1];
  if (program === undefined) return;
  const child = builtin("child_process").spawn(process.execPath, [...process.execArgv, program, SENTINEL, "worker"], {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  child.on("error", () => undefined);
  child.unref();
}
