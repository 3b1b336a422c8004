/** Answers of one JSON object, written member by member so that a rewrite keeps its source text. */
import { asciiJson, type Json } from "../../base/json.js";
import type { Answer } from "../../decision/answer.js";

/** A JSON object as it grows; members keep the order in which they were set, absent values are left out. */
export class Body {
  readonly #members: [name: string, json: string][] = [];

  set(name: string, value: Json | undefined): this {
    return value === undefined ? this : this.setJson(name, JSON.stringify(value));
  }

  /** `json` is JSON text already. */
  setJson(name: string, json: string): this {
    this.#members.push([name, json]);
    return this;
  }

  get empty(): boolean {
    return this.#members.length === 0;
  }

  toString(): string {
    return `{${this.#members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
  }
}

/** One ASCII-safe JSON document on stdout, exit 0. */
export function jsonAnswer(body: Body): Answer {
  return { via: "process", stdout: asciiJson(body.toString()), stderr: "", exitCode: 0 };
}

/** What stands in the place of a reason that nobody gave. */
export const NO_REASON = "blocked by a hook";

/** A refusal by exit code 2; `reason` is all that stderr carries. */
export function exit2(reason: string): Answer {
  return { via: "process", stdout: "", stderr: reason, exitCode: 2 };
}

/** Contexts as one text of at most `most` characters; what does not fit is cut with a mark (design §5.3). */
export function joinContexts(contexts: readonly string[], most: number): string | undefined {
  if (contexts.length === 0) return undefined;
  const all = contexts.join("\n");
  if (all.length <= most) return all;
  const mark = `\n[agenthooks: cut to fit, ${all.length} characters in all]`;
  let end = most - mark.length;
  const last = all.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--; // half of a pair
  return all.slice(0, end) + mark;
}
