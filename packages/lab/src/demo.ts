/**
 * `npm run demo`: the example program as the hooks of an agent, in a scratch home. The real Claude Code when it is in the lab cache (nothing
 * is downloaded), else the library's fake provider. `--fake` takes the fake one in any case. Exits 1 when the proof failed.
 */
import { join } from "node:path";
import { loadDriver } from "./agents/index.js";
import { findAgent } from "./agents/install.js";
import { pinOf } from "./agents/pins.js";
import { endAllProcesses } from "./agents/process.js";
import { placeFile } from "./bundles.js";
import { playFake } from "./demo/fake.js";
import { playReal } from "./demo/real.js";
import { proofLines, timelineLines } from "./demo/render.js";
import { proofs, writeProject } from "./demo/scenario.js";
import { palette } from "./palette.js";
import { REPOSITORY_ROOT } from "./paths.js";
import { createSandbox } from "./sandbox.js";

const PROVIDER = "claude-code";
const PROGRAM = join("examples", "secret-guard.ts");

async function demo(args: readonly string[]): Promise<boolean> {
  const paint = palette(process.env, process.stdout.isTTY);
  const version = args.includes("--fake")
    ? undefined
    : pinOf(PROVIDER).versions.find((pinned) => findAgent(PROVIDER, pinned) !== undefined);
  console.log(paint.bold(version === undefined ? "no real agent in the lab cache: built-in fake provider" : `real Claude Code ${version}`));
  console.log(`hooks: ${PROGRAM}; scripted model, no account, no network, scratch home`);
  console.log("the model writes a file, reads a secrets file, copies it by shell, and prints a log with a key in it\n");

  const sandbox = createSandbox("agenthooks-demo-");
  try {
    writeProject(sandbox);
    const driver = await loadDriver(PROVIDER);
    const launcher = await placeFile(join(REPOSITORY_ROOT, PROGRAM), "secret-guard", PROVIDER, sandbox.lab);
    const played = version === undefined ? await playFake(sandbox, driver, launcher) : await playReal(sandbox, driver, version, launcher);
    const entries = played.entries.map((entry) => ({
      ...entry,
      modelSaw: entry.modelSaw === undefined ? undefined : sandbox.scrub(entry.modelSaw.replaceAll(`${sandbox.work}/`, "")),
    }));
    for (const line of timelineLines(entries, paint)) console.log(line);
    const found = proofs(sandbox, played.shown);
    console.log();
    for (const line of proofLines(found, paint)) console.log(line);
    return entries.length > 0 && found.every(({ holds }) => holds);
  } finally {
    sandbox.dispose();
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    endAllProcesses();
    process.exit(130);
  });
}

try {
  process.exitCode = (await demo(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
