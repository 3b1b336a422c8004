/**
 * Elements put into and cut out of a list in brackets, by offsets: objects and arrays of JSON, arrays and inline tables of TOML.
 * `cut` undoes `append` byte for byte. What was put into brackets that were empty stands right behind the bracket, and brackets that
 * we made have space there: so it can be told whether the brackets were there before.
 */

/** A stretch of a text. */
export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Something in brackets. */
export interface List {
  /** Behind the opening bracket. */
  readonly open: number;
  /** On the closing bracket. */
  readonly close: number;
  readonly items: readonly Span[];
}

/** What stands between values, in order. */
export interface Marks {
  readonly comments: readonly (Span & { readonly toLineEnd: boolean })[];
  /** Offsets of the commas. */
  readonly commas: readonly number[];
}

export interface Splice extends Span {
  readonly text: string;
}

/** How a new value is laid out: on one line, or over several of which the first begins after `indent`. */
export interface Layout {
  readonly multi: boolean;
  readonly indent: string;
}

/** A text with splices made; they do not overlap. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let done = "";
  let at = 0;
  for (const { start, end, text: put } of [...splices].sort((a, b) => a.start - b.start || a.end - b.end)) {
    done += text.slice(at, start) + put;
    at = end;
  }
  return done + text.slice(at);
}

/** The white space that the line of an offset begins with. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Puts an element behind the last one of a list that has some. */
export function appendAfter(text: string, list: List, last: Span, marks: Marks, put: string, separator: string): readonly Splice[] {
  const comma = marks.commas.find((offset) => offset >= last.end && offset < list.close);
  const at = behindComments(text, comma === undefined ? last.end : comma + 1, list.close, marks);
  if (comma !== undefined) return [{ start: at, end: at, text: `${separator}${put},` }];
  if (at === last.end) return [{ start: at, end: at, text: `,${separator}${put}` }];
  return [
    { start: last.end, end: last.end, text: "," },
    { start: at, end: at, text: separator + put },
  ];
}

/** Cuts an element out of its list, with the comma and the space that came with it. */
export function cut(text: string, list: List, index: number, marks: Marks): readonly Splice[] {
  const item = list.items[index];
  if (item === undefined) return [];
  const before = list.items[index - 1];
  const next = list.items[index + 1];
  const from = spaceBefore(text, item.start, before?.end ?? list.open);
  const behind = marks.commas.find((offset) => offset >= item.end && offset < (next?.start ?? list.close));
  if (behind === undefined) {
    const ahead = before && marks.commas.find((offset) => offset >= before.end && offset < item.start);
    const start = keepLineEnd(text, from, item.start, item.end, marks);
    return [
      ...(ahead === undefined || ahead >= start ? [] : [{ start: ahead, end: ahead + 1, text: "" }]),
      { start, end: item.end, text: "" },
    ];
  }
  const adjacent = isBlankBetween(text, item.end, behind);
  let end = adjacent ? behind + 1 : item.end;
  const start = keepLineEnd(text, from, item.start, end, marks);
  // what hugged the bracket leaves its neighbour hugging it
  if (adjacent && from === item.start && next && isBlankBetween(text, end, next.start)) end = next.start;
  return [{ start, end, text: "" }, ...(adjacent ? [] : [{ start: behind, end: behind + 1, text: "" }])];
}

/** Whether a comment stands in a stretch. */
export function hasComment(marks: Marks, { start, end }: Span): boolean {
  return marks.comments.some((comment) => comment.start >= start && comment.end <= end);
}

/** Whether a line break stands in a stretch of a text. */
export function hasBreak(text: string, start: number, end: number): boolean {
  return text.slice(start, end).includes("\n");
}

/** Start of the white space that ends at an offset. */
export function spaceBefore(text: string, offset: number, least: number): number {
  let at = offset;
  while (at > least && " \t\r\n".includes(text.charAt(at - 1))) at--;
  return at;
}

function isBlankBetween(text: string, start: number, end: number): boolean {
  return /^[ \t\r\n]*$/.test(text.slice(start, end));
}

/** Behind the comments that end the line at an offset: they belong to what stands before. */
function behindComments(text: string, offset: number, limit: number, marks: Marks): number {
  let at = offset;
  for (const comment of marks.comments) {
    if (comment.start < at || comment.start >= limit) continue;
    if (!/^[ \t]*$/.test(text.slice(at, comment.start))) break;
    at = comment.end;
  }
  return at;
}

/** A comment that runs to the end of its line keeps a line end behind it. */
function keepLineEnd(text: string, from: number, itemStart: number, end: number, marks: Marks): number {
  const ended = marks.comments.some((comment) => comment.toLineEnd && comment.end === from);
  return ended && !/^[ \t]*\r?\n/.test(text.slice(end)) ? itemStart : from;
}
