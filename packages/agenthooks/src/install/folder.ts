/** Where a program lies, by scope, and where the repository is that it is for. */
import fs from "node:fs";
import path from "node:path";
import { InstallConflictError, UsageError } from "../base/errors.js";
import { errorCode } from "../base/files.js";
import { isObject } from "../base/json.js";
import { gitRoot } from "../providers/_claude-shape/project-root.js";
import type { Scope } from "../providers/install.js";
import { launcherName } from "./launch/contents.js";
import { readBytes, statOf } from "./links.js";
import { realRoot } from "./receipt.js";

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What `createHooks` takes as a name. */
export function isKebabCase(name: string): boolean {
  return NAME.test(name);
}

/** @throws UsageError for a name that cannot be a folder in every file system and a word in every shell. */
export function checkedName(name: string): string {
  if (isKebabCase(name) && name.length <= 64) return name;
  throw new UsageError(`${JSON.stringify(name)} cannot be the name of a program; lower-case letters, digits and hyphens, e.g. acme-guard`);
}

/**
 * The root of a scope: the home folder, `dir`, or the git root above the working folder.
 * @throws UsageError when there is none, or it is not there.
 * @throws InstallConflictError for the home folder as a project.
 */
export function rootOf(scope: Scope, dir: string | undefined, home: string, cwd: string): string {
  if (scope === "user") {
    if (dir !== undefined) throw new UsageError(`the user scope has no folder to choose; ${dir}; leave dir out, or take the project scope`);
    return home;
  }
  const root = dir === undefined ? gitRoot(path.resolve(cwd)) : path.resolve(cwd, dir);
  if (root === undefined) throw new UsageError(`no git repository is above the working folder; ${cwd}; give dir (--dir)`);
  if (!statOf(root)?.isDirectory()) throw new UsageError(`the folder is not there; ${root}; make it first`);
  // an agent started there would read the file twice, as the person's and as the project's (facts/demand.md b30)
  if (realRoot(root) === realRoot(home))
    throw new InstallConflictError(`the folder of the ${scope} scope is the home folder; ${root}; take the user scope`, root);
  return root;
}

/** The folder of a program. */
export function programFolder(scope: Scope, root: string, name: string): string {
  if (scope === "plugin") return path.join(root, "agenthooks");
  const all = path.join(root, ".agenthooks");
  if (scope === "local") return path.join(all, "local", name);
  if (scope === "project" && name === "local")
    throw new InstallConflictError(`"local" is where programs lie that are not committed; ${path.join(all, name)}; take another name`, all);
  return path.join(all, name);
}

/** The file that agents start. */
export function launcherOf(folder: string): string {
  return path.join(folder, launcherName(process.platform === "win32"));
}

/**
 * @throws InstallConflictError when the folder holds something else than this program.
 */
export function refuseForeignFolder(folder: string, name: string, read: (file: string) => Uint8Array | undefined = readBytes): void {
  if (isEmpty(folder)) return;
  const owner = programIn(folder, read);
  if (owner === name) return;
  const what = owner === undefined ? "the folder of the program holds something else" : `the folder belongs to the program ${owner}`;
  throw new InstallConflictError(`${what}; ${folder}; move it away, or give your program another name`, folder);
}

/** The name in the `launch.json` of a folder. */
export function programIn(folder: string, read: (file: string) => Uint8Array | undefined = readBytes): string | undefined {
  const bytes = read(path.join(folder, "launch.json"));
  if (bytes === undefined) return undefined;
  try {
    const launch: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return isObject(launch) && launch.schema === 1 && typeof launch.name === "string" ? launch.name : undefined;
  } catch {
    return undefined; // not written by us, or damaged: either way nothing that may be replaced unseen
  }
}

function isEmpty(folder: string): boolean {
  try {
    return fs.readdirSync(folder).length === 0;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return true;
    if (errorCode(error) === "ENOTDIR") return false;
    throw error;
  }
}
