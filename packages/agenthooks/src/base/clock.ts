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
