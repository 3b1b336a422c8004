/** The members of each view as data, for `unknownKeys`; the types hold the two together. */
import type { ViewShape } from "../../event/views.js";
import type { AgentTurnComplete, Views } from "./native.js";

const named = { session_id: true, transcript_path: true, cwd: true, hook_event_name: true } as const;
const turn = { ...named, turn_id: true, model: true } as const;
const permitted = { ...turn, permission_mode: true } as const;
const agent = { agent_id: true, agent_type: true } as const;
const call = { ...permitted, ...agent, tool_name: true, tool_input: true } as const;
const stopping = { ...permitted, stop_hook_active: true, last_assistant_message: true } as const;
const compaction = { ...turn, ...agent, trigger: true } as const;
const step = { ...turn, ...agent, kind: true, request_id: true, attempt_number: true, thread_id: true } as const;
const usage = {
  input_tokens: true,
  cached_input_tokens: true,
  cache_write_input_tokens: true,
  output_tokens: true,
  reasoning_output_tokens: true,
  total_tokens: true,
} as const;

/** What is inside a tool's input and result is not looked at: it is the tool's own. */
export const SHAPES = {
  PreToolUse: { ...call, tool_use_id: true },
  PermissionRequest: call,
  PostToolUse: { ...call, tool_use_id: true, tool_response: true },
  UserPromptSubmit: { ...permitted, ...agent, prompt: true },
  SessionStart: { ...named, model: true, permission_mode: true, source: true },
  SessionEnd: { ...named, reason: true },
  Stop: stopping,
  SubagentStart: { ...permitted, ...agent },
  SubagentStop: { ...stopping, ...agent, agent_transcript_path: true },
  PreCompact: compaction,
  PostCompact: compaction,
  Interrupt: permitted,
  PreModelRequest: step,
  PostModelRequest: { ...step, status: true, error: true, token_usage: usage, response_id: true },
} as const satisfies {
  readonly [Name in keyof Views]: { readonly [Member in keyof Views[Name]]-?: ViewShape };
};

export const TURN_COMPLETE_SHAPE = {
  type: true,
  "thread-id": true,
  "turn-id": true,
  cwd: true,
  client: true,
  "input-messages": true,
  "last-assistant-message": true,
} as const satisfies { readonly [Member in keyof AgentTurnComplete]-?: ViewShape };
