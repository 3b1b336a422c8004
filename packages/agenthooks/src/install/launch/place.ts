/** Puts a program where agents start it: bundles, launcher, answer tables and `launch.json` in one folder (design §6). */
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { uniqueId } from "../../base/hash.js";
import { shellWord } from "../../base/shell-word.js";
import { type ProviderId, providerId } from "../../event/provider.js";
import type { Manifest } from "../../router/manifest.js";
import { BundleError } from "../bundle-error.js";
import { cacheFileOf } from "../code-cache.js";
import { commandOf } from "../entries.js";
import { type StagedProgram, stageProgram } from "../program.js";
import { launcherName } from "./contents.js";
import { adapterAndHost } from "./host.js";
import { cmdQuoted } from "./windows.js";

/** What is placed, for which agents, and where. */
export interface PlaceOptions {
  /** Path of the program: a module whose default export is what `createHooks` returned. */
  readonly program: string;
  readonly providers: readonly ProviderId[];
  /** Made when it is not there, 0700; files of an earlier program of the same name are replaced. */
  readonly folder: string;
  /** The timeout of the agent's entry for an event, from 1 000 milliseconds; default: the agent's own. */
  timeoutMs?(provider: ProviderId, event: string): number | undefined;
  /** The installed version of each agent; default: the newest that this library knows. */
  readonly hostVersions?: Readonly<Record<string, string>>;
  /** Paths of runtimes, the best first; default: the one that runs this. Behind them the launcher looks where runtimes usually are. */
  readonly runtimes?: readonly string[];
  /** Which launcher is written; default: the one of this system. The form for `win32` is documented, not measured. */
  readonly platform?: "posix" | "win32";
}

/** What `placeProgram` wrote. */
export interface Placed {
  readonly manifest: Manifest;
  /** The file that agents start. */
  readonly launcher: string;
  readonly files: readonly string[];
  /** The native events of an agent that need an entry. @throws TypeError for a provider that it is not placed for. */
  events(provider: ProviderId): readonly string[];
  /**
   * The command line of one event, with absolute paths; the same for every version of the program.
   * @throws TypeError for a provider that it is not placed for, or an event that the agent does not have.
   */
  command(provider: ProviderId, event: string): string;
}

/**
 * Bundles a program for each provider and puts the launcher beside the bundles.
 * @throws BundleError when it cannot be bundled, has no name, a provider is not known, a timeout is out of range, or a runtime is no
 * absolute path.
 *
 * @example
 * const { command } = await placeProgram({ program: "hooks.ts", providers: ["claude-code"], folder: "/srv/hooks/acme-guard" });
 * command("claude-code", "PreToolUse"); // /srv/hooks/acme-guard/run agenthooks run --provider=claude-code --event=PreToolUse
 */
export async function placeProgram(options: PlaceOptions): Promise<Placed> {
  const folder = path.resolve(options.folder);
  const { program, providers, hostVersions = {}, runtimes = [process.execPath] } = options;
  const loose = runtimes.find((one) => !path.isAbsolute(one) || /[\r\n\0]/.test(one));
  if (loose !== undefined)
    throw new BundleError(`the runtime ${JSON.stringify(loose)} is no absolute path; hooks start in any folder`, program);
  const windows = (options.platform ?? process.platform) === "win32";
  const launcher = path.join(folder, launcherName(windows));
  const word = windows ? cmdQuoted(launcher) : shellWord(launcher);
  const where = { scope: "user", folder, current: new Map(), env: process.env, home: homedir() } as const;
  const timeoutMs = (provider: ProviderId, event: string) => options.timeoutMs?.(provider, event);
  const { manifest, files, entries } = await stageProgram(
    { source: { program }, providers, hostVersions, ...where },
    { runtimes, windows, timeoutMs },
  );
  const known = new Map<string, ReadonlySet<string>>();
  for (const id of providers.map(providerId)) {
    const { adapter } = await adapterAndHost(id, program);
    known.set(id, new Set(adapter.events.map(({ native }) => native)));
  }
  return {
    manifest,
    launcher,
    files: await write(folder, files),
    events: (provider) => entries(provider, word).map(({ event }) => event),
    command: (provider, event) => {
      entries(provider, word);
      const id = providerId(provider);
      if (!known.get(id)?.has(event)) throw new TypeError(`${provider} has no event ${JSON.stringify(event)}`);
      return commandOf(word, id, event);
    },
  };
}

/**
 * Files are written under names of their own in the folder where they belong and take their places together: what fails before leaves the
 * program that is there as it is.
 */
async function write(folder: string, files: StagedProgram["files"]): Promise<readonly string[]> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const prefix = `.next-${uniqueId().slice(-8)}-`;
  const staged = (name: string) => path.join(folder, path.dirname(name), prefix + path.basename(name));
  try {
    for (const [name, { bytes, mode }] of files) {
      await mkdir(path.dirname(staged(name)), { recursive: true, mode: 0o700 });
      await writeFile(staged(name), bytes, { mode, flag: "wx" });
    }
    for (const name of files.keys()) await rename(staged(name), path.join(folder, name));
    // one of an earlier bundle is of no use
    const caches = [...files.keys()].map(cacheFileOf).filter((name) => /^hooks\..*\.cjs\.cache$/.test(name) && !files.has(name));
    for (const name of caches) await rm(path.join(folder, name), { force: true }).catch(() => undefined);
    return [...files.keys()].map((name) => path.join(folder, name));
  } catch (error) {
    for (const name of files.keys()) await rm(staged(name), { force: true });
    // an empty folder would look like a program that is there
    if (made !== undefined) await rmdir(folder).catch(() => undefined);
    throw error;
  }
}
