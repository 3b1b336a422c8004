/** A hook process: reads standard input, answers on standard output, ends. */
import { processStart } from "../../base/clock.js";
import { errorText, PayloadError, UsageError } from "../../base/errors.js";
import type { Answer } from "../../decision/answer.js";
import { fullPolicy } from "../../decision/policy.js";
import { createHooks, type Hooks, partsOf } from "../../router/hooks.js";
import { manifestOf } from "../../router/manifest.js";
import { programsOf, strictestFail } from "../../router/program.js";
import { type Flags, type Invocation, parseArgv } from "../core/argv.js";
import { eventDeadline } from "../core/deadline.js";
import { logError } from "../core/failure.js";
import { DEPTH_VARIABLE, run } from "../core/pipeline.js";
import type { AdapterSource } from "../core/services.js";
import { answerWithoutPayload, blindAnswer } from "../core/unreadable.js";
import { type ProcessServices, processServices } from "./services.js";
import { captureOutput, readStdin, writeAll } from "./streams.js";
import { work } from "./worker.js";

/** Wrong command line (sysexits.h). */
const USAGE_EXIT = 64;

export interface ProcessOptions {
  readonly adapters: AdapterSource;
  /** Name and fail mode of the program, which may not be loaded yet. */
  readonly name: string | undefined;
  readonly fail: "open" | "closed";
}

/** What the arguments ask for; `undefined` when they do not name us. A command line that cannot be understood ends the process. */
export function prepareProcess(options: ProcessOptions): PreparedProcess | undefined {
  try {
    const invocation = parseArgv(process.argv.slice(2));
    if (!invocation) return undefined;
    const { mode, flags } = invocation;
    if (mode === "notify" || mode === "serve") {
      throw new UsageError(`${flags.provider ?? "this provider"} has no ${mode} mode; its hooks are started with \`agenthooks run\``);
    }
    return new PreparedProcess(options, invocation);
  } catch (error) {
    writeAll(2, `agenthooks: ${errorText(error)}\n`);
    process.exit(usageCode(options.fail));
  }
}

/** A typing error is nobody's opinion, unless the program must not be switched off by one. */
function usageCode(fail: "open" | "closed"): number {
  return fail === "open" ? USAGE_EXIT : 2;
}

export class PreparedProcess {
  #services: ProcessServices;
  #fail: "open" | "closed";
  /** What is answered if the process ends before the program has decided. */
  #fallback: () => Answer;
  #exitCode: number | undefined;

  /** In run mode the process is guarded from here on, the loading of the program included. */
  constructor(
    readonly options: ProcessOptions,
    readonly invocation: Invocation,
  ) {
    const { name, fail, adapters } = options;
    const { mode, flags } = invocation;
    this.#fail = fail;
    this.#services = this.#servicesOf(createHooks({ ...(name === undefined ? {} : { name }), policy: { fail } }));
    this.#fallback = () => this.#withoutProgram(adapters, flags);
    if (mode === "run") this.#guard();
  }

  #withoutProgram(adapters: AdapterSource, flags: Flags): Answer {
    const adapter = flags.provider === undefined ? undefined : adapters.load(flags.provider);
    if (!adapter || "then" in adapter) return blindAnswer(this.#fail);
    return answerWithoutPayload(adapter, flags, this.#fail, this.#services).answer;
  }

  #servicesOf(hooks: Hooks): ProcessServices {
    return processServices(partsOf(hooks), process.env, (answer) => {
      this.#fallback = answer;
    });
  }

  /** Does what the arguments ask for; ends the process, except in manifest mode. */
  async start(hooks: Hooks): Promise<void> {
    switch (this.invocation.mode) {
      case "manifest":
        return printManifest(hooks);
      case "worker":
        return this.#work(hooks);
      default:
        return this.#run(hooks);
    }
  }

  async #work(hooks: Hooks): Promise<void> {
    const services = processServices(partsOf(hooks), process.env);
    await work(partsOf(hooks), this.options.adapters, services);
    services.flush();
    process.exit(0);
  }

  async #run(hooks: Hooks): Promise<void> {
    try {
      const parts = partsOf(hooks);
      this.#fail = strictestFail(programsOf(parts));
      const early = this.#services;
      this.#services = this.#servicesOf(hooks);
      this.#services.adopt(early);
      const depth = depthOf(process.env[DEPTH_VARIABLE]);
      process.env[DEPTH_VARIABLE] = String(depth + 1);
      const { policy } = parts.program;
      const payload = await this.#read(typeof policy === "function" ? undefined : fullPolicy(policy).timeoutMs);
      const input = { payload, flags: this.invocation.flags, adapters: this.options.adapters, fail: this.#fail, depth };
      const result = await run(parts, input, this.#services);
      this.#write(result.answer);
      await result.finish();
    } catch (error) {
      logError(this.#services.log, "error", "the run failed", error);
      if (error instanceof UsageError && this.#exitCode === undefined) {
        this.#exitCode = usageCode(this.#fail);
        writeAll(2, `agenthooks: ${errorText(error)}\n`);
      }
      this.#writeFallback();
    }
    process.exit();
  }

  async #read(policyMs: number | undefined): Promise<Uint8Array | PayloadError> {
    const { flags, positionals } = this.invocation;
    if (flags.argvPayload) return Buffer.from(positionals.join(" "), "utf8");
    try {
      return await readStdin(eventDeadline(processStart(), policyMs, flags.timeoutMs, undefined), Date.now, this.#fail === "open");
    } catch (error) {
      return error instanceof PayloadError
        ? error
        : new PayloadError(`stdin cannot be read: ${errorText(error)}`, "invalid", flags.provider);
    }
  }

  /** Once, whatever happens afterwards. */
  #write(answer: Answer): void {
    if (this.#exitCode === undefined) {
      if (answer.via !== "process") throw new TypeError(`an adapter of a spawned agent answered via ${answer.via}`);
      this.#exitCode = answer.exitCode;
      if (answer.stderr !== "") writeAll(2, answer.stderr);
      if (answer.stdout !== "") writeAll(1, answer.stdout);
    }
    process.exitCode = this.#exitCode;
  }

  #writeFallback(): void {
    if (this.#exitCode === undefined) this.#write(this.#fallback());
    process.exitCode = this.#exitCode;
  }

  /** User code may print, throw while it is loaded, end the process or break it from a timer: the answer follows the fail mode (design §5.1, §5.2). */
  #guard(): void {
    captureOutput((text, stream) => this.#services.log.info("user output", { stream, characters: text.length }));
    const broken = (error: unknown) => {
      logError(this.#services.log, "error", "uncaught error", error, { answered: this.#exitCode !== undefined });
      this.#writeFallback();
      process.exit();
    };
    process.on("uncaughtException", broken);
    process.on("unhandledRejection", broken);
    process.on("exit", () => {
      if (this.#exitCode === undefined) this.#services.log.error("the process ended before the program had decided");
      this.#writeFallback();
      this.#services.flush();
    });
  }
}

function printManifest(hooks: Hooks): void {
  try {
    writeAll(1, `${JSON.stringify(manifestOf(hooks), undefined, 2)}\n`);
  } catch (error) {
    writeAll(2, `agenthooks: ${errorText(error)}\n`);
    process.exitCode = 1;
  }
}

function depthOf(value: string | undefined): number {
  const depth = Number(value);
  return Number.isInteger(depth) && depth > 0 ? depth : 0;
}
