/** Gates of Claude Code: answers in its own keys, checked and rendered. Loaded by programs that use `onNative`. */
import { asciiJson, isObject, type Json, type JsonObject } from "../../base/json.js";
import type { NativeGate } from "../../event/views.js";
import { NO_REASON } from "../_claude-shape/answer.js";
import { commonOf, PERMISSION, type Shape, SPECIFIC } from "./answer-keys.js";
import type { GateAnswers } from "./answers.js";
import { REFUSED_BY_EXIT_2, staysSilent } from "./events.js";
import type { Views } from "./native.js";

type Rendered = Omit<ReturnType<NativeGate<unknown, unknown>["render"]>, "refuses">;

/** `hookEventName` is added by `render`: an answer without it is dropped by the agent (facts §0.3). */
export function gate<Name extends keyof GateAnswers>(nativeName: Name): NativeGate<Views[Name], GateAnswers[Name]> {
  return Object.freeze({
    provider: "claude-code",
    nativeName,
    render: (answer: JsonObject) => ({ ...render(nativeName, answer), refuses: refuses(answer) }),
  });
}

/** A deferred call does not run either (facts §4). */
function refuses({ decision, hookSpecificOutput }: JsonObject): boolean {
  const { permissionDecision, decision: verdict } = isObject(hookSpecificOutput) ? hookSpecificOutput : {};
  const behavior = isObject(verdict) ? verdict.behavior : undefined;
  return decision === "block" || permissionDecision === "deny" || permissionDecision === "defer" || behavior === "deny";
}

function render(nativeName: string, answer: JsonObject): Rendered {
  check(nativeName, answer);
  const { decision, reason, hookSpecificOutput } = answer;
  const worktree = nativeName === "WorktreeCreate";
  // the agent reads no output beside exit 2 (facts §0.4): what else stands in the answer is given up for the refusal
  if (decision === "block" && (worktree || REFUSED_BY_EXIT_2.has(nativeName))) {
    return { stdout: "", stderr: typeof reason === "string" && reason.trim() !== "" ? reason : NO_REASON, exitCode: 2 };
  }
  if (worktree) return { stdout: pathOf(hookSpecificOutput), stderr: "", exitCode: 0 };
  if (staysSilent(nativeName, decision === "block")) return { stdout: "", stderr: "", exitCode: 0 };
  const sent = isObject(hookSpecificOutput)
    ? { ...answer, hookSpecificOutput: { ...hookSpecificOutput, hookEventName: nativeName } }
    : answer;
  return { stdout: asciiJson(JSON.stringify(sent)), stderr: "", exitCode: 0 };
}

/** Plain text: JSON would be taken for a path (facts §3). */
function pathOf(specific: unknown): string {
  const path = isObject(specific) ? specific.worktreePath : undefined;
  if (typeof path !== "string" || path.trim() === "" || /[\n\r]/.test(path)) {
    throw new TypeError("WorktreeCreate of Claude Code takes hookSpecificOutput.worktreePath: one absolute path on one line");
  }
  return path;
}

/** The agent drops an answer with a member of another type or another word, and the action goes on (facts §0.3, §0.5). */
function check(event: string, answer: JsonObject): void {
  const { hookSpecificOutput: specific = {}, ...top } = answer;
  if (!isPlain(specific)) throw new TypeError(`${event} of Claude Code takes an object as hookSpecificOutput; got ${shown(specific)}`);
  const { hookEventName: _, ...members } = specific;
  const taken = SPECIFIC[event] ?? {};
  refuseUnknown(event, [...unknownIn("", top, commonOf(event)), ...unknownIn(OUTPUT, members, taken)]);
  checkTypes(event, "", top, commonOf(event));
  checkTypes(event, OUTPUT, members, taken);
  if (event === "PermissionRequest" && answer.hookSpecificOutput !== undefined) checkPermission(event, members.decision);
}

const OUTPUT = "hookSpecificOutput.";

function checkPermission(event: string, decision: Json | undefined): void {
  const at = `${OUTPUT}decision.`;
  const { behavior, ...rest } = isObject(decision) ? decision : {};
  checkType(event, `${at}behavior`, behavior, Object.keys(PERMISSION));
  const taken = PERMISSION[behavior as string] ?? {};
  refuseUnknown(event, unknownIn(at, rest, taken));
  checkTypes(event, at, rest, taken);
}

type Members = Readonly<Record<string, Shape>>;

const unknownIn = (at: string, members: JsonObject, taken: Members): string[] =>
  Object.keys(members)
    .filter((key) => !Object.hasOwn(taken, key))
    .map((key) => at + key);

function refuseUnknown(event: string, wrong: readonly string[]): void {
  if (wrong.length > 0) throw new TypeError(`${event} of Claude Code does not take ${wrong.join(", ")}`);
}

/** An `undefined` member is not sent. */
function checkTypes(event: string, at: string, members: JsonObject, taken: Members): void {
  for (const [key, value] of Object.entries(members)) {
    if (value !== undefined) checkType(event, at + key, value, taken[key] as Shape);
  }
}

function checkType(event: string, path: string, value: unknown, shape: Shape): void {
  const words = typeof shape !== "string";
  if (words ? shape.includes(value as string) : TYPES[shape](value)) return;
  const wanted = words ? `one of ${shape.join(", ")}` : NAMES[shape];
  throw new TypeError(`${path} of ${event} of Claude Code is ${wanted}; got ${shown(value)}`);
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
