/** An event as plain JSON, for goldens that a person can read. */
import type { Json } from "../base/json.js";
import type { AnyEvent } from "../event/kinds.js";
import { CAPABILITIES } from "../event/provider.js";

/** Of the moment, not of the payload. */
const LEFT_OUT = new Set(["time", "raw", "ext", "twin"]);

/** Every member that follows from the payload, `can` as a list; absent members are left out. */
export function normalise(event: AnyEvent): Json {
  const own = Object.fromEntries(Object.entries(event).filter(([name]) => !LEFT_OUT.has(name)));
  const can = CAPABILITIES.filter((capability) => event.can(capability));
  return JSON.parse(JSON.stringify({ ...own, idempotencyKey: event.idempotencyKey, can })) as Json;
}
