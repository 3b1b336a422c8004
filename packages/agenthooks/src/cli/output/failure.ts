/** What is said of a command that failed: for people on standard error, for programs as `{ error }`. */
import { readFileSync } from "node:fs";
import { UsageError as BaseUsageError, ConfigParseError, errorText, InstallConflictError } from "../../base/errors.js";
import { BundleError } from "../../install/bundle-error.js";
import { CommandError, UsageError } from "../errors.js";
import type { Paint } from "./paint.js";

/** A failure as `--json` prints it. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly path?: string;
  /** From 1, like the column. */
  readonly line?: number;
  readonly column?: number;
  readonly fix?: string;
}

/** The failure and its exit code. */
export function failureOf(thrown: unknown): { readonly failure: Failure; readonly code: 1 | 2 } {
  const name = thrown instanceof Error ? thrown.name : "Error";
  const base = { name, message: errorText(thrown) };
  if (thrown instanceof UsageError || thrown instanceof CommandError) {
    const { fix } = thrown;
    return { failure: { ...base, ...(fix === undefined ? {} : { fix }) }, code: thrown instanceof UsageError ? 2 : thrown.exitCode };
  }
  if (thrown instanceof BaseUsageError) return { failure: base, code: 2 };
  if (thrown instanceof ConfigParseError) {
    const { path, line, column } = thrown;
    return { failure: { ...base, path, line, column, fix: "correct the file, then run the command again; nothing was written" }, code: 1 };
  }
  if (thrown instanceof InstallConflictError) return { failure: { ...base, path: thrown.path }, code: 1 };
  if (thrown instanceof BundleError) {
    return {
      failure: { ...base, path: thrown.program, fix: "correct it; what only cannot be bundled can be started in place: add --link" },
      code: 1,
    };
  }
  return { failure: base, code: 1 };
}

/** A failure in a few lines, with the line of the file that cannot be parsed. */
export function failureText(failure: Failure, paint: Paint): string {
  const { message, path, line, column, fix } = failure;
  const lines = [`${paint("red", "error")} ${message}`];
  if (path !== undefined && line !== undefined && column !== undefined) {
    lines.push(`  ${paint("cyan", `${path}:${line}:${column}`)}`, ...offendingLine(path, line, column));
  } else if (path !== undefined && !message.includes(path)) lines.push(`  ${paint("cyan", path)}`);
  if (fix !== undefined) lines.push(`  ${paint("bold", "fix:")} ${fix}`);
  return `${lines.join("\n")}\n`;
}

/** Longer lines are cut around the column: a configuration may be one line. */
const WIDTH = 120;

function offendingLine(path: string, line: number, column: number): string[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8").split(/\r\n|\r|\n/)[line - 1] ?? "";
  } catch {
    return [];
  }
  const start = Math.max(0, column - 1 - WIDTH / 2);
  const label = `  ${line} | `;
  return [label + text.slice(start, start + WIDTH).replaceAll("\t", " "), `${" ".repeat(label.length + column - 1 - start)}^`];
}
