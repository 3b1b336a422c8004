/** agenthooks: one program of typed handlers that runs as the hooks of every coding agent. */
export type { Clock } from "./base/clock.js";
export type { Duration } from "./base/duration.js";
export {
  ConfigParseError,
  DeadlineError,
  HandlerError,
  InstallConflictError,
  LossyUpdateError,
  PayloadError,
  StateError,
  UnsupportedDecisionError,
  UsageError,
} from "./base/errors.js";
export type { ExecOptions, ExecResult } from "./base/exec.js";
export type { Json, JsonObject } from "./base/json.js";
export type { Log } from "./base/log.js";
export type { State, StateCell, StateOptions } from "./base/state.js";
export type { Adapter, Answer, DecodeInput, Degraded, EncodeTarget } from "./decision/answer.js";
export {
  acceptPrompt,
  allow,
  answerPrompt,
  askUser,
  blockPrompt,
  cancel,
  continueSession,
  continueWith,
  deny,
  finish,
  flagOutput,
  noDecision,
  observed,
  proceed,
  replaceOutput,
} from "./decision/decision.js";
export { defineProvider } from "./decision/define-provider.js";
export type { Policy } from "./decision/policy.js";
export type {
  CancelDecision,
  ContextOptions,
  Decision,
  DecisionByKind,
  DecisionKind,
  OutputDecision,
  ProceedDecision,
  PromptDecision,
  StopDecision,
  ToolDecision,
} from "./decision/types.js";
export type { CreateInit as EventInit } from "./event/create.js";
export { createEvent } from "./event/create.js";
export type { Agent, Changes, EventBase, Session } from "./event/envelope.js";
export type {
  AgentStopEvent,
  AnyEvent,
  CompactPostEvent,
  CompactPreEvent,
  EventByKind,
  FileEditedEvent,
  Kind,
  McpInventoryEvent,
  ModelRequestEvent,
  ModelResponseEvent,
  NotificationEvent,
  OtherEvent,
  PermissionRequestEvent,
  PromptSubmittedEvent,
  SessionEndEvent,
  SessionStartEvent,
  SubagentStartEvent,
  SubagentStopEvent,
  ToolErrorEvent,
  ToolEvent,
  ToolPostEvent,
  ToolPreEvent,
  Usage,
} from "./event/kinds.js";
export type { Prompt, PromptOrigin, PromptPart } from "./event/prompt.js";
export type { BuiltinProvider, Capability, DetectionConfidence, NativeEventRow, ProviderId, Variant } from "./event/provider.js";
export type { Raw } from "./event/raw.js";
export type {
  Delegation,
  FileTool,
  McpCall,
  McpTool,
  OtherTool,
  ShellCall,
  ShellTool,
  Target,
  TaskTool,
  ToolCall,
  ToolClass,
} from "./event/tool.js";
export type { NativeEvent, NativeGate } from "./event/views.js";
export { all, any, when } from "./router/combinators.js";
export type {
  Context,
  Handler,
  HandlerFunction,
  HandlerOptions,
  Interceptor,
  Next,
  Observer,
  ObserverOptions,
  Outcome,
} from "./router/handler.js";
export type { Hooks, HooksOptions } from "./router/hooks.js";
export { combine, createHooks } from "./router/hooks.js";
export type { Matcher, NarrowingMatcher, PathMatcher } from "./router/matchers.js";
export { matchCanonical, matchMcp, matchPaths, matchTools } from "./router/matchers.js";
export type { NativeAnswer } from "./router/native.js";
export { nativeAnswer } from "./router/native.js";
export type { Stage } from "./router/walk.js";
export { decodeEvent } from "./runtime/core/decode-event.js";
export { main } from "./runtime/hosts/main.js";
