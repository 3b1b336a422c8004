/** Texts and JSON as the agent reads them: it is written in Rust, whose white space and parser are not those of JavaScript (measured on 0.171.0). */
import { isObject, type Json } from "../../base/json.js";

const isSpace = (unit: string): boolean => unit === "\u0085" || (unit !== "\ufeff" && unit.trim() === "");

/** Without the white space around it: U+0085 is some to the agent, a byte order mark is none. */
export function trim(text: string): string {
  let start = 0;
  while (start < text.length && isSpace(text.charAt(start))) start++;
  return trimEnd(text.slice(start));
}

export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

const ESCAPE = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[dD][89a-fA-F]..|\\./g;

/** JSON in ASCII without halves of pairs: the agent drops a whole answer for one of them. UTF-8 has none, so U+FFFD stands for each. */
export function wellFormed(json: string): string {
  return json.replace(ESCAPE, (found) => (found.length === "\\ud800".length ? "\\ufffd" : found));
}

/** How deep an answer may be nested; the rewritten input lies two levels below its top. */
export const MAX_DEPTH = 127;
export const MAX_INPUT_DEPTH = MAX_DEPTH - 2;
/** Under this name its parser keeps the digits of a number: an object that has it is none. */
const NUMBER = "$serde_json::private::Number";

/** Why the agent's parser does not take `value` as it is, nested no deeper than `most`; `undefined` where it does. */
export function unreadable(value: Json, most: number): string | undefined {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (level.some((one) => isObject(one) && Object.hasOwn(one, NUMBER))) return `${NUMBER} is a name of the agent's own`;
    const inner = level.flatMap((one): readonly Json[] => (typeof one === "object" && one !== null ? Object.values(one) : []));
    if (depth >= most && level.some((one) => typeof one === "object" && one !== null)) return `it is nested deeper than ${most} levels`;
    level = inner;
  }
  return undefined;
}
