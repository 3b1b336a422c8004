/** Reading members of a payload that may hold anything. */
import { isObject, type Json, type JsonObject } from "../../base/json.js";

export function text(payload: JsonObject, member: string): string | undefined {
  const value = payload[member];
  return typeof value === "string" ? value : undefined;
}

/** A text that says something: agents send `""` for "not known". */
export function filled(payload: JsonObject, member: string): string | undefined {
  return text(payload, member) || undefined;
}

export function number(payload: JsonObject, member: string): number | undefined {
  const value = payload[member];
  return typeof value === "number" ? value : undefined;
}

/** The text of what a model is shown: a string, or the text blocks of a list joined by newlines. */
export function blockText(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return undefined;
  const texts = (value as readonly Json[]).flatMap((block) => (isObject(block) && typeof block.text === "string" ? [block.text] : []));
  return texts.length > 0 ? texts.join("\n") : undefined;
}
