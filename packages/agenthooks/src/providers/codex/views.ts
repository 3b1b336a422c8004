/** The payload of each native event as Codex names it. */
import type { AnyEvent } from "../../event/kinds.js";
import { unknownPaths, type ViewShape, viewOf } from "../../event/views.js";
import { TURN_COMPLETE } from "./events.js";
import type { AgentTurnComplete, Views } from "./native.js";
import { SHAPES, TURN_COMPLETE_SHAPE } from "./shapes.js";

const PROVIDER = "codex";

// one function each, so that a bundle keeps those that its program calls
const view = <Name extends keyof Views>(event: AnyEvent, name: Name): Views[Name] | undefined => viewOf<Views[Name]>(event, PROVIDER, name);

/** The view of a native event, or `undefined` when this is another provider or another event. */
export const preToolUse = (event: AnyEvent) => view(event, "PreToolUse");
export const permissionRequest = (event: AnyEvent) => view(event, "PermissionRequest");
export const postToolUse = (event: AnyEvent) => view(event, "PostToolUse");
export const userPromptSubmit = (event: AnyEvent) => view(event, "UserPromptSubmit");
export const sessionStart = (event: AnyEvent) => view(event, "SessionStart");
export const sessionEnd = (event: AnyEvent) => view(event, "SessionEnd");
export const stop = (event: AnyEvent) => view(event, "Stop");
export const subagentStart = (event: AnyEvent) => view(event, "SubagentStart");
export const subagentStop = (event: AnyEvent) => view(event, "SubagentStop");
export const preCompact = (event: AnyEvent) => view(event, "PreCompact");
export const postCompact = (event: AnyEvent) => view(event, "PostCompact");
export const interrupt = (event: AnyEvent) => view(event, "Interrupt");
export const preModelRequest = (event: AnyEvent) => view(event, "PreModelRequest");
export const postModelRequest = (event: AnyEvent) => view(event, "PostModelRequest");
/** The report of the older `notify` program. */
export const agentTurnComplete = (event: AnyEvent) => viewOf<AgentTurnComplete>(event, PROVIDER, TURN_COMPLETE);

/** Payload members that no view names, as dot paths; what is inside `tool_input` and `tool_response` is not looked at. */
export function unknownKeys(event: AnyEvent): readonly string[] {
  return event.provider === PROVIDER ? unknownPaths(event.raw.json, shapeOf(event.nativeName)) : [];
}

function shapeOf(name: string): ViewShape {
  if (name === TURN_COMPLETE) return TURN_COMPLETE_SHAPE;
  return Object.hasOwn(SHAPES, name) ? SHAPES[name as keyof typeof SHAPES] : {};
}
