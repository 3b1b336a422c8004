/** TOML with offsets: the data as one tree, and for each part of it the places that define it. */
import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import { InstallConflictError } from "../errors.js";
import { canonicalJson, type Json } from "../json.js";
import { type ConfigText, parseError, positionOf } from "./file.js";
import type { List, Marks, Span } from "./splice.js";

/** A table, an array or a value. */
export interface TomlNode {
  readonly type: "table" | "array" | "scalar";
  /** Of a table. */
  readonly members: Map<string, TomlNode>;
  /** Of an array. */
  readonly elements: TomlNode[];
  /** The headers that define it: a table of its own, or an element of an array of tables. */
  readonly headers: TomlHeader[];
  /** Its text where it is written as a value; `undefined` for what headers and dotted keys make. */
  readonly inline: Span | undefined;
  readonly list: List | undefined;
  readonly value: AST.TOMLValue | undefined;
}

/** Names, and positions in arrays, from the root. */
export type TomlPath = readonly (string | number)[];

/** A `[table]` or `[[table]]`. */
export interface TomlHeader {
  readonly path: TomlPath;
  /** Header and what stands below it, without the end of the last line. */
  readonly span: Span;
  readonly keys: readonly TomlKey[];
  readonly pairs: TomlPair[];
}

/** A `key = value`. */
export interface TomlPair extends Span {
  readonly path: TomlPath;
  readonly keys: readonly TomlKey[];
  readonly node: TomlNode;
  /** What it stands in: an inline table, a header's table, or (`undefined`) the top of the file. */
  readonly holder: TomlNode | TomlHeader | undefined;
}

/** A name as it is written. `depth` is its place in the whole path. */
export interface TomlKey extends Span {
  readonly name: string;
  readonly depth: number;
}

export interface TomlDocument extends ConfigText {
  readonly root: TomlNode;
  readonly headers: readonly TomlHeader[];
  /** All pairs, also those of inline tables. */
  readonly pairs: readonly TomlPair[];
  readonly marks: Marks;
}

/** @throws ConfigParseError for what is not TOML. */
export function parseToml(config: ConfigText): TomlDocument {
  const program = parsed(config);
  const comments = program.comments.map(({ range: [start, end] }) => ({ start, end, toLineEnd: true }));
  const commas = program.tokens.flatMap(({ type, value, range }) => (type === "Punctuator" && value === "," ? [range[0]] : []));
  const document = { ...config, root: tableNode(), headers: [] as TomlHeader[], pairs: [] as TomlPair[], marks: { comments, commas } };
  for (const item of program.body[0].body) {
    if (item.type === "TOMLKeyValue") addPair(document, document.root, [], item, undefined);
    else addTable(document, item);
  }
  return document;
}

/** The part of the data at a path of names; `undefined` when there is none. */
export function tomlAt(root: TomlNode, path: readonly string[]): TomlNode | undefined {
  return path.reduce<TomlNode | undefined>((node, name) => node?.members.get(name), root);
}

/**
 * The data, for comparisons: whole numbers with all their digits, and dates and other numbers as they are written.
 */
export function exactData(node: TomlNode): Json {
  if (node.type === "array") return node.elements.map(exactData);
  if (node.type === "table") return Object.fromEntries([...node.members].map(([name, member]) => [name, exactData(member)]));
  return exactScalar(node);
}

/** The data as JSON: a date is its text, and a whole number that JavaScript cannot hold is the nearest one. */
export function jsonData(node: TomlNode): Json {
  if (node.type === "array") return node.elements.map(jsonData);
  if (node.type === "table") return Object.fromEntries([...node.members].map(([name, member]) => [name, jsonData(member)]));
  const { value } = node;
  if (!value) return null;
  return value.kind === "string" || value.kind === "boolean" || value.kind === "integer" || value.kind === "float"
    ? value.value
    : value.datetime;
}

export function sameData(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** @returns the error for data that an edit cannot work with. */
export function tomlConflict(document: TomlDocument, offset: number, what: string, fix: string): InstallConflictError {
  const { line } = positionOf(document.text, offset);
  return new InstallConflictError(`${what}; ${document.path}, line ${line}; ${fix}; the file was left as it is`, document.path);
}

/** An offset at which a part of the data is defined. */
export function offsetOf(document: TomlDocument, node: TomlNode): number {
  const pair = document.pairs.find((item) => item.node === node || [...node.members.values()].includes(item.node));
  const inner = [...node.members.values(), ...node.elements][0];
  return node.inline?.start ?? node.headers[0]?.span.start ?? pair?.start ?? (inner ? offsetOf(document, inner) : 0);
}

function exactScalar({ value }: TomlNode): Json {
  if (!value) return null;
  if (value.kind === "string" || value.kind === "boolean") return value.value;
  if (value.kind === "integer") return [`integer ${value.bigint}`];
  return [`${value.kind} ${value.kind === "float" ? value.number : value.datetime}`];
}

function parsed(config: ConfigText): AST.TOMLProgram {
  try {
    return parseTOML(config.text);
  } catch (error) {
    const leave = "correct it by hand; it was left as it is";
    if (error instanceof ParseError) throw parseError(config, error.index, `the file is not TOML (${error.message})`, leave);
    if (error instanceof RangeError) throw parseError(config, 0, "the file is nested too deep", leave);
    throw error;
  }
}

function tableNode(inline?: Span, list?: List): TomlNode {
  return { type: "table", members: new Map(), elements: [], headers: [], inline, list, value: undefined };
}

function arrayNode(inline?: Span, list?: List): TomlNode {
  return { ...tableNode(inline, list), type: "array" };
}

function keysOf(key: AST.TOMLKey, depth: number): readonly TomlKey[] {
  return key.keys.map((item, index) => ({
    name: item.type === "TOMLBare" ? item.name : item.value,
    depth: depth + index,
    start: item.range[0],
    end: item.range[1],
  }));
}

/** The table below, made where there is none; of an array of tables the last element. */
function descend(node: TomlNode, name: string): { readonly node: TomlNode; readonly path: TomlPath } {
  let next = node.members.get(name);
  if (!next) {
    next = tableNode();
    node.members.set(name, next);
  }
  const last = next.elements.at(-1);
  return last ? { node: last, path: [name, next.elements.length - 1] } : { node: next, path: [name] };
}

function addTable(document: { root: TomlNode; headers: TomlHeader[]; pairs: TomlPair[] }, table: AST.TOMLTable): void {
  const keys = keysOf(table.key, 0);
  const last = keys.at(-1);
  if (!last) return;
  let node = document.root;
  const path: (string | number)[] = [];
  for (const { name } of keys.slice(0, -1)) {
    const below = descend(node, name);
    node = below.node;
    path.push(...below.path);
  }
  path.push(last.name);
  if (table.kind === "array") {
    const array = node.members.get(last.name) ?? arrayNode();
    node.members.set(last.name, array);
    node = tableNode();
    path.push(array.elements.length);
    array.elements.push(node);
  } else node = descend(node, last.name).node;
  const [start, end] = table.range;
  const header: TomlHeader = { path, span: { start, end }, keys, pairs: [] };
  node.headers.push(header);
  document.headers.push(header);
  for (const pair of table.body) header.pairs.push(addPair(document, node, path, pair, header));
}

function addPair(
  document: { pairs: TomlPair[] },
  table: TomlNode,
  above: TomlPath,
  pair: AST.TOMLKeyValue,
  holder: TomlPair["holder"],
): TomlPair {
  const keys = keysOf(pair.key, above.length);
  const path = [...above, ...keys.map(({ name }) => name)];
  let node = table;
  for (const { name } of keys.slice(0, -1)) node = descend(node, name).node;
  const content = contentNode(document, pair.value, path);
  const last = keys.at(-1);
  if (last) node.members.set(last.name, content);
  const [start, end] = pair.range;
  const found = { path, keys, node: content, start, end, holder };
  document.pairs.push(found);
  return found;
}

function contentNode(document: { pairs: TomlPair[] }, content: AST.TOMLContentNode, path: TomlPath): TomlNode {
  const [start, end] = content.range;
  const inline = { start, end };
  if (content.type === "TOMLValue") return { ...tableNode(inline), type: "scalar", value: content };
  const parts = content.type === "TOMLArray" ? content.elements : content.body;
  const list = { open: start + 1, close: end - 1, items: parts.map(({ range }) => ({ start: range[0], end: range[1] })) };
  if (content.type === "TOMLArray") {
    const array = arrayNode(inline, list);
    for (const [index, element] of content.elements.entries()) array.elements.push(contentNode(document, element, [...path, index]));
    return array;
  }
  const table = tableNode(inline, list);
  for (const pair of content.body) addPair(document, table, path, pair, table);
  return table;
}
