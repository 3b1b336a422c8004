/** A clock that tests can replace. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Resolves after `ms`; the timer alone does not keep the process alive. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** When this process was started, milliseconds since the epoch (`performance` would load a module for it). */
export function processStart(): number {
  return Date.now() - process.uptime() * 1000;
}

/** ISO 8601 in UTC, as `Date.prototype.toISOString`, whose first call costs a hook start a third of a millisecond. */
export function isoTime(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  const rest = Math.floor(ms - days * 86_400_000);
  // days since 0000-03-01, in eras of 400 years, so that a leap day ends its year
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const day = z - era * 146_097;
  const year = Math.floor((day - Math.floor(day / 1460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365);
  const dayOfYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const two = (value: number, width = 2) => String(value).padStart(width, "0");
  const months = two(month < 10 ? month + 3 : month - 9);
  const date = `${two(year + era * 400 + (month < 10 ? 0 : 1), 4)}-${months}-${two(dayOfYear - Math.floor((153 * month + 2) / 5) + 1)}`;
  const seconds = Math.floor(rest / 1000);
  return `${date}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(rest % 1000, 3)}Z`;
}
