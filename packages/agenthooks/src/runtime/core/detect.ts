/** Which provider is calling (design §5.4, facts/agenthooks.md §2.5): the flag first, then the payload, then the environment. */
import type { Json } from "../../base/json.js";
import type { Adapter } from "../../decision/answer.js";
import type { DetectionConfidence, Variant } from "../../event/provider.js";
import type { AdapterSource } from "./services.js";

export interface Detected {
  readonly adapter: Adapter;
  readonly variant: Variant;
  readonly confidence: DetectionConfidence;
}

type Env = Readonly<Record<string, string | undefined>>;

/** `undefined` when nothing says who is calling, or the flag names a provider that is not known. */
export async function detect(
  source: AdapterSource,
  flags: { readonly provider: string | undefined; readonly variant: string | undefined },
  payload: Json | undefined,
  env: Env,
): Promise<Detected | undefined> {
  if (flags.provider !== undefined) {
    const adapter = await source.load(flags.provider);
    return adapter && { adapter, variant: flags.variant ?? adapter.detect({ payload, env }) ?? "", confidence: "config" };
  }
  for (const confidence of ["shape", "env"] as const) {
    const seen = confidence === "shape" ? { payload, env: {} } : { payload: undefined, env };
    for (const id of source.ids) {
      const adapter = await source.load(id);
      if (adapter?.detect(seen) !== undefined) {
        return { adapter, variant: flags.variant ?? adapter.detect({ payload, env }) ?? "", confidence };
      }
    }
  }
  return undefined;
}
