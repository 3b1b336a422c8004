/** What the pipeline needs from its surroundings; each transport brings its own. */
import type { Clock } from "../../base/clock.js";
import type { Json } from "../../base/json.js";
import type { Log } from "../../base/log.js";
import type { StateStore } from "../../base/state.js";
import type { Adapter } from "../../decision/answer.js";

/** One line of the decision log: metadata only (design §5.8). */
export interface DecisionRecord {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly id: string;
  readonly program: string | undefined;
  readonly provider: string;
  readonly variant: string;
  readonly event: string;
  readonly kind: string;
  readonly session: string | undefined;
  readonly turn: string | undefined;
  readonly agent: string | undefined;
  readonly tool: string | undefined;
  readonly decision: string;
  readonly handler: string | undefined;
  /** The input or the prompt was rewritten. */
  readonly rewrote: boolean;
  /** How many contexts went to the model. */
  readonly contexts: number;
  readonly code: string | undefined;
  readonly rule: string | undefined;
  readonly failure: string;
  /** Of a failure: its class, never its text. */
  readonly error: string | undefined;
  readonly degraded: readonly { readonly capability: string; readonly to: string; readonly why: string }[];
  readonly durationMs: number;
}

/** What is known of an event that the program ended on before it had decided. */
export interface CrashRecord {
  readonly time: number;
  readonly id: string;
  readonly program: string | undefined;
  readonly provider: string | undefined;
  readonly event: string | undefined;
  readonly decision: string;
  readonly failure: string;
}

/** Work that outlives the hook process. */
export interface DeferredEntry {
  readonly id: string;
  readonly createdAt: number;
  readonly work:
    | { readonly type: "worker"; readonly worker: string; readonly payload: Json; readonly session: string | undefined }
    | {
        readonly type: "event";
        readonly provider: string;
        readonly event: string;
        readonly variant: string;
        readonly hostVersion: string | undefined;
        /** The payload's bytes, base64. */
        readonly payload: string;
      };
}

/** The library's own state is not worth waiting for: an answer that comes late is no answer. */
export const OWN_WAIT_MS = 500;

export interface Services {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly log: Log;
  readonly store: StateStore;
  /** When the agent started to wait, milliseconds since the epoch. */
  readonly startedAt: number;
  /** Adds a line to the decision log. Called after the answer was written. */
  record(line: DecisionRecord | CrashRecord): void;
  /** Puts an entry where the worker finds it; it is safe when this returns. */
  keep(entry: DeferredEntry): void;
  /** Starts the worker, detached, if there is something for it. Called after the answer was written. */
  startWorker(): void;
  /** What must be answered if this process ends now. */
  onFallback?(answer: () => import("../../decision/answer.js").Answer): void;
}

/** Where adapters come from: one that is bundled, or all, loaded when needed. */
export interface AdapterSource {
  readonly ids: readonly string[];
  load(id: string): Promise<Adapter | undefined> | Adapter | undefined;
}
