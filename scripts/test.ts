/**
 * `npm test`: every check of the repository in order, each as the npm script of the same name runs it. A failing step does not stop the
 * later ones, only a failing build does. With AGENTHOOKS_TEST_SUMMARY the counts go to that file as `{ passed, failed }`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { withTempFolder } from "./lib/repo.js";
import { type RunResult, run } from "./lib/run.js";

interface Counts {
  readonly passed: number;
  readonly failed: number;
}
interface Step {
  readonly name: string;
  readonly script: string;
}

const steps: readonly Step[] = [
  { name: "build", script: "build" },
  { name: "lint and format", script: "check:lint" },
  { name: "types: sources and tests", script: "check:types" },
  { name: "types: what users may and may not write", script: "check:api-types" },
  { name: "unit tests", script: "test:unit" },
  { name: "every public export is described", script: "check:comments" },
  { name: "docs are what the tables say", script: "check:docs" },
  { name: "floors", script: "check:floors" },
  { name: "package", script: "check:package" },
  { name: "unused code", script: "check:unused" },
  { name: "size", script: "check:size" },
];

/** Vitest's own report; a file that could not be loaded has no test to fail, so it counts as one. */
function vitestCounts(file: string): Counts {
  const report = JSON.parse(readFileSync(file, "utf8")) as {
    readonly numPassedTests: number;
    readonly numFailedTests: number;
    readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
  };
  const broken = report.testResults.filter(
    (result) => result.status === "failed" && !result.assertionResults.some((test) => test.status === "failed"),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

function countsOf(step: Step, result: RunResult, report: string): Counts {
  const failed = result.code !== 0;
  if (step.script !== "test:unit") return { passed: failed ? 0 : 1, failed: failed ? 1 : 0 };
  try {
    const counts = vitestCounts(report);
    return failed && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    // No report: vitest itself did not get to its end.
    return { passed: 0, failed: 1 };
  }
}

const indent = (text: string): string => stripVTControlCharacters(text).trim().replace(/^/gm, "    ");

const total = await withTempFolder("test", async (folder) => {
  const report = join(folder, "vitest.json");
  let passed = 0;
  let failed = 0;
  for (const [index, step] of steps.entries()) {
    const started = performance.now();
    const extra = step.script === "test:unit" ? ["--", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
    const result = await run("npm", ["run", "--silent", step.script, ...extra], {
      env: { NO_COLOR: "1", FORCE_COLOR: undefined },
      timeoutMs: 30 * 60_000,
    });
    const counts = countsOf(step, result, report);
    passed += counts.passed;
    failed += counts.failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const of = step.script === "test:unit" ? `, ${counts.passed} of ${counts.passed + counts.failed}` : "";
    console.log(`${counts.failed === 0 ? "ok  " : "FAIL"} ${step.name} (npm run ${step.script}${of}, ${seconds} s)`);
    if (counts.failed > 0) console.log(indent(`${result.stdout}\n${result.stderr}${result.timedOut ? "\nstopped: it took too long" : ""}`));
    else if (step.script === "check:size") console.log(indent(result.stdout));
    if (counts.failed > 0 && index === 0) {
      failed += steps.length - 1;
      console.log(`FAIL the other ${steps.length - 1} steps need a build and were not run`);
      break;
    }
  }
  return { passed, failed };
});

const summary = process.env.AGENTHOOKS_TEST_SUMMARY;
// Whoever asks for the counts prints the closing line: a log has one.
if (summary !== undefined && summary !== "") writeFileSync(summary, JSON.stringify(total));
else console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
