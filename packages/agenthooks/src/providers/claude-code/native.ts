/** Typed views of Claude Code's payloads (captures of 2.1.197 and 2.1.332). */
import type { Json, JsonObject } from "../../base/json.js";
import type { ViewShape } from "../../event/views.js";

/** What every event carries. */
export interface Common {
  readonly session_id: string;
  readonly transcript_path: string;
  readonly cwd: string;
  /** The prompt that the turn belongs to; the same over continued stops, absent before the first prompt. */
  readonly prompt_id?: string;
  readonly permission_mode?: string;
  /** Inside a subagent. */
  readonly agent_id?: string;
  readonly agent_type?: string;
  readonly effort?: { readonly level: string };
}
interface Call extends Common {
  readonly tool_name: string;
  readonly tool_input: JsonObject;
  readonly tool_use_id: string;
  /** Of an MCP tool, since 2.1.332. */
  readonly mcp_server?: { readonly name: string; readonly source: string };
}
export interface PreToolUse extends Call {
  readonly hook_event_name: "PreToolUse";
}
export interface PostToolUse extends Call {
  readonly hook_event_name: "PostToolUse";
  readonly tool_response: Json;
  /** Milliseconds. */
  readonly duration_ms: number;
}
export interface PostToolUseFailure extends Call {
  readonly hook_event_name: "PostToolUseFailure";
  readonly error: string;
  readonly is_interrupt: boolean;
  /** Milliseconds. */
  readonly duration_ms: number;
}
export interface PermissionRequest extends Common {
  readonly hook_event_name: "PermissionRequest";
  readonly tool_name: string;
  readonly tool_input: JsonObject;
  readonly permission_suggestions?: readonly JsonObject[];
  readonly mcp_server?: { readonly name: string; readonly source: string };
}
export interface UserPromptSubmit extends Common {
  readonly hook_event_name: "UserPromptSubmit";
  readonly prompt: string;
  readonly session_title?: string;
}
export interface SessionStart extends Common {
  readonly hook_event_name: "SessionStart";
  readonly source: "startup" | "resume" | "clear" | "compact" | "fork";
  readonly model?: string;
  readonly session_title?: string;
  readonly seconds_since_last_response?: number;
  readonly context_tokens?: number;
  readonly prompt_cache_likely_expired?: boolean;
  readonly estimated_cache_write_usd?: number;
}
export interface SessionEnd extends Common {
  readonly hook_event_name: "SessionEnd";
  readonly reason: string;
}
interface Stopping extends Common {
  readonly stop_hook_active: boolean;
  readonly last_assistant_message?: string;
  readonly background_tasks?: readonly JsonObject[];
  readonly session_crons?: readonly JsonObject[];
}
export interface Stop extends Stopping {
  readonly hook_event_name: "Stop";
}
export interface SubagentStop extends Stopping {
  readonly hook_event_name: "SubagentStop";
  readonly agent_transcript_path?: string;
}
export interface SubagentStart extends Common {
  readonly hook_event_name: "SubagentStart";
}
export interface TaskCreated extends Common {
  readonly hook_event_name: "TaskCreated";
  readonly task_id: string;
  readonly task_subject: string;
  readonly task_description?: string;
  readonly teammate_name?: string;
  readonly team_name?: string;
}

const common = {
  session_id: true,
  transcript_path: true,
  cwd: true,
  hook_event_name: true,
  prompt_id: true,
  permission_mode: true,
  agent_id: true,
  agent_type: true,
  effort: { level: true },
} as const;
const server = { name: true, source: true } as const;
const call = { ...common, tool_name: true, tool_input: true, tool_use_id: true, mcp_server: server } as const;
const stopping = {
  ...common,
  stop_hook_active: true,
  last_assistant_message: true,
  background_tasks: [true],
  session_crons: [true],
} as const;

/** The members of each view; what is inside a tool's input and result is the tool's own. */
export const SHAPES = {
  PreToolUse: call,
  PostToolUse: { ...call, tool_response: true, duration_ms: true },
  PostToolUseFailure: { ...call, error: true, is_interrupt: true, duration_ms: true },
  PermissionRequest: { ...common, tool_name: true, tool_input: true, permission_suggestions: [true], mcp_server: server },
  UserPromptSubmit: { ...common, prompt: true, session_title: true },
  SessionStart: {
    ...common,
    source: true,
    model: true,
    session_title: true,
    seconds_since_last_response: true,
    context_tokens: true,
    prompt_cache_likely_expired: true,
    estimated_cache_write_usd: true,
  },
  SessionEnd: { ...common, reason: true },
  Stop: stopping,
  SubagentStart: common,
  SubagentStop: { ...stopping, agent_transcript_path: true },
  TaskCreated: { ...common, task_id: true, task_subject: true, task_description: true, teammate_name: true, team_name: true },
} as const satisfies Readonly<Record<string, ViewShape>>;
