/** What the stages of one invocation share. */

import type { PayloadError } from "../../base/errors.js";
import type { Adapter, Answer, Degraded, EncodeTarget } from "../../decision/answer.js";
import type { Decision } from "../../decision/types.js";
import type { AnyEvent } from "../../event/kinds.js";
import type { ProgramParts } from "../../router/program.js";
import type { Flags } from "./argv.js";
import { type Failure, logError } from "./failure.js";
import type { AdapterSource, Services } from "./services.js";
import { blindAnswer } from "./unreadable.js";

export interface RunInput {
  /** What was read, or why nothing could be read. */
  readonly payload: Uint8Array | PayloadError;
  readonly flags: Flags;
  readonly adapters: AdapterSource;
  /** How deep agents have been started inside hooks. Default 0. */
  readonly depth?: number;
}

export interface RunResult {
  readonly answer: Answer;
  readonly event: AnyEvent | undefined;
  readonly decision: Decision | undefined;
  readonly degraded: readonly Degraded[];
  readonly failure: Failure["kind"];
  readonly handler: string | undefined;
  /** Decision log, `onDecision`, observers up to their budget, deferred work. To be called after the answer was written; never rejects. */
  finish(): Promise<void>;
}

export interface Run {
  readonly parts: ProgramParts;
  readonly services: Services;
  readonly adapter: Adapter;
  readonly target: EncodeTarget;
  readonly fail: "open" | "closed";
  /** Filled while the decision is lessened and encoded. */
  readonly degraded: Degraded[];
}

/** Never throws: where even a refusal cannot be encoded, the form that every spawning agent understands. */
export function encodeSafely({ adapter, target, services }: Run, event: AnyEvent, decision: Decision | undefined): Answer {
  try {
    return adapter.encode(event, decision, { ...target, degrade: () => undefined });
  } catch (error) {
    logError(services.log, "error", "encode failed", error, { event: event.nativeName });
    return blindAnswer(decision?.blocks ? "closed" : "open");
  }
}
