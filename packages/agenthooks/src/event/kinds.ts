/** The unified names of events, and the event type of each. */
import type { Json } from "../base/json.js";
import type { EventBase } from "./envelope.js";
import type { Prompt } from "./prompt.js";
import type { ToolCall } from "./tool.js";

/** The event type of each kind. Its keys are the kinds. */
export interface EventByKind {
  "session.start": SessionStartEvent;
  "session.end": SessionEndEvent;
  "prompt.submitted": PromptSubmittedEvent;
  "tool.pre": ToolPreEvent;
  "tool.post": ToolPostEvent;
  "tool.error": ToolErrorEvent;
  "permission.request": PermissionRequestEvent;
  "agent.stop": AgentStopEvent;
  "subagent.start": SubagentStartEvent;
  "subagent.stop": SubagentStopEvent;
  "compact.pre": CompactPreEvent;
  "compact.post": CompactPostEvent;
  notification: NotificationEvent;
  "file.edited": FileEditedEvent;
  "model.request": ModelRequestEvent;
  "model.response": ModelResponseEvent;
  "mcp.inventory": McpInventoryEvent;
  other: OtherEvent;
}
/** A unified name of an event. */
export type Kind = keyof EventByKind;

type UnionToIntersection<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void ? I : never;
type IsUnion<U> = [U] extends [UnionToIntersection<U>] ? false : true;
/** `K`, unless it is a union of kinds: a loop over kinds would let a handler return the decision of another kind. */
export type OneKind<K extends Kind> = IsUnion<K> extends true ? never : K;

/** Any event: a union that `event.kind` narrows. */
export type AnyEvent = EventByKind[Kind];
/** The events that carry a tool call. */
export type ToolEvent = ToolPreEvent | ToolPostEvent | ToolErrorEvent | PermissionRequestEvent;

export function hasTool(event: AnyEvent): event is ToolEvent {
  return "tool" in event;
}

/** A session begins, is resumed or goes on after a compaction: see `session.source`. */
export interface SessionStartEvent extends EventBase<"session.start"> {}
/** A session ended. Agents give hooks little time here. */
export interface SessionEndEvent extends EventBase<"session.end"> {
  readonly reason: string | undefined;
}
/** A prompt is about to reach the model. */
export interface PromptSubmittedEvent extends EventBase<"prompt.submitted"> {
  readonly prompt: Prompt;
}
/** A tool is about to run. */
export interface ToolPreEvent extends EventBase<"tool.pre"> {
  readonly tool: ToolCall;
}
/** The agent is about to ask the person whether a tool may run. */
export interface PermissionRequestEvent extends EventBase<"permission.request"> {
  readonly tool: ToolCall;
}
interface ToolResult {
  readonly tool: ToolCall;
  /** The result in the provider's own shape. */
  readonly output: Json | undefined;
  /** The text of the result as the model is to see it; `undefined` when the shape is not known. */
  readonly outputText: string | undefined;
  readonly failed: boolean;
  readonly error: string | undefined;
  readonly durationMs: number | undefined;
}
/** A tool ran, and the model is about to read its output. */
export interface ToolPostEvent extends EventBase<"tool.post">, ToolResult {}
/** A tool failed, and the model is about to read why. */
export interface ToolErrorEvent extends EventBase<"tool.error">, ToolResult {}

/** `undefined` means not reported, which is not zero. */
export interface Usage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly cacheReadTokens: number | undefined;
  readonly cacheWriteTokens: number | undefined;
  readonly costUsd: number | undefined;
}
interface Stop {
  /** This turn is already the continuation of a stop that we or another hook refused. */
  readonly previouslyContinued: boolean;
  /** How often we continued this turn: our own count, on every provider. */
  readonly loopCount: number;
  readonly finalMessage: string | undefined;
  readonly usage: Usage | undefined;
}
/** The agent is about to end its turn. */
export interface AgentStopEvent extends EventBase<"agent.stop">, Stop {}
/** A subagent is about to end. */
export interface SubagentStopEvent extends EventBase<"subagent.stop">, Stop {}
/** A subagent is about to start. */
export interface SubagentStartEvent extends EventBase<"subagent.start"> {
  readonly task: string | undefined;
}
/** The context is about to be compacted. */
export interface CompactPreEvent extends EventBase<"compact.pre"> {
  readonly trigger: "manual" | "auto" | undefined;
  readonly instructions: string | undefined;
}
/** The context was compacted. */
export interface CompactPostEvent extends EventBase<"compact.post"> {
  readonly trigger: "manual" | "auto" | undefined;
  readonly summary: string | undefined;
}
/** The agent tells the person something. */
export interface NotificationEvent extends EventBase<"notification"> {
  readonly message: string;
  readonly notificationType: string | undefined;
}
/** A file changed. */
export interface FileEditedEvent extends EventBase<"file.edited"> {
  readonly path: string;
  readonly absolute: string;
  /** Made from a tool result, because the provider sends no event of its own. */
  readonly derived: boolean;
}
/** A request is about to go to the model. */
export interface ModelRequestEvent extends EventBase<"model.request"> {}
/** The model answered, in part or as a whole. */
export interface ModelResponseEvent extends EventBase<"model.response"> {
  readonly text: string | undefined;
}
/** The MCP servers that the agent was configured with. */
export interface McpInventoryEvent extends EventBase<"mcp.inventory"> {
  readonly servers: readonly { readonly name: string; readonly url?: string; readonly command?: string }[];
  /** `false`: we could not look everywhere. */
  readonly complete: boolean;
}
/** A native event without a kind: `nativeName`, `raw` and the provider's typed view say what it is. */
export interface OtherEvent extends EventBase<"other"> {}
