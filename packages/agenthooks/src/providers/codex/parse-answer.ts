/** An answer as Codex parses it: one member that it does not know, anywhere, and the whole of it is thrown away (facts/codex.md §0.1). */
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import { isOf, type Members } from "../_claude-shape/members.js";
import { type Fate, PERMISSION, RESERVED, TAKEN } from "./answer-keys.js";
import { MAX_DEPTH, trim, unreadable, wellFormed } from "./rust.js";

/** The document; `undefined` where the hook counts as failed. */
export function parseAnswer(event: string, text: string): JsonObject | undefined {
  const taken = TAKEN[event];
  const json = parse(text);
  if (taken === undefined || json === undefined) return undefined;
  const reserved = RESERVED[event];
  const { hookSpecificOutput: output, ...top } = json;
  if (!holds(top, taken.top, reserved?.top)) return undefined;
  if (given(output) && !(taken.specific && specificHolds(event, output, taken.specific))) return undefined;
  return saysWhat(event, json) ? json : undefined;
}

/** The event's name must be there; which one is not looked at (facts §0.17). */
function specificHolds(event: string, output: Json, taken: Members): boolean {
  if (!isObject(output)) return false;
  const { hookEventName, decision, ...members } = output;
  if (typeof hookEventName !== "string" || !holds(members, taken, RESERVED[event]?.specific)) return false;
  if (!given(decision)) return true;
  if (event !== "PermissionRequest" || !isObject(decision)) return false;
  const { behavior, ...rest } = decision;
  return isOf(behavior, Object.keys(PERMISSION)) && holds(rest, { message: "string" }, RESERVED[event]?.permission);
}

/** Every member is known, has its type, and is none that is kept for later. `null` is a member that is not there. */
function holds(members: JsonObject, taken: Members, reserved: Fate = {}): boolean {
  return Object.entries(members).every(([name, value]) => {
    if (Object.hasOwn(reserved, name)) return reserved[name] === "ignored" || isUnused(name, value);
    const shape = Object.hasOwn(taken, name) ? taken[name] : undefined;
    return shape !== undefined && (value === null ? shape !== "boolean" : isOf(value, shape));
  });
}

/** The value that says nothing. */
function isUnused(name: string, value: Json): boolean {
  return name === "continue" ? value === true : value === null || (value === false && (name === "suppressOutput" || name === "interrupt"));
}

/** A verdict with its reason, a rewrite with its verdict, a reason with its block (facts §0.2, §5). */
function saysWhat(event: string, { decision, reason, hookSpecificOutput }: JsonObject): boolean {
  const output = isObject(hookSpecificOutput) ? hookSpecificOutput : {};
  if (decision === "block") return filled(reason);
  if (event === "PostToolUse" && given(reason)) return false;
  if (event !== "PreToolUse") return true;
  if (given(reason)) return false;
  if (output.permissionDecision === "deny") return filled(output.permissionDecisionReason);
  return (output.permissionDecision === "allow") === given(output.updatedInput);
}

const given = (value: Json | undefined): value is Json => value !== undefined && value !== null;
const filled = (value: Json | undefined): boolean => typeof value === "string" && trim(value) !== "";

function parse(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    const taken = isObject(value) && unreadable(value, MAX_DEPTH) === undefined && wellFormed(text) === text;
    return taken ? value : undefined;
  } catch {
    return undefined;
  }
}
