/** Changes of one object or array of a JSON text, in the layout of what stands around them. */
import { isObject, type Json } from "../json.js";
import { type JsonDocument, type JsonNode, listOf } from "./json-tree.js";
import { appendAfter, cut, hasBreak, hasComment, indentAt, type Layout, type Splice, spaceBefore } from "./splice.js";

const DEFAULT_UNIT = "  ";

/** One level of indentation of a document. */
function unitOf(document: JsonDocument): string {
  const { root, text } = document;
  const first = root && listOf(root).items[0];
  if (!root || !first) return DEFAULT_UNIT;
  const space = text.slice(spaceBefore(text, first.start, root.start + 1), first.start);
  return space.includes("\n")
    ? space.slice(space.lastIndexOf("\n") + 1).slice(indentAt(text, root.start).length) || DEFAULT_UNIT
    : DEFAULT_UNIT;
}

/**
 * JSON text of a value. Brackets that hold something have space inside, also on one line: what we make can be told from what was there
 * before (splice.ts).
 */
export function formatJson(value: Json, layout: Layout, unit: string, eol: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = { ...layout, indent: layout.indent + unit };
  const items = isObject(value)
    ? Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${formatJson(item, inner, unit, eol)}`)
    : value.map((item) => formatJson(item, inner, unit, eol));
  const [open, close] = isObject(value) ? "{}" : "[]";
  if (items.length === 0) return `${open}${close}`;
  if (!layout.multi) return `${open} ${items.join(", ")} ${close}`;
  return `${open}${eol}${inner.indent}${items.join(`,${eol}${inner.indent}`)}${eol}${layout.indent}${close}`;
}

/** Splices that put a value, under `name` into an object, to the end of an object or array. */
export function appended(document: JsonDocument, holder: JsonNode, name: string | undefined, value: Json): readonly Splice[] {
  const { text, eol, marks } = document;
  const unit = unitOf(document);
  const list = listOf(holder);
  const put = (layout: Layout) => (name === undefined ? "" : `${JSON.stringify(name)}: `) + formatJson(value, layout, unit, eol);
  const last = list.items.at(-1);
  if (last) {
    const node = holder.type === "object" ? holder.members.at(-1)?.node : holder.elements.at(-1);
    const ahead = list.items.at(-2)?.end ?? list.open;
    const ownLine = hasBreak(text, ahead, last.start);
    const indent = ownLine || endsInComment(document, last.end, list.close) ? indentAt(text, last.start) : undefined;
    const separator = indent === undefined ? " " : eol + indent;
    const multi = laidOut(text, holder, node, indent !== undefined);
    return appendAfter(text, list, last, marks, put({ multi, indent: indent ?? indentAt(text, holder.start) }), separator);
  }
  const indent = indentAt(text, holder.start);
  const multi = holder === document.root || hasBreak(text, document.root?.start ?? 0, document.root?.end ?? 0);
  if (holder === document.root && list.open === list.close)
    return [{ start: list.open, end: list.open, text: `${eol}${indent}${unit}${put({ multi, indent: indent + unit })}${eol}${indent}` }];
  return [{ start: list.open, end: list.open, text: put({ multi, indent }) }];
}

/** Splices that cut an item out; of the root object, when nothing else is in it, the space around it too. */
export function removed(document: JsonDocument, holder: JsonNode, index: number): readonly Splice[] {
  const { text, marks } = document;
  const list = listOf(holder);
  const alone = list.items.length === 1 && holder === document.root && !hasComment(marks, { start: list.open, end: list.close });
  const item = list.items[index];
  if (alone && item && item.start > list.open) return [{ start: list.open, end: list.close, text: "" }];
  return cut(text, list, index, marks);
}

/** Splices that put a value in the place of another, in its layout. */
export function replaced(document: JsonDocument, node: JsonNode, value: Json): Splice {
  const { text, eol } = document;
  const layout = { multi: hasBreak(text, node.start, node.end) || node.type === "scalar", indent: indentAt(text, node.start) };
  return { start: node.start, end: node.end, text: formatJson(value, layout, unitOf(document), eol) };
}

/** Whether an item comes over several lines, as its neighbour does. A member with a line of its own does whatever the others do. */
function laidOut(text: string, holder: JsonNode, neighbour: JsonNode | undefined, ownLine: boolean): boolean {
  if (neighbour && hasBreak(text, neighbour.start, neighbour.end)) return true;
  const filled = neighbour !== undefined && listOf(neighbour).items.length > 0;
  return ownLine && !(holder.type === "array" && filled);
}

function endsInComment({ marks }: JsonDocument, from: number, to: number): boolean {
  return marks.comments.some((comment) => comment.toLineEnd && comment.start >= from && comment.end <= to);
}
