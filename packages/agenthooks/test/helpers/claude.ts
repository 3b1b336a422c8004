/** Events of Claude Code, sent through the whole pipeline in this process. */
import type { Hooks, JsonObject } from "agenthooks";
import { type Invoked, type InvokeInput, invoke } from "agenthooks/testing";

const COMMON = {
  session_id: "11111111-2222-4333-8444-555555555555",
  transcript_path: "/home/ada/t.jsonl",
  cwd: "/home/ada/work",
  prompt_id: "99999999-2222-4333-8444-555555555555",
  permission_mode: "default",
};

/** What one event carries beside the members that all have. */
const OWN: Readonly<Record<string, JsonObject>> = {
  PreToolUse: { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1" },
  PostToolUse: { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: { stdout: "a", stderr: "" }, tool_use_id: "toolu_1" },
  PostToolUseFailure: { tool_name: "Bash", tool_input: { command: "ls" }, error: "exit 1", is_interrupt: false, tool_use_id: "toolu_1" },
  PermissionRequest: { tool_name: "Bash", tool_input: { command: "ls" } },
  PreSkillShellCommand: { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1", command_name: "c", invoked_by: "user" },
  UserPromptSubmit: { prompt: "hello" },
  UserPromptExpansion: { prompt: "/c x", command_name: "c", command_args: "x", expansion_type: "slash_command" },
  SessionStart: { source: "startup" },
  SessionEnd: { reason: "other" },
  Stop: { stop_hook_active: false, last_assistant_message: "done" },
  SubagentStart: { agent_id: "a1", agent_type: "rev" },
  SubagentStop: { agent_id: "a1", agent_type: "rev", stop_hook_active: false, last_assistant_message: "done" },
  PreCompact: { trigger: "manual", custom_instructions: null },
  TaskCreated: { task_id: "1", task_subject: "s" },
  Notification: { message: "m", notification_type: "idle_prompt" },
};

export function payloadOf(event: string, members: JsonObject = {}): JsonObject {
  return { ...COMMON, hook_event_name: event, ...OWN[event], ...members };
}

/** Sends one event; `members` change its payload. */
export function send(hooks: Hooks, event: string, members: JsonObject = {}, input: Partial<InvokeInput> = {}): Promise<Invoked> {
  return invoke(hooks, { provider: "claude-code", event, payload: payloadOf(event, members), ...input });
}

export const bash = (command: string): JsonObject => ({ tool_input: { command } });

/** The document on stdout; `undefined` when there is none. */
export function json({ answer }: Pick<Invoked, "answer">): JsonObject | undefined {
  if (answer.via !== "process") throw new Error(`answered via ${answer.via}`);
  return answer.stdout === "" ? undefined : (JSON.parse(answer.stdout) as JsonObject);
}

/** `hookSpecificOutput` of the answer. */
export function specific(invoked: Pick<Invoked, "answer">): JsonObject {
  return (json(invoked)?.hookSpecificOutput ?? {}) as JsonObject;
}
