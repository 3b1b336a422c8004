/** What went wrong, in the words of an outcome. */
import { DeadlineError, errorText, HandlerError, PayloadError, StateError } from "../../base/errors.js";
import type { Log } from "../../base/log.js";

export interface Failure {
  readonly kind: "none" | "error" | "timeout" | "crash";
  readonly error: unknown;
}

export function failureOf(error: unknown): Failure {
  const late = error instanceof DeadlineError || (error instanceof PayloadError && error.code === "late");
  return { kind: late ? "timeout" : "error", error };
}

/** The class of an error, for logs that must carry no payload: what a handler throws may quote it. */
export function errorClass(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  if (error instanceof PayloadError) return `PayloadError:${error.code}`;
  if (error instanceof HandlerError) return "HandlerError";
  return error instanceof Error ? error.name : typeof error;
}

export const NO_FAILURE: Failure = { kind: "none", error: undefined };

/** Errors of this library: their texts say what to do and quote no payload. */
const OWN = [DeadlineError, HandlerError, PayloadError, StateError];

/**
 * Logs what was thrown by its class and place. The text of a foreign error may quote the payload, so it is written at level
 * `debug` only (`AGENTHOOKS_LOG_LEVEL=debug`).
 */
export function logError(
  log: Log,
  level: "warn" | "error",
  message: string,
  error: unknown,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  const at = error instanceof Error ? framesOf(error) : undefined;
  const text = OWN.some((own) => error instanceof own) ? errorText(error) : undefined;
  log[level](message, { ...fields, error: errorClass(error), text, at });
  if (text === undefined) log.debug(message, { text: errorText(error) });
}

/** The first frames of a stack, without the message before them, whatever that holds. */
function framesOf(error: Error): string | undefined {
  const head = String(error);
  const stack = error.stack ?? "";
  return stack.startsWith(head) ? stack.slice(head.length).split("\n    at ").slice(1, 4).join(" < ") : undefined;
}
