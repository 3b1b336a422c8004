/** Changes several files, all or none: what fails is undone here, what is killed is undone by the next command. */
import fs from "node:fs";
import path from "node:path";
import { errorText, InstallConflictError, StateError } from "../base/errors.js";
import { uniqueId } from "../base/hash.js";
import { withLock } from "../base/lock.js";
import {
  digestOf,
  type Journal,
  type JournalFile,
  journalPath,
  makeFolders,
  missingFolders,
  type Recovery,
  readJournal,
  removeEmpty,
  syncFolder,
  undo,
  writeWhole,
} from "./journal.js";
import { behindLinks, readBytes, sameBytes, statOf } from "./links.js";
import { holdingSignals } from "./signals.js";

/** What one file holds now, as the plan has seen it, and what it shall hold. */
export interface Change {
  /** As the person sees it: links are followed, and stay. */
  readonly path: string;
  readonly before: Uint8Array | undefined;
  /** `undefined`: the file is deleted. */
  readonly after: Uint8Array | undefined;
  /** Permission bits. Default: those that it has; of a new file 0o600. */
  readonly mode?: number | undefined;
}

export interface CommitOptions {
  /** The folder of all programs' state: the lock and the journal lie in it. */
  readonly stateHome: string;
  /** For people: `install of acme-guard`. */
  readonly what: string;
  /** In the order in which they are made. */
  readonly changes: readonly Change[];
  /** Removed afterwards where they are empty, in this order, and the state folder before them. */
  readonly folders?: readonly string[];
  /** Heeded until the first byte is written. */
  readonly signal?: AbortSignal | undefined;
}

/** A file changed between the plan and the commit: a new plan may do. */
export class StalePlanError extends InstallConflictError {}

/** Another command holds the lock no longer than it writes. */
const LOCK_WAIT_MS = 10_000;

/**
 * Makes the changes, or none of them.
 * @throws StalePlanError when a file is not as the plan has seen it. Nothing is changed then.
 * @throws InstallConflictError for a file that may not be written. Nothing is changed then.
 * @throws StateError when what was begun could not be undone either: the next command tries again.
 * @throws the reason of `signal`.
 */
export async function commit(options: CommitOptions): Promise<void> {
  const { stateHome, changes, signal } = options;
  const files = changes.map(prepare);
  refuseTwice(files);
  for (const file of files) refuseUnwritable(file);
  signal?.throwIfAborted();
  const made = missingFolders(stateHome); // by the lock
  let done = false;
  try {
    await holdingSignals(() =>
      withLock(journalPath(stateHome), LOCK_WAIT_MS, () => {
        recoverNow(stateHome);
        for (const file of files) refuseStale(file);
        signal?.throwIfAborted();
        run(options, files, made);
      }),
    );
    done = true;
  } finally {
    removeEmpty(done ? [stateHome, ...(options.folders ?? [])] : made.toReversed());
  }
}

/** Undoes what an earlier command left half done; `undefined` when there is nothing. */
export async function recover(stateHome: string): Promise<Recovery | undefined> {
  const journal = journalPath(stateHome);
  // a lock is held, or was left behind: whoever takes it next removes it
  if (![journal, unfinished(stateHome), `${journal}.lock`].some((file) => statOf(file))) return undefined;
  const recovery = await holdingSignals(() => withLock(journal, LOCK_WAIT_MS, () => recoverNow(stateHome)));
  removeEmpty([stateHome, ...(recovery?.folders ?? [])]);
  return recovery;
}

function recoverNow(stateHome: string): Recovery | undefined {
  fs.rmSync(unfinished(stateHome), { force: true });
  const journal = readJournal(stateHome);
  if (!journal) return undefined;
  const recovery = undo(journal);
  fs.rmSync(journalPath(stateHome), { force: true });
  return recovery;
}

/** A journal that is being written: nothing else has been by then. */
function unfinished(stateHome: string): string {
  return `${journalPath(stateHome)}.new`;
}

interface Prepared {
  readonly change: Change;
  readonly journal: JournalFile;
  readonly mode: number;
}

function prepare(change: Change): Prepared {
  const target = behindLinks(change.path);
  const stat = statOf(target);
  if (stat && !stat.isFile()) {
    throw new InstallConflictError(`it is not a file; ${change.path}; move it away`, change.path);
  }
  const beforeMode = stat && stat.mode & 0o7777;
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${uniqueId().slice(-8)}.tmp`);
  return {
    change,
    mode: change.mode ?? beforeMode ?? 0o600,
    journal: {
      path: change.path,
      target,
      temporary,
      before: change.before && Buffer.from(change.before).toString("base64"),
      beforeMode,
      owner: stat && { uid: stat.uid, gid: stat.gid },
      after: digestOf(change.after),
    },
  };
}

function refuseTwice(files: readonly Prepared[]): void {
  const seen = new Map<string, string>();
  for (const { journal } of files) {
    const other = seen.get(journal.target);
    if (other !== undefined) {
      const message = `${other} and ${journal.path} are one file; ${journal.target}; install for one of the two, or remove the link`;
      throw new InstallConflictError(message, journal.path);
    }
    seen.set(journal.target, journal.path);
  }
}

/** Before anything is written: an installer that notices at the last file has installed half (facts/demand.md b79). */
function refuseUnwritable({ change, journal }: Prepared): void {
  const { target } = journal;
  const stat = statOf(target);
  const missing = missingFolders(path.dirname(target));
  const folder = missing[0] === undefined ? path.dirname(target) : path.dirname(missing[0]);
  const closed =
    (stat && isClosed(target, stat, fs.constants.W_OK)) || isClosed(folder, statOf(folder), fs.constants.W_OK | fs.constants.X_OK);
  if (!closed) return;
  const seen = target === change.path ? change.path : `${change.path} (which is ${target})`;
  const todo = "nothing was written; make it writable, change it where it is made, or choose another scope";
  throw new InstallConflictError(`${stat ? "the file" : "its folder"} is read-only; ${seen}; ${todo}`, change.path);
}

/** Bits count for root too: who took them all away meant it. */
function isClosed(file: string, stat: fs.Stats | undefined, access: number): boolean {
  if (stat && (stat.mode & 0o222) === 0) return true;
  try {
    fs.accessSync(file, access);
    return false;
  } catch {
    return true;
  }
}

function refuseStale({ change, journal }: Prepared): void {
  if (sameBytes(readBytes(journal.target), change.before)) return;
  throw new StalePlanError(`somebody has changed the file meanwhile; ${change.path}; run the command again`, change.path);
}

function run({ stateHome, what, folders = [] }: CommitOptions, files: readonly Prepared[], forState: readonly string[]): void {
  // a folder is as open as what lies in it: a committed one is everybody's who has the checkout
  const made = new Map<string, number>();
  for (const { change, journal, mode } of files) {
    for (const folder of change.after ? missingFolders(path.dirname(journal.target)) : [])
      made.set(folder, (made.get(folder) ?? 0o700) | ((mode & 0o044) === 0 ? 0 : 0o055));
  }
  const journal: Journal = { schema: 1, what, files: files.map((one) => one.journal), folders: [...forState, ...made.keys()] };
  writeJournal(stateHome, journal);
  try {
    for (const [folder, mode] of made) makeFolders([folder], mode);
    for (const file of files) {
      if (file.change.after) writeWhole(file.journal.temporary, file.change.after, file.mode, file.journal.owner);
      beat(stateHome);
    }
    for (const file of files) {
      refuseStale(file);
      if (file.change.after) fs.renameSync(file.journal.temporary, file.journal.target);
      else if (file.change.before) fs.unlinkSync(file.journal.target);
      syncFolder(path.dirname(file.journal.target));
      beat(stateHome);
    }
    for (const file of files) refuseLost(file);
    removeEmpty(folders);
    fs.unlinkSync(journalPath(stateHome));
  } catch (error) {
    undoOrSay(stateHome, journal, error);
    throw error;
  }
  syncFolder(stateHome);
}

function writeJournal(stateHome: string, journal: Journal): void {
  const file = journalPath(stateHome);
  try {
    writeWhole(unfinished(stateHome), Buffer.from(`${JSON.stringify(journal)}\n`), 0o600);
    fs.renameSync(unfinished(stateHome), file);
    syncFolder(stateHome);
  } catch (error) {
    fs.rmSync(unfinished(stateHome), { force: true });
    fs.rmSync(file, { force: true });
    throw error;
  }
}

/** The lock counts as left behind when it has not been touched for a while, and a slow disk may need longer for many files. */
function beat(stateHome: string): void {
  const now = new Date();
  fs.utimesSync(`${journalPath(stateHome)}.lock`, now, now);
}

/** What stands there is what was written, so every foreign entry that the plan kept is there. */
function refuseLost({ change, journal }: Prepared): void {
  const present = readBytes(journal.target);
  if (sameBytes(present, change.after)) return;
  const message = `the file does not hold what was written to it; ${change.path}; look at what else writes there, and run the command again`;
  throw new InstallConflictError(message, change.path);
}

/** @throws StateError when it cannot be undone: then the journal stays. */
function undoOrSay(stateHome: string, journal: Journal, cause: unknown): void {
  let kept: readonly string[] = [];
  try {
    kept = undo(journal).kept;
    fs.rmSync(journalPath(stateHome), { force: true });
  } catch (error) {
    const message = `${errorText(cause)}; and what was begun could not be undone: ${errorText(error)}`;
    const todo = "run the command again: it puts the files back first";
    throw new StateError(`${message}; ${journalPath(stateHome)}; ${todo}`, journalPath(stateHome), { cause });
  }
  if (kept.length === 0) return;
  const message = `the install was undone, but for files that somebody has changed meanwhile; ${kept.join(", ")}; look at them`;
  throw new InstallConflictError(message, kept[0] ?? "");
}
