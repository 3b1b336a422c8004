/** How often a turn was continued: counted by us, per session and turn, on every provider (design §5.7). */
import type { StateCell } from "../../base/state.js";
import { stateOf } from "../../base/state.js";
import type { AnyEvent } from "../../event/kinds.js";
import type { ProgramParts } from "../../router/program.js";
import type { Services } from "./services.js";

interface Count {
  readonly turn: string;
  readonly count: number;
}

function cellOf(services: Services, event: AnyEvent): StateCell<Count> {
  const state = stateOf(services.store, "agenthooks", event.session.id);
  return state.session<Count>(`continuations.${event.agent?.id ?? "main"}`, { turn: "", count: 0 });
}

/** 0 unless a handler of this program could continue the turn. @throws StateError when the count cannot be read. */
export async function loopCountOf(parts: ProgramParts, services: Services, event: AnyEvent): Promise<number> {
  if (event.kind !== "agent.stop" && event.kind !== "subagent.stop") return 0;
  if (!parts.stages.handlers.some((stage) => stage.kind === event.kind) && parts.stages.interceptors.length === 0) return 0;
  const { turn, count } = await cellOf(services, event).read();
  return turn === turnOf(event) ? count : 0;
}

/** Adds one before the answer is written: a count that was lost would make a loop. */
export async function countContinuation(services: Services, event: AnyEvent): Promise<void> {
  const turn = turnOf(event);
  await cellOf(services, event).update((present) => ({ turn, count: present.turn === turn ? present.count + 1 : 1 }));
}

function turnOf(event: AnyEvent): string {
  return event.session.turnId ?? "";
}
