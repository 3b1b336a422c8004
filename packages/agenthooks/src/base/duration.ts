/** Milliseconds, or a number with its unit: `"250ms"`, `"30s"`, `"5m"`. */
export type Duration = number | `${number}${"ms" | "s" | "m"}`;

const FACTOR = { ms: 1, s: 1000, m: 60_000 } as const;

/**
 * Milliseconds of a duration.
 * @throws TypeError when it is negative, not finite or has another unit.
 */
export function toMs(duration: Duration): number {
  const match = typeof duration === "string" ? /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(duration) : undefined;
  const ms = match ? Number(match[1]) * FACTOR[match[2] as keyof typeof FACTOR] : duration;
  if (typeof ms !== "number" || !Number.isFinite(ms) || ms < 0) {
    throw new TypeError(`invalid duration ${JSON.stringify(duration)}; use milliseconds or a text such as "250ms", "30s", "5m"`);
  }
  return ms;
}
