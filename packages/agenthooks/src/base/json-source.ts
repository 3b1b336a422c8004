/**
 * JSON text whose untouched members keep their source (design §5.8). A bundle whose program rewrites no input leaves this module out.
 */
import { builtin } from "./builtin.js";
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
  /** The name of a member as the source spells it, quotes included. */
  readonly name?: string;
}

/**
 * Why a rewrite must not be sent: it keeps text whose bytes are not UTF-8, an answer cannot carry those, and U+FFFD in their place is
 * another value. `undefined` where it may.
 */
export function damage(bytes: Uint8Array, rewrite: Json | undefined): string | undefined {
  if (rewrite === undefined || builtin("buffer").isUtf8(bytes) || !JSON.stringify(rewrite).includes("\ufffd")) return undefined;
  return "it would damage bytes that are not UTF-8";
}

/**
 * The JSON of `value`, which takes the place of the member `name` of a payload; what equals its counterpart there keeps its source text.
 * A member that is JSON in a string, or no object, has the source of the object that handlers saw in its place (event/tool.ts).
 */
export function rewrittenMember(raw: { readonly text: string; readonly json: Json | undefined }, name: string, value: unknown): string {
  const source = raw.json === undefined ? undefined : memberSource(raw.text, raw.json, name);
  return stringifyWithSource(value, source && objectSource(source));
}

function objectSource(source: JsonSource): JsonSource {
  const { text, start, end, value } = source;
  if (isObject(value)) return source;
  if (typeof value === "string") {
    try {
      const parsed = JSON.parse(value) as Json;
      if (isObject(parsed)) return { text: value, start: 0, end: value.length, value: parsed };
    } catch {
      // a text that is no JSON is a value
    }
  }
  const wrapped = `{"value":${text.slice(start, end)}}`;
  return { text: wrapped, start: 0, end: wrapped.length, value: { value } };
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
    if (names.length !== Object.keys(right).length || hasOwnJson(left)) return false;
    for (const name of names) {
      if (!Object.hasOwn(right, name)) return false;
      open.push([(left as Record<string, unknown>)[name], (right as Record<string, unknown>)[name]]);
    }
  }
  return true;
}

/** As a date has. A payload may have a member of that name. */
function hasOwnJson(value: object): boolean {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === "function";
}

/**
 * Serialises `value` as `JSON.stringify` does; what equals its counterpart in `source` is written with its source text, digit for digit.
 * Members of the source keep its order, new ones follow.
 * @throws TypeError for what has no JSON (a bigint, a cycle), and for a new number that JSON would make `null` of; RangeError for a
 *   change below 64 levels.
 */
export function stringifyWithSource(value: unknown, source: JsonSource | undefined): string {
  return stringify(value, source) ?? "null";
}

/** How deep a change may lie: each level is compared and scanned anew, and a hook has no time for thousands. */
const MAX_DEPTH = 64;

/** `undefined` for a value that JSON leaves out. */
function stringify(value: unknown, source: JsonSource | undefined, depth = 0): string | undefined {
  if (source === undefined) return plain(value);
  if (depth > MAX_DEPTH) throw new RangeError(`a rewrite changes something below ${MAX_DEPTH} levels; give a new value at a higher one`);
  if (sameJson(value, source.value)) return source.text.slice(source.start, source.end);
  if (typeof value !== "object" || value === null || hasOwnJson(value)) return plain(value);
  if (Array.isArray(value) !== Array.isArray(source.value) || typeof source.value !== "object") return plain(value);
  const children = childSources(source);
  if (Array.isArray(value))
    return `[${value.map((item, index) => stringify(item, children.get(String(index)), depth + 1) ?? "null").join(",")}]`;
  const names = new Set(Object.keys(value));
  const kept = [...children.keys()].filter((name) => names.has(name));
  const members = [...new Set([...kept, ...names])].flatMap((name) => {
    const child = children.get(name);
    const text = stringify((value as Readonly<Record<string, unknown>>)[name], child, depth + 1);
    return text === undefined ? [] : [`${child?.name ?? JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

function plain(value: unknown): string | undefined {
  return JSON.stringify(value, (name, inner: unknown) => {
    if (typeof inner !== "number" || Number.isFinite(inner)) return inner;
    throw new TypeError(`${inner} is no JSON number; ${JSON.stringify(name)} of a rewrite; give a finite one`);
  }) as string | undefined;
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
    let spelt: string | undefined;
    if (!array) {
      const nameEnd = endOfString(text, at);
      spelt = text.slice(at, nameEnd);
      name = JSON.parse(spelt) as string;
      at = skipSpace(text, skipSpace(text, nameEnd) + 1); // the colon
    }
    const end = endOfValue(text, at);
    const holder = source.value as Readonly<Record<string, Json>>;
    const value = holder[name];
    if (value !== undefined) children.set(name, { text, start: at, end, value, ...(spelt === undefined ? {} : { name: spelt }) });
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
