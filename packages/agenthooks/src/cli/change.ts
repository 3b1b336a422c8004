/** What install, uninstall and upgrade have in common: look, ask, write, tell. */
import type { InstallReport, Rendering } from "../install/types.js";
import type { Args } from "./args.js";
import type { Outcome } from "./command.js";
import type { Deps } from "./deps.js";
import { type Paint, paint as painter } from "./output/paint.js";
import { filesText, findingsText, hintsText, nextStepsText, parts } from "./output/report.js";
import { showPath } from "./output/show-path.js";
import { diffText, fileDiffs } from "./output/unified.js";

/** One change: what was done, or would be, and the bytes of it where nothing was done yet. */
interface Change {
  readonly report: InstallReport;
  readonly rendering: Rendering | undefined;
}

/** A change that can be looked at before it is made. */
export interface Step {
  make(dryRun: boolean): Promise<InstallReport>;
  render(): Promise<Rendering>;
}

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
  readonly steps: readonly Step[];
}

/** One after the other: each sees what the one before has written. */
async function inTurn(steps: readonly Step[], dryRun: boolean): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const { make, render } of steps) changes.push({ report: await make(dryRun), rendering: dryRun ? await render() : undefined });
  return changes;
}

/** Lines of each diff that a person is shown before the question. */
const SHORT = 30;

/** Makes the changes, after the question where there is a person to ask. */
export async function makeChange({ args, deps, words, steps }: ChangeOptions): Promise<Outcome> {
  const view: View = { words, paint: painter(deps.color), show: (file) => showPath(file, deps) };
  if (args.on("dry-run")) return outcome(await inTurn(steps, true), view, true);
  if (deps.ask !== undefined && !args.on("yes") && !args.on("json")) {
    const planned = await inTurn(steps, true);
    if (planned.every(({ report }) => !report.changed)) return outcome(planned, view, false);
    deps.stdout.write(`${parts(...(await Promise.all(planned.map((one) => preview(one, view, SHORT)))))}\n`);
    if (!(await deps.ask("Write this?"))) return { code: 1, text: "Nothing was written.\n", json: undefined };
  }
  return outcome(await inTurn(steps, false), view, false);
}

interface View {
  readonly words: Words;
  readonly paint: Paint;
  show(file: string): string;
}

async function preview({ report, rendering }: Change, { paint, show }: View, most?: number): Promise<string> {
  const diffs = await fileDiffs(rendering ?? new Map());
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
  // what is to be done about some of them stands under "Next" already
  const rest = report.findings.filter(({ message }) => !report.nextSteps.some(({ text }) => text.includes(message)));
  const findings = findingsText(rest, show, paint);
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
    reports.push(rendering === undefined ? report : { ...report, diffs: await fileDiffs(rendering) });
  }
  if (dryRun && changes.some(({ report }) => report.changed)) texts.push("Nothing was written: this is what would be.\n");
  const refused = changes.some(({ report }) => report.findings.some(({ level }) => level === "error"));
  return { code: refused ? 1 : 0, text: parts(...texts), json: { dryRun, reports } };
}
