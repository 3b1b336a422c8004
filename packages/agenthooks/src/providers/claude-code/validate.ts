/**
 * What Claude Code rejects (facts/claude-code.md §0.1, §2): below an event that guards permissions one entry that cannot be loaded costs
 * the whole file, with all hooks and permissions in it; elsewhere it costs that entry.
 */
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import { isBefore } from "../../event/provider.js";
import type { ValuePath } from "../_claude-shape/config-faults.js";
import { SINCE_332 } from "./events.js";

/** What is wrong, and where in the value. */
export interface Fault {
  readonly path: ValuePath;
  readonly message: string;
  /** The whole file is dropped, not only what is wrong. */
  readonly whole: boolean;
}

const GUARDS: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest", "PreSkillShellCommand"]);
/** By `type` the members that must be texts. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  command: ["command"],
  http: ["url"],
  mcp_tool: ["server", "tool"],
  prompt: ["prompt"],
  agent: ["prompt"],
};

/** Everything in a settings file or a plugin's hooks file that one version rejects. */
export function settingsFaults(root: Json, hostVersion: string | undefined): readonly Fault[] {
  if (!isObject(root)) return [{ path: [], message: "the top level is no object", whole: true }];
  const { hooks } = root;
  if (hooks === undefined) return [];
  if (!isObject(hooks)) return [{ path: ["hooks"], message: "is no object", whole: true }];
  return Object.entries(hooks).flatMap(([event, groups]) => {
    const whole = GUARDS.has(event);
    if (!Array.isArray(groups))
      return [{ path: ["hooks", event], message: "is no array", whole: whole && !isBefore(hostVersion, SINCE_332) }];
    return (groups as readonly Json[]).flatMap((group, index) =>
      groupFaults(group, hostVersion).map(({ path, message }) => ({ path: ["hooks", event, index, ...path], message, whole })),
    );
  });
}

type Part = Omit<Fault, "whole">;

function groupFaults(group: Json, hostVersion: string | undefined): readonly Part[] {
  if (!isObject(group)) return [{ path: [], message: "is no object" }];
  const { matcher, hooks } = group;
  if (matcher !== undefined && typeof matcher !== "string") return [{ path: ["matcher"], message: "is no text" }];
  if (!Array.isArray(hooks)) return [{ path: [], message: "has no array of hooks: a handler stands one level deeper" }];
  return (hooks as readonly Json[]).flatMap((handler, index) =>
    handlerFaults(handler, hostVersion).map(({ path, message }) => ({ path: ["hooks", index, ...path], message })),
  );
}

function handlerFaults(handler: Json, hostVersion: string | undefined): readonly Part[] {
  if (!isObject(handler)) return [{ path: [], message: "is no object" }];
  const { type, timeout, onFailure } = handler;
  const required = typeof type === "string" && Object.hasOwn(REQUIRED, type) ? REQUIRED[type] : undefined;
  if (!required) return [{ path: ["type"], message: `is none of ${Object.keys(REQUIRED).join(", ")}` }];
  const missing = required.find((name) => typeof handler[name] !== "string");
  if (missing !== undefined) return [{ path: [], message: `has no ${missing}` }];
  if (timeout !== undefined && !(typeof timeout === "number" && timeout > 0))
    return [{ path: ["timeout"], message: "is no number above 0" }];
  return isBefore(hostVersion, SINCE_332) ? [] : failureFaults(type, onFailure);
}

/** 2.1.197 does not know the member. */
function failureFaults(type: Json | undefined, onFailure: JsonObject[string] | undefined): readonly Part[] {
  const looksAt = type === "command" || type === "http" || type === "mcp_tool";
  if (!looksAt || onFailure === undefined || onFailure === "continue" || onFailure === "block") return [];
  return [{ path: ["onFailure"], message: "is neither continue nor block" }];
}
