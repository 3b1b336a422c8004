/** JSON with offsets: what the edits look at. */
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { InstallConflictError } from "../errors.js";
import type { Json } from "../json.js";
import { type ConfigText, isBlank, parseError, positionOf } from "./file.js";
import type { List, Marks, Span } from "./splice.js";

/** `json`: the agent rejects comments and trailing commas. */
export type Dialect = "json" | "jsonc";

/** A value with its place. */
export interface JsonNode extends Span {
  readonly type: "object" | "array" | "scalar";
  /** Of an object. Equal names are not merged. */
  readonly members: readonly JsonMember[];
  /** Of an array. */
  readonly elements: readonly JsonNode[];
  readonly value: Json;
}

/** A member; its span is from the name to the end of the value. */
export interface JsonMember extends Span {
  readonly name: string;
  readonly node: JsonNode;
}

export interface JsonDocument extends ConfigText {
  /** `undefined`: the file is new. */
  readonly root: JsonNode | undefined;
  readonly marks: Marks;
}

/**
 * @throws ConfigParseError for what is not JSON of the dialect.
 */
export function parseJson(config: ConfigText, dialect: Dialect): JsonDocument {
  const { text } = config;
  if (isBlank(text)) return { ...config, root: undefined, marks: { comments: [], commas: [] } };
  const tree = treeOf(config);
  const { marks, trailing } = scan(text);
  const strict = "the agent reads strict JSON and rejects this file; take it out; the file was left as it is";
  const comment = marks.comments[0];
  if (dialect === "json" && comment) throw parseError(config, comment.start, "the file holds a comment", strict);
  if (dialect === "json" && trailing[0] !== undefined) throw parseError(config, trailing[0], "the file holds a comma too many", strict);
  const plain = blanked(text, [...marks.comments, ...trailing.map((start) => ({ start, end: start + 1 }))]);
  return { ...config, root: within(config, () => nodeOf(plain, tree)), marks };
}

/**
 * A member by name.
 * @throws ConfigParseError when the name stands there twice: which one counts is not ours to say, and one of them is dead (case b75).
 */
export function memberOf(document: JsonDocument, object: JsonNode, name: string): JsonMember | undefined {
  const [first, second] = object.members.filter((member) => member.name === name);
  if (first && second) {
    const lines = [first, second].map(({ start }) => positionOf(document.text, start).line).join(" and ");
    const what = `${JSON.stringify(name)} stands in one object twice, on lines ${lines}`;
    throw parseError(document, second.start, what, "make one of the two; the file was left as it is");
  }
  return first;
}

/** @throws InstallConflictError for a value that is not of the type that the edit needs. */
export function expectType(document: JsonDocument, node: JsonNode, type: "object" | "array", name: string): JsonNode {
  if (node.type === type) return node;
  const { line } = positionOf(document.text, node.start);
  const found = node.value === null ? "null" : node.type === "scalar" ? `a ${typeof node.value}` : `an ${node.type}`;
  throw new InstallConflictError(
    `${name} is ${found} where an ${type} is needed; ${document.path}, line ${line}; correct it by hand; the file was left as it is`,
    document.path,
  );
}

/** The inside of an object or array. */
export function listOf(node: JsonNode): List {
  return { open: node.start + 1, close: node.end - 1, items: node.type === "object" ? node.members : node.elements };
}

function treeOf(config: ConfigText): Node {
  const errors: ParseError[] = [];
  const tree = within(config, () => parseTree(config.text, errors, { allowTrailingComma: true }));
  const [first] = errors;
  if (tree && !first) return tree;
  const what = `the file is not JSON (${first ? printParseErrorCode(first.error) : "no value"})`;
  throw parseError(config, first?.offset ?? 0, what, "correct it by hand; it was left as it is");
}

/** Does something that goes as deep as the file does. */
function within<T>(config: ConfigText, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw parseError(config, 0, "the file is nested too deep", "make it flatter; it was left as it is");
  }
}

function nodeOf(text: string, node: Node): JsonNode {
  const start = node.offset;
  const end = node.offset + node.length;
  const children = node.children ?? [];
  return {
    start,
    end,
    type: node.type === "object" || node.type === "array" ? node.type : "scalar",
    members: node.type === "object" ? children.flatMap((property) => memberNode(text, property)) : [],
    elements: node.type === "array" ? children.map((inner) => nodeOf(text, inner)) : [],
    get value() {
      return JSON.parse(text.slice(start, end)) as Json;
    },
  };
}

function memberNode(text: string, property: Node): readonly JsonMember[] {
  const [name, inner] = property.children ?? [];
  if (!name || !inner) return [];
  return [{ name: String(name.value), node: nodeOf(text, inner), start: name.offset, end: inner.offset + inner.length }];
}

// of jsonc-parser's SyntaxKind, a const enum that isolated modules cannot read
const CLOSE_BRACE = 2;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const SPACE = 14;
const LINE_BREAK = 15;
const END = 17;

function scan(text: string): { readonly marks: Marks; readonly trailing: readonly number[] } {
  const scanner = createScanner(text, false);
  const comments: Marks["comments"][number][] = [];
  const commas: number[] = [];
  const trailing: number[] = [];
  let last = -1;
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT)
      comments.push({ start, end: start + scanner.getTokenLength(), toLineEnd: kind === LINE_COMMENT });
    else if (kind === COMMA) commas.push(start);
    else if ((kind === CLOSE_BRACE || kind === CLOSE_BRACKET) && last === COMMA) trailing.push(commas.at(-1) ?? 0);
    if (kind !== SPACE && kind !== LINE_BREAK && kind !== LINE_COMMENT && kind !== BLOCK_COMMENT) last = kind;
  }
  return { marks: { comments, commas }, trailing };
}

/** The text with stretches made white, so that `JSON.parse` reads every part of it at its offset. */
function blanked(text: string, spans: readonly Span[]): string {
  let done = "";
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    done += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, " ");
    at = end;
  }
  return done + text.slice(at);
}
