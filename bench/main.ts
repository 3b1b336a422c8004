/**
 * `npm run bench`: what a hook costs, as CPU of the whole process beside `node -e 0` on the same Node, and how large its bundle is.
 * `--check` fails when our program or the installed command is beyond its bar; `--rounds N`, `--runs N` in each, `--no-peers`.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { bundleProgram, placeProgram } from "agenthooks/install";
import { type Candidate, measure } from "./measure.js";
import { peers } from "./peers.js";

/** Beside `node -e 0`: our program, and the command that is installed, which goes through the launcher. */
const BARS = { agenthooks: 1.15, "agenthooks, as it is installed": 1.25 } as const;
const HERE = import.meta.dirname;

const { values } = parseArgs({
  options: {
    check: { type: "boolean" },
    rounds: { type: "string", default: "60" },
    runs: { type: "string", default: "4" },
    "no-peers": { type: "boolean" },
  },
});

const payload = JSON.stringify({
  session_id: "00000000-0000-4000-8000-000000000001",
  transcript_path: "/home/dev/.claude/projects/work/session.jsonl",
  cwd: "/home/dev/work",
  prompt_id: "00000000-0000-4000-8000-000000000002",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "git status && ls -la src", description: "look around" },
  tool_use_id: "toolu_01",
});

const scratch = mkdtempSync(path.join(tmpdir(), "agenthooks-bench-"));
try {
  const node = process.execPath;
  const program = path.join(HERE, "programs/guard.ts");
  const cjs = await bundleProgram({ program, provider: "claude-code", outFile: path.join(scratch, "guard.cjs") });
  const mjs = await bundleProgram({ program, provider: "claude-code", outFile: path.join(scratch, "guard.mjs") });
  if (cjs.cache === undefined || !existsSync(cjs.cache))
    throw new Error(`${cjs.file} has no code cache: this would measure something else`);
  writeFileSync(path.join(scratch, "empty.mjs"), "");
  const entry = ["agenthooks", "run", "--provider=claude-code", "--event=PreToolUse"];
  const placed = await placeProgram({ program, providers: ["claude-code"], folder: path.join(scratch, "placed") });
  if (cjs.fail !== "closed") throw new Error("the launcher is measured under fail-closed");
  const candidates: Candidate[] = [
    { label: "node -e 0", command: [node, "-e", "0"] },
    { label: "agenthooks", command: [node, cjs.file, ...entry] },
    { label: "agenthooks, as it is installed", command: [placed.launcher, ...entry] },
    { label: "agenthooks, as an ES module", command: [node, mjs.file, ...entry] },
    { label: "an empty ES module", command: [node, path.join(scratch, "empty.mjs")] },
    ...(values["no-peers"] ? [] : peers(node)),
  ];
  const rows = measure(candidates, payload, scratch, Number(values.rounds), Number(values.runs));
  const width = Math.max(...rows.map(({ label }) => label.length));
  process.stdout.write(
    `CPU of the whole process, Node ${process.versions.node}, ${values.rounds} interleaved rounds of ${values.runs} runs\n\n`,
  );
  for (const { label, cpuMs, ratio } of rows) {
    process.stdout.write(`${label.padEnd(width)}  ${cpuMs.toFixed(1).padStart(7)} ms  ${ratio.toFixed(2).padStart(6)} x\n`);
  }
  process.stdout.write(`\nbundle ${cjs.bytes} bytes, of them this library ${cjs.libraryBytes}\n`);
  for (const [label, bar] of Object.entries(BARS)) {
    const ratio = rows.find((row) => row.label === label)?.ratio ?? Number.POSITIVE_INFINITY;
    if (ratio <= bar) continue;
    process.stderr.write(`${label} takes ${ratio.toFixed(2)} x the CPU of node -e 0; the bar is ${bar}\n`);
    if (values.check) process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
