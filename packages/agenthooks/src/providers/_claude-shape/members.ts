/** Members of answers as data, and what is wrong with an answer: agents of this dialect drop it, and the action goes on. */
import { isObject, type JsonObject } from "../../base/json.js";

/** What the value of a member is; a list of words: one of them. `json`: anything that JSON can say. */
export type Shape = "string" | "boolean" | "object" | "list of strings" | "list of objects" | "json" | readonly string[];
export type Members = Readonly<Record<string, Shape>>;

/** Checks answers to the gates of one agent. */
export class AnswerCheck {
  /** @param agent its name, for the messages. */
  constructor(
    readonly agent: string,
    readonly event: string,
  ) {}

  /**
   * The members of `hookSpecificOutput`, `{}` where there is none.
   * @throws TypeError naming the members that the gate does not take, or the one whose value has another type or is another word.
   */
  members(answer: JsonObject, top: Members, specific: Members): JsonObject {
    const { hookSpecificOutput: given = {}, ...rest } = answer;
    if (!isPlain(given)) throw new TypeError(`${this.event} of ${this.agent} takes an object as hookSpecificOutput; got ${shown(given)}`);
    const { hookEventName: _, ...members } = given;
    this.#refuseUnknown([...unknownIn("", rest, top), ...unknownIn(OUTPUT, members, specific)]);
    this.#types("", rest, top);
    this.#types(OUTPUT, members, specific);
    return members;
  }

  /** Checks `hookSpecificOutput.decision` of a permission request, whose members follow from its `behavior`. */
  permission(decision: unknown, taken: Readonly<Record<string, Members>>): void {
    const at = `${OUTPUT}decision.`;
    const { behavior, ...rest } = isObject(decision) ? decision : {};
    this.#type(`${at}behavior`, behavior, Object.keys(taken));
    const members = taken[behavior as string] ?? {};
    this.#refuseUnknown(unknownIn(at, rest, members));
    this.#types(at, rest, members);
  }

  #refuseUnknown(wrong: readonly string[]): void {
    if (wrong.length > 0) throw new TypeError(`${this.event} of ${this.agent} does not take ${wrong.join(", ")}`);
  }

  /** An `undefined` member is not sent. */
  #types(at: string, members: JsonObject, taken: Members): void {
    for (const [key, value] of Object.entries(members)) {
      if (value !== undefined) this.#type(at + key, value, taken[key] as Shape);
    }
  }

  #type(path: string, value: unknown, shape: Shape): void {
    if (isOf(value, shape)) return;
    const wanted = typeof shape === "string" ? NAMES[shape] : `one of ${shape.join(", ")}`;
    throw new TypeError(`${path} of ${this.event} of ${this.agent} is ${wanted}; got ${shown(value)}`);
  }
}

const OUTPUT = "hookSpecificOutput.";

const unknownIn = (at: string, members: JsonObject, taken: Members): string[] =>
  Object.keys(members)
    .filter((key) => !Object.hasOwn(taken, key))
    .map((key) => at + key);

/** Whether a value is of a shape. */
export function isOf(value: unknown, shape: Shape): boolean {
  return typeof shape === "string" ? TYPES[shape](value) : shape.includes(value as string);
}

type Type = Extract<Shape, string>;
const TYPES: Readonly<Record<Type, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  object: isPlain,
  "list of strings": (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
  "list of objects": (value) => Array.isArray(value) && value.every(isPlain),
  json: (value) => value === null || isPlain(value) || Array.isArray(value) || ["string", "number", "boolean"].includes(typeof value),
};
const NAMES: Readonly<Record<Type, string>> = {
  string: "a string",
  boolean: "true or false",
  object: "an object",
  "list of strings": "a list of strings",
  "list of objects": "a list of objects",
  json: "a JSON value",
};

/** Errors, dates, maps and the like are objects too, and are sent as `{}` or as a string. */
function isPlain(value: unknown): value is JsonObject {
  return isObject(value) && kindOf(value) === "Object";
}

const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice("[object ".length, -1);

const shown = (value: unknown): string =>
  value === null || ["string", "number", "boolean"].includes(typeof value) ? JSON.stringify(value) : kindOf(value);
