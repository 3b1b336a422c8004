/** The members of each view as data, for `unknownKeys`; the types hold the two together. */
import type { ViewShape } from "../../event/views.js";
import type { Views } from "./native.js";

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
const tool = { ...common, tool_name: true, tool_input: true, mcp_server: { name: true, source: true } } as const;
const call = { ...tool, tool_use_id: true } as const;
const batched = { tool_name: true, tool_input: true, tool_use_id: true, tool_response: true } as const;
const backgroundTask = {
  id: true,
  type: true,
  status: true,
  description: true,
  command: true,
  agent_type: true,
  server: true,
  tool: true,
  name: true,
} as const;
const stopping = {
  ...common,
  stop_hook_active: true,
  last_assistant_message: true,
  background_tasks: [backgroundTask],
  session_crons: [{ id: true, schedule: true, recurring: true, prompt: true }],
} as const;
const modelSwitch = {
  ...common,
  from_model: true,
  to_model: true,
  requested_model: true,
  source: true,
  context_tokens: true,
  prompt_cache_warm: true,
  cache_ttl: true,
  estimated_cache_write_usd: true,
  pricing: true,
} as const;
const task = { ...common, task_id: true, task_subject: true, task_description: true, teammate_name: true, team_name: true } as const;
const asking = { ...common, mcp_server_name: true, mode: true, elicitation_id: true } as const;

/** What is inside a tool's input and result, a schema, a task and a suggestion is not looked at: it is the tool's or the server's own. */
export const SHAPES = {
  PreToolUse: call,
  PostToolUse: { ...call, tool_response: true, duration_ms: true },
  PostToolUseFailure: { ...call, error: true, is_interrupt: true, duration_ms: true },
  PostToolBatch: { ...common, tool_calls: [batched] },
  PermissionRequest: { ...tool, permission_suggestions: [true], tool_kind: true, mcp_skill: true },
  PermissionDenied: { ...call, reason: true },
  PreSkillShellCommand: { ...call, command_name: true, command_source: true, invoked_by: true },
  UserPromptSubmit: { ...common, prompt: true, session_title: true, source: true },
  UserPromptExpansion: {
    ...common,
    expansion_type: true,
    command_name: true,
    command_args: true,
    command_source: true,
    prompt: true,
  },
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
  Setup: { ...common, trigger: true },
  Stop: stopping,
  StopFailure: { ...common, error: true, error_details: true, last_assistant_message: true },
  SubagentStart: common,
  SubagentStop: { ...stopping, agent_transcript_path: true },
  PreCompact: { ...common, trigger: true, custom_instructions: true },
  PostCompact: { ...common, trigger: true, compact_summary: true },
  PreModelSwitch: modelSwitch,
  PostModelSwitch: modelSwitch,
  Notification: { ...common, message: true, title: true, notification_type: true },
  TaskCreated: task,
  TaskCompleted: task,
  TeammateIdle: { ...common, teammate_name: true, team_name: true },
  Elicitation: { ...asking, message: true, requested_schema: true, url: true },
  ElicitationResult: { ...asking, action: true, content: true },
  ConfigChange: { ...common, source: true, file_path: true },
  WorktreeCreate: { ...common, name: true },
  WorktreeRemove: { ...common, worktree_path: true },
  InstructionsLoaded: {
    ...common,
    file_path: true,
    memory_type: true,
    load_reason: true,
    globs: true,
    trigger_file_path: true,
    parent_file_path: true,
  },
  CwdChanged: { ...common, old_cwd: true, new_cwd: true },
  FileChanged: { ...common, file_path: true, event: true },
  DirectoryAdded: { ...common, directory: true, source: true },
  MessageDisplay: { ...common, turn_id: true, message_id: true, index: true, final: true, delta: true },
} as const satisfies {
  readonly [Name in keyof Views]: { readonly [Member in keyof Views[Name]]-?: ViewShape };
};
