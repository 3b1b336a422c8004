/** Ctrl-C in the middle of writing: what was begun is ended first, then the process ends as it would have. */

const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs `work`; a signal that would end the process meanwhile ends it afterwards. */
export async function holdingSignals<T>(work: () => Promise<T>): Promise<T> {
  const caught = new Set<NodeJS.Signals>();
  const hold = (signal: NodeJS.Signals) => caught.add(signal);
  for (const signal of ENDING) process.on(signal, hold);
  try {
    return await work();
  } finally {
    // a signal is told when the loop turns, which it has not while files were written
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    for (const signal of ENDING) process.off(signal, hold);
    // who listens too has heard it, and decides
    for (const signal of caught) if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  }
}
