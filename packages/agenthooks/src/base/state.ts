/** Values kept between hook processes: locked, atomic, versioned (design §5.8). */
import { builtin } from "./builtin.js";
import { errorText, StateError } from "./errors.js";
import { readIfThere, writeAtomic } from "./files.js";
import { sha256 } from "./hash.js";
import type { Json } from "./json.js";
import { isObject } from "./json.js";
import { withLock } from "./lock.js";
import { consistsOf, DIGITS, LOWER_CASE } from "./text.js";

/** A value kept in the state folder: every `update` is atomic across processes. */
export interface StateCell<T> {
  read(): Promise<T>;
  /** `change` gets the present value and returns the next; it may run again and must have no other effect. */
  update(change: (present: T) => T): Promise<T>;
}
/** How one value is kept. */
export interface StateOptions {
  /** Raise it when the shape changes: a value of another version is kept aside and `init` taken. Default 1. */
  readonly version?: number;
}
/** Values that outlive the hook's process, locked and written atomically. */
export interface State {
  /**
   * One value per session, key and program. `init` is its first value and says its type.
   * @throws StateError from `read` and `update` when the file is damaged (it is kept aside) or stays locked.
   */
  session<T>(key: string, init: T, options?: StateOptions): StateCell<T>;
  /** One value per key and program. */
  program<T>(key: string, init: T, options?: StateOptions): StateCell<T>;
}

/** Where cells are kept: files, or memory where nothing may be left behind. */
export interface StateStore {
  /** @param waitMs how long an update waits for another process; default 3 s. */
  cell<T>(path: string, init: T, version: number, waitMs?: number): StateCell<T>;
}

/** A hook waits for a lock no longer than most agents wait for the hook's simplest answer. */
const LOCK_WAIT_MS = 3_000;

/** Cells as files below `folder`. */
export function fileStore(folder: string): StateStore {
  return {
    cell: (path, init, version, waitMs = LOCK_WAIT_MS) => {
      const file = `${folder}/${path}.json`;
      return {
        read: async () => readCell(file, init, version),
        update: (change) =>
          withLock(file, waitMs, () => {
            const next = change(readCell(file, init, version));
            writeAtomic(file, JSON.stringify({ version, value: next }));
            return next;
          }),
      };
    },
  };
}

function readCell<T>(file: string, init: T, version: number): T {
  const text = readIfThere(file);
  if (text === undefined) return structuredClone(init);
  let stored: Json;
  try {
    stored = JSON.parse(text) as Json;
  } catch (error) {
    const aside = keepAside(file, "damaged");
    throw new StateError(`state is damaged: ${errorText(error)}; ${file}; it was kept as ${aside}`, file, { cause: error });
  }
  if (!isObject(stored) || typeof stored.version !== "number" || !("value" in stored)) {
    throw new StateError(`state is damaged: it holds no value; ${file}; it was kept as ${keepAside(file, "damaged")}`, file);
  }
  if (stored.version === version) return stored.value as T;
  keepAside(file, `version-${stored.version}`);
  return structuredClone(init);
}

function keepAside(file: string, why: string): string {
  const aside = `${file}.${why}-${Date.now()}`;
  builtin("fs").renameSync(file, aside);
  return aside;
}

/** Cells that end with the process. */
export function memoryStore(): StateStore {
  const values = new Map<string, { version: number; value: unknown }>();
  return {
    cell: <T>(path: string, init: T, version: number): StateCell<T> => {
      const read = (): T => {
        const found = values.get(path);
        return structuredClone(found?.version === version ? (found.value as T) : init);
      };
      return {
        read: async () => read(),
        update: async (change) => {
          const next = change(read());
          values.set(path, { version, value: structuredClone(next) });
          return next;
        },
      };
    },
  };
}

/** The `State` of one program, and of one session where there is one. */
export function stateOf(store: StateStore, program: string, session: string | undefined, waitMs?: number): State {
  return {
    session: (key, init, options) =>
      store.cell(`sessions/${sessionFolder(session)}/${fileName(program, key)}`, init, options?.version ?? 1, waitMs),
    program: (key, init, options) => store.cell(`program/${fileName(program, key)}`, init, options?.version ?? 1, waitMs),
  };
}

const ID_CHARACTERS = `${LOWER_CASE}${DIGITS}-`;
const KEY_CHARACTERS = `${ID_CHARACTERS}${LOWER_CASE.toUpperCase()}_.`;

/** Agents name sessions by ids that are file names as they are; a digest is only for others (loading it costs a hook start 5 ms). */
function sessionFolder(session: string | undefined): string {
  if (session === undefined) return "none";
  const safe = session.length >= 8 && session.length <= 64 && !session.startsWith("-") && consistsOf(session, ID_CHARACTERS);
  return safe ? session : `hashed-${sha256(session).slice(0, 32)}`;
}

/** A readable name where the key allows it; always distinct. */
function fileName(program: string, key: string): string {
  const name = `${program}.${key}`;
  const safe = name.length <= 80 && consistsOf(name, KEY_CHARACTERS) && !name.includes("..");
  return safe ? name : `${name.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 40)}-${sha256(program, key).slice(0, 16)}`;
}
