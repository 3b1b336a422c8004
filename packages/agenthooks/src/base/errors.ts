/** One class per thing a caller can act on. Messages have the form "what happened; where; what to do". */

/** A payload that is empty, not JSON, too large, late, or not of the event it claims to be. */
export class PayloadError extends Error {
  override readonly name = "PayloadError";
  constructor(
    message: string,
    readonly code: "empty" | "invalid" | "oversize" | "late" | "unknown-event",
    readonly provider: string | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A rewrite removes members that this agent would keep. */
export class LossyUpdateError extends Error {
  override readonly name = "LossyUpdateError";
  constructor(
    message: string,
    readonly members: readonly string[],
  ) {
    super(message);
  }
}

/** Under `unsupported: "strict"`: a decision that this agent cannot express here. */
export class UnsupportedDecisionError<C extends string = string> extends Error {
  override readonly name = "UnsupportedDecisionError";
  constructor(
    message: string,
    readonly capability: C,
  ) {
    super(message);
  }
}

/** A handler threw, or returned something that is not a decision of its kind. `cause` is what it threw. */
export class HandlerError extends Error {
  override readonly name = "HandlerError";
  constructor(
    message: string,
    readonly handler: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Time was up. `handler` is the stage that was running, where one was. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
  constructor(
    message: string,
    readonly handler: string | undefined,
  ) {
    super(message);
  }
}

/** An install would overwrite what is not ours. */
export class InstallConflictError extends Error {
  override readonly name = "InstallConflictError";
  constructor(
    message: string,
    readonly path: string,
  ) {
    super(message);
  }
}

/** A configuration file that cannot be parsed; it is left as it is. Line and column count from 1. */
export class ConfigParseError extends Error {
  override readonly name = "ConfigParseError";
  constructor(
    message: string,
    readonly path: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

/** State on disk cannot be read or locked. The damaged file is kept aside. */
export class StateError extends Error {
  override readonly name = "StateError";
  constructor(
    message: string,
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The command line of a hook entry is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The text of anything that was thrown. */
export function errorText(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  try {
    return String(thrown);
  } catch {
    return "a value without a text";
  }
}
