/** What a payload says of where Codex runs. */
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import type { Variant } from "../../event/provider.js";
import { TURN_COMPLETE } from "./events.js";

/**
 * Whether a payload is Codex's. Its own shape is Claude Code's too, so it takes a mark: a turn and a model on every event of a turn, the
 * name of the rollout file or none on the two that stand outside of one (facts/codex.md §4, §7).
 */
function isCodex(payload: JsonObject): boolean {
  const { hook_event_name: name, turn_id: turn, model, transcript_path: path } = payload;
  if (name === undefined) return payload.type === TURN_COMPLETE;
  if (typeof name !== "string" || name < "A" || name >= "[") return false;
  const rollout =
    typeof path === "string" && path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).startsWith("rollout-");
  return rollout || path === null || (typeof turn === "string" && typeof model === "string");
}

/**
 * `""` for a payload of Codex: none tells `codex exec` from the others. All that exec sends has `bypassPermissions`, and so has any session
 * without approvals (facts §0.13); hooks are given no variable of the agent's (facts §3).
 */
export function variantOf(payload: Json | undefined): Variant | undefined {
  return isObject(payload) && isCodex(payload) ? "" : undefined;
}

/** `false` where nobody is ever asked: no approvals (facts §0.13). Others may ask a person, or a reviewing model. */
export function interactive(payload: Json | undefined): boolean | undefined {
  return isObject(payload) && payload.permission_mode === "bypassPermissions" ? false : undefined;
}
