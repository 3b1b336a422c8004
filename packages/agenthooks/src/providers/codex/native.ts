/** Payloads of Codex 0.171.0 as the agent names them (its own schemas, facts/codex.md §4). */
import type { Json, JsonObject } from "../../base/json.js";

interface Anywhere {
  readonly session_id: string;
  /** `null` in a session that is not kept. */
  readonly transcript_path: string | null;
  readonly cwd: string;
}
interface Named<Name extends string> extends Anywhere {
  readonly hook_event_name: Name;
}
/** Events of a turn; inside a subagent `session_id` is the parent's and `transcript_path` the subagent's own. */
interface InTurn<Name extends string> extends Named<Name> {
  readonly turn_id: string;
  readonly model: string;
}
interface Permitted {
  /** `bypassPermissions` in all of `codex exec`. */
  readonly permission_mode: "default" | "acceptEdits" | "plan" | "dontAsk" | "bypassPermissions";
}
/** Inside a subagent only. */
interface MaybeInSubagent {
  readonly agent_id?: string;
  readonly agent_type?: string;
}
interface OfSubagent {
  readonly agent_id: string;
  readonly agent_type: string;
}
interface Call<Name extends string> extends InTurn<Name>, Permitted, MaybeInSubagent {
  /** `cwd` is the call's own working directory. */
  readonly tool_name: string;
  readonly tool_input: Json;
}

export interface PreToolUse extends Call<"PreToolUse"> {
  /** `exec-<uuid>` for a call inside of a script of the model (code mode): not the model's own id. */
  readonly tool_use_id: string;
}
export interface PermissionRequest extends Call<"PermissionRequest"> {
  /** With the model's justification as `description`. */
  readonly tool_input: JsonObject;
}
export interface PostToolUse extends Call<"PostToolUse"> {
  readonly tool_use_id: string;
  /** Text, content blocks of an MCP server, or the tool's own object; a shell's exit code is in none. */
  readonly tool_response: Json;
}
export interface UserPromptSubmit extends InTurn<"UserPromptSubmit">, Permitted, MaybeInSubagent {
  readonly prompt: string;
}
export interface SessionStart extends Named<"SessionStart">, Permitted {
  readonly model: string;
  readonly source: "startup" | "resume" | "fork" | "clear" | "compact";
}
export interface SessionEnd extends Named<"SessionEnd"> {
  readonly reason: "other";
}
export interface Stop extends InTurn<"Stop">, Permitted {
  readonly stop_hook_active: boolean;
  readonly last_assistant_message: string | null;
}
export interface SubagentStart extends InTurn<"SubagentStart">, Permitted, OfSubagent {}
export interface SubagentStop extends InTurn<"SubagentStop">, Permitted, OfSubagent {
  /** The subagent's; `transcript_path` is the parent's here. */
  readonly agent_transcript_path: string | null;
  readonly stop_hook_active: boolean;
  readonly last_assistant_message: string | null;
}
export interface PreCompact extends InTurn<"PreCompact">, MaybeInSubagent {
  readonly trigger: "manual" | "auto";
}
export interface PostCompact extends InTurn<"PostCompact">, MaybeInSubagent {
  readonly trigger: "manual" | "auto";
}
export interface Interrupt extends InTurn<"Interrupt">, Permitted {}

interface ModelStep<Name extends string> extends InTurn<Name>, MaybeInSubagent {
  readonly kind: "sampling" | "foreground_compaction" | (string & {});
  readonly request_id: string;
  readonly attempt_number: number;
  readonly thread_id: string;
}
export interface PreModelRequest extends ModelStep<"PreModelRequest"> {}
export interface TokenUsage {
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_input_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_output_tokens: number;
  readonly total_tokens: number;
}
export interface PostModelRequest extends ModelStep<"PostModelRequest"> {
  readonly status: "completed" | "failed" | (string & {});
  /** The only place where a hook sees an error of the model. */
  readonly error: string | null;
  readonly token_usage: TokenUsage | null;
  readonly response_id: string | null;
}

/** The payload of each native event. */
export interface Views {
  readonly PreToolUse: PreToolUse;
  readonly PermissionRequest: PermissionRequest;
  readonly PostToolUse: PostToolUse;
  readonly UserPromptSubmit: UserPromptSubmit;
  readonly SessionStart: SessionStart;
  readonly SessionEnd: SessionEnd;
  readonly Stop: Stop;
  readonly SubagentStart: SubagentStart;
  readonly SubagentStop: SubagentStop;
  readonly PreCompact: PreCompact;
  readonly PostCompact: PostCompact;
  readonly Interrupt: Interrupt;
  readonly PreModelRequest: PreModelRequest;
  readonly PostModelRequest: PostModelRequest;
}

/** What the older `notify` program is told after a turn, as its last argument. */
export interface AgentTurnComplete {
  readonly type: "agent-turn-complete";
  readonly "thread-id": string;
  readonly "turn-id": string;
  readonly cwd: string;
  readonly client?: string;
  readonly "input-messages": readonly string[];
  readonly "last-assistant-message": string | null;
}
