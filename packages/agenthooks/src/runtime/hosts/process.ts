/** A hook process: reads standard input, answers on standard output, ends. */
import { processStart } from "../../base/clock.js";
import { errorText, PayloadError, UsageError } from "../../base/errors.js";
import { uniqueId } from "../../base/hash.js";
import type { Answer } from "../../decision/answer.js";
import { fullPolicy } from "../../decision/policy.js";
import { type Hooks, partsOf } from "../../router/hooks.js";
import { programsOf, strictestFail } from "../../router/program.js";
import { type Flags, parseArgv } from "../core/argv.js";
import { eventDeadline } from "../core/deadline.js";
import { logError } from "../core/failure.js";
import { DEPTH_VARIABLE, run } from "../core/pipeline.js";
import type { AdapterSource } from "../core/services.js";
import { answerWithoutPayload, blindAnswer } from "../core/unreadable.js";
import { printManifest } from "./print-manifest.js";
import { processServices } from "./services.js";
import { captureOutput, deliver, drainStdin, readStdin, writeAll } from "./streams.js";
import { runWorker } from "./worker.js";

/** Wrong command line (sysexits.h). */
const USAGE_EXIT = 64;

export interface ProcessOptions {
  readonly adapters: AdapterSource;
  /** Name and fail mode of the program, which may not be loaded yet. */
  readonly name: string | undefined;
  readonly fail: "open" | "closed";
  /** It is started to run hooks and for nothing else: silence would look like no opinion for ever. */
  readonly standalone?: boolean;
}

/** Does what the arguments ask for; ends the process, except in manifest mode. */
export type Start = (hooks: Hooks) => Promise<void>;

/**
 * Reads the arguments; `undefined` when they do not name us. In run mode the process is guarded from here on, the loading of the program
 * included. A command line that cannot be understood ends the process.
 */
export function prepareProcess(options: ProcessOptions): Start | undefined {
  try {
    const invocation = parseArgv(process.argv.slice(2));
    if (!invocation && options.standalone)
      throw new UsageError("start this hook as: node <file> agenthooks run --provider=<agent> --event=<event>");
    if (!invocation) return undefined;
    const { mode, flags, positionals } = invocation;
    switch (mode) {
      case "manifest":
        return printManifest;
      case "worker":
        return (hooks) => runWorker(hooks, options.adapters);
      case "run":
      case "notify":
        return guarded(options, flags, positionals);
      default:
        throw new UsageError(`no ${mode} mode; hooks are started with \`agenthooks run\``);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    writeAll(2, `agenthooks: ${errorText(error)}\n`);
    drainStdin();
    process.exit(usageCode(options.fail));
  }
}

/** A typing error is nobody's opinion, unless the program must not be switched off by one. */
function usageCode(fail: "open" | "closed"): number {
  return fail === "open" ? USAGE_EXIT : 2;
}

/** User code may print, throw while it is loaded, end the process or break it from a timer: the answer follows the fail mode (design §5.1, §5.2). */
function guarded(options: ProcessOptions, flags: Flags, positionals: readonly string[]): Start {
  const { name, adapters } = options;
  let fail = flags.fail ?? options.fail;
  let exitCode: number | undefined;
  let drained = false;
  let observed = false;
  let started = false;
  let backstop: NodeJS.Timeout | undefined;
  let services = processServices({ name }, process.env);
  /** What is answered if the process ends before the program has decided. */
  let fallback = (): Answer => {
    const adapter = flags.provider === undefined ? undefined : adapters.load(flags.provider);
    return !adapter || "then" in adapter ? blindAnswer(fail) : answerWithoutPayload(adapter, flags, fail, services).answer;
  };
  /** Once, whatever happens afterwards. */
  const write = (answer: () => Answer): void => {
    if (exitCode === undefined) {
      const made = answer();
      if (made.via !== "process") throw new TypeError(`an adapter of a spawned agent answered via ${made.via}`);
      exitCode = made.exitCode;
      deliver(made, flags.answer);
    }
    process.exitCode = exitCode;
  };
  const broken = (error: unknown) => {
    logError(services.log, "error", "uncaught error", error, { answered: exitCode !== undefined });
    end();
  };
  /** The line of the decision log for an event that the program never decided. */
  const undecided = (made: Answer) => {
    const refused = made.via === "process" && made.exitCode + made.stdout.length > 2;
    const own = { program: name, provider: flags.provider, event: flags.event, failure: "crash" };
    try {
      services.record({ time: Date.now(), id: uniqueId().slice(4, 24), ...own, decision: refused ? "deny" : "neutral" });
    } catch {
      // a full disk must not change a decision
    }
  };
  // user code may replace or drain what we end by
  const leave = leaver();
  const close = () => {
    let made: Answer | undefined;
    write(() => {
      made = fallback();
      return made;
    });
    if (made) undecided(made);
    if (!drained) drainStdin();
    drained = true;
    services.flush();
  };
  const end = (): never => {
    close();
    return leave(exitCode);
  };
  process.exit = () => {
    if (exitCode === undefined) services.log.error("process.exit before the program had decided");
    return end();
  };
  // a program that waits at its top level for something that does not come: the first timer of a process costs it a quarter of a
  // millisecond, so it is made only when the program did not start within the turn in which it was loaded
  void (async () => {
    for (let hop = 0; hop < 50 && !started; hop++) await undefined;
    if (started) return;
    const late = eventDeadline(processStart(), undefined, flags.timeoutMs, undefined) - Date.now();
    backstop = setTimeout(end, Math.max(0, late)).unref();
  })();
  captureOutput((text, stream) => services.log.info("user output", { stream, characters: text.length }));
  process.on("uncaughtException", broken);
  // once handlers run they are awaited: where there are observers, a promise that nobody awaits may be theirs, and must change no answer
  process.on("unhandledRejection", (error) => {
    if (!observed) broken(error);
    else logError(services.log, "error", "a rejection that nobody handles", error);
  });
  process.on("exit", () => {
    if (exitCode === undefined) services.log.error("the process ended before the program had decided");
    close();
  });
  const read = async (policyMs: number | undefined): Promise<Uint8Array | PayloadError> => {
    if (flags.argvPayload) return Buffer.from(positionals.join(" "));
    try {
      return await readStdin(eventDeadline(processStart(), policyMs, flags.timeoutMs, undefined), Date.now);
    } catch (error) {
      return error instanceof PayloadError
        ? error
        : new PayloadError(`stdin cannot be read: ${errorText(error)}`, "invalid", flags.provider);
    }
  };
  return async (hooks) => {
    started = true;
    if (backstop) clearTimeout(backstop);
    try {
      const parts = partsOf(hooks);
      fail = flags.fail ?? strictestFail(programsOf(parts));
      services = processServices(parts, process.env, services, (answer) => {
        fallback = answer;
      });
      const depth = depthOf(process.env[DEPTH_VARIABLE]);
      process.env[DEPTH_VARIABLE] = String(depth + 1);
      const { policy } = parts.program;
      const payload = await read(typeof policy === "function" ? undefined : fullPolicy(policy).timeoutMs);
      drained = true;
      observed = parts.stages.observers.length > 0;
      const result = await run(parts, { payload, flags, adapters, depth }, services);
      write(() => result.answer);
      await result.finish();
    } catch (error) {
      logError(services.log, "error", "the run failed", error);
      if (error instanceof UsageError && exitCode === undefined) {
        exitCode = usageCode(fail);
        writeAll(2, `agenthooks: ${errorText(error)}\n`);
      }
    }
    end();
  };
}

/**
 * Ends the process. `process.exit` costs half a millisecond more than what it ends by, for listeners that only user code can have added:
 * ours have done their work when this is called.
 */
function leaver(): (code: number | undefined) => never {
  const exit = process.exit.bind(process);
  return (code) => {
    const really = (process as { reallyExit?: (code: number | undefined) => never }).reallyExit;
    return process.listenerCount("exit") > 1 || typeof really !== "function" ? exit(code) : really.call(process, code);
  };
}

/** A whole number as one is written, else none: a garbled variable must not switch a guard off. */
function depthOf(value: string | undefined): number {
  const depth = Number(value);
  return String(depth) === value && depth % 1 === 0 ? depth : 0;
}
