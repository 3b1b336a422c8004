/** What happened, one entry per event of the program, whoever played the agent. */
import type { LoggedDecision } from "../decision-log.js";

export interface TimelineEntry {
  /** Milliseconds since the agent was started. */
  readonly offsetMs: number;
  readonly event: string;
  /** The tool and what it was called with. */
  readonly call: string;
  /** `undefined`: no opinion. */
  readonly decision: string | undefined;
  readonly handler: string | undefined;
  /** Milliseconds that the program took. */
  readonly tookMs: number | undefined;
  /** The tool result that the model read in the end, on the last event of a call. */
  readonly modelSaw: string | undefined;
}

export interface Played {
  readonly entries: readonly TimelineEntry[];
  /** Everything that the model was shown. */
  readonly shown: string;
}

/** One call of the model, as the demo knows it. */
export interface PlayedCall {
  readonly call: string;
  readonly modelSaw: string | undefined;
}

/**
 * Joins the decision log with the calls: a call begins with an event before the tool, and the events that follow, up to the next call,
 * are its own. The last one shows what the model read.
 */
export function joinLog(log: readonly LoggedDecision[], calls: readonly PlayedCall[], startedAt: number): readonly TimelineEntry[] {
  let at = -1;
  const numbered = log.map((logged) => ({ logged, at: logged.kind === "tool.pre" ? ++at : at }));
  return numbered.map(({ logged, at: number }, index) => {
    const call = calls[number];
    const last = numbered[index + 1]?.at !== number;
    return {
      offsetMs: Math.max(0, logged.time - startedAt),
      event: logged.event,
      call: call?.call ?? logged.tool ?? "",
      decision: logged.decision,
      handler: logged.handler,
      tookMs: logged.durationMs,
      modelSaw: last ? call?.modelSaw : undefined,
    };
  });
}
