/** What the command line itself refuses. */

import { UsageError as BaseUsageError } from "../base/errors.js";

/** The command line says something that cannot be meant, or leaves out what has no default. Ends with exit code 2. */
export class UsageError extends BaseUsageError {
  constructor(
    message: string,
    readonly fix?: string,
  ) {
    super(message);
  }
}

/** The command was understood and cannot be done here. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  constructor(
    message: string,
    readonly fix: string | undefined,
    readonly exitCode: 1 | 2 = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
