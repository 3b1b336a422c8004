/** How an agent runs a hook and reads its answer: the model that `FakeProvider` plays. */
import type { Json, JsonObject } from "../base/json.js";
import type { NativeEventRow } from "../event/provider.js";

/** What an agent does with an answer. */
export interface Effect {
  /** The action that the event stands before went ahead: the tool ran, the prompt was sent, the agent stopped. */
  readonly ran: boolean;
  readonly shownToModel: readonly string[];
  readonly shownToUser: readonly string[];
  readonly asked: boolean;
}

export interface HostModel {
  /** Payloads of the events that fire most, the most frequent last. */
  readonly samples: readonly { readonly event: string; readonly payload: JsonObject }[];
  /** @throws TypeError naming the event that was meant, when this agent has none of that name. */
  requireEvent(event: string): void;
  /** Adds the members that this agent sends with every payload. */
  complete(event: string, payload: Json, home: string): Json;
  env(home: string, variant: string, hostVersion: string | undefined): Readonly<Record<string, string>>;
  /** The timeout of an entry that names none, milliseconds. */
  timeoutMs(event: string): number;
  /** What one that only watches reads from these reports as well: it needs no entry on the gate. */
  readonly reported?: Readonly<Record<string, readonly string[]>>;
  read(
    event: string,
    ended: { readonly stdout: string; readonly stderr: string; readonly exitCode: number | null; readonly timedOut: boolean },
    variant: string,
  ): Effect;
}

/** The check of `requireEvent` over an adapter's table. */
export function requireRow(provider: string, rows: readonly NativeEventRow[], event: string): void {
  if (rows.some((row) => row.native === event)) return;
  const meant = rows.filter((row) => row.kind === event || row.native.toLowerCase() === event.toLowerCase()).map((row) => row.native);
  throw new TypeError(`${provider} has no event ${JSON.stringify(event)}${meant.length > 0 ? `; ${meant.join(" or ")} is meant` : ""}`);
}

/** `payload` with defaults below it. */
export function withDefaults(payload: Json, defaults: JsonObject): Json {
  return typeof payload === "object" && payload !== null && !Array.isArray(payload) ? { ...defaults, ...(payload as JsonObject) } : payload;
}
