import type { Adapter } from "../../decision/answer.js";
import { BUILT_IN } from "../../providers/index.js";
import type { AdapterSource } from "./services.js";

/** The adapters that a program brings, then the built-in ones. */
export function adaptersOf(own: readonly Adapter[]): AdapterSource {
  return {
    ids: [...own.map((adapter) => adapter.id), ...Object.keys(BUILT_IN)],
    load: (id) => own.find((adapter) => adapter.id === id) ?? (Object.hasOwn(BUILT_IN, id) ? BUILT_IN[id]?.() : undefined),
  };
}
