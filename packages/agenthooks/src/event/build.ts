/** Makes events: frozen, with `with` and the members that cost something made on first use. */
import { sha256 } from "../base/hash.js";
import type { Json, JsonObject } from "../base/json.js";
import { canonicalJson, deepFreeze, jsonPath } from "../base/json.js";
import type { Agent, Session } from "./envelope.js";
import type { AnyEvent, EventByKind, Kind } from "./kinds.js";
import type { Prompt } from "./prompt.js";
import type { Capability, DetectionConfidence, ProviderId, Variant } from "./provider.js";
import type { Raw } from "./raw.js";
import type { ToolProjection } from "./tool.js";
import { inputObject, toolCall } from "./tool.js";

/** Reads the projection off a tool's input: an adapter's table, or the shared one. */
export type Project = (name: string, input: JsonObject, cwd: string | undefined) => ToolProjection;

export interface ToolInit {
  readonly name: string;
  readonly rawInput: Json | undefined;
  /** A changed input (after a rewrite); default: `rawInput` as an object. */
  readonly input?: JsonObject;
  readonly id: string | undefined;
  readonly project: Project;
}

/** Members of one kind beside the envelope, tool and prompt. */
export type KindMembers<K extends Kind> = Omit<EventByKind[K], keyof EventByKind["other"] | "tool" | "prompt" | "kind">;

export interface EventInit {
  readonly kind: Kind;
  readonly provider: ProviderId;
  readonly variant: Variant;
  readonly nativeName: string;
  readonly time: Date;
  readonly providerTime?: Date | undefined;
  readonly detectionConfidence: DetectionConfidence;
  readonly backfilled?: boolean;
  readonly session: Session;
  readonly agent?: Agent | undefined;
  readonly raw: Raw;
  readonly capabilities: ReadonlySet<Capability>;
  readonly tool?: ToolInit;
  readonly prompt?: Prompt;
  /** The rest of the kind's members; see {@link KindMembers}. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly ext?: Record<string, unknown>;
}

/** The session of a payload that says nothing. */
export const EMPTY_SESSION: Session = Object.freeze({
  id: undefined,
  turnId: undefined,
  parentId: undefined,
  rootId: undefined,
  cwd: undefined,
  projectRoot: undefined,
  workspaceRoots: Object.freeze([]),
  transcriptPath: undefined,
  model: undefined,
  permissionMode: undefined,
  userEmail: undefined,
  interactive: undefined,
  source: undefined,
});

interface LooseChanges {
  readonly session?: Partial<Session>;
  readonly tool?: { readonly input: JsonObject };
  readonly prompt?: { readonly text: string };
}

class BuiltEvent {
  readonly #init: EventInit;
  readonly ext: Record<string, unknown>;
  #key: string | undefined;

  constructor(init: EventInit) {
    this.#init = init;
    this.ext = init.ext ?? {};
    const { kind, provider, variant, nativeName, time, detectionConfidence, raw } = init;
    Object.assign(this, { kind, provider, variant, nativeName, time, detectionConfidence, raw, backfilled: init.backfilled ?? false });
    Object.assign(this, init.members, { session: freezeSession(init.session) });
    if (init.providerTime) Object.assign(this, { providerTime: init.providerTime });
    if (init.agent) Object.assign(this, { agent: Object.freeze({ ...init.agent }) });
    if (init.prompt) Object.assign(this, { prompt: deepFreeze(init.prompt) });
    if (init.tool) Object.assign(this, { tool: buildTool(init.tool, init.session) });
    for (const value of Object.values(init.members ?? {})) deepFreeze(value);
    Object.freeze(this);
  }

  get idempotencyKey(): string {
    const { provider, session, nativeName, tool, raw } = this.#init;
    const call = tool ? (tool.id ?? canonicalJson(tool.rawInput ?? {})) : raw.text;
    this.#key ??= sha256(provider, session.id ?? "", session.turnId ?? "", nativeName, call);
    return this.#key;
  }

  can(capability: Capability): boolean {
    return !this.#init.backfilled && this.#init.capabilities.has(capability);
  }

  rawField(path: string): Json | undefined {
    return jsonPath(this.#init.raw.json, path);
  }

  with(changes: LooseChanges): BuiltEvent {
    const init = this.#init;
    return new BuiltEvent({
      ...init,
      ext: this.ext,
      session: mergeSession(init.session, changes.session),
      ...(init.tool && changes.tool ? { tool: { ...init.tool, input: changes.tool.input } } : {}),
      ...(init.prompt && changes.prompt
        ? {
            prompt: {
              ...init.prompt,
              text: changes.prompt.text,
              parts: [{ type: "text", text: changes.prompt.text, raw: changes.prompt.text }],
            },
          }
        : {}),
    });
  }
}

function buildTool(tool: ToolInit, session: Session): unknown {
  const input = deepFreeze(tool.input ?? inputObject(tool.rawInput));
  const original = inputObject(tool.rawInput);
  const call = toolCall({
    name: tool.name,
    rawInput: tool.rawInput,
    input,
    id: tool.id,
    synthesize: () => `hook_synth_${sha256(session.id ?? "", session.turnId ?? "", tool.name, canonicalJson(original)).slice(0, 16)}`,
    projection: deepFreeze(tool.project(tool.name, input, session.cwd)),
    project: () => session.projectRoot ?? session.cwd,
  });
  return Object.freeze(call);
}

/** `projectRoot` may be a getter that looks at the file system: it must not run because an event is made. */
function freezeSession(session: Session): Session {
  Object.freeze(session.workspaceRoots);
  return Object.freeze(session);
}

function mergeSession(session: Session, changes: Partial<Session> | undefined): Session {
  if (!changes) return session;
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(session), ...Object.getOwnPropertyDescriptors(changes) },
  ) as Session;
}

/** Makes an event. The caller answers for `members` being those of `kind`. */
export function buildEvent(init: EventInit): AnyEvent {
  return new BuiltEvent(init) as unknown as AnyEvent;
}
