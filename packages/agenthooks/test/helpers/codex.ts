/** Events of Codex, sent through the whole pipeline in this process. */
import type { Hooks, JsonObject } from "agenthooks";
import { type Invoked, type InvokeInput, invoke } from "agenthooks/testing";

const ANYWHERE = {
  session_id: "01a22ce0-7935-72b2-b9af-1924f0f06c27",
  transcript_path: "/home/ada/.codex/sessions/2026/11/30/rollout-2026-11-30T14-33-58-01a22ce0-7935-72b2-b9af-1924f0f06c27.jsonl",
  cwd: "/home/ada/work",
};
const IN_TURN = { turn_id: "01a22ce0-7a8f-7a42-b8ff-56db2777e6c2", model: "gpt-5.5" };
const MODE = { permission_mode: "default" };
const AGENT = { agent_id: "01a22ce4-959a-7de1-9764-37cea6d6b5a5", agent_type: "default" };
const CALL = { ...IN_TURN, ...MODE, tool_name: "Bash", tool_input: { command: "ls" } };
const STOP = { ...IN_TURN, ...MODE, stop_hook_active: false, last_assistant_message: "done" };
const STEP = { ...IN_TURN, kind: "sampling", request_id: "r", attempt_number: 1, thread_id: "t" };

/** What each event carries beside the members that all have. */
const OWN: Readonly<Record<string, JsonObject>> = {
  PreToolUse: { ...CALL, tool_use_id: "call_1" },
  PermissionRequest: CALL,
  PostToolUse: { ...CALL, tool_response: "a\n", tool_use_id: "call_1" },
  UserPromptSubmit: { ...IN_TURN, ...MODE, prompt: "hello" },
  SessionStart: { model: "gpt-5.5", ...MODE, source: "startup" },
  SessionEnd: { reason: "other" },
  Stop: STOP,
  SubagentStart: { ...IN_TURN, ...MODE, ...AGENT },
  SubagentStop: { ...STOP, ...AGENT, agent_transcript_path: "/home/ada/rollout-agent.jsonl" },
  PreCompact: { ...IN_TURN, trigger: "manual" },
  PostCompact: { ...IN_TURN, trigger: "auto" },
  Interrupt: { ...IN_TURN, ...MODE },
  PreModelRequest: STEP,
  PostModelRequest: { ...STEP, status: "completed", error: null, token_usage: null, response_id: "resp_1" },
};

export function codexPayload(event: string, members: JsonObject = {}): JsonObject {
  return { ...ANYWHERE, hook_event_name: event, ...OWN[event], ...members };
}

/** Sends one event; `members` change its payload. */
export function sendCodex(hooks: Hooks, event: string, members: JsonObject = {}, input: Partial<InvokeInput> = {}): Promise<Invoked> {
  return invoke(hooks, { provider: "codex", event, payload: codexPayload(event, members), ...input });
}
