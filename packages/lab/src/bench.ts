/** Runs one case in a sandbox of its own. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Driver, HookEntry, RunResult } from "./agents/driver.js";
import { placeProgram } from "./bundles.js";
import type { Bench, Hook, LabCase, PlayOptions, RawHook } from "./case.js";
import { UnmeasuredError, type Verdict } from "./evidence.js";
import { quoteWord, quoteWords } from "./quote.js";
import { createSandbox, type Sandbox } from "./sandbox.js";

interface RunOutcome {
  readonly verdict: Verdict | undefined;
  /** The variant that ran last; `undefined`: nothing ran. */
  readonly variant: string | undefined;
  /** Why there is no verdict. */
  readonly error: string | undefined;
  /** Why this machine cannot measure it. */
  readonly unmeasured: string | undefined;
  /** Milliseconds, bundling included. */
  readonly ms: number;
  /** The folder, when it was kept. */
  readonly kept: string | undefined;
}

/** Never throws: what goes wrong is in the outcome, and the sandbox is kept then. */
export async function runCase(labCase: LabCase, driver: Driver, version: string, keep: boolean): Promise<RunOutcome> {
  const started = Date.now();
  const sandbox = createSandbox();
  const runs: RunResult[] = [];
  let verdict: Verdict | undefined;
  let error: string | undefined;
  let unmeasured: string | undefined;
  try {
    verdict = await labCase.run(createBench(driver, sandbox, version, runs));
  } catch (thrown) {
    const why = sandbox.scrub(thrown instanceof Error ? thrown.message : String(thrown));
    if (thrown instanceof UnmeasuredError) unmeasured = why;
    else error = why;
  }
  const keepIt = keep || (error !== undefined && runs.length > 0);
  if (keepIt) keepRuns(sandbox, runs);
  else sandbox.dispose();
  return { verdict, variant: runs.at(-1)?.variant, error, unmeasured, ms: Date.now() - started, kept: keepIt ? sandbox.root : undefined };
}

function createBench(driver: Driver, sandbox: Sandbox, version: string, runs: RunResult[]): Bench {
  return {
    driver,
    sandbox,
    version,
    place: (program) => placeProgram(program, driver.id, sandbox.lab),
    async play({ hooks = [], rawHooks = [], settings, mayBreak = false, placed, ...options }: PlayOptions) {
      const entries = [
        ...rawHooks.map((hook, at) => rawEntry(sandbox, hook, at)),
        ...(await Promise.all(hooks.map((hook) => programEntry(driver, sandbox, version, hook)))),
      ];
      driver.placeHooks(sandbox, entries, settings);
      placed?.();
      const result = await driver.run({ ...options, sandbox, version });
      runs.push(result);
      if (result.timedOut) throw new Error(`${driver.id} ${version} did not end in time; ${result.ms} ms; see its output`);
      if (result.complaints.length > 0 && !mayBreak)
        throw new Error(`the agent could not read an answer; ${result.complaints.join("; ")}; see its output`);
      return result;
    },
  };
}

/** The command that an agent starts for one event of a program. */
export function programCommand(driver: Driver, version: string, launcher: string, event: string): string {
  return quoteWords([launcher, "agenthooks", "run", `--provider=${driver.id}`, `--event=${event}`, `--host-version=${version}`]);
}

async function programEntry(driver: Driver, sandbox: Sandbox, version: string, hook: Hook): Promise<HookEntry> {
  const launcher = await placeProgram(hook.program, driver.id, sandbox.lab);
  if (hook.missing !== undefined) takeAway(hook.missing, launcher, driver);
  const { event, matcher, timeoutSeconds } = hook;
  return {
    event,
    command: programCommand(driver, version, launcher, event),
    ...(matcher === undefined ? {} : { matcher }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  };
}

/** What an installed program may lose: its bundle, or every runtime that its launcher looks for. */
function takeAway(what: "bundle" | "runtime", launcher: string, driver: Driver): void {
  const folder = dirname(launcher);
  if (what === "bundle") {
    rmSync(join(folder, `hooks.${driver.id}.cjs`));
    return;
  }
  const table = join(folder, `answers.${driver.id}.sh`);
  writeFileSync(table, readFileSync(table, "utf8").replace(/^runtimes=.*$/m, "runtimes=''"));
  writeFileSync(
    launcher,
    readFileSync(launcher, "utf8")
      .replace(/^for one in \$runtimes .*$/m, "for one in; do")
      .replace(/^.*command -v.*$/m, ""),
  );
}

/** A shell script that reads its input and says what it was told to say. */
function rawEntry(sandbox: Sandbox, hook: RawHook, at: number): HookEntry {
  const file = join(sandbox.lab, `raw-${at}.sh`);
  const lines = [
    "cat > /dev/null",
    `printf %s ${quoteWord(hook.stdout ?? "")}`,
    `printf %s ${quoteWord(hook.stderr ?? "")} >&2`,
    `exit ${hook.exitCode ?? 0}`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  return { event: hook.event, command: quoteWords(["/bin/sh", file]) };
}

/** What is needed to see why: the agent's output and every request. */
function keepRuns(sandbox: Sandbox, runs: readonly RunResult[]): void {
  runs.forEach((run, at) => {
    writeFileSync(join(sandbox.root, `run-${at}.stdout.txt`), run.stdout);
    writeFileSync(join(sandbox.root, `run-${at}.stderr.txt`), run.stderr);
    writeFileSync(join(sandbox.root, `run-${at}.requests.json`), `${JSON.stringify(run.model.requests, null, 1)}\n`);
  });
}
