/** What every event has. */
import type { Json, JsonObject } from "../base/json.js";
import type { Kind } from "./kinds.js";
import type { Capability, DetectionConfidence, ProviderId, Variant } from "./provider.js";
import type { Raw } from "./raw.js";

/** The session that an event belongs to. `undefined`: the agent does not say. */
export interface Session {
  readonly id: string | undefined;
  readonly turnId: string | undefined;
  /** The session that started this one (subagents of agents that give children a session of their own). */
  readonly parentId: string | undefined;
  /** The top of that chain; equals `id` in a root session, `undefined` where ancestry is not known. */
  readonly rootId: string | undefined;
  readonly cwd: string | undefined;
  /** The root that the payload or the agent's environment names, else the nearest git root above `cwd`. */
  readonly projectRoot: string | undefined;
  readonly workspaceRoots: readonly string[];
  readonly transcriptPath: string | undefined;
  readonly model: string | undefined;
  readonly permissionMode: string | undefined;
  readonly userEmail: string | undefined;
  /** `true`: a person can answer a prompt; `false`: headless; `undefined`: the provider does not say. */
  readonly interactive: boolean | undefined;
  /** Why the session began, in the provider's word (`startup resume clear compact fork` on Claude Code). */
  readonly source: string | undefined;
}

/** Present inside a subagent only. */
export interface Agent {
  readonly id: string | undefined;
  readonly type: string | undefined;
  readonly parentId: string | undefined;
}

/** What every event has. Events are deeply frozen; `ext` is the one mutable slot. */
export interface EventBase<K extends Kind> {
  readonly kind: K;
  readonly provider: ProviderId;
  readonly variant: Variant;
  /** The provider's own name: `PreToolUse`, `beforeShellExecution`, `tool.execute.before`. */
  readonly nativeName: string;
  /** When we received it. */
  readonly time: Date;
  /** The provider's own time stamp, where it sends one. */
  readonly providerTime?: Date;
  readonly detectionConfidence: DetectionConfidence;
  /** Made by us for a report that the provider never sent: no payload, `can()` is always false, gates do not run. */
  readonly backfilled: boolean;
  /** Equal for two deliveries of one native event (double-firing CLIs, one program at two scopes), else different. */
  readonly idempotencyKey: string;
  readonly session: Session;
  readonly agent?: Agent;
  readonly raw: Raw;
  /** The other native event of the same call, where an agent fires two (Cursor); on the second one only. */
  readonly twin?: { readonly nativeName: string; readonly idempotencyKey: string; readonly raw: Raw };
  /** The embedder's own data: never read, written or sent by the library; the same object after `with`. */
  readonly ext: Record<string, unknown>;
  /** Whether a decision can express this on this native event of this variant and version. */
  can(capability: Capability): boolean;
  /** A member of the payload by dot path over objects and array indexes (`"edits.0.path"`); `undefined` when absent. */
  rawField(path: string): Json | undefined;
  /**
   * A changed copy. Projections that follow from a change (shell, targets, mcp after a new `tool.input`) are made again; `raw` stays.
   * It changes what later stages see; what the agent runs is changed by `withUpdatedInput` of a decision.
   */
  with(changes: Changes<this>): this;
}

/** What `with` takes: the projection of the event, one level deep where it is an object. */
export interface Changes<E> {
  readonly session?: Partial<Session>;
  readonly tool?: E extends { readonly tool: unknown } ? { readonly input: JsonObject } : never;
  readonly prompt?: E extends { readonly prompt: unknown } ? { readonly text: string } : never;
}
