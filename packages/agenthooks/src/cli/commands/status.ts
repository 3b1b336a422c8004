import type { StatusEntry } from "../../install/types.js";
import { COMMON, type Command } from "../command.js";
import type { Deps } from "../deps.js";
import { columns, paint as painter } from "../output/paint.js";
import { findingsText, parts } from "../output/report.js";
import { showPath } from "../output/show-path.js";
import { fileOf, placesOf } from "../selected.js";
import { SELECTORS, selectionOf } from "../selectors.js";

export const status: Command = {
  usage: "status [program or name] [options]",
  about: `Shows what is installed where, and whether it is still as it was installed.
Ends with 1 when something is not: an entry is gone, changed or not trusted, a file of the program was edited.`,
  flags: { ...SELECTORS, ...COMMON },
  examples: ["agenthooks status", "agenthooks status acme-guard --provider codex --json"],
  async run(args, deps) {
    args.atMostWords(1);
    const installs = await deps.installs();
    // the name that a program goes by stands in its receipts
    const name = fileOf(args, deps) === undefined ? args.words[0] : (await placesOf("status", args, deps, installs))[0]?.name;
    const report = await installs.status(selectionOf(args, deps, name));
    const bad = report.entries.some(({ drift }) => drift) || report.findings.some(({ level }) => level === "warning" || level === "error");
    const paint = painter(deps.color);
    const show = (file: string) => showPath(file, deps);
    const programs = new Map<string, StatusEntry[]>();
    for (const entry of report.entries) {
      const key = JSON.stringify([entry.name, entry.scope, entry.root]);
      programs.set(key, [...(programs.get(key) ?? []), entry]);
    }
    return {
      code: bad ? 1 : 0,
      json: report,
      text: parts(
        ...[...programs.values()].map((entries) => programText(entries, deps)),
        report.entries.length === 0 ? "Nothing is installed here.\n" : "",
        findingsText(report.findings, show, paint),
      ),
    };
  },
};

function programText(entries: readonly StatusEntry[], deps: Deps): string {
  const [first] = entries;
  if (first === undefined) return "";
  const paint = painter(deps.color);
  const { name, version, scope, root } = first;
  const at = scope === "user" ? scope : `${scope}: ${showPath(root, deps)}`;
  const rows = entries.map(({ drift, linked, provider, path, events }) => [
    drift ? "changed" : "ok",
    provider,
    showPath(path, deps),
    `${eventsText(events)}${linked ? " (linked)" : ""}`,
  ]);
  const lines = columns(rows, (cell, column) => (column === 0 ? paint(cell === "ok" ? "green" : "yellow", cell) : cell));
  return `${paint("bold", name)}${version === undefined ? "" : ` ${version}`} (${at})\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** A program that watches everything has an entry for every event. */
const FEW = 6;

const eventsText = (events: readonly string[]) =>
  events.length <= FEW ? events.join(" ") : `${events.slice(0, FEW - 1).join(" ")} and ${events.length - FEW + 1} more`;
