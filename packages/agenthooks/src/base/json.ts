/** JSON values. */

/** Any JSON value as parsed. Numbers that a JS number cannot hold keep their source text when an untouched member is sent back. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object as parsed. */
export interface JsonObject {
  readonly [member: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets a member as own data, also for names such as `__proto__`. */
export function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Freezes a value and all below it, without recursion: payloads may be nested deeper than the stack allows. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  for (let item = open.pop(); item !== undefined || open.length > 0; item = open.pop()) {
    if (typeof item !== "object" || item === null || Object.isFrozen(item) || ArrayBuffer.isView(item)) continue;
    Object.freeze(item);
    for (const inner of Object.values(item)) if (typeof inner === "object" && inner !== null) open.push(inner);
  }
  return value;
}

/** Escapes everything outside ASCII, so that no code page between us and the agent can break the answer (cases b21). */
export function asciiJson(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** JSON that is the same for the same value: members in the order of their names. Of what is nested deeper than the stack, the texts. */
export function canonicalJson(value: Json): string {
  try {
    return JSON.stringify(value, (_name, inner: unknown) =>
      isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
    );
  } catch {
    return stringsIn(value).join("\n");
  }
}

/** A member by dot path over objects and array indexes (`"edits.0.path"`). */
export function jsonPath(value: Json | undefined, path: string): Json | undefined {
  let at: Json | undefined = value;
  for (const name of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, Json>>)[name];
  }
  return at;
}

/** Every string below `value`, depth first, member names not included. */
export function stringsIn(value: Json): string[] {
  const found: string[] = [];
  const open: Json[] = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item === "string") found.push(item);
    else if (typeof item === "object" && item !== null) {
      const inner = Object.values(item) as Json[];
      for (let i = inner.length - 1; i >= 0; i--) open.push(inner[i] as Json);
    }
  }
  return found;
}
