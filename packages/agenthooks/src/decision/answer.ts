/** What goes back to the agent, and who says it. */
import type { Json, JsonObject } from "../base/json.js";
import type { AnyEvent } from "../event/kinds.js";
import type { Capability, NativeEventRow, ProviderId, Variant } from "../event/provider.js";
import type { Raw } from "../event/raw.js";
import type { ToolCall, ToolClass, ToolProjection } from "../event/tool.js";
import type { Decision, DecisionKind } from "./types.js";

/** What goes back to the agent, whatever the transport. */
export type Answer =
  | { readonly via: "process"; readonly stdout: string; readonly stderr: string; readonly exitCode: number }
  | { readonly via: "return"; readonly value: unknown }
  | { readonly via: "throw"; readonly message: string }
  | { readonly via: "mutate"; readonly patch: JsonObject }
  | { readonly via: "http"; readonly status: number; readonly body: string };

/** What the agent could not express, in the order it was dropped or changed. */
export interface Degraded {
  readonly capability: Capability;
  readonly to: DecisionKind | "dropped";
  readonly why: string;
}

/** What an answer is made for. */
export interface EncodeTarget {
  readonly hostVersion: string | undefined;
  readonly variant: Variant;
  /** Told by `encode` when it cannot put a part of the decision on the wire in a form that this agent honours. */
  degrade?(what: Degraded): void;
}

/** What an adapter makes an event of. */
export interface DecodeInput {
  readonly raw: Raw;
  /** The event that the command line names; the payload's own name wins where it has one. */
  readonly nativeName: string | undefined;
  readonly variant: Variant;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hostVersion: string | undefined;
  /** How the provider was found. Default `config`. */
  readonly confidence?: "config" | "shape" | "env";
  /** When the payload was received. Default: now. */
  readonly time?: Date;
  /** How often this turn was continued by us; the runtime counts. Default 0. */
  readonly loopCount?: number;
}

/**
 * What only another agent sends, on an entry that was made for this one: that agent runs this one's configuration too.
 * `member` of its payloads is one that this adapter's agent never sends; `variable` must be set beside it, where the member alone could be
 * anybody's.
 */
export type ForeignMark = readonly [provider: ProviderId, member: string, variable?: string];

/** The run-time half of an adapter. `apiVersion` is raised when this shape changes. */
export interface Adapter {
  readonly apiVersion: 1;
  readonly id: string;
  readonly events: readonly NativeEventRow[];
  /** The row of one event, where that is faster than to make all of them. */
  row?(nativeName: string): NativeEventRow | undefined;
  /** The variant, when the payload or the environment is this provider's; else `undefined`. */
  detect(input: { readonly payload: Json | undefined; readonly env: Readonly<Record<string, string | undefined>> }): Variant | undefined;
  /** The other agents that run this one's entries; a flag or a shape is overruled by their marks (design §5.4). */
  readonly foreign?: readonly ForeignMark[];
  /** @throws PayloadError when the payload is not an object or names no event and none was given. */
  decode(input: DecodeInput): AnyEvent;
  encode(event: AnyEvent, decision: Decision | undefined, target: EncodeTarget): Answer;
  /**
   * What comes between decoding and the observers, in this order, the filter between the first and the second: MCP servers of the call
   * from configuration, the other native event of the same call, reports that the agent never sends. Each may return a changed event.
   */
  readonly stages?: {
    attribute?(event: AnyEvent): AnyEvent | Promise<AnyEvent>;
    join?(event: AnyEvent): AnyEvent | Promise<AnyEvent>;
    backfill?(event: AnyEvent): AnyEvent | Promise<AnyEvent>;
  };
  /** The agent's version, where its environment says so. */
  hostVersion?(env: Readonly<Record<string, string | undefined>>): string | undefined;
  readonly tools: {
    classify(name: string, input: JsonObject): ToolClass;
    project(
      name: string,
      input: JsonObject,
      cwd: string | undefined,
    ): Pick<ToolCall, "targets" | "targetsComplete" | "shell" | "mcp" | "delegation">;
  };
}

/** The projection of an adapter's tool table. */
export function projectWith(tools: Adapter["tools"]): (name: string, input: JsonObject, cwd: string | undefined) => ToolProjection {
  return (name, input, cwd) => ({ canonical: tools.classify(name, input), ...tools.project(name, input, cwd) });
}

/** The row of a native event. */
export function rowOf(adapter: Adapter, nativeName: string): NativeEventRow | undefined {
  return adapter.row ? adapter.row(nativeName) : adapter.events.find((row) => row.native === nativeName);
}
