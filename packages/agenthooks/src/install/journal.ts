/** What a commit in progress has to remember: with it the next command can undo what a kill left half done. */
import fs from "node:fs";
import path from "node:path";
import { errorText, StateError } from "../base/errors.js";
import { errorCode } from "../base/files.js";
import { sha256 } from "../base/hash.js";
import { isObject } from "../base/json.js";
import { readBytes, sameBytes, statOf } from "./links.js";

/** Whose a file is. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}
/** One file of a commit. Links are resolved. */
export interface JournalFile {
  /** As the person sees it. */
  readonly path: string;
  readonly target: string;
  /** Beside the target: a rename does not cross file systems. */
  readonly temporary: string;
  /** Base64. */
  readonly before: string | undefined;
  readonly beforeMode: number | undefined;
  readonly owner: Owner | undefined;
  /** Digest; `undefined`: the file is deleted. */
  readonly after: string | undefined;
}
/** A commit that has begun and has not ended. */
export interface Journal {
  readonly schema: 1;
  /** For people: `install of acme-guard`. */
  readonly what: string;
  readonly files: readonly JournalFile[];
  /** Folders that the commit makes, the outermost first. */
  readonly folders: readonly string[];
}

/** What was found and undone. */
export interface Recovery {
  readonly what: string;
  /** Files that are as they were before. */
  readonly undone: readonly string[];
  /** Files that somebody has edited since: they are left as they are. */
  readonly kept: readonly string[];
  /** Folders that it had made, the innermost first: those that hold the journal are not empty yet. */
  readonly folders: readonly string[];
}

/** Where the journal of a state folder lies. One for all programs: they write the same configuration files. */
export function journalPath(stateHome: string): string {
  return path.join(stateHome, ".journal");
}

/**
 * The commit that was begun and not ended.
 * @throws StateError when it cannot be read: without it the files cannot be put back, so nothing else is done.
 */
export function readJournal(stateHome: string): Journal | undefined {
  const file = journalPath(stateHome);
  const bytes = readBytes(file);
  if (bytes === undefined) return undefined;
  try {
    const journal: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    if (isObject(journal) && journal.schema === 1 && Array.isArray(journal.files)) return journal as unknown as Journal;
    throw new Error("it is of another version");
  } catch (error) {
    const todo = "look at your agents' configuration, then move the file away";
    throw new StateError(`the journal of an interrupted install cannot be read: ${errorText(error)}; ${file}; ${todo}`, file);
  }
}

/** The bytes that the journal has for a file. */
export function bytesBefore(file: JournalFile): Uint8Array | undefined {
  return file.before === undefined ? undefined : Buffer.from(file.before, "base64");
}

/** Digest of what a file holds; `undefined` when there is none. */
export function digestOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : sha256(bytes);
}

/** Puts the files back, the last one first. May run again: what is back already is not touched. */
export function undo(journal: Journal): Recovery {
  const undone: string[] = [];
  const kept: string[] = [];
  for (const file of journal.files.toReversed()) {
    const before = bytesBefore(file);
    const present = readBytes(file.target);
    if (sameBytes(present, before)) {
      if (present !== undefined && file.beforeMode !== undefined) fs.chmodSync(file.target, file.beforeMode);
      undone.push(file.path);
    } else if (digestOf(present) === file.after) {
      restore(file, before);
      undone.push(file.path);
    } else kept.push(file.path);
    fs.rmSync(file.temporary, { force: true });
  }
  const folders = journal.folders.toReversed();
  removeEmpty(folders);
  return { what: journal.what, undone, kept, folders };
}

function restore(file: JournalFile, before: Uint8Array | undefined): void {
  if (before === undefined) {
    fs.unlinkSync(file.target);
    return;
  }
  fs.rmSync(file.temporary, { force: true });
  makeFolders(missingFolders(path.dirname(file.target)));
  writeWhole(file.temporary, before, file.beforeMode ?? 0o600, file.owner);
  fs.renameSync(file.temporary, file.target);
}

/** Writes a new file and waits until the disk has it. */
export function writeWhole(file: string, bytes: Uint8Array, mode: number, owner?: Owner): void {
  const handle = fs.openSync(file, "wx", 0o600);
  try {
    let at = 0;
    while (at < bytes.length) at += fs.writeSync(handle, bytes, at);
    if (owner) giveTo(handle, owner);
    fs.fchmodSync(handle, mode); // not by open: the umask would have its say
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/** Under sudo the file stays the person's; who may not give files away keeps what is made. */
function giveTo(handle: number, owner: Owner): void {
  if (process.getuid?.() === owner.uid && process.getgid?.() === owner.gid) return;
  try {
    fs.fchownSync(handle, owner.uid, owner.gid);
  } catch (error) {
    if (errorCode(error) !== "EPERM") throw error;
  }
}

/** A rename is on the disk when its folder is. Some file systems have no such thing: the rename is done all the same. */
export function syncFolder(folder: string): void {
  try {
    const handle = fs.openSync(folder, "r");
    try {
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
  } catch (error) {
    if (!["EINVAL", "EISDIR", "EPERM", "ENOTSUP", "EBADF", "ENOENT", "EACCES"].includes(errorCode(error))) throw error;
  }
}

/** The folders above and with `folder` that are not there, the outermost first. */
export function missingFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let one = folder; statOf(one) === undefined && path.dirname(one) !== one; one = path.dirname(one)) missing.unshift(one);
  return missing;
}

export function makeFolders(folders: readonly string[], mode = 0o700): void {
  for (const folder of folders) {
    try {
      fs.mkdirSync(folder, { mode });
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}

/** Removes folders that hold nothing, in the given order. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      fs.rmdirSync(folder);
    } catch (error) {
      if (!["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR", "EBUSY", "EPERM", "EACCES"].includes(errorCode(error))) throw error;
    }
  }
}
