/** Answers in a provider's own keys. */
import type { JsonObject } from "../base/json.js";
import { deepFreeze } from "../base/json.js";
import type { sealed } from "../decision/types.js";

const NATIVE = Symbol.for("agenthooks.native");

/** An answer in the agent's own terms: made by `nativeAnswer`. */
export interface NativeAnswer<Keys> {
  readonly [sealed]: "native";
  readonly answer: Keys;
}

/**
 * An answer in the provider's own keys, sent as it stands after it was checked against the gate.
 * `Keys` comes from the gate (the contextual return type), so that a key the gate does not take is an error.
 *
 * @example
 * hooks.onNative(claudeCode.events.TaskCreated, () => nativeAnswer({ decision: "block", reason: "not now" }));
 */
export function nativeAnswer<Keys extends object>(answer: NoInfer<Keys>): NativeAnswer<Keys> {
  const made = { answer: deepFreeze(answer) };
  Object.defineProperty(made, NATIVE, { value: true });
  return Object.freeze(made) as unknown as NativeAnswer<Keys>;
}

/** The keys of a native answer; `undefined` for any other value. */
export function nativeKeys(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && NATIVE in value
    ? (value as unknown as { readonly answer: JsonObject }).answer
    : undefined;
}
