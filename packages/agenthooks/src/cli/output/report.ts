/** What was written, what to know, what to do next: a report on one screen. */
import path from "node:path";
import type { Finding, InstallReport } from "../../install/types.js";
import { columns, type Paint, type Style } from "./paint.js";
import { type FileDiff, sizeText } from "./unified.js";

const ACTION: Readonly<Record<string, Style>> = { create: "green", update: "yellow", delete: "red" };
const LEVEL = { ok: "green", note: "cyan", warning: "yellow", error: "red" } as const;

/** Files that changed, a line each: what, whose, where, and how large where that is known. Those in the program's own folder share a line. */
export function filesText({ files }: InstallReport, show: (file: string) => string, paint: Paint, diffs: readonly FileDiff[] = []): string {
  const sizes = new Map(diffs.map((one) => [one.path, sizeText(one)]));
  const table = files.find((one) => one.provider === undefined && path.basename(one.path) === "launch.json");
  const folder = table && path.dirname(table.path);
  const rows = new Map<string, { count: number; cells: readonly string[] }>();
  for (const { path: file, action, provider } of files) {
    if (action === "same") continue;
    const shared = provider === undefined && path.dirname(file) === folder;
    const key = shared ? action : file;
    const count = (rows.get(key)?.count ?? 0) + 1;
    const where = shared && count > 1 ? [`${show(path.dirname(file))}/ (${count} files)`] : [show(file), sizes.get(file) ?? ""];
    rows.set(key, { count, cells: [action, provider ?? "program", ...where.filter((text) => text !== "")] });
  }
  const lines = columns(
    [...rows.values()].map(({ cells }) => cells),
    (cell, column) => (column === 0 ? paint(ACTION[cell] ?? "dim", cell) : cell),
  );
  return lines.map((line) => `  ${line}\n`).join("");
}

/** Findings, the grave ones last: they are read first where a screen ends. */
export function findingsText(findings: readonly Finding[], show: (file: string) => string, paint: Paint): string {
  const order = Object.keys(LEVEL);
  return findings
    .toSorted((left, right) => order.indexOf(left.level) - order.indexOf(right.level))
    .map(({ level, provider, path, message, fix }) => {
      const where = path === undefined || message.includes(path) ? "" : ` (${show(path)})`;
      const who = provider === "*" ? "" : `${provider}: `;
      const lines = [`${paint(LEVEL[level], level)} ${who}${message}${where}`];
      if (fix !== undefined) lines.push(`  ${paint("bold", "fix:")} ${fix}`);
      return `${lines.join("\n")}\n`;
    })
    .join("");
}

/** What the person must do. */
export function nextStepsText({ nextSteps }: InstallReport, paint: Paint): string {
  if (nextSteps.length === 0) return "";
  return `${paint("bold", "Next")}\n${nextSteps.map(({ provider, text }) => `  ${provider}: ${text}\n`).join("")}`;
}

/** Commands under a heading, aligned. */
export function hintsText(hints: readonly (readonly [what: string, command: string])[], paint: Paint): string {
  return columns(hints, (cell, column) => (column === 1 ? paint("cyan", cell) : cell))
    .map((line) => `${line}\n`)
    .join("");
}

/** Parts with an empty line between them; empty ones are left out. */
export const parts = (...texts: readonly string[]) => texts.filter((text) => text !== "").join("\n");
