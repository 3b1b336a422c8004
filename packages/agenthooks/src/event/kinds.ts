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

export interface SessionStartEvent extends EventBase<"session.start"> {}
export interface SessionEndEvent extends EventBase<"session.end"> {
  readonly reason: string | undefined;
}
export interface PromptSubmittedEvent extends EventBase<"prompt.submitted"> {
  readonly prompt: Prompt;
}
export interface ToolPreEvent extends EventBase<"tool.pre"> {
  readonly tool: ToolCall;
}
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
export interface ToolPostEvent extends EventBase<"tool.post">, ToolResult {}
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
export interface AgentStopEvent extends EventBase<"agent.stop">, Stop {}
export interface SubagentStopEvent extends EventBase<"subagent.stop">, Stop {}
export interface SubagentStartEvent extends EventBase<"subagent.start"> {
  readonly task: string | undefined;
}
export interface CompactPreEvent extends EventBase<"compact.pre"> {
  readonly trigger: "manual" | "auto" | undefined;
  readonly instructions: string | undefined;
}
export interface CompactPostEvent extends EventBase<"compact.post"> {
  readonly trigger: "manual" | "auto" | undefined;
  readonly summary: string | undefined;
}
export interface NotificationEvent extends EventBase<"notification"> {
  readonly message: string;
  readonly notificationType: string | undefined;
}
export interface FileEditedEvent extends EventBase<"file.edited"> {
  readonly path: string;
  readonly absolute: string;
  /** Made from a tool result, because the provider sends no event of its own. */
  readonly derived: boolean;
}
export interface ModelRequestEvent extends EventBase<"model.request"> {}
export interface ModelResponseEvent extends EventBase<"model.response"> {
  readonly text: string | undefined;
}
export interface McpInventoryEvent extends EventBase<"mcp.inventory"> {
  readonly servers: readonly { readonly name: string; readonly url?: string; readonly command?: string }[];
  /** `false`: we could not look everywhere. */
  readonly complete: boolean;
}
/** A native event without a kind: `nativeName`, `raw` and the provider's typed view say what it is. */
export interface OtherEvent extends EventBase<"other"> {}
