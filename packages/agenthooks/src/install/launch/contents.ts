/** The files of an installed program beside its bundles: launcher, answer tables, `launch.json` (design §6, definitions.md). */
import path from "node:path";
import type { Adapter } from "../../decision/answer.js";
import type { Kind } from "../../event/kinds.js";
import type { NativeEventRow, ProviderId } from "../../event/provider.js";
import type { Scope, WantedEntry } from "../../providers/install.js";
import type { Manifest } from "../../router/manifest.js";
import { answersOf, answerTable } from "./answers.js";
import { launcherText, type Start } from "./launcher.js";
import { answerFiles, runCmd, superviseText } from "./windows.js";

/** One agent that the program is installed for. */
export interface StagedHost {
  readonly adapter: Adapter;
  readonly hostVersion: string | undefined;
  /** The events that have an entry. */
  readonly rows: readonly NativeEventRow[];
  readonly entries: readonly Omit<WantedEntry, "command">[];
  /** The timeout of the agent's entry for an event, milliseconds. */
  timeoutMs(row: NativeEventRow): number;
}

export interface ContentFacts {
  readonly manifest: Manifest;
  /** The fail mode is not the program's own. */
  readonly overridden: boolean;
  readonly scope: Scope;
  readonly hosts: readonly StagedHost[];
  readonly runtimes: readonly string[];
  readonly stateDir: string | undefined;
  readonly start: Start | undefined;
  readonly windows: boolean;
}

/** The file of an agent's bundle, or of what starts a linked program in its place. */
export function bundleName(provider: ProviderId): string {
  return `hooks.${provider}.cjs`;
}

/** By relative path; the launcher is the one that `launcherName` names. */
export function contents(facts: ContentFacts): ReadonlyMap<string, string> {
  const { manifest, hosts, runtimes, stateDir, start, windows, overridden, scope } = facts;
  const { name, version, fail } = manifest;
  const files = new Map<string, string>();
  const installed = new Map<ProviderId, ReadonlySet<Kind>>(
    hosts.map(({ adapter, rows }) => [adapter.id, new Set(rows.map((row) => row.kind))]),
  );
  const all = hosts.map((one) => {
    const { adapter, hostVersion, timeoutMs } = one;
    const version = hostVersion === undefined ? {} : { hostVersion };
    return { ...one, answers: answersOf({ adapter, manifest, installed, timeoutMs, ...version }) };
  });
  const refusals = all.flatMap(({ adapter, answers }) =>
    answers.filter((row) => row.decision !== "neutral").map((row) => ({ provider: adapter.id, row })),
  );
  for (const { adapter, hostVersion, answers } of all) {
    if (windows) {
      for (const [file, text] of answerFiles(answers, fail)) files.set(path.join(`answers.${adapter.id}`, file), text);
    } else files.set(`answers.${adapter.id}.sh`, answerTable(answers, { runtimes, hostVersion, stateDir }));
  }
  const providers = all.map(({ adapter, hostVersion, entries, answers }) => {
    const events = Object.fromEntries(answers.map(({ event, gate, timeoutMs }) => [event, { gate, timeoutMs }]));
    return [adapter.id, { hostVersion, bundle: bundleName(adapter.id), installed: entries.map(({ event }) => event), events }];
  });
  const launch = { schema: 1, name, version, scope, fail, ...launchStart(start), runtime: runtimes };
  files.set("launch.json", `${JSON.stringify({ ...launch, providers: Object.fromEntries(providers) }, null, 2)}\n`);
  if (windows) {
    const refused = [...new Set(refusals.map(({ row }) => row.event))];
    const supervised = all.map(({ adapter, hostVersion, answers }) => [
      adapter.id,
      { bundle: bundleName(adapter.id), hostVersion, answers },
    ]);
    files.set("supervise.cjs", superviseText({ name, fail, overridden, refused, start, providers: Object.fromEntries(supervised) }));
    files.set("run.cmd", runCmd({ fail, runtimes, refused }));
  } else files.set("run", launcherText({ name, fail, refusals, overridden, ...(start ? { start } : {}) }));
  return files;
}

/** The file that agents start. */
export function launcherName(windows: boolean): string {
  return windows ? "run.cmd" : "run";
}

/** Paths as they are written: absolute, or from the folder of `launch.json`. */
function launchStart(start: Start | undefined): Readonly<Record<string, unknown>> {
  if (!start) return {};
  return "linked" in start ? { link: start.linked.path } : { command: [start.command.path, ...start.args] };
}
