/** Contexts given with `{ when: "next" }`: kept until an event of the session can carry them. */
import type { StateCell } from "../../base/state.js";
import { stateOf } from "../../base/state.js";
import type { AnyEvent } from "../../event/kinds.js";
import { OWN_WAIT_MS, type Services } from "./services.js";

/** Beyond this the oldest is dropped. */
const MOST = 50;

function cellOf(services: Services, event: AnyEvent): StateCell<readonly string[]> {
  return stateOf(services.store, "agenthooks", event.session.id, OWN_WAIT_MS).session<readonly string[]>(
    `next-contexts.${event.agent?.id ?? "main"}`,
    [],
  );
}

/** On disk when it resolves. @throws StateError */
export async function keepNextContexts(services: Services, event: AnyEvent, contexts: readonly string[]): Promise<void> {
  await cellOf(services, event).update((present) => [...texts(present), ...contexts].slice(-MOST));
}

/** Takes what is there; each context is delivered once. @throws StateError */
export async function takeNextContexts(services: Services, event: AnyEvent): Promise<readonly string[]> {
  const cell = cellOf(services, event);
  if (texts(await cell.read()).length === 0) return [];
  let taken: readonly string[] = [];
  await cell.update((present) => {
    taken = texts(present);
    return [];
  });
  return taken;
}

/** Whatever stands in the file, only texts go to a model. */
function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
