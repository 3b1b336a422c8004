/** Codex's payloads (facts/codex.md §4). */
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import type { DecodeInput } from "../../decision/answer.js";
import { buildEvent, EMPTY_SESSION } from "../../event/build.js";
import type { AnyEvent } from "../../event/kinds.js";
import { decodeShape, type ShapeDecoder } from "../_claude-shape/decode.js";
import { blockText, filled, text } from "../_claude-shape/payload.js";
import { gitRoot } from "../_claude-shape/project-root.js";
import { EVENTS, TURN_COMPLETE } from "./events.js";
import { tools } from "./tools.js";
import { interactive } from "./variant.js";

/** What a reason of a refused stop comes back as, were it ever to be submitted (facts §0.14). */
const HOOK_PROMPT = "<hook_prompt ";

const decoder = (payload: Json | undefined): ShapeDecoder => ({
  provider: "codex",
  events: EVENTS,
  tools,
  projectVariable: "", // hooks are given none (facts §3 "env")
  turnId: (members) => filled(members, "turn_id"),
  interactive: () => interactive(payload),
  // a subagent's task is submitted as its prompt (facts §4)
  promptOrigin: (members, prompt) =>
    prompt.startsWith(HOOK_PROMPT) ? "synthetic" : filled(members, "agent_id") === undefined ? "user" : "agent",
  outputText: (_tool, output) => (isObject(output) ? objectText(output) : undefined),
});

/** What the model reads of an object (rollouts of the lab): of what an MCP tool answers its object before its blocks, of the rest its JSON. */
function objectText(output: JsonObject): string | undefined {
  if (isObject(output.structuredContent)) return JSON.stringify(output.structuredContent);
  return Array.isArray(output.content) ? blockText(output.content) : JSON.stringify(output);
}

export function decode(input: DecodeInput): AnyEvent {
  const { json } = input.raw;
  if (isObject(json) && json.hook_event_name === undefined && json.type === TURN_COMPLETE) return decodeNotify(json, input);
  return decodeShape(decoder(json), input);
}

/** The report of the older `notify` program, with names of its own (facts §3). */
function decodeNotify(payload: JsonObject, { raw, variant, time, confidence }: DecodeInput): AnyEvent {
  const id = filled(payload, "thread-id");
  const cwd = filled(payload, "cwd");
  return buildEvent({
    kind: "notification",
    provider: "codex",
    variant,
    nativeName: TURN_COMPLETE,
    time: time ?? new Date(),
    detectionConfidence: confidence ?? "config",
    session: {
      ...EMPTY_SESSION,
      id,
      rootId: id,
      turnId: filled(payload, "turn-id"),
      cwd,
      get projectRoot() {
        return gitRoot(cwd);
      },
      workspaceRoots: cwd === undefined ? [] : [cwd],
    },
    raw,
    capabilities: new Set(),
    members: { message: text(payload, "last-assistant-message") ?? "", notificationType: TURN_COMPLETE },
  });
}
