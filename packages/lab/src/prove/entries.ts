/**
 * The event map of Claude Code's settings and Codex's hooks.json: `{ "<Event>": [{ matcher, hooks: [handler] }] }`. Read as data and written
 * again for a scratch home; everything keeps its position, since trust can hang on it (facts/codex.md §2.1).
 */
import { isObject, type JsonObject, list, text } from "../json.js";

/** A handler of the program, as it stands in the configuration. */
export interface OwnEntry {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly handler: JsonObject;
  /** Positions of the matcher group below the event, and of the handler in it, from 0. */
  readonly group: number;
  readonly index: number;
}

export interface CopiedMap {
  readonly hooks: JsonObject;
  readonly own: readonly OwnEntry[];
  /** Handlers of others. Their commands are not run: nobody knows what they would do. */
  readonly foreign: number;
}

/** What a handler of others runs in its place: nothing. */
const NOTHING = "true";

/**
 * The map with the program's handlers as `move` gives them, and without anything that others would run. A foreign handler keeps its place
 * and its other members: an agent that rejects it at home rejects it here too.
 */
export function copyMap(hooks: unknown, own: (handler: JsonObject) => boolean, move: (handler: JsonObject) => JsonObject): CopiedMap {
  if (!isObject(hooks)) return { hooks: {}, own: [], foreign: 0 };
  const entries: OwnEntry[] = [];
  let foreign = 0;
  const copyHandler = (handler: unknown, event: string, matcher: string | undefined, group: number, index: number): unknown => {
    if (!isObject(handler)) return handler;
    if (own(handler)) {
      entries.push({ event, matcher, handler, group, index });
      return move(handler);
    }
    foreign++;
    return silenced(handler);
  };
  const copied = Object.entries(hooks).map(([event, groups]) => {
    if (!Array.isArray(groups)) return [event, groups] as const;
    const inner = groups.map((group: unknown, at) => {
      if (!isObject(group) || !Array.isArray(group.hooks)) return isObject(group) && "command" in group ? silenced(group) : group;
      const matcher = text(group.matcher);
      return { ...group, hooks: list(group.hooks).map((handler, index) => copyHandler(handler, event, matcher, at, index)) };
    });
    return [event, inner] as const;
  });
  return { hooks: Object.fromEntries(copied), own: entries, foreign };
}

/** A handler of any type becomes a command that does nothing; a command that was no text stays what it was. */
function silenced(handler: JsonObject): JsonObject {
  const { type, timeout } = handler;
  if (type === "command") {
    const { args: _, commandWindows: __, command_windows: ___, ...rest } = handler;
    return { ...rest, ...(typeof handler.command === "string" && handler.command !== "" ? { command: NOTHING } : {}) };
  }
  if (type === "http" || type === "prompt" || type === "agent" || type === "mcp_tool") {
    return { type: "command", command: NOTHING, ...(timeout === undefined ? {} : { timeout }) };
  }
  return handler;
}

/**
 * Whether an entry with this matcher is asked about calls of this tool. Both agents read a matcher of plain letters as a list of exact
 * names, and any other as an expression that may match anywhere; one that JavaScript cannot read is taken to match.
 */
export function reaches(matcher: string | undefined, tool: string): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  if (/^[\w|, -]+$/.test(matcher)) return matcher.split(/[|,]/).some((name) => name.trim() === tool);
  try {
    return new RegExp(matcher).test(tool);
  } catch {
    return true;
  }
}
