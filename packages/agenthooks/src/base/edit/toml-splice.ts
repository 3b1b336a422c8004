/** Changes of a TOML text: values, lines, tables. */
import { isObject, type Json } from "../json.js";
import { appendAfter, cut, hasBreak, indentAt, type Span, type Splice } from "./splice.js";
import type { TomlDocument, TomlHeader, TomlNode, TomlPair } from "./toml-tree.js";

const BARE = /^[A-Za-z0-9_-]+$/;

/** A name of a key path. */
export function tomlKey(name: string): string {
  return BARE.test(name) ? name : tomlString(name);
}

/** A basic string: the one form that holds every text, an apostrophe too (case b84). */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

/**
 * A value on one line. Brackets of arrays and inline tables have space inside: what we make can be told from what was there before.
 * @throws TypeError for null and for what is not a number: TOML has neither.
 */
export function tomlValue(value: Json): string {
  if (typeof value === "string") return tomlString(value);
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) throw new TypeError(`TOML has no ${String(value)}`);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[ ${value.map((item: Json) => tomlValue(item)).join(", ")} ]`;
  if (!isObject(value)) return String(value);
  const pairs = Object.entries(value).map(([name, item]) => tomlPair(name, item));
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

export function tomlPair(name: string, value: Json): string {
  return `${tomlKey(name)} = ${tomlValue(value)}`;
}

/** Puts lines to the end of a file, behind an empty line; the file ends in a line end as it did before. */
export function appendedLines({ text, eol }: TomlDocument, lines: readonly string[]): Splice {
  const ended = text === "" || text.endsWith("\n");
  const ahead = text === "" ? "" : ended ? eol : eol + eol;
  return { start: text.length, end: text.length, text: ahead + lines.join(eol) + (ended ? eol : "") };
}

/** Puts an item to the end of an inline table or array. */
export function appendedItem(document: TomlDocument, node: TomlNode, put: string): readonly Splice[] {
  const { text, marks, eol } = document;
  const { list } = node;
  if (!list) return [];
  const last = list.items.at(-1);
  if (!last) return [{ start: list.open, end: list.open, text: put }];
  const ahead = list.items.at(-2)?.end ?? list.open;
  const remark = marks.comments.some(({ start }) => start >= last.end && start < list.close);
  const separator = remark || hasBreak(text, ahead, last.start) ? eol + indentAt(text, last.start) : " ";
  return appendAfter(text, list, last, marks, put, separator);
}

/** Puts a pair below those of a header. */
export function appendedPair({ text, eol }: TomlDocument, header: TomlHeader, put: string): Splice {
  const at = lineEndAt(text, header.span.end);
  const indent = indentAt(text, header.pairs.at(-1)?.start ?? header.span.start);
  return { start: at, end: at, text: eol + indent + put };
}

/** Cuts a pair: out of its inline table, or with its line. */
export function cutPair(document: TomlDocument, pair: TomlPair): readonly Splice[] {
  const { text } = document;
  if (pair.holder && "list" in pair.holder) {
    const { list } = pair.holder;
    return list
      ? cut(
          text,
          list,
          list.items.findIndex(({ start }) => start === pair.start),
          document.marks,
        )
      : [];
  }
  return [cutLines(text, pair, false)];
}

/** Cuts tables, each with the empty line before it. */
export function cutTables({ text }: TomlDocument, headers: readonly TomlHeader[]): readonly Splice[] {
  const joined: Span[] = [];
  for (const { span } of headers.toSorted((a, b) => a.span.start - b.span.start)) {
    const last = joined.at(-1);
    if (last && /^[^\r\n]*\r?\n[ \t]*$/.test(text.slice(last.end, span.start))) joined.splice(-1, 1, { start: last.start, end: span.end });
    else joined.push(span);
  }
  return joined.map((span) => cutLines(text, span, true));
}

/** The lines of a stretch; where the file ends without a line end, the one before goes instead. */
function cutLines(text: string, span: Span, emptyLine: boolean): Splice {
  let start = text.lastIndexOf("\n", span.start - 1) + 1;
  let end = lineEndAt(text, span.end);
  if (end < text.length) end = text.indexOf("\n", end) + 1;
  else start -= lineEndBefore(text, start);
  const empty = lineEndBefore(text, start);
  if (emptyLine && empty > 0 && (end === text.length && !text.endsWith("\n") ? true : isLineStart(text, start - empty))) start -= empty;
  return { start, end, text: "" };
}

function isLineStart(text: string, offset: number): boolean {
  return offset === 0 || text.charAt(offset - 1) === "\n";
}

/** Length of the line end that ends at an offset. */
function lineEndBefore(text: string, offset: number): number {
  return /\r?\n$/.exec(text.slice(Math.max(0, offset - 2), offset))?.[0].length ?? 0;
}

/** Where the line of an offset ends, before its line end. */
function lineEndAt(text: string, offset: number): number {
  const found = /\r?\n/.exec(text.slice(offset));
  return found ? offset + found.index : text.length;
}
