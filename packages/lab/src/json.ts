/** JSON as the lab reads it: foreign data stays `unknown` until it was looked at. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The array, or an empty one for anything else. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of an array; other elements are left out. */
export function objects(value: unknown): readonly JsonObject[] {
  return list(value).filter(isObject);
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The parsed value, or `undefined` where the source is not JSON. */
export function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** One object per line; lines that are not a JSON object are left out. */
export function parseLines(source: string): readonly JsonObject[] {
  return source
    .split("\n")
    .map((line) => (line.trim() === "" ? undefined : parseJson(line)))
    .filter(isObject);
}
