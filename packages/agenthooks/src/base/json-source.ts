/**
 * JSON text whose untouched members keep their source (design §5.8). A bundle whose program rewrites no input leaves this module out.
 */
import { isObject, type Json } from "./json.js";

/**
 * Where a text that is being edited came from: `value` is what `JSON.parse` made of `text` between the offsets.
 * The spans of members are looked up only when a rewrite is written back.
 */
export interface JsonSource {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly value: Json;
}

/** The source of a member of the top-level object of `text`; `undefined` when there is none. */
export function memberSource(text: string, value: Json, name: string): JsonSource | undefined {
  return isObject(value) ? childSources({ text, start: 0, end: text.length, value }).get(name) : undefined;
}

/** Whether two JSON values are the same value; without recursion, since payloads may be nested deeper than the stack allows. */
function sameJson(a: unknown, b: unknown): boolean {
  const open: [unknown, unknown][] = [[a, b]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (typeof left !== "object" || typeof right !== "object" || !left || !right || Array.isArray(left) !== Array.isArray(right))
      return false;
    const names = Object.keys(left);
    if (names.length !== Object.keys(right).length || "toJSON" in left) return false;
    for (const name of names) {
      if (!Object.hasOwn(right, name)) return false;
      open.push([(left as Record<string, unknown>)[name], (right as Record<string, unknown>)[name]]);
    }
  }
  return true;
}

/**
 * Serialises `value` as `JSON.stringify` does; what equals its counterpart in `source` is written with its source text, digit for digit.
 * @throws TypeError for what has no JSON (a bigint, a cycle).
 */
export function stringifyWithSource(value: unknown, source: JsonSource | undefined): string {
  return stringify(value, source) ?? "null";
}

/** `undefined` for a value that JSON leaves out. */
function stringify(value: unknown, source: JsonSource | undefined): string | undefined {
  if (source === undefined) return JSON.stringify(value) as string | undefined;
  if (sameJson(value, source.value)) return source.text.slice(source.start, source.end);
  if (typeof value !== "object" || value === null || "toJSON" in value) return JSON.stringify(value) as string | undefined;
  if (Array.isArray(value) !== Array.isArray(source.value) || typeof source.value !== "object") return JSON.stringify(value);
  const children = childSources(source);
  if (Array.isArray(value)) return `[${value.map((item, index) => stringify(item, children.get(String(index))) ?? "null").join(",")}]`;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = stringify(member, children.get(name));
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

/** Spans of the members or elements of a valid JSON object or array; of equal names the last counts, as in `JSON.parse`. */
function childSources(source: JsonSource): Map<string, JsonSource> {
  const { text } = source;
  const children = new Map<string, JsonSource>();
  let at = skipSpace(text, source.start);
  const array = text[at] === "[";
  if (!array && text[at] !== "{") return children;
  at = skipSpace(text, at + 1);
  for (let index = 0; at < source.end && text[at] !== "]" && text[at] !== "}"; index++) {
    let name = String(index);
    if (!array) {
      const nameEnd = endOfString(text, at);
      name = JSON.parse(text.slice(at, nameEnd)) as string;
      at = skipSpace(text, skipSpace(text, nameEnd) + 1); // the colon
    }
    const end = endOfValue(text, at);
    const holder = source.value as Readonly<Record<string, Json>>;
    const value = holder[name];
    if (value !== undefined) children.set(name, { text, start: at, end, value });
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return children;
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (text[next] === " " || text[next] === "\n" || text[next] === "\r" || text[next] === "\t") next++;
  return next;
}

/** `at` stands on the opening quote; the result is behind the closing one. */
function endOfString(text: string, at: number): number {
  let next = at + 1;
  while (next < text.length && text[next] !== '"') next += text[next] === "\\" ? 2 : 1;
  return next + 1;
}

function endOfValue(text: string, at: number): number {
  let depth = 0;
  let next = at;
  while (next < text.length) {
    const unit = text[next];
    if (unit === '"') {
      next = endOfString(text, next);
      if (depth === 0) return next;
      continue;
    }
    if (unit === "{" || unit === "[") depth++;
    else if (unit === "}" || unit === "]") {
      if (depth === 0) return next; // the end of the holder: the value was a number or a word
      if (--depth === 0) return next + 1;
    } else if (depth === 0 && (unit === "," || unit === " " || unit === "\n" || unit === "\r" || unit === "\t")) return next;
    next++;
  }
  return next;
}
