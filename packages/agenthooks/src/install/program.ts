/** What goes into the folder of an installed program: made in a private folder, proven, and given back as bytes. */

import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { UsageError } from "../base/errors.js";
import { type ProviderId, providerId } from "../event/provider.js";
import type { Scope, WantedEntry } from "../providers/install.js";
import type { Manifest } from "../router/manifest.js";
import { bundleInto, manifestOfProgram } from "./bundle.js";
import { BundleError } from "./bundle-error.js";
import { cacheFileOf } from "./code-cache.js";
import { commandOf } from "./entries.js";
import { bundleName, contents, launcherName } from "./launch/contents.js";
import { adapterAndHost, hostFor } from "./launch/host.js";
import type { Start } from "./launch/launcher.js";
import { linkEntry, linkedManifest, READS_AS_TYPESCRIPT } from "./launch/link.js";
import { locate, portableArgs, portableRoot } from "./launch/locate.js";
import { runtimesOf, unfit, versionOf } from "./launch/runtimes.js";
import { askManifest } from "./probe.js";

/** A program that can be installed. */
export interface StagedProgram {
  /** With the fail mode and the version that were asked for. */
  readonly manifest: Manifest;
  /** By path relative to the program's folder. */
  readonly files: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly mode: number }>;
  /** The launcher starts the program in its own place. */
  readonly linked: boolean;
  /** What an agent's configuration is to hold. @throws TypeError for a provider that it is not staged for. */
  entries(provider: ProviderId, launcherWord: string): readonly WantedEntry[];
}

export interface StageOptions {
  /** `program`: path of a module. `command`: an executable that answers `agenthooks manifest`, with its first arguments. */
  readonly source: { readonly program: string } | { readonly command: readonly [string, ...string[]] };
  readonly providers: readonly ProviderId[];
  readonly scope: Scope;
  /** The program's folder, absolute; nothing is written there. */
  readonly folder: string;
  readonly hostVersions: Readonly<Record<string, string>>;
  /** Absolute path. Default: the running Node by its most stable name. */
  readonly runtime?: string;
  readonly link?: boolean;
  readonly fail?: "open" | "closed";
  /** Another name than the manifest's is refused. */
  readonly name?: string;
  readonly version?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** By relative path what lies there now: a file that need not change keeps its bytes. */
  readonly current: ReadonlyMap<string, Uint8Array>;
  readonly signal?: AbortSignal;
}

/** What `placeProgram` may choose beside them. */
interface StageExtras {
  readonly runtimes?: readonly string[];
  readonly windows?: boolean;
  timeoutMs?(provider: ProviderId, event: string): number | undefined;
}

/**
 * @throws BundleError when the program cannot be bundled, linked or started, has no name or another one, or a provider is not known.
 * @throws the reason of `signal`, when it is aborted.
 */
export async function stageProgram(options: StageOptions, extras: StageExtras = {}): Promise<StagedProgram> {
  const temp = await realpath(await mkdtemp(path.join(tmpdir(), "agenthooks-stage-")));
  try {
    return await staged(options, extras, temp);
  } finally {
    await rm(temp, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * The name that a program gives itself: its folder is called so, and everything else depends on that.
 * @throws BundleError as `stageProgram` does.
 */
export async function nameOfProgram({ source, link, runtime, signal, provider }: NameOptions): Promise<string> {
  if ("command" in source) return (await manifestOfCommand(source.command, path.resolve(source.command[0]), signal)).name;
  const program = await existing(source.program);
  const temp = await realpath(await mkdtemp(path.join(tmpdir(), "agenthooks-name-")));
  try {
    const starts = runtime ?? process.execPath;
    const asked = { provider, program: path.resolve(source.program), folder: temp, runtime: starts, signal };
    return (await (link ? linkedManifest(asked) : manifestOfProgram(program, temp, starts, signal))).name;
  } finally {
    await rm(temp, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What is known before the name is. */
export interface NameOptions extends Pick<StageOptions, "source" | "link" | "runtime" | "signal"> {
  /** Any that the program is for. */
  readonly provider: ProviderId;
}

interface Made {
  readonly manifest: Manifest;
  readonly start: Start | undefined;
}

async function staged(options: StageOptions, extras: StageExtras, temp: string): Promise<StagedProgram> {
  const { source, scope, folder } = options;
  const subject = "program" in source ? source.program : source.command[0];
  const ids = [...new Set(options.providers.map(providerId))];
  if (ids.length === 0) throw new BundleError("no provider is named; give at least one, e.g. claude-code", subject);
  for (const id of ids) await adapterAndHost(id, subject);
  const root = portableRoot(scope, folder);
  const runtimes = root === undefined && "program" in source ? await runtimesFor(options, extras) : [];
  const runtime = options.runtime ?? (extras.runtimes ? undefined : runtimes[0]) ?? process.execPath;
  if (options.runtime !== undefined) await checkRuntime(options.runtime, subject);
  const made =
    "command" in source
      ? await asked(source.command, options, root)
      : await (options.link ? linked : bundled)({ options, program: source.program, ids, root, runtime, temp });
  const { start } = made;
  const { name = made.manifest.name, version = made.manifest.version, fail = made.manifest.fail } = options;
  if (name !== made.manifest.name) {
    const todo = `uninstall ${name} and install the program anew, or give it its old name in createHooks({ name })`;
    throw new UsageError(`the program is called ${made.manifest.name}, not ${name}; ${subject}; ${todo}`);
  }
  const manifest: Manifest = { ...made.manifest, version, fail };
  const hosts = await Promise.all(
    ids.map((id) => {
      const timeoutMs = (event: string) => extras.timeoutMs?.(id, event);
      return hostFor(id, { manifest, hostVersion: options.hostVersions[id], program: subject, timeoutMs });
    }),
  );
  const windows = extras.windows ?? process.platform === "win32";
  // what is committed or handed on names no machine: its launcher finds a runtime, and its state lies where each person's does
  const stateDir = root === undefined ? manifest.stateDir : undefined;
  const facts = { manifest, overridden: options.fail !== undefined, scope, hosts, runtimes, stateDir, start, windows };
  for (const [file, text] of contents(facts)) await put(temp, file, text);
  if (start && "linked" in start) {
    for (const id of ids) await put(temp, bundleName(id), linkEntry({ provider: id, name, fail, program: start.linked }));
  }
  return {
    manifest,
    files: await filesIn(temp, root === undefined ? 0o600 : 0o644, launcherName(windows)),
    linked: start !== undefined && "linked" in start,
    entries: (provider, launcherWord) => {
      const host = hosts.find(({ adapter }) => adapter.id === providerId(provider));
      if (!host) throw new TypeError(`it is placed for ${ids.join(", ")}, not for ${JSON.stringify(provider)}`);
      return host.entries.map((entry) => ({ ...entry, command: commandOf(launcherWord, host.adapter.id, entry.event) }));
    },
  };
}

interface Making {
  readonly options: StageOptions;
  readonly program: string;
  readonly ids: readonly ProviderId[];
  readonly root: string | undefined;
  readonly runtime: string;
  readonly temp: string;
}

async function bundled({ options, ids, root, runtime, temp, ...given }: Making): Promise<Made> {
  const program = await existing(given.program);
  let manifest: Manifest | undefined;
  for (const id of ids) {
    const bundle = bundleName(id);
    const current = { bundle: options.current.get(bundle), cache: options.current.get(cacheFileOf(bundle)) };
    const installed = { runtime, cache: root === undefined, current, moves: true, signal: options.signal };
    manifest = (await bundleInto({ program, provider: id, outFile: path.join(temp, bundle) }, installed)).manifest;
  }
  if (manifest) return { manifest, start: undefined };
  throw new BundleError("no provider is named; give at least one, e.g. claude-code", given.program);
}

async function linked({ options, ids, root, runtime, temp, ...given }: Making): Promise<Made> {
  const program = path.resolve(given.program);
  await existing(program);
  const start = { linked: locate(program, options.folder, root, "program") };
  const why = unfit(await versionOf(runtime), READS_AS_TYPESCRIPT.test(program));
  if (why !== undefined) throw new BundleError(`${given.program} cannot be linked with ${runtime}: ${why}`, given.program);
  const probing = await mkdtemp(`${temp}-link-`);
  try {
    let manifest: Manifest | undefined;
    for (const provider of ids) manifest = await linkedManifest({ provider, program, folder: probing, runtime, signal: options.signal });
    if (manifest) return { manifest, start };
  } finally {
    await rm(probing, { recursive: true, force: true });
  }
  throw new BundleError("no provider is named; give at least one, e.g. claude-code", given.program);
}

async function asked(command: readonly [string, ...string[]], options: StageOptions, root: string | undefined): Promise<Made> {
  const [executable, ...given] = command;
  const { folder, home, signal } = options;
  const start = { command: locate(executable, folder, root, "executable"), args: portableArgs(given, root, home) };
  const absolute = path.resolve(folder, start.command.path);
  await existing(absolute);
  return { manifest: await manifestOfCommand(command, absolute, signal), start };
}

async function manifestOfCommand(
  command: readonly [string, ...string[]],
  absolute: string,
  signal: AbortSignal | undefined,
): Promise<Manifest> {
  const [executable, ...given] = command;
  const answer = await askManifest([absolute, ...given], { signal });
  if ("manifest" in answer) return answer.manifest;
  throw new BundleError(`${command.join(" ")} agenthooks manifest: ${answer.why}`, executable, { cause: answer.printed });
}

function existing(file: string): Promise<string> {
  return realpath(path.resolve(file)).catch((error: unknown) => {
    throw new BundleError(`no program at ${file}; give the path of your hooks file`, file, { cause: error });
  });
}

async function checkRuntime(runtime: string, subject: string): Promise<void> {
  if (!path.isAbsolute(runtime) || /[\r\n\0]/.test(runtime))
    throw new BundleError(`the runtime ${JSON.stringify(runtime)} is no absolute path; hooks start in any folder`, subject);
  const why = unfit(await versionOf(runtime), false);
  if (why !== undefined) throw new BundleError(`the runtime ${runtime} cannot be used: ${why}`, subject);
}

async function runtimesFor({ runtime, home, env }: StageOptions, extras: StageExtras): Promise<readonly string[]> {
  return extras.runtimes ?? (runtime === undefined ? runtimesOf({ execPath: process.execPath, home, env }) : [runtime]);
}

async function put(folder: string, file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, file), text, { mode: 0o600 });
}

async function filesIn(folder: string, mode: number, launcher: string): Promise<StagedProgram["files"]> {
  const files = new Map<string, { readonly bytes: Uint8Array; readonly mode: number }>();
  const names = await readdir(folder, { recursive: true });
  for (const name of names.sort()) {
    const file = path.join(folder, name);
    // who may read the launcher may start it
    const own = name === launcher ? mode | ((mode >> 2) & 0o111) : mode;
    if ((await stat(file)).isFile()) files.set(name, { bytes: await readFile(file), mode: own });
  }
  return files;
}
