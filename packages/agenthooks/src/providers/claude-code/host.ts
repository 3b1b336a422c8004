/** How Claude Code runs command hooks and reads what they answer (facts/claude-code.md §2 and §4, 2.1.332). */
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import { type Effect, type HostModel, requireRow, withDefaults } from "../host.js";
import { SPECIFIC } from "./answer-keys.js";
import { EVENTS } from "./events.js";
import { DEFAULT_TIMEOUT_MS } from "./limits.js";

/** Events whose exit 2 or `decision: "block"` holds the action back; elsewhere it is shown or ignored. */
const BLOCKABLE = new Set([
  "PreToolUse",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "PreSkillShellCommand",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "PreModelSwitch",
  "TaskCreated",
  "TaskCompleted",
  "TeammateIdle",
  "Elicitation",
  "ConfigChange",
]);
/** The block reason goes to the person instead of the model. */
const REASON_TO_USER = new Set(["UserPromptSubmit", "UserPromptExpansion", "PreCompact", "PreModelSwitch", "ConfigChange", "Elicitation"]);
/** Plain text on stdout becomes context for the model. */
const TEXT_IS_CONTEXT = new Set(["UserPromptSubmit", "SessionStart", "UserPromptExpansion"]);

const PROCEEDS: Effect = { ran: true, shownToModel: [], shownToUser: [], asked: false };

/** No verdict: the action goes on, and a permission request goes on to the agent's own question (facts §3). */
const unanswered = (event: string): Effect => (event === "PermissionRequest" ? { ...PROCEEDS, ran: false, asked: true } : PROCEEDS);

const SAMPLE = {
  session_id: "00000000-0000-4000-8000-000000000001",
  transcript_path: "/home/dev/.claude/projects/work/session.jsonl",
  cwd: "/home/dev/work",
  prompt_id: "00000000-0000-4000-8000-000000000002",
  permission_mode: "default",
} as const;
const CALL = { ...SAMPLE, tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_01" } as const;

export const claudeCodeHost: HostModel = {
  samples: [
    { event: "SessionStart", payload: { ...SAMPLE, hook_event_name: "SessionStart", source: "startup" } },
    { event: "Stop", payload: { ...SAMPLE, hook_event_name: "Stop", stop_hook_active: false } },
    { event: "UserPromptSubmit", payload: { ...SAMPLE, hook_event_name: "UserPromptSubmit", prompt: "go" } },
    {
      event: "PostToolUse",
      payload: { ...CALL, hook_event_name: "PostToolUse", tool_response: { stdout: "", stderr: "" }, duration_ms: 1 },
    },
    { event: "PreToolUse", payload: { ...CALL, hook_event_name: "PreToolUse" } },
  ],
  requireEvent: (event) => requireRow("claude-code", EVENTS.rows, event),
  complete: (event, payload, home) =>
    withDefaults(payload, {
      session_id: "00000000-0000-4000-8000-000000000001",
      transcript_path: `${home}/.claude/projects/work/session.jsonl`,
      cwd: `${home}`,
      prompt_id: "00000000-0000-4000-8000-000000000002",
      permission_mode: "default",
      hook_event_name: event,
    }),
  env: (home, variant, hostVersion = "2.1.332") => ({
    CLAUDECODE: "1",
    CLAUDE_PROJECT_DIR: home,
    CLAUDE_CODE_ENTRYPOINT: variant === "print" ? "sdk-cli" : "cli",
    CLAUDE_CODE_SESSION_ATTENDED: variant === "print" ? "0" : "1",
    AI_AGENT: `claude-code_${hostVersion.replaceAll(".", "-")}_harness`,
    ...(variant === "remote" ? { CLAUDE_CODE_REMOTE: "true" } : {}),
  }),
  // the same call, tool and input (facts §3)
  reported: { PreToolUse: ["PostToolUse", "PostToolUseFailure"] },
  timeoutMs: (event) => EVENTS.row(event)?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  read: (event, { stdout, stderr, exitCode, timedOut }, variant) => {
    if (timedOut || exitCode === null) return unanswered(event);
    if (exitCode === 2) return blocked(event, stderr.trim() || "No stderr output");
    const text = stdout.replace(/^\uFEFF/, "").trim();
    const json = text.startsWith("{") ? parse(text) : undefined;
    if (json === undefined)
      return TEXT_IS_CONTEXT.has(event) && text !== "" && exitCode === 0 ? { ...PROCEEDS, shownToModel: [text] } : unanswered(event);
    return readJson(event, json, variant);
  },
};

function blocked(event: string, reason: string): Effect {
  if (event === "PermissionRequest") return unanswered(event);
  const toUser = REASON_TO_USER.has(event);
  const shown = event === "SessionStart" || event === "SessionEnd" ? [] : [reason];
  return { ran: !BLOCKABLE.has(event), shownToModel: toUser ? [] : shown, shownToUser: toUser ? shown : [], asked: false };
}

function readJson(event: string, json: JsonObject, variant: string): Effect {
  const specific = isObject(json.hookSpecificOutput) ? json.hookSpecificOutput : undefined;
  // without the event's own name the whole output is rejected and the tool runs (facts §0.3)
  if (specific && specific.hookEventName !== event) return unanswered(event);
  const takes = (key: string) => specific !== undefined && Object.hasOwn(SPECIFIC[event] ?? {}, key);
  const context = takes("additionalContext") && typeof specific?.additionalContext === "string" ? [specific.additionalContext] : [];
  const message = typeof json.systemMessage === "string" ? [json.systemMessage] : [];
  const base: Effect = { ...PROCEEDS, shownToModel: context, shownToUser: message };
  const add = (effect: Effect): Effect => ({
    ...effect,
    shownToModel: [...effect.shownToModel, ...context],
    shownToUser: [...effect.shownToUser, ...message],
  });
  if (event === "PermissionRequest") return permission(specific, base);
  if (event === "PostToolUse" && specific?.updatedToolOutput !== undefined) {
    return { ...base, shownToModel: [textOf(specific.updatedToolOutput), ...context] };
  }
  const reason = typeof json.reason === "string" ? json.reason : "Blocked by hook";
  const verdict = takes("permissionDecision") ? specific?.permissionDecision : undefined;
  const why = typeof specific?.permissionDecisionReason === "string" ? specific.permissionDecisionReason : "Blocked by hook";
  if (verdict === "deny") return add(blocked(event, why));
  if (verdict === "ask")
    return variant === "print" ? add(blocked(event, why)) : { ...base, ran: false, asked: true, shownToUser: [why, ...message] };
  // the run ends before the call (facts §4)
  if (verdict === "defer" && SPECIFIC[event]?.permissionDecision?.includes(verdict)) return { ...base, ran: false };
  if (json.decision === "block") return add(blocked(event, reason));
  if (json.continue === false && event === "UserPromptSubmit") return { ...base, ran: false };
  return base;
}

function permission(specific: JsonObject | undefined, base: Effect): Effect {
  const decision = isObject(specific?.decision) ? specific.decision : undefined;
  if (decision?.behavior === "allow") return base;
  if (decision?.behavior === "deny") {
    return { ...base, ran: false, shownToModel: [typeof decision.message === "string" ? decision.message : "Permission denied by hook"] };
  }
  const { ran, asked } = unanswered("PermissionRequest");
  return { ...base, ran, asked };
}

function textOf(value: Json): string {
  if (isObject(value) && typeof value.stdout === "string") return value.stdout;
  if (isObject(value) && isObject(value.file) && typeof value.file.content === "string") return value.file.content;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function parse(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
