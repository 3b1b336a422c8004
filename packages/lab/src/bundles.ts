/** Builds hook programs as an install would: one file per provider, kept for the length of one lab run. */
import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { bundleProgram } from "agenthooks/install";
import type { LabProvider } from "./agents/pins.js";
import { programFile } from "./paths.js";

const built = new Map<string, Promise<string>>();
let shared: string | undefined;

/**
 * Builds these programs of `programs/` ahead of the cases: a run of minutes measures one state of the library, also while somebody builds
 * it. One that cannot be built fails its cases, not the run.
 */
export async function buildPrograms(names: Iterable<string>, provider: LabProvider): Promise<void> {
  for (const name of new Set(names)) await bundleOf(programFile(name), provider).catch(() => undefined);
}

/** Copies the bundle of a program that a case names into `folder` and returns its path. Throws when the program cannot be bundled. */
export async function placeProgram(name: string, provider: LabProvider, folder: string): Promise<string> {
  return placeBundle(programFile(name), basename(name), provider, folder);
}

/** The same for a program that lies anywhere. */
export async function placeBundle(program: string, name: string, provider: LabProvider, folder: string): Promise<string> {
  const file = join(folder, `${name}.cjs`);
  const bundle = await bundleOf(program, provider);
  copyFileSync(bundle, file);
  if (existsSync(cacheOf(bundle))) copyFileSync(cacheOf(bundle), cacheOf(file));
  return file;
}

/** The code cache that belongs to a bundle. */
function cacheOf(bundle: string): string {
  return `${bundle}.cache`;
}

function bundleOf(program: string, provider: LabProvider): Promise<string> {
  const key = `${provider} ${program}`;
  let bundle = built.get(key);
  if (bundle === undefined) {
    bundle = build(program, provider, join(sharedFolder(), `${built.size}.cjs`));
    built.set(key, bundle);
  }
  return bundle;
}

async function build(program: string, provider: LabProvider, outFile: string): Promise<string> {
  const { file } = await bundleProgram({ program, provider, outFile });
  return file;
}

function sharedFolder(): string {
  if (shared === undefined) {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), "agenthooks-lab-bundles-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    shared = folder;
  }
  return shared;
}
