/** How Codex runs command hooks and reads what they answer (facts/codex.md §0, §4 and §5, 0.171.0). */
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import { type Effect, type HostModel, requireRow, withDefaults } from "../host.js";
import { EVENTS } from "./events.js";
import { DEFAULT_TIMEOUT_MS } from "./limits.js";
import { parseAnswer } from "./parse-answer.js";
import { trim } from "./rust.js";

/** Plain text on stdout becomes context for the model (facts §0.16). */
const TEXT_IS_CONTEXT = new Set(["UserPromptSubmit", "SessionStart", "SubagentStart"]);
/** Events whose block, or exit 2 with a text, holds the action back; on the others it is a failure of the hook. */
const BLOCKABLE = new Set(["PreToolUse", "PermissionRequest", "UserPromptSubmit", "Stop", "SubagentStop"]);
/** Events that end by `continue: false`: no prompt, no compaction, no first request of the turn. */
const HELD_BY_CONTINUE = new Set(["UserPromptSubmit", "PreCompact", "SessionStart"]);

const PROCEEDS: Effect = { ran: true, shownToModel: [], shownToUser: [], asked: false };

/** No verdict, or one that was thrown away: the action goes on, a permission request to the agent's own question. */
const unanswered = (event: string): Effect => (event === "PermissionRequest" ? { ...PROCEEDS, ran: false, asked: true } : PROCEEDS);

const SAMPLE = {
  session_id: "01a22ce0-7935-72b2-b9af-1924f0f06c27",
  turn_id: "01a22ce0-7a8f-7a42-b8ff-56db2777e6c2",
  transcript_path: "/home/dev/.codex/sessions/2026/11/30/rollout-2026-11-30T14-33-58-01a22ce0-7935-72b2-b9af-1924f0f06c27.jsonl",
  cwd: "/home/dev/work",
  model: "gpt-5.5",
  permission_mode: "default",
} as const;
const CALL = { ...SAMPLE, tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "call_1" } as const;
/** Events that stand outside of a turn (facts §4). */
const WITHOUT_TURN = new Set(["SessionStart", "SessionEnd"]);

export const codexHost: HostModel = {
  samples: [
    { event: "SessionStart", payload: { ...withoutTurn(SAMPLE), hook_event_name: "SessionStart", source: "startup" } },
    { event: "Stop", payload: { ...SAMPLE, hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "done" } },
    { event: "UserPromptSubmit", payload: { ...SAMPLE, hook_event_name: "UserPromptSubmit", prompt: "go" } },
    { event: "PostToolUse", payload: { ...CALL, hook_event_name: "PostToolUse", tool_response: "a\n" } },
    { event: "PreToolUse", payload: { ...CALL, hook_event_name: "PreToolUse" } },
  ],
  requireEvent: (event) => requireRow("codex", EVENTS.rows, event),
  complete: (event, payload, home) => {
    const own = {
      ...SAMPLE,
      transcript_path: SAMPLE.transcript_path.replace("/home/dev", home),
      cwd: home,
      hook_event_name: event,
      ...(TOOL_EVENTS.has(event) ? { tool_use_id: "call_1" } : {}),
    };
    return withDefaults(payload, WITHOUT_TURN.has(event) ? withoutTurn(own) : own);
  },
  env: () => ({}), // its own environment, unchanged (facts §3)
  timeoutMs: (event) => EVENTS.row(event)?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  read: (event, { stdout, stderr, exitCode, timedOut }, variant) => {
    const effect = readAnswer(event, stdout, stderr, timedOut ? null : exitCode);
    // `codex exec` shows nobody anything of a hook (facts §0.4)
    return variant === "print" ? { ...effect, shownToUser: [] } : effect;
  },
};

const TOOL_EVENTS = new Set(["PreToolUse", "PostToolUse"]);

function withoutTurn({ turn_id: _, ...rest }: JsonObject): JsonObject {
  return rest;
}

function readAnswer(event: string, stdout: string, stderr: string, exitCode: number | null): Effect {
  // wins over JSON on stdout, and is a failure without a text (facts §0.3)
  if (exitCode === 2) return trim(stderr) === "" ? unanswered(event) : blocked(event, trim(stderr));
  if (exitCode !== 0) return unanswered(event);
  // a byte order mark is no white space to the agent: what follows one is plain text
  const text = trim(stdout);
  const document = text.startsWith("{") || text.startsWith("[");
  if (!document) return text !== "" && TEXT_IS_CONTEXT.has(event) ? { ...PROCEEDS, shownToModel: [text] } : unanswered(event);
  const json = parseAnswer(event, text);
  return json === undefined ? unanswered(event) : readJson(event, json);
}

function blocked(event: string, reason: string): Effect {
  if (event === "PostToolUse") return { ...PROCEEDS, shownToModel: [reason] }; // in the place of the output (facts §0.15)
  if (!BLOCKABLE.has(event)) return unanswered(event);
  const prompt = event === "UserPromptSubmit";
  return { ran: false, shownToModel: prompt ? [] : [reason], shownToUser: prompt ? [reason] : [], asked: false };
}

function readJson(event: string, json: JsonObject): Effect {
  const specific = isObject(json.hookSpecificOutput) ? json.hookSpecificOutput : {};
  const context = textsOf(specific.additionalContext);
  const message = textsOf(json.systemMessage);
  const add = (effect: Effect): Effect => ({
    ...effect,
    shownToModel: [...context, ...effect.shownToModel],
    shownToUser: [...effect.shownToUser, ...message],
  });
  if (event === "PermissionRequest") return add(permission(isObject(specific.decision) ? specific.decision : {}));
  if (json.continue === false && event !== "SubagentStart") return add(ended(event, json)); // which ignores it
  if (specific.permissionDecision === "deny") return add(blocked(event, trim(String(specific.permissionDecisionReason))));
  if (json.decision === "block") return add(blocked(event, trim(String(json.reason))));
  return add(PROCEEDS);
}

/** On PostToolUse it takes the place of the output, and the turn goes on (facts §5). */
function ended(event: string, json: JsonObject): Effect {
  const [reason = "PostToolUse hook stopped execution"] = [...textsOf(json.reason), ...textsOf(json.stopReason)];
  if (event === "PostToolUse") return { ...PROCEEDS, shownToModel: [reason] };
  return { ...PROCEEDS, ran: !HELD_BY_CONTINUE.has(event), shownToUser: textsOf(json.stopReason) };
}

function permission({ behavior, message }: JsonObject): Effect {
  if (behavior === "allow") return PROCEEDS;
  if (behavior !== "deny") return unanswered("PermissionRequest");
  return { ...PROCEEDS, ran: false, shownToModel: [textsOf(message)[0] ?? "PermissionRequest hook denied approval"] };
}

function textsOf(value: Json | undefined): string[] {
  return typeof value === "string" && trim(value) !== "" ? [trim(value)] : [];
}
