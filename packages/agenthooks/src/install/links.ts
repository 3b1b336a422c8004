/** Files as they lie behind links: what is changed is the file, and every link on the way to it stays. */
import fs from "node:fs";
import path from "node:path";
import { InstallConflictError } from "../base/errors.js";
import { errorCode } from "../base/files.js";

/** As many as Linux follows. */
const MOST_LINKS = 40;

/**
 * The file that a path leads to, there or not: links to files and to folders are followed, also where what they point to is missing.
 * @throws InstallConflictError for links in a circle.
 */
export function behindLinks(file: string): string {
  let left = MOST_LINKS;
  const follow = (one: string): string => {
    const up = path.dirname(one);
    if (up === one) return one;
    const at = path.join(follow(up), path.basename(one));
    const target = linkTarget(at);
    if (target === undefined) return at;
    if (left-- === 0) throw new InstallConflictError(`links lead in a circle; ${file}; remove one of them`, file);
    return follow(path.resolve(path.dirname(at), target));
  };
  return follow(path.resolve(file));
}

function linkTarget(file: string): string | undefined {
  try {
    return fs.readlinkSync(file);
  } catch (error) {
    // no link, nothing there, or a file where a folder is meant: the write says so
    if (["EINVAL", "ENOENT", "ENOTDIR", "UNKNOWN"].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** The bytes of a file behind any links; `undefined` when there is none. */
export function readBytes(file: string): Uint8Array | undefined {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** Permission bits, and what it is; `undefined` when there is nothing. Links are followed. */
export function statOf(file: string): fs.Stats | undefined {
  try {
    return fs.statSync(file);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** Whether two files hold the same, or neither is there. */
export function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;
}

/** The files below a folder, by path relative to it. */
export function filesBelow(folder: string, read: (file: string) => Uint8Array | undefined = readBytes): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const walk = (inner: string) => {
    const at = path.join(folder, inner);
    if (!statOf(at)?.isDirectory()) return;
    for (const name of fs.readdirSync(at).sort()) {
      const file = path.join(inner, name);
      const stat = statOf(path.join(folder, file));
      if (stat?.isDirectory()) walk(file);
      const bytes = stat?.isFile() ? read(path.join(folder, file)) : undefined;
      if (bytes) files.set(file, bytes);
    }
  };
  walk("");
  return files;
}
