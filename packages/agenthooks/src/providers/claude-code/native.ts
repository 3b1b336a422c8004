/**
 * Typed views of Claude Code's payloads: what 2.1.197 and 2.1.332 were recorded to send. Members and events marked `documented` come from
 * the agent's own schema (2.1.332, facts/claude-code.md §3) and were not recorded.
 */
import type { Json, JsonObject } from "../../base/json.js";

/** What every event carries. */
export interface Common {
  readonly session_id: string;
  /** The session's transcript: see `agenthooks/transcript`. The file may not exist yet. */
  readonly transcript_path: string;
  readonly cwd: string;
  /** The prompt that the turn belongs to; the same over continued stops, absent before the first prompt. */
  readonly prompt_id?: string;
  /** `default`, `acceptEdits`, `plan`, `auto`, `bypassPermissions` ...; events outside a turn have none. */
  readonly permission_mode?: string;
  /** Inside a subagent. */
  readonly agent_id?: string;
  /** Inside a subagent; without `agent_id` on the main thread of a session that was started as an agent. */
  readonly agent_type?: string;
  readonly effort?: { readonly level: string };
}

/** What a call names on every event that has one. */
interface Tool extends Common {
  readonly tool_name: string;
  readonly tool_input: JsonObject;
  /** Of an MCP tool, since 2.1.332. */
  readonly mcp_server?: { readonly name: string; readonly source: string };
}
interface Call extends Tool {
  readonly tool_use_id: string;
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
/** One call of a batch. */
export interface BatchedCall {
  readonly tool_name: string;
  /** As the model wrote it, without the defaults that PreToolUse shows. */
  readonly tool_input: JsonObject;
  readonly tool_use_id: string;
  /** As the model reads it: a text, or content blocks. */
  readonly tool_response?: Json;
}
/** After every call of one assistant message; the only event that sees denied calls and calls of unknown tools. */
export interface PostToolBatch extends Common {
  readonly hook_event_name: "PostToolBatch";
  readonly tool_calls: readonly BatchedCall[];
}
/** It has no `tool_use_id`. */
export interface PermissionRequest extends Tool {
  readonly hook_event_name: "PermissionRequest";
  readonly permission_suggestions?: readonly JsonObject[];
  /** This and the next one: before a skill of an MCP server loads, documented. */
  readonly tool_kind?: "mcp_skill";
  readonly mcp_skill?: JsonObject;
}
/** A refusal of the classifier of `auto` mode. */
export interface PermissionDenied extends Call {
  readonly hook_event_name: "PermissionDenied";
  readonly reason: string;
}
/** A shell command inside the text of a skill or command, before it runs. Since 2.1.332. */
export interface PreSkillShellCommand extends Call {
  readonly hook_event_name: "PreSkillShellCommand";
  readonly command_name: string;
  readonly command_source?: string;
  /** `user`: typed, or sent by a host program; `claude`: by the model or by a turn that it scheduled. */
  readonly invoked_by: "user" | "claude" | "other";
}

export interface UserPromptSubmit extends Common {
  readonly hook_event_name: "UserPromptSubmit";
  readonly prompt: string;
  readonly session_title?: string;
  /** Documented; no version was seen to send it. `prompt.origin` knows it. */
  readonly source?: "user" | "sdk" | "system" | "loop_wakeup" | "schedule_wakeup" | "poll_event";
}
/** The text of a slash command or of an MCP prompt, after its UserPromptSubmit. */
export interface UserPromptExpansion extends Common {
  readonly hook_event_name: "UserPromptExpansion";
  readonly expansion_type: "slash_command" | "mcp_prompt";
  readonly command_name: string;
  readonly command_args: string;
  readonly command_source?: string;
  /** As it was typed, the slash included. */
  readonly prompt: string;
}

export interface SessionStart extends Common {
  readonly hook_event_name: "SessionStart";
  /** Before 2.1.332 a fork says `resume`. */
  readonly source: "startup" | "resume" | "clear" | "compact" | "fork";
  readonly model?: string;
  readonly session_title?: string;
  /** This and the next three: on resume, since 2.1.332. */
  readonly seconds_since_last_response?: number;
  readonly context_tokens?: number;
  readonly prompt_cache_likely_expired?: boolean;
  readonly estimated_cache_write_usd?: number;
}
export interface SessionEnd extends Common {
  readonly hook_event_name: "SessionEnd";
  /** `clear`, `resume`, `logout`, `prompt_input_exit`, `other`. */
  readonly reason: string;
}
/** `--init`, `--init-only` and `--maintenance`. */
export interface Setup extends Common {
  readonly hook_event_name: "Setup";
  readonly trigger: "init" | "maintenance";
}

/** Work that goes on while the agent stops. */
export interface BackgroundTask {
  readonly id: string;
  /** `shell`, `subagent`, `monitor`, `workflow` ... */
  readonly type: string;
  readonly status: string;
  /** At most 1 000 characters. */
  readonly description: string;
  /** Of a shell: at most 1 000 characters; documented. */
  readonly command?: string;
  readonly agent_type?: string;
  /** This and the next one: of an MCP monitor, documented. */
  readonly server?: string;
  readonly tool?: string;
  /** Of a workflow, documented. */
  readonly name?: string;
}
/** A scheduled prompt; documented. */
export interface SessionCron {
  readonly id: string;
  /** A cron expression: `0 9 * * 1-5`. */
  readonly schedule: string;
  /** `false` when it fires once. */
  readonly recurring: boolean;
  /** At most 1 000 characters. */
  readonly prompt: string;
}
interface Stopping extends Common {
  readonly stop_hook_active: boolean;
  readonly last_assistant_message?: string;
  readonly background_tasks?: readonly BackgroundTask[];
  /** What will wake this session later. */
  readonly session_crons?: readonly SessionCron[];
}
export interface Stop extends Stopping {
  readonly hook_event_name: "Stop";
}
/** A turn that an error of the model's API ended. */
export interface StopFailure extends Common {
  readonly hook_event_name: "StopFailure";
  /** `rate_limit`, `overloaded`, `authentication_failed`, `billing_error`, `invalid_request`, `server_error` ... */
  readonly error: string;
  /** Documented. */
  readonly error_details?: string;
  readonly last_assistant_message?: string;
}
export interface SubagentStart extends Common {
  readonly hook_event_name: "SubagentStart";
  readonly agent_id: string;
  readonly agent_type: string;
}
export interface SubagentStop extends Stopping {
  readonly hook_event_name: "SubagentStop";
  readonly agent_id: string;
  /** Empty for the agent that writes the summary of a compaction (facts §0.14). */
  readonly agent_type: string;
  readonly agent_transcript_path: string;
}

interface Compacting extends Common {
  readonly trigger: "manual" | "auto";
}
export interface PreCompact extends Compacting {
  readonly hook_event_name: "PreCompact";
  /** What the person added to the command; `null` when the agent compacts by itself. */
  readonly custom_instructions: string | null;
}
export interface PostCompact extends Compacting {
  readonly hook_event_name: "PostCompact";
  readonly compact_summary: string;
}

interface ModelSwitch extends Common {
  readonly from_model: string;
  readonly to_model: string;
  /** As it was asked for: an alias, a whole id, or `null` for the default. */
  readonly requested_model: string | null;
  /** Tokens that the next request sends again. */
  readonly context_tokens: number;
  /** The current model's cache is likely to be lost by the switch. */
  readonly prompt_cache_warm: boolean;
  readonly cache_ttl: "5m" | "1h";
  readonly estimated_cache_write_usd: number;
  /** Where the price of the estimate comes from. */
  readonly pricing: "configured" | "catalog" | "default";
}
/** Since 2.1.332. In a dialog it fires twice: before and after the question (facts §0.14). */
export interface PreModelSwitch extends ModelSwitch {
  readonly hook_event_name: "PreModelSwitch";
  readonly source: "command" | "picker" | "sdk";
}
/** Since 2.1.332. */
export interface PostModelSwitch extends ModelSwitch {
  readonly hook_event_name: "PostModelSwitch";
  readonly source: "command" | "picker" | "sdk" | "auto" | "resume";
}

export interface Notification extends Common {
  readonly hook_event_name: "Notification";
  readonly message: string;
  /** Documented. */
  readonly title?: string;
  /** `permission_prompt`, `idle_prompt`, `elicitation_response` ... */
  readonly notification_type: string;
}
interface Task extends Common {
  readonly task_id: string;
  readonly task_subject: string;
  readonly task_description?: string;
  /** This and the next one: inside a team, documented. */
  readonly teammate_name?: string;
  readonly team_name?: string;
}
export interface TaskCreated extends Task {
  readonly hook_event_name: "TaskCreated";
}
export interface TaskCompleted extends Task {
  readonly hook_event_name: "TaskCompleted";
}
/** Documented as a whole: no teammate was ever started in the lab (facts §8). */
export interface TeammateIdle extends Common {
  readonly hook_event_name: "TeammateIdle";
  readonly teammate_name: string;
  readonly team_name: string;
}

interface Asking extends Common {
  readonly mcp_server_name: string;
  /** `form` was recorded; `url`, and none, are documented. */
  readonly mode?: "form" | "url";
  /** Documented. */
  readonly elicitation_id?: string;
}
/** A question that an MCP server puts to the person. */
export interface Elicitation extends Asking {
  readonly hook_event_name: "Elicitation";
  readonly message: string;
  /** The JSON schema of the answer; a `url` question has none (documented). */
  readonly requested_schema?: JsonObject;
  /** Documented. */
  readonly url?: string;
}
export interface ElicitationResult extends Asking {
  readonly hook_event_name: "ElicitationResult";
  readonly action: "accept" | "decline" | "cancel";
  /** Documented: what the person answered. */
  readonly content?: JsonObject;
}

export interface ConfigChange extends Common {
  readonly hook_event_name: "ConfigChange";
  readonly source: "user_settings" | "project_settings" | "local_settings" | "policy_settings" | "skills";
  readonly file_path?: string;
}
export interface WorktreeCreate extends Common {
  readonly hook_event_name: "WorktreeCreate";
  readonly name: string;
}
export interface WorktreeRemove extends Common {
  readonly hook_event_name: "WorktreeRemove";
  readonly worktree_path: string;
}
export interface InstructionsLoaded extends Common {
  readonly hook_event_name: "InstructionsLoaded";
  readonly file_path: string;
  /** `Project` was recorded, the others are documented. */
  readonly memory_type: "User" | "Project" | "Local" | "Managed";
  /** `compact` is documented. */
  readonly load_reason: "session_start" | "include" | "nested_traversal" | "path_glob_match" | "compact";
  readonly globs?: readonly string[];
  /** The file whose reading loaded this one. */
  readonly trigger_file_path?: string;
  /** The file that includes this one. */
  readonly parent_file_path?: string;
}
export interface CwdChanged extends Common {
  readonly hook_event_name: "CwdChanged";
  readonly old_cwd: string;
  readonly new_cwd: string;
}
/** Of a watched file only: the matcher of the entry is the watch list (facts §2). */
export interface FileChanged extends Common {
  readonly hook_event_name: "FileChanged";
  readonly file_path: string;
  readonly event: "change" | "add" | "unlink";
}
/** Since 2.1.332. */
export interface DirectoryAdded extends Common {
  readonly hook_event_name: "DirectoryAdded";
  readonly directory: string;
  readonly source: "slash_command" | "register_repo_root";
}
/** A batch of lines of an answer, before it is shown; the whole answer at once in a headless run. */
export interface MessageDisplay extends Common {
  readonly hook_event_name: "MessageDisplay";
  readonly turn_id: string;
  readonly message_id: string;
  /** From 0, one more with each batch. */
  readonly index: number;
  /** The last batch of this message. */
  readonly final: boolean;
  /** Whole lines; the last batch may end within one, or be empty. */
  readonly delta: string;
}

/** The view of each native event. */
export interface Views {
  readonly PreToolUse: PreToolUse;
  readonly PostToolUse: PostToolUse;
  readonly PostToolUseFailure: PostToolUseFailure;
  readonly PostToolBatch: PostToolBatch;
  readonly PermissionRequest: PermissionRequest;
  readonly PermissionDenied: PermissionDenied;
  readonly PreSkillShellCommand: PreSkillShellCommand;
  readonly UserPromptSubmit: UserPromptSubmit;
  readonly UserPromptExpansion: UserPromptExpansion;
  readonly SessionStart: SessionStart;
  readonly SessionEnd: SessionEnd;
  readonly Setup: Setup;
  readonly Stop: Stop;
  readonly StopFailure: StopFailure;
  readonly SubagentStart: SubagentStart;
  readonly SubagentStop: SubagentStop;
  readonly PreCompact: PreCompact;
  readonly PostCompact: PostCompact;
  readonly PreModelSwitch: PreModelSwitch;
  readonly PostModelSwitch: PostModelSwitch;
  readonly Notification: Notification;
  readonly TaskCreated: TaskCreated;
  readonly TaskCompleted: TaskCompleted;
  readonly TeammateIdle: TeammateIdle;
  readonly Elicitation: Elicitation;
  readonly ElicitationResult: ElicitationResult;
  readonly ConfigChange: ConfigChange;
  readonly WorktreeCreate: WorktreeCreate;
  readonly WorktreeRemove: WorktreeRemove;
  readonly InstructionsLoaded: InstructionsLoaded;
  readonly CwdChanged: CwdChanged;
  readonly FileChanged: FileChanged;
  readonly DirectoryAdded: DirectoryAdded;
  readonly MessageDisplay: MessageDisplay;
}
