/** Handlers as they stand and as they are wanted. */
import { canonicalJson, type Json, type JsonObject } from "../../base/json.js";

/** A member in which a handler is not as wanted. One that says nothing, as `null` or a number beyond all, is there all the same. */
export function differing(standing: JsonObject, wanted: JsonObject): string | undefined {
  const text = (value: Json | undefined) => canonicalJson(value ?? null);
  return [...new Set([...Object.keys(standing), ...Object.keys(wanted)])].find(
    (name) => Object.hasOwn(standing, name) !== Object.hasOwn(wanted, name) || text(standing[name]) !== text(wanted[name]),
  );
}
