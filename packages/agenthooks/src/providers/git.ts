/** What installers ask of git: where a checkout belongs, read from its files, and whether a file is kept out of it. */
import { execFile } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "../base/files.js";
import type { Place } from "./install.js";

const GIT_MS = 5_000;
const ABSENT = ["ENOENT", "ENOTDIR"];

/**
 * The main checkout of the worktree whose root is `root`; `undefined` for every other folder: a checkout of its own, a submodule, a
 * worktree of a bare repository, no repository. Git need not be installed.
 */
export async function mainCheckoutOf(root: string): Promise<string | undefined> {
  const pointer = await line(join(root, ".git"));
  if (!pointer?.startsWith("gitdir: ")) return undefined;
  const folder = resolve(root, pointer.slice("gitdir: ".length));
  const common = await line(join(folder, "commondir"));
  if (common === undefined) return undefined;
  const shared = resolve(folder, common);
  return basename(shared) === ".git" && (await exists(shared)) ? dirname(shared) : undefined;
}

/** The worktrees beside a main checkout that are still there. */
export async function worktreesOf(main: string): Promise<readonly string[]> {
  const folder = join(main, ".git", "worktrees");
  const found: string[] = [];
  for (const name of await namesIn(folder)) {
    const pointer = await line(join(folder, name, "gitdir"));
    const root = pointer ? dirname(resolve(folder, name, pointer)) : undefined;
    if (root !== undefined && (await exists(root))) found.push(root);
  }
  return found;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (ABSENT.includes(errorCode(error))) return [];
    throw error;
  }
}

/** The first line of a file; `undefined` when there is none, or a folder. */
async function line(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).split(/\r?\n/, 1)[0];
  } catch (error) {
    if ([...ABSENT, "EISDIR"].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** Whether something is there, whatever it is; a link that leads nowhere is not. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (ABSENT.includes(errorCode(error))) return false;
    throw error;
  }
}

/**
 * Whether a file can be committed by accident: `tracked` is in the index, `visible` would be added by the next `git add`, `ignored` is
 * neither, `outside` is in no repository, `unknown` is what git did not say (it is not installed, or failed).
 */
export type GitState = "tracked" | "visible" | "ignored" | "outside" | "unknown";

/** Asks git, with a time limit and without the person's settings for one command. @param path absolute; it need not exist. */
export async function gitStateOf(root: string, path: string, env: Place["env"]): Promise<GitState> {
  if (!(await isInRepository(root))) return "outside";
  const ask = (...args: readonly string[]) => git(root, args, env);
  const tracked = await ask("ls-files", "--error-unmatch", "--", path);
  if (tracked === 0) return "tracked";
  if (tracked !== 1) return "unknown";
  const ignored = await ask("check-ignore", "--quiet", "--", path);
  if (ignored === 0) return "ignored";
  return ignored === 1 ? "visible" : "unknown";
}

async function isInRepository(from: string): Promise<boolean> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (await exists(join(folder, ".git"))) return true;
    if (dirname(folder) === folder) return false;
  }
}

function git(root: string, args: readonly string[], { PATH, HOME, SystemRoot }: Place["env"]): Promise<number | undefined> {
  return new Promise((done) => {
    const env = { ...(PATH === undefined ? {} : { PATH }), ...(HOME === undefined ? {} : { HOME }), ...(SystemRoot ? { SystemRoot } : {}) };
    const child = execFile("git", ["-C", root, ...args], { env, timeout: GIT_MS, killSignal: "SIGKILL" }, (error) => {
      const code = error?.code;
      done(error === null ? 0 : typeof code === "number" ? code : undefined);
    });
    child.stdin?.end();
  });
}
