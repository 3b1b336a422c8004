/** Deferred work on disk: an entry is a file, its claim a rename, its end a removal (design §4, definitions.md "Context"). */
import { isAlive } from "../../base/alive.js";
import { builtin } from "../../base/builtin.js";
import { errorCode, readIfThere, writeAtomic } from "../../base/files.js";
import { SENTINEL } from "../core/argv.js";
import type { DeferredEntry } from "../core/services.js";

/** Older entries are kept aside. */
const TTL_MS = 24 * 60 * 60 * 1000;
/** An entry that failed so often is kept aside. */
const MAX_TRIES = 5;
/** A worker takes no longer for one entry. */
const MAX_CLAIM_MS = 15 * 60 * 1000;

interface Stored extends DeferredEntry {
  readonly tries: number;
}

export interface Claimed {
  readonly entry: DeferredEntry;
  done(): void;
  /** Puts it back, or aside when it was tried often enough. Returns whether it will be tried again. */
  failed(): boolean;
}

export class Outbox {
  constructor(readonly folder: string) {}

  /** On disk when it returns. The name sorts by time. */
  add(entry: DeferredEntry): void {
    const stored: Stored = { ...entry, tries: 0 };
    writeAtomic(`${this.folder}/${String(entry.createdAt).padStart(15, "0")}-${entry.id}.json`, JSON.stringify(stored));
  }

  /** Entries that nobody is working on, oldest first. */
  waiting(): readonly string[] {
    return this.#names().filter((name) => name.endsWith(".json") || abandoned(name));
  }

  /** Takes one entry; `undefined` when another worker was faster, or when it was too old or unreadable and was kept aside. */
  claim(name: string, now: number): Claimed | undefined {
    const fs = builtin("fs");
    const claimed = `${this.folder}/${name.replace(CLAIM, "")}.claimed-${process.pid}-${Date.now()}`;
    try {
      fs.renameSync(`${this.folder}/${name}`, claimed);
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
    const stored = parse(readIfThere(claimed));
    if (!stored || now - stored.createdAt > TTL_MS) {
      this.#aside(claimed, name);
      return undefined;
    }
    return {
      entry: stored,
      done: () => fs.rmSync(claimed, { force: true }),
      failed: () => {
        const tries = stored.tries + 1;
        const back = `${this.folder}/${name.replace(CLAIM, "")}`;
        writeAtomic(claimed, JSON.stringify({ ...stored, tries }));
        if (tries >= MAX_TRIES) this.#aside(claimed, name);
        else fs.renameSync(claimed, back);
        return tries < MAX_TRIES;
      },
    };
  }

  #aside(path: string, name: string): void {
    const fs = builtin("fs");
    const folder = `${this.folder}/failed`;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.renameSync(path, `${folder}/${name.replace(CLAIM, "")}`);
  }

  #names(): string[] {
    try {
      return builtin("fs").readdirSync(this.folder).sort();
    } catch (error) {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    }
  }
}

/** `<entry>.json.claimed-<pid>-<milliseconds>`. A number that another process has by now would keep a claim for ever: it ends by age too. */
const CLAIM = /\.claimed-(\d+)-(\d+)$/;

function abandoned(name: string): boolean {
  const [, pid, since] = CLAIM.exec(name) ?? [];
  return pid !== undefined && (Date.now() - Number(since) > MAX_CLAIM_MS || !isAlive(Number(pid)));
}

function parse(text: string | undefined): Stored | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Stored);
  } catch {
    return undefined;
  }
}

/** Its own session, no inherited pipes; the work is on disk, never in arguments or environment. */
export function spawnWorker(): void {
  const program = process.argv[1];
  if (program === undefined) return;
  const child = builtin("child_process").spawn(process.execPath, [...process.execArgv, program, SENTINEL, "worker"], {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  child.on("error", () => undefined);
  child.unref();
}
