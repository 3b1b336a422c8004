/** `npm run lab`: runs cases on real agents, one after another, and compares what happened with the committed results. */
import { writeFileSync } from "node:fs";
import { endAllProcesses } from "./agents/process.js";
import { runCase } from "./bench.js";
import { buildPrograms } from "./bundles.js";
import type { CatalogEntry } from "./cases/index.js";
import { type LabOptions, parseOptions, USAGE, UsageError } from "./options.js";
import { RESULTS } from "./paths.js";
import { type AgentPlan, planRun } from "./plan.js";
import { closingLine, counts, type Row, rowLines } from "./report.js";
import { mergeResults, type Result, readResults, resultFile, writeResults } from "./results.js";

const EXIT = { passed: 0, failed: 1, usage: 2, interrupted: 130 } as const;

async function lab(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  if (options.help) {
    console.log(USAGE);
    return EXIT.passed;
  }
  const rows: Row[] = [];
  const plans = await planRun(options);
  for (const { driver, entries } of plans) {
    const programs = entries.flatMap(({ labCase }) => labCase.programs);
    await buildPrograms(programs, driver.id);
  }
  for (const plan of plans) rows.push(...(await runPlan(plan, options)));
  console.log(options.json ? JSON.stringify({ rows, ...counts(rows) }, null, 2) : closingLine(rows));
  writeSummary(rows);
  return rows.every((row) => row.passed) ? EXIT.passed : EXIT.failed;
}

async function runPlan(plan: AgentPlan, options: LabOptions): Promise<readonly Row[]> {
  const file = resultFile(RESULTS, plan.driver.id, plan.version);
  const committed = readResults(file);
  const rows: Row[] = [];
  const fresh: Result[] = [];
  for (const entry of plan.entries) {
    const { row, result } = await runEntry(plan, entry, committed, options);
    rows.push(row);
    if (result !== undefined) fresh.push(result);
    if (!options.json) for (const line of rowLines(row)) console.log(line);
  }
  if (options.write) {
    const all = plan.all.map(({ labCase }) => labCase.name);
    writeResults(file, mergeResults(committed, fresh, all));
  }
  return rows;
}

async function runEntry(
  { driver, version, binarySha256 }: AgentPlan,
  { labCase, scriptSha256 }: CatalogEntry,
  results: readonly Result[],
  { keep, write }: LabOptions,
): Promise<{ readonly row: Row; readonly result: Result | undefined }> {
  const { verdict, variant: played, error, unmeasured, ms, kept } = await runCase(labCase, driver, version, keep);
  const committed = results.find((result) => result.case === labCase.name)?.outcome;
  const outcome = verdict?.outcome ?? (unmeasured === undefined ? "error" : "unmeasured");
  const same = write || outcome === committed || outcome === "unmeasured";
  const problem = error ?? (same ? undefined : difference(committed, outcome));
  const row: Row = {
    provider: driver.id,
    version,
    case: labCase.name,
    outcome,
    committed,
    passed: problem === undefined,
    problem,
    evidence: verdict?.evidence ?? unmeasured ?? "",
    ms,
    kept,
  };
  if (verdict === undefined) return { row, result: undefined };
  const { name, event, capability, variant = played ?? driver.variant } = labCase;
  const date = new Date().toISOString().slice(0, 10);
  return { row, result: { case: name, event, capability, variant, version, ...verdict, binarySha256, scriptSha256, date } };
}

const difference = (committed: string | undefined, outcome: string): string =>
  committed === undefined
    ? "not measured yet; look at the evidence, then run with --write"
    : `measured "${committed}" before, "${outcome}" now; if that is right, run with --write`;

/** For CI: `$AGENTHOOKS_LAB_SUMMARY` names the file. */
function writeSummary(rows: readonly Row[]): void {
  const file = process.env.AGENTHOOKS_LAB_SUMMARY;
  if (file) writeFileSync(file, `${JSON.stringify(counts(rows))}\n`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    endAllProcesses();
    process.exit(EXIT.interrupted);
  });
}

try {
  process.exitCode = await lab(process.argv.slice(2));
} catch (error) {
  console.error(
    error instanceof UsageError ? `${error.message}\n\n${USAGE}` : `lab: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.failed;
}
