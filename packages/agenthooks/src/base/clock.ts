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

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** ISO 8601 in UTC, from 1970 on, as `Date.prototype.toISOString`, whose first call costs a hook start a third of a millisecond. */
export function isoTime(ms: number): string {
  let days = Math.floor(ms / 86_400_000);
  const rest = Math.floor(ms) - days * 86_400_000;
  let year = 1970;
  const leap = () => (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0);
  for (; days >= 365 + leap(); year++) days -= 365 + leap();
  let month = 0;
  const length = () => (MONTHS[month] as number) + (month === 1 ? leap() : 0);
  for (; days >= length(); month++) days -= length();
  const two = (value: number, width = 2) => String(Math.floor(value)).padStart(width, "0");
  const time = `${two(rest / 3_600_000)}:${two((rest / 60_000) % 60)}:${two((rest / 1000) % 60)}.${two(rest % 1000, 3)}`;
  return `${year}-${two(month + 1)}-${two(days + 1)}T${time}Z`;
}
