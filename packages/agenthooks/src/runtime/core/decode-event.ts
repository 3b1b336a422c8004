/** A provider's payload as an event, without a program. */
import type { Json } from "../../base/json.js";
import type { AnyEvent } from "../../event/kinds.js";
import { type ProviderId, providerId, type Variant } from "../../event/provider.js";
import { rawFrom } from "../../event/raw.js";
import { BUILT_IN } from "../../providers/index.js";
import { unusable } from "./unreadable.js";

/**
 * A provider's payload as an event. Asynchronous, because the adapter is loaded on demand.
 * @throws PayloadError when the payload is empty, not JSON, or names no event and none is given; TypeError for an unknown provider.
 */
export async function decodeEvent(input: {
  readonly provider: ProviderId;
  readonly payload: string | Uint8Array | Json;
  /** The native event, for providers whose payloads do not name it. */
  readonly event?: string;
  readonly variant?: Variant;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly hostVersion?: string;
}): Promise<AnyEvent> {
  const id = providerId(input.provider);
  if (!Object.hasOwn(BUILT_IN, id))
    throw new TypeError(`unknown provider ${JSON.stringify(id)}; one of ${Object.keys(BUILT_IN).join(", ")}`);
  const adapter = await (BUILT_IN[id] as () => Promise<import("../../decision/answer.js").Adapter>)();
  const raw = rawFrom(input.payload);
  const env = input.env ?? {};
  if (raw.json === undefined) throw unusable(raw, id, id);
  const variant = input.variant ?? adapter.detect({ payload: raw.json, env }) ?? "";
  return adapter.decode({ raw, nativeName: input.event, variant, env, hostVersion: input.hostVersion });
}
