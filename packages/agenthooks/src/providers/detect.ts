/** Looks for an agent on this machine: its folder, its runnable file, its version. Starts nothing but `<file> --version`. */
import { execFile } from "node:child_process";
import { access, constants, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { Detected, Place } from "./install.js";

/** How long the agent has to say its version, in milliseconds. */
const VERSION_MS = 5_000;
/** What a program needs to start; nothing else of the person's environment is handed on. */
const PASSED = ["PATH", "HOME", "TMPDIR", "LANG", "SystemRoot", "USERPROFILE", "TEMP", "PATHEXT"];

/** What to look for. */
export interface AgentTraits {
  /** Its configuration folder. */
  readonly folder: string;
  /** Names of its runnable file, the best first. */
  readonly names: readonly string[];
  /** More of its environment: what keeps it from looking for updates. */
  readonly quiet?: Readonly<Record<string, string>>;
}

/** @returns `undefined` when neither the folder nor a runnable file is there. */
export async function detectAgent(traits: AgentTraits, { home, env }: Pick<Place, "home" | "env">): Promise<Detected | undefined> {
  const executable = await findExecutable(traits.names, env);
  if (executable === undefined && !(await isFolder(traits.folder))) return undefined;
  const version = executable === undefined ? undefined : await versionOf(executable, { ...env, HOME: home }, traits.quiet);
  return { folder: traits.folder, executable, version };
}

/** The first of the names on `env.PATH`. No shell is asked: its profile could print, or wait. */
async function findExecutable(names: readonly string[], env: Place["env"]): Promise<string | undefined> {
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter(isAbsolute);
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  for (const name of names) {
    for (const folder of folders) {
      for (const ending of endings) {
        const file = join(folder, name + ending);
        if (await isRunnable(file)) return file;
      }
    }
  }
  return undefined;
}

async function isRunnable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false; // not there, or not for us: the next one
  }
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}

function versionOf(file: string, env: Place["env"], quiet: AgentTraits["quiet"]): Promise<string | undefined> {
  const passed = Object.fromEntries(PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  return new Promise((resolve) => {
    try {
      const options = { env: { ...passed, ...quiet }, timeout: VERSION_MS, killSignal: "SIGKILL", maxBuffer: 65_536 } as const;
      const child = execFile(file, ["--version"], options, (error, stdout) => {
        resolve(error ? undefined : /\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(stdout)?.[0]);
      });
      child.stdin?.on("error", () => undefined);
      child.stdin?.end();
    } catch {
      resolve(undefined); // a file that the system does not start directly, such as a batch file
    }
  });
}
