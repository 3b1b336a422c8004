/** Differences as people read them: unified diffs of configuration, a line with sizes for what nobody reads. */
import path from "node:path";
import type { Rendering } from "../../install/types.js";
import type { Paint } from "./paint.js";

/** One file of a change. */
export interface FileDiff {
  readonly path: string;
  readonly action: "create" | "update" | "delete";
  /** Sizes in bytes; `undefined`: there is no file. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** The unified diff; `undefined` for the files of the program itself, and for what is no text. */
  readonly diff: string | undefined;
}

/** A launcher, a bundle or an answer table is generated: its size says all there is to see. */
const GENERATED = /^(?:run|run\.cmd|supervise\.cjs|hooks\..+\.[cm]js(?:\.cache|\.map)?|answers\..+)$/;
/** It holds the bytes that were there before. */
const RECEIPT = /[\\/]receipts[\\/][^\\/]+\.json$/;
/** Of the table that the launcher reads only a change is news. */
const TABLE = "launch.json";
const LARGEST = 512 * 1024;

function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return "";
  if (bytes.length > LARGEST || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const isSame = (left: Uint8Array | undefined, right: Uint8Array | undefined) =>
  left !== undefined && right !== undefined && Buffer.compare(left, right) === 0;

/** The files that differ, by path. */
export async function fileDiffs(rendering: Rendering): Promise<readonly FileDiff[]> {
  const changed = [...rendering].filter(([, { before, after }]) => (before ?? after) !== undefined && !isSame(before, after));
  // the library is loaded where something differs: most commands find nothing
  const { createTwoFilesPatch } = changed.length === 0 ? { createTwoFilesPatch: undefined } : await import("diff");
  return changed
    .map(([file, { before, after }]): FileDiff => {
      const action = before === undefined ? "create" : after === undefined ? "delete" : "update";
      const [old, now] = [textOf(before), textOf(after)];
      const name = path.basename(file);
      const readable =
        !GENERATED.test(name) && !RECEIPT.test(file) && (name !== TABLE || action === "update") && old !== undefined && now !== undefined;
      const diff = readable
        ? createTwoFilesPatch?.(before ? `a${file}` : "/dev/null", after ? `b${file}` : "/dev/null", old, now, undefined, undefined, {
            context: 3,
          }).replace(/^=+\n/, "")
        : undefined;
      return { path: file, action, before: before?.length, after: after?.length, diff };
    })
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** `812 B`, `61.2 kB`. */
function size(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `61.2 kB`, or `61.2 kB -> 63.0 kB`. */
export function sizeText({ before, after }: Pick<FileDiff, "before" | "after">): string {
  if (before === undefined || after === undefined) return size(after ?? before ?? 0);
  return before === after ? size(after) : `${size(before)} -> ${size(after)}`;
}

/**
 * The differences as text.
 * @param most lines of each diff that are shown; the rest is counted
 */
export function diffText(
  diffs: readonly FileDiff[],
  show: (file: string) => string,
  paint: Paint,
  most = Number.POSITIVE_INFINITY,
): string {
  return diffs
    .map((one) => (one.diff === undefined ? `${one.action} ${show(one.path)} (${sizeText(one)})\n` : painted(one.diff, paint, most)))
    .join("");
}

function painted(diff: string, paint: Paint, most: number): string {
  const lines = diff.replace(/\n$/, "").split("\n");
  const shown = lines.slice(0, most).map((line) => {
    if (line.startsWith("+++ ") || line.startsWith("--- ")) return paint("bold", line);
    if (line.startsWith("@@")) return paint("cyan", line);
    return line.startsWith("+") ? paint("green", line) : line.startsWith("-") ? paint("red", line) : line;
  });
  const left = lines.length - shown.length;
  if (left > 0) shown.push(paint("dim", `... ${left} more ${left === 1 ? "line" : "lines"}: --dry-run shows all`));
  return `${shown.join("\n")}\n`;
}
