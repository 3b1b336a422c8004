/** Puts a program where agents start it: bundles, launcher, answer tables and `launch.json` in one folder (design §6). */
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { uniqueId } from "../../base/hash.js";
import type { Adapter } from "../../decision/answer.js";
import { type ProviderId, providerId } from "../../event/provider.js";
import type { HostModel } from "../../providers/host.js";
import { HOSTS } from "../../providers/hosts.js";
import { BUILT_IN } from "../../providers/index.js";
import type { Manifest } from "../../router/manifest.js";
import { bundleProgram } from "../bundle.js";
import { BundleError } from "../bundle-error.js";
import { cacheFileOf } from "../code-cache.js";
import { answersOf, answerTable, type EventAnswers, eventsOf } from "./answers.js";
import { launcherText } from "./launcher.js";
import { shellWord } from "./shell.js";
import { answerFiles, cmdQuoted, runCmd, type SuperviseFacts, superviseText } from "./windows.js";

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
  const { program } = options;
  const ids = [...new Set(options.providers.map(providerId))];
  if (ids.length === 0) throw new BundleError("no provider is named; give at least one, e.g. claude-code", program);
  const runtimes = options.runtimes ?? [process.execPath];
  const loose = runtimes.find((one) => !path.isAbsolute(one) || /[\r\n\0]/.test(one));
  if (loose !== undefined)
    throw new BundleError(`the runtime ${JSON.stringify(loose)} is no absolute path; hooks start in any folder`, program);
  const windows = (options.platform ?? process.platform) === "win32";
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const staged = new Staged(folder);
  const wanted: Record<string, readonly string[]> = {};
  try {
    const launches: Record<string, unknown> = {};
    const refusals: { readonly provider: string; readonly row: EventAnswers }[] = [];
    const supervised: Record<string, SuperviseFacts["providers"][string]> = {};
    let manifest: Manifest | undefined;
    for (const id of ids) {
      const bundle = `hooks.${id}.cjs`;
      const built = await bundleProgram({ program, provider: id, outFile: staged.file(bundle) });
      if (built.cache !== undefined) staged.file(cacheFileOf(bundle));
      manifest ??= built.manifest;
      const hostVersion = options.hostVersions?.[id];
      const answers = await answersFor(id, built.manifest, options, hostVersion);
      refusals.push(...answers.filter((row) => row.decision !== "neutral").map((row) => ({ provider: id, row })));
      launches[id] = { hostVersion, bundle, events: launchEvents(answers) };
      wanted[id] = eventsOf(await adapterOf(id, program), built.manifest.hooks);
      if (windows) {
        supervised[id] = { bundle, hostVersion, answers };
        for (const [name, text] of answerFiles(answers, built.fail)) await staged.write(path.join(`answers.${id}`, name), text);
      } else {
        await staged.write(`answers.${id}.sh`, answerTable(answers, { runtimes, hostVersion, stateDir: built.manifest.stateDir }));
      }
    }
    if (!manifest) throw new BundleError("no provider is named", program);
    const { name, version, fail } = manifest;
    const launch = { schema: 1, name, version, fail, runtime: runtimes, providers: launches };
    await staged.write("launch.json", `${JSON.stringify(launch, null, 2)}\n`);
    const refused = [...new Set(refusals.map(({ row }) => row.event))];
    if (windows) {
      await staged.write("supervise.cjs", superviseText({ name, fail, refused, providers: supervised }));
      await staged.write("run.cmd", runCmd({ fail, runtimes, refused }));
    } else await staged.write("run", launcherText({ name, fail, refusals }), 0o700);
    const files = await staged.place();
    const launcher = path.join(folder, windows ? "run.cmd" : "run");
    const word = windows ? cmdQuoted(launcher) : shellWord(launcher);
    return {
      manifest,
      launcher,
      files,
      events: (provider) => ofProvider(wanted, provider),
      command: (provider, event) => {
        ofProvider(wanted, provider);
        const { events } = launches[providerId(provider)] as { readonly events: object };
        if (!Object.hasOwn(events, event)) throw new TypeError(`${provider} has no event ${JSON.stringify(event)}`);
        return `${word} agenthooks run --provider=${providerId(provider)} --event=${event}`;
      },
    };
  } finally {
    await staged.remove();
    // an empty folder would look like a program that is there
    if (made !== undefined) await rmdir(folder).catch(() => undefined);
  }
}

function ofProvider(wanted: Readonly<Record<string, readonly string[]>>, provider: ProviderId): readonly string[] {
  const events = wanted[providerId(provider)];
  if (!events) throw new TypeError(`it is placed for ${Object.keys(wanted).join(", ")}, not for ${JSON.stringify(provider)}`);
  return events;
}

async function adapterOf(id: string, program: string): Promise<Adapter> {
  const adapter = Object.hasOwn(BUILT_IN, id) ? await BUILT_IN[id]?.() : undefined;
  if (!adapter) throw new BundleError(`unknown provider ${JSON.stringify(id)}; one of ${Object.keys(BUILT_IN).join(", ")}`, program);
  return adapter;
}

async function answersFor(
  id: string,
  manifest: Manifest,
  { program, timeoutMs }: PlaceOptions,
  hostVersion: string | undefined,
): Promise<readonly EventAnswers[]> {
  const adapter = await adapterOf(id, program);
  const host: HostModel | undefined = Object.hasOwn(HOSTS, id) ? await HOSTS[id]?.() : undefined;
  if (!host) throw new BundleError(`nothing is known of how ${id} runs hooks`, program);
  return answersOf({
    adapter,
    manifest,
    ...(hostVersion === undefined ? {} : { hostVersion }),
    timeoutMs: ({ native }) => checkedTimeout(timeoutMs?.(id, native) ?? host.timeoutMs(native), native, program),
  });
}

/** Below a second no runtime has answered, and a launcher that ends it then answers every event by the fail mode. */
const LEAST_MS = 1_000;
const MOST_MS = 24 * 60 * 60 * 1_000;

function checkedTimeout(ms: number, event: string, program: string): number {
  if (Number.isFinite(ms) && ms >= LEAST_MS && ms <= MOST_MS) return ms;
  throw new BundleError(`the timeout of ${event} is ${ms} ms; give it ${LEAST_MS} to ${MOST_MS} milliseconds, or none`, program);
}

function launchEvents(answers: readonly EventAnswers[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(answers.map(({ event, gate, timeoutMs }) => [event, { gate, timeoutMs }]));
}

/**
 * Files that are written under names of their own in the folder where they belong, since a program may read what lies beside it, and take
 * their places together: what fails before leaves the program that is there as it is.
 */
class Staged {
  readonly #folder: string;
  readonly #prefix = `.next-${uniqueId().slice(-8)}-`;
  readonly #names: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Where the file called `name` is written until it takes its place. */
  file(name: string): string {
    this.#names.push(name);
    return this.#staged(name);
  }

  async write(name: string, text: string, mode = 0o600): Promise<void> {
    const file = this.file(name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode, flag: "wx" });
  }

  async place(): Promise<readonly string[]> {
    for (const name of this.#names) await rename(this.#staged(name), path.join(this.#folder, name));
    return this.#names.map((name) => path.join(this.#folder, name));
  }

  async remove(): Promise<void> {
    for (const name of this.#names) await rm(this.#staged(name), { force: true });
  }

  #staged(name: string): string {
    return path.join(this.#folder, path.dirname(name), this.#prefix + path.basename(name));
  }
}
