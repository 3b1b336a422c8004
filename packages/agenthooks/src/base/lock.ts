/** A lock between processes: one file, made exclusively, that names its owner. */
import { isAlive } from "./alive.js";
import { builtin } from "./builtin.js";
import { sleep } from "./clock.js";
import { StateError } from "./errors.js";
import { errorCode, FILE_MODE, readIfThere, withFolder } from "./files.js";
import { uniqueId } from "./hash.js";

/** A holder does a read and a write; one that lives but holds longer than this has stopped working. */
const STALE_MS = 10_000;
/** Between reading a stale lock and removing it no other process may do the same: this guard is held for microseconds. */
const BREAKER_STALE_MS = 2_000;

/**
 * Runs `work` while holding `<path>.lock`.
 * @param waitMs how long to wait for another holder.
 * @throws StateError when the lock was not free in time.
 */
export async function withLock<T>(path: string, waitMs: number, work: () => T): Promise<T> {
  const lock = `${path}.lock`;
  const token = `${process.pid} ${uniqueId()}`;
  const giveUpAt = Date.now() + waitMs;
  for (let attempt = 0; !tryCreate(lock, token); attempt++) {
    if (isStale(lock, STALE_MS)) breakLock(lock);
    else if (Date.now() >= giveUpAt) {
      throw new StateError(`state is locked by another process; ${lock}; remove the file if no hook is running`, lock);
    } else await sleep(1 + Math.random() * Math.min(20, 2 + attempt));
  }
  try {
    return work();
  } finally {
    if (readIfThere(lock) === token) builtin("fs").rmSync(lock, { force: true });
  }
}

function tryCreate(lock: string, token: string): boolean {
  try {
    withFolder(lock, () => {
      builtin("fs").writeFileSync(lock, token, { flag: "wx", mode: FILE_MODE });
    });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Its owner is gone, or it is older than any holder works. A lock without content was just made: its age decides. */
function isStale(lock: string, afterMs: number): boolean {
  try {
    const age = Date.now() - builtin("fs").statSync(lock).mtimeMs;
    if (age > afterMs) return true;
    const owner = Number.parseInt(readIfThere(lock) ?? "", 10);
    return Number.isInteger(owner) && owner > 0 && !isAlive(owner);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

function breakLock(lock: string): void {
  const fs = builtin("fs");
  const breaker = `${lock}.break`;
  if (!tryCreate(breaker, String(process.pid))) {
    if (isStale(breaker, BREAKER_STALE_MS)) fs.rmSync(breaker, { force: true });
    return;
  }
  try {
    if (isStale(lock, STALE_MS)) fs.rmSync(lock, { force: true });
  } finally {
    fs.rmSync(breaker, { force: true });
  }
}
