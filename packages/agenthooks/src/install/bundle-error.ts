/** The program cannot be bundled, or what was bundled does not run. */
export class BundleError extends Error {
  override readonly name = "BundleError";
  constructor(
    message: string,
    readonly program: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What went wrong, in a line or a few. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^Build failed with \d+ errors?:\n/, "") : String(error);
}
