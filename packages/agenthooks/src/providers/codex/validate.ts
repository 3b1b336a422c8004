/**
 * What Codex 0.171.0 rejects: one such thing and the whole file is dropped, with a warning that `codex exec` shows only as an event
 * (facts/codex.md §0.19; each rule was put before the agent's own `hooks/list`).
 */
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import type { ValuePath } from "../_claude-shape/config-faults.js";

/** What is wrong, and where. */
export interface Fault {
  readonly path: ValuePath;
  readonly message: string;
}

type Check = (value: Json) => string | undefined;

const text: Check = (value) => (typeof value === "string" ? undefined : "is no text");
const flag: Check = (value) => (typeof value === "boolean" ? undefined : "is neither true nor false");
const whole: Check = (value) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? undefined : "is no whole number from 0";
const object: Check = (value) => (isObject(value) ? undefined : "is no object");
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? undefined : check(value);

interface HandlerRules {
  readonly required: readonly string[];
  readonly members: Readonly<Record<string, Check>>;
}

const COMMON = { timeout: orNull(whole), statusMessage: orNull(text), additionalContextLimit: orNull(whole) };
/** By `type`; of `prompt` and `agent` nothing is looked at, they are passed over with a warning. */
const HANDLERS: Readonly<Record<string, HandlerRules>> = {
  command: {
    required: ["command"],
    members: { ...COMMON, command: text, async: flag, commandWindows: orNull(text), command_windows: orNull(text) },
  },
  mcp_tool: { required: ["server", "tool"], members: { ...COMMON, server: text, tool: text, input: object } },
  prompt: { required: [], members: {} },
  agent: { required: [], members: {} },
};

/**
 * The first thing in a hooks.json for which the agent drops the file; `undefined` when it reads it.
 * @param events names of the events that the agent knows: of others it does not look at the value.
 */
export function hooksFault(root: Json, events: ReadonlySet<string>): Fault | undefined {
  if (!isObject(root)) return { path: [], message: "the top level is no object" };
  const stranger = Object.keys(root).find((name) => name !== "hooks" && name !== "description");
  if (stranger !== undefined) return { path: [stranger], message: "is not known at the top level (only description and hooks are)" };
  const wrong = root.description === undefined ? undefined : orNull(text)(root.description);
  if (wrong) return { path: ["description"], message: wrong };
  if (root.hooks === undefined) return undefined;
  return isObject(root.hooks) ? eventsFault(root.hooks, events) : { path: ["hooks"], message: "is no object" };
}

/** The same for the event map alone, as config.toml has it under `hooks`. */
export function eventsFault(hooks: JsonObject, events: ReadonlySet<string>): Fault | undefined {
  for (const [event, groups] of Object.entries(hooks)) {
    if (!events.has(event)) continue;
    if (!Array.isArray(groups)) return { path: ["hooks", event], message: "is no array" };
    for (const [index, group] of (groups as readonly Json[]).entries()) {
      const fault = groupFault(group);
      if (fault) return { ...fault, path: ["hooks", event, index, ...fault.path] };
    }
  }
  return undefined;
}

function groupFault(group: Json): Fault | undefined {
  if (!isObject(group)) return { path: [], message: "is no object" };
  const { matcher, hooks } = group;
  const wrong = matcher === undefined ? undefined : orNull(text)(matcher);
  if (wrong) return { path: ["matcher"], message: wrong };
  if (hooks === undefined) return undefined;
  if (!Array.isArray(hooks)) return { path: ["hooks"], message: "is no array" };
  for (const [index, handler] of (hooks as readonly Json[]).entries()) {
    const fault = handlerFault(handler);
    if (fault) return { ...fault, path: ["hooks", index, ...fault.path] };
  }
  return undefined;
}

function handlerFault(handler: Json): Fault | undefined {
  if (!isObject(handler)) return { path: [], message: "is no object" };
  const { type } = handler;
  if (type === undefined) return { path: [], message: "has no type" };
  const rules = typeof type === "string" && Object.hasOwn(HANDLERS, type) ? HANDLERS[type] : undefined;
  if (!rules) return { path: ["type"], message: `is none of ${Object.keys(HANDLERS).join(", ")}` };
  const missing = rules.required.find((name) => handler[name] === undefined);
  if (missing !== undefined) return { path: [], message: `has no ${missing}` };
  if (handler.commandWindows !== undefined && handler.command_windows !== undefined)
    return { path: ["command_windows"], message: "is the other name of commandWindows, which stands there too" };
  for (const [name, check] of Object.entries(rules.members)) {
    const value = handler[name];
    const wrong = value === undefined ? undefined : check(value);
    if (wrong) return { path: [name], message: wrong };
  }
  return undefined;
}
