/** How often a turn was continued: counted by us, per session and turn, on every provider (design §5.7). */
import type { StateCell } from "../../base/state.js";
import { stateOf } from "../../base/state.js";
import type { AnyEvent } from "../../event/kinds.js";
import type { ProgramParts } from "../../router/program.js";
import { OWN_WAIT_MS, type Services } from "./services.js";

interface Count {
  readonly turn: string;
  readonly count: number;
}

function cellOf(services: Services, event: AnyEvent): StateCell<Count> {
  const state = stateOf(services.store, "agenthooks", event.session.id, OWN_WAIT_MS);
  return state.session<Count>(`continuations.${event.agent?.id ?? "main"}`, { turn: "", count: 0 });
}

/** 0 unless a handler of this program could continue the turn. @throws StateError when the count cannot be read. */
export async function loopCountOf(parts: ProgramParts, services: Services, event: AnyEvent): Promise<number> {
  if (event.kind !== "agent.stop" && event.kind !== "subagent.stop") return 0;
  if (!parts.stages.handlers.some((stage) => stage.kind === event.kind) && parts.stages.interceptors.length === 0) return 0;
  return countOf(event, await cellOf(services, event).read());
}

/**
 * Adds one before the answer is written: a count that was lost would make a loop. Returns how often the turn was continued before, which
 * another process may have done since the event was decoded.
 */
export async function countContinuation(services: Services, event: AnyEvent): Promise<number> {
  let before = 0;
  await cellOf(services, event).update((present) => {
    before = countOf(event, present);
    return { turn: event.session.turnId ?? "", count: before + 1 };
  });
  return before;
}

/** Without a turn's id, a stop that no hook has refused yet begins a new one. */
function countOf(event: AnyEvent, { turn, count }: Count): number {
  const { turnId } = event.session;
  if (turnId === undefined) return "previouslyContinued" in event && event.previouslyContinued ? count : 0;
  return turn === turnId ? count : 0;
}
