/** Which provider is calling (design §5.4, facts/agenthooks.md §2.5): the flag first, then the payload, then the environment. */
import { isObject, type Json } from "../../base/json.js";
import type { Adapter } from "../../decision/answer.js";
import type { DetectionConfidence, ProviderId, Variant } from "../../event/provider.js";
import type { AdapterSource } from "./services.js";

export interface Detected {
  readonly adapter: Adapter;
  readonly variant: Variant;
  readonly confidence: DetectionConfidence;
  /** Another agent than the entry is made for: the payload carries its mark. `adapter` is that agent's, if the program has it. */
  readonly foreign?: ProviderId;
}

type Env = Readonly<Record<string, string | undefined>>;
interface Named {
  readonly provider: string | undefined;
  readonly variant?: string | undefined;
}

/** `undefined` when nothing says who is calling, or the flag names a provider that is not known. */
export async function detect(source: AdapterSource, flags: Named, payload: Json | undefined, env: Env): Promise<Detected | undefined> {
  const found = await expected(source, flags, payload, env);
  const marks = isObject(payload) ? found?.adapter.foreign : undefined;
  const foreign = marks?.find(([, member, variable]) => member in (payload as object) && (!variable || env[variable]))?.[0];
  if (!found || !foreign) return found;
  // without its adapter the payload is judged as what it looks like: who runs an agent's entries reads that agent's answers
  return { ...found, ...(await expected(source, { provider: foreign }, payload, env)), confidence: "shape", foreign };
}

/** Who the entry is made for, or who the payload or the environment looks like. */
async function expected(source: AdapterSource, { provider, variant }: Named, payload: Json | undefined, env: Env) {
  const found = (adapter: Adapter, confidence: DetectionConfidence): Detected => {
    return { adapter, variant: variant ?? adapter.detect({ payload, env }) ?? "", confidence };
  };
  if (provider !== undefined) {
    const adapter = await source.load(provider);
    return adapter && found(adapter, "config");
  }
  for (const confidence of ["shape", "env"] as const) {
    const seen = confidence === "shape" ? { payload, env: {} } : { payload: undefined, env };
    for (const id of source.ids) {
      const adapter = await source.load(id);
      if (adapter?.detect(seen) !== undefined) return found(adapter, confidence);
    }
  }
  return undefined;
}
