/** Decodes payloads of the dialect that Claude Code made common: snake_case members, `hook_event_name`, `tool_input`, `tool_response`. */
import { PayloadError } from "../../base/errors.js";
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import { resolvePath } from "../../base/paths.js";
import { type Adapter, type DecodeInput, projectWith } from "../../decision/answer.js";
import { buildEvent, EMPTY_SESSION, type EventInit, type ToolInit } from "../../event/build.js";
import type { Session } from "../../event/envelope.js";
import type { AnyEvent, Kind } from "../../event/kinds.js";
import { mcpCall } from "../../event/project.js";
import { type PromptOrigin, textPrompt } from "../../event/prompt.js";
import { capabilitiesOf, type EventTable } from "../../event/provider.js";
import { blockText, filled, number, text } from "./payload.js";
import { gitRoot } from "./project-root.js";

/** What a provider of this dialect says differently. */
export interface ShapeDecoder {
  readonly provider: string;
  readonly events: EventTable;
  readonly tools: Adapter["tools"];
  /** The environment variable with the project's folder. */
  readonly projectVariable: string;
  turnId(payload: JsonObject): string | undefined;
  interactive(env: DecodeInput["env"], variant: string): boolean | undefined;
  promptOrigin(payload: JsonObject, prompt: string): PromptOrigin;
  /** The text that the model reads of a tool's result; `undefined` when the tool's shape is not known. */
  outputText(tool: string, output: Json | undefined): string | undefined;
}

/** @throws PayloadError when the payload is no object, or names no event and none was given. */
export function decodeShape(decoder: ShapeDecoder, input: DecodeInput): AnyEvent {
  const payload = input.raw.json;
  if (!isObject(payload)) {
    throw new PayloadError(
      `the payload is not a JSON object; ${decoder.provider}; look at what the agent sends`,
      "invalid",
      decoder.provider,
    );
  }
  const own = filled(payload, "hook_event_name");
  // a name that is no event of this agent does not overrule the command line
  const named = own === undefined ? undefined : decoder.events.row(own);
  const nativeName = named ? own : (input.nativeName ?? own);
  if (nativeName === undefined) {
    throw new PayloadError(
      `the payload has no hook_event_name; ${decoder.provider}; name the event with --event`,
      "unknown-event",
      decoder.provider,
    );
  }
  const row = named ?? decoder.events.row(nativeName);
  const kind = row?.kind ?? "other";
  const session = sessionOf(decoder, kind, payload, input);
  const agentId = filled(payload, "agent_id");
  const agentType = filled(payload, "agent_type");
  return buildEvent({
    kind,
    provider: decoder.provider,
    variant: input.variant,
    nativeName,
    time: input.time ?? new Date(),
    detectionConfidence: input.confidence ?? "config",
    session,
    agent: agentId === undefined ? undefined : { id: agentId, type: agentType, parentId: undefined },
    raw: input.raw,
    capabilities: capabilitiesOf(row, input.variant, input.hostVersion),
    ...membersOf(decoder, kind, payload, session, input.loopCount ?? 0),
  });
}

function sessionOf(decoder: ShapeDecoder, kind: Kind, payload: JsonObject, input: DecodeInput): Session {
  const id = filled(payload, "session_id");
  const roots = Array.isArray(payload.workspace_roots)
    ? payload.workspace_roots.filter((root): root is string => typeof root === "string")
    : [];
  const named = input.env[decoder.projectVariable] || undefined;
  const cwd = filled(payload, "cwd") ?? roots[0] ?? named;
  let root = named;
  let looked = named !== undefined;
  return {
    ...EMPTY_SESSION,
    id,
    turnId: decoder.turnId(payload),
    rootId: id,
    cwd,
    get projectRoot() {
      if (!looked) root = gitRoot(cwd);
      looked = true;
      return root;
    },
    workspaceRoots: roots.length > 0 ? roots : [named ?? cwd].filter((one) => one !== undefined),
    transcriptPath: filled(payload, "transcript_path"),
    model: filled(payload, "model"),
    permissionMode: filled(payload, "permission_mode"),
    userEmail: filled(payload, "user_email"),
    interactive: decoder.interactive(input.env, input.variant),
    source: kind === "session.start" ? filled(payload, "source") : undefined,
  };
}

type Members = Pick<EventInit, "tool" | "prompt" | "members">;

function membersOf(decoder: ShapeDecoder, kind: Kind, payload: JsonObject, session: Session, loopCount: number): Members {
  switch (kind) {
    case "tool.pre":
    case "permission.request":
      return { tool: toolOf(decoder, payload) };
    case "tool.post":
    case "tool.error":
      return { tool: toolOf(decoder, payload), members: resultOf(decoder, kind, payload) };
    case "prompt.submitted":
      return promptOf(decoder, payload);
    case "agent.stop":
    case "subagent.stop":
      return {
        members: {
          previouslyContinued: payload.stop_hook_active === true || loopCount > 0,
          loopCount,
          finalMessage: text(payload, "last_assistant_message"),
          usage: undefined,
        },
      };
    case "session.end":
      return { members: { reason: filled(payload, "reason") } };
    case "subagent.start":
      return { members: { task: filled(payload, "prompt") } };
    case "compact.pre":
      return { members: { trigger: triggerOf(payload), instructions: filled(payload, "custom_instructions") } };
    case "compact.post":
      return { members: { trigger: triggerOf(payload), summary: filled(payload, "compact_summary") } };
    case "notification":
      return { members: { message: text(payload, "message") ?? "", notificationType: filled(payload, "notification_type") } };
    case "file.edited": {
      const path = text(payload, "file_path") ?? "";
      return { members: { path, absolute: resolvePath(session.cwd, path), derived: false } };
    }
    case "model.response":
      return { members: { text: text(payload, "delta") } };
    default:
      return {};
  }
}

function toolOf(decoder: ShapeDecoder, payload: JsonObject): ToolInit {
  const project = projectWith(decoder.tools);
  const server = isObject(payload.mcp_server) ? filled(payload.mcp_server, "name") : undefined;
  return {
    name: text(payload, "tool_name") ?? "",
    id: filled(payload, "tool_use_id"),
    rawInput: payload.tool_input,
    project: (name, input, cwd) => {
      const found = project(name, input, cwd);
      return found.mcp ? { ...found, mcp: mcpCall(name, server) ?? found.mcp } : found;
    },
  };
}

function resultOf(decoder: ShapeDecoder, kind: Kind, payload: JsonObject): Readonly<Record<string, unknown>> {
  const error = text(payload, "error");
  const output = payload.tool_response;
  return {
    output,
    outputText: error ?? decoder.outputText(text(payload, "tool_name") ?? "", output) ?? blockText(output),
    failed: kind === "tool.error",
    error,
    durationMs: number(payload, "duration_ms"),
  };
}

function promptOf(decoder: ShapeDecoder, payload: JsonObject): Members {
  const prompt = text(payload, "prompt") ?? "";
  const made = textPrompt(prompt, decoder.promptOrigin(payload, prompt));
  const name = filled(payload, "command_name");
  return { prompt: name === undefined ? made : { ...made, command: { name, args: text(payload, "command_args") ?? "" } } };
}

function triggerOf(payload: JsonObject): "manual" | "auto" | undefined {
  return payload.trigger === "manual" || payload.trigger === "auto" ? payload.trigger : undefined;
}
