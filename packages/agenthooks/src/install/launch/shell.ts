/** Times of POSIX shell text. */

/** Seconds for `sleep`, in tenths. */
export function sleepSeconds(ms: number): string {
  return String(Math.max(0.1, Math.floor(ms / 100) / 10));
}
