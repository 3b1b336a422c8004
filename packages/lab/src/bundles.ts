/** Places hook programs as an install does: a folder with bundle, launcher and table, built once for the length of one lab run. */
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeProgram as place } from "agenthooks/install";
import type { LabProvider } from "./agents/pins.js";
import { programFile } from "./paths.js";

/** The timeout of an entry that names none, in the drivers. */
const ENTRY_TIMEOUT_MS = 30_000;
const built = new Map<string, Promise<string>>();
let shared: string | undefined;

/**
 * Builds these programs of `programs/` ahead of the cases: a run of minutes measures one state of the library, also while somebody builds
 * it. One that cannot be built fails its cases, not the run.
 */
export async function buildPrograms(names: Iterable<string>, provider: LabProvider): Promise<void> {
  for (const name of new Set(names)) await folderOf(programFile(name), provider).catch(() => undefined);
}

/** Copies what is installed for `programs/<name>.ts` below `folder` and returns the launcher. Throws when the program cannot be bundled. */
export async function placeProgram(name: string, provider: LabProvider, folder: string): Promise<string> {
  return placeFile(programFile(name), name, provider, folder);
}

/** The same for a program that lies anywhere. */
export async function placeFile(program: string, name: string, provider: LabProvider, folder: string): Promise<string> {
  const own = join(folder, name);
  cpSync(await folderOf(program, provider), own, { recursive: true });
  return join(own, "run");
}

function folderOf(program: string, provider: LabProvider): Promise<string> {
  const key = `${provider} ${program}`;
  let folder = built.get(key);
  if (folder === undefined) {
    folder = build(program, provider, join(sharedFolder(), String(built.size)));
    built.set(key, folder);
  }
  return folder;
}

async function build(program: string, provider: LabProvider, folder: string): Promise<string> {
  await place({ program, providers: [provider], folder, timeoutMs: () => ENTRY_TIMEOUT_MS });
  return folder;
}

function sharedFolder(): string {
  if (shared === undefined) {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), "agenthooks-lab-bundles-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    shared = folder;
  }
  return shared;
}
