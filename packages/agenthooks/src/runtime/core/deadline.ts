/** Time: how long stages may take, and what happens to the ones that take longer. */
import { toMs } from "../../base/duration.js";
import { DeadlineError } from "../../base/errors.js";
import type { HandlerOptions } from "../../router/handler.js";

/** Where no command line and no table names the agent's timeout (definitions.md). */
const DEFAULT_PROVIDER_MS = 55_000;

/** The agent's timeout less a margin, so that we answer before it ends us: 10 %, at least 250 ms. */
function withinProvider(timeoutMs: number): number {
  return Math.max(0, timeoutMs - Math.max(timeoutMs * 0.1, 250));
}

/**
 * Milliseconds since the epoch at which the answer must be ready.
 * @param flagMs the timeout that the command line names.
 * @param rowMs the agent's own timeout for this event, where its table names one.
 */
export function eventDeadline(
  startedAt: number,
  policyMs: number | undefined,
  flagMs: number | undefined,
  rowMs: number | undefined,
): number {
  const limit = withinProvider(flagMs ?? rowMs ?? DEFAULT_PROVIDER_MS);
  return startedAt + Math.min(limit, policyMs ?? Number.POSITIVE_INFINITY);
}

/** The deadline of one stage. */
export function stageDeadline(deadline: number, options: HandlerOptions, now: number): number {
  return options.timeout === undefined ? deadline : Math.min(deadline, now + toMs(options.timeout));
}

/**
 * `run`, but no longer than until `deadline`. The timer keeps the process alive: a promise that never settles must not end it early.
 * @throws DeadlineError when time was up.
 */
export async function bounded<T>(
  name: string,
  deadline: number,
  now: () => number,
  run: () => T | Promise<T>,
  onTimeout: () => void,
): Promise<T> {
  const started = now();
  if (started >= deadline) throw late(name, 0);
  const result = run();
  if (!(result instanceof Promise) && !isThenable(result)) return result;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => {
        onTimeout();
        reject(late(name, now() - started));
      },
      Math.min(deadline - started, 2 ** 31 - 1),
    );
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function late(name: string, afterMs: number): DeadlineError {
  return new DeadlineError(
    `${name} was not done in ${Math.round(afterMs)} ms; give it less work, or a longer timeout, here and for the agent's entry`,
    name,
  );
}

function isThenable(value: unknown): boolean {
  return (
    (typeof value === "object" || typeof value === "function") &&
    value !== null &&
    typeof (value as { readonly then?: unknown }).then === "function"
  );
}
