/** What install, uninstall and upgrade have in common: look, ask, write, tell. */
import type { InstallReport } from "../install/types.js";
import type { Args } from "./args.js";
import type { Outcome } from "./command.js";
import type { Change, Deps } from "./deps.js";
import { type Paint, paint as painter } from "./output/paint.js";
import { filesText, findingsText, hintsText, nextStepsText, parts } from "./output/report.js";
import { showPath } from "./output/show-path.js";
import { diffText, fileDiffs } from "./output/unified.js";

interface Words {
  /** After the program's name, of a change that was made: `is installed for codex`. */
  readonly done: string;
  /** Of a change that changes nothing: `is installed already`. */
  readonly kept: string;
  /** Commands that go on from here. */
  hints(report: InstallReport): readonly (readonly [what: string, command: string])[];
}

interface ChangeOptions {
  readonly args: Args;
  readonly deps: Deps;
  readonly words: Words;
  /** Makes the changes, or under `dryRun` says what they would be. */
  plan(dryRun: boolean): Promise<readonly Change[]>;
}

/** Lines of each diff that a person is shown before the question. */
const SHORT = 30;

/** Makes the changes, after the question where there is a person to ask. */
export async function makeChange({ args, deps, words, plan }: ChangeOptions): Promise<Outcome> {
  const view: View = { words, paint: painter(deps.color), show: (file) => showPath(file, deps) };
  if (args.on("dry-run")) return outcome(await plan(true), view, true);
  if (deps.ask !== undefined && !args.on("yes") && !args.on("json")) {
    const planned = await plan(true);
    if (planned.every(({ report }) => !report.changed)) return outcome(planned, view, false);
    deps.stdout.write(`${parts(...(await Promise.all(planned.map((one) => preview(one, view, SHORT)))))}\n`);
    if (!(await deps.ask("Write this?"))) return { code: 1, text: "Nothing was written.\n", json: undefined };
  }
  return outcome(await plan(false), view, false);
}

interface View {
  readonly words: Words;
  readonly paint: Paint;
  show(file: string): string;
}

async function preview({ report, rendering }: Change, { paint, show }: View, most?: number): Promise<string> {
  const diffs = await fileDiffs(rendering);
  return parts(
    `${paint("bold", report.name)}\n${filesText(report, show, paint, diffs)}`,
    diffText(
      diffs.filter(({ diff }) => diff !== undefined),
      show,
      paint,
      most,
    ),
    findingsText(report.findings, show, paint),
  );
}

function told({ report }: Change, { words, paint, show }: View): string {
  const name = paint("bold", report.name);
  const findings = findingsText(report.findings, show, paint);
  if (!report.changed) return parts(`${name} ${words.kept}: nothing to do.\n`, findings, nextStepsText(report, paint));
  return parts(
    `${name} ${words.done}.\n${filesText(report, show, paint)}`,
    findings,
    nextStepsText(report, paint),
    hintsText(words.hints(report), paint),
  );
}

async function outcome(changes: readonly Change[], view: View, dryRun: boolean): Promise<Outcome> {
  const texts: string[] = [];
  const reports: unknown[] = [];
  for (const change of changes) {
    const { report, rendering } = change;
    texts.push(dryRun && report.changed ? await preview(change, view) : told(change, view));
    reports.push(dryRun ? { ...report, diffs: await fileDiffs(rendering) } : report);
  }
  if (dryRun && changes.some(({ report }) => report.changed)) texts.push("Nothing was written: this is what would be.\n");
  const refused = changes.some(({ report }) => report.findings.some(({ level }) => level === "error"));
  return { code: refused ? 1 : 0, text: parts(...texts), json: { dryRun, reports } };
}
