/** From a program and the agents' files as they are to the files as they shall be. */
import path from "node:path";
import { InstallConflictError, UsageError } from "../base/errors.js";
import { sha256 } from "../base/hash.js";
import type { ProviderId } from "../event/provider.js";
import type { Finding, FoundEntry } from "../providers/install.js";
import { type Context, type Deps, ofAll, placeOf } from "./context.js";
import { Draft, type DraftFile } from "./draft.js";
import { draftHost, type Host, type HostChange, withoutOurs } from "./entries-of.js";
import { launcherOf } from "./folder.js";
import { originOf } from "./installed.js";
import { digestOf } from "./journal.js";
import { behindLinks } from "./links.js";
import { otherScopes } from "./other-scopes.js";
import { ownBy } from "./own.js";
import type { StagedProgram } from "./program.js";
import { bytesOf, type Receipt, receiptBytes } from "./receipt.js";
import { foldersMade, recordFiles, recordOf } from "./records.js";
import { Others } from "./shared.js";
import { stageFor } from "./staging.js";
import type { Extras, InstallOptions, InstallReport } from "./types.js";
import { envOf, movedFindings, variablesOf } from "./variables.js";

/** Everything that a command would do, before it does it. */
export interface Planned {
  readonly name: string;
  readonly draft: Draft;
  /** In the order of the commit. */
  readonly files: readonly DraftFile[];
  /** Removed where they are empty. */
  readonly folders: readonly string[];
  readonly findings: readonly Finding[];
  readonly nextSteps: InstallReport["nextSteps"];
  readonly receipt: string;
}

/**
 * Plans an install, or an install over an earlier one.
 * @param again there must be one.
 */
export async function planInstall(deps: Deps, around: Context, options: InstallOptions, again: boolean): Promise<Planned> {
  const staged = await stageFor(deps, around, options);
  const { name } = staged.program.manifest;
  const { folder, receipt: file, previous, hosts: installers } = staged;
  const context = { ...around, env: envOf(previous, around.env) };
  if (again && !previous) {
    const message = `${name} is not installed in the ${context.scope} scope of ${context.root}; ${file} is not there; install it first`;
    throw new UsageError(message);
  }
  const launcher = launcherOf(folder);
  const words = Object.fromEntries(installers.map((one) => [one.id, one.launcherWord(placeOf(context, context.read), launcher, name)]));
  const hosts = installers.map((installer): Host => {
    const word = words[installer.id] ?? launcher;
    const known = previous?.words[installer.id];
    return {
      installer,
      own: ownBy(known === undefined ? [word] : [word, known], launcher),
      entries: staged.program.entries(installer.id, word),
      hostVersion: staged.hostVersions[installer.id],
    };
  });
  const draft = new Draft(context.read);
  const findings: Finding[] = [...context.findings, ...staged.findings, ...movedFindings("warning", name, previous, around.env)];
  findings.push(...draftProgram(context, draft, staged.program, folder, previous));
  draftExtras(context, draft, options.extras ?? {}, previous);
  findings.push(...dropOld(draft, previous));
  const providers = installers.map((one) => one.id);
  findings.push(...otherScopes(context, { ...context, name, providers }, "warning"));
  const about = { name, version: staged.version, description: options.description };
  const changed: HostChange[] = [];
  for (const host of hosts) {
    if (host.entries.length === 0) findings.push(nothingFor(host.installer.id));
    changed.push(await draftHost(context, draft, about, host));
  }
  const entries = hosts.flatMap(({ installer }, index) => ownEntries(installer.id, changed[index]?.inspection.entries ?? []));
  const originals = new Map<string, Uint8Array | undefined>();
  for (const host of hosts) for (const [target, bytes] of await withoutOurs(context, draft, about, host)) originals.set(target, bytes);
  const others = new Others(context.state, file, context.read);
  const files = recordFiles({ draft, previous, folder, originals, others, entries });
  const written = draft.files.filter((one) => one.after !== undefined && one.before === undefined);
  const receipt: Receipt = {
    schema: 1,
    name,
    ...(staged.version === undefined ? {} : { version: staged.version }),
    scope: context.scope,
    root: context.root,
    providers,
    hostVersions: staged.hostVersions,
    folder,
    launcher,
    words,
    linked: staged.program.linked,
    env: variablesOf(installers, context.env),
    ...(options.extras === undefined ? { origin: originOf(options, deps.cwd()) } : {}),
    files,
    folders: foldersMade({ files: [...written.map((one) => one.path), file], folder, ...context, previous }),
    entries,
    commands: [...new Set(entries.flatMap(({ command }) => command ?? []))],
  };
  others.draft(draft, files);
  draft.put(file, receiptBytes(receipt));
  const named = new Set(draft.files.map((one) => behindLinks(one.path)));
  for (const one of files) if (!named.has(behindLinks(one.path))) draft.put(one.path, draft.read(one.path), one.provider);
  return {
    name,
    draft,
    files: inOrder(draft.files, file),
    folders: [],
    findings: [...findings, ...changed.flatMap((one) => one.findings)],
    nextSteps: changed.flatMap((one) => one.nextSteps),
    receipt: file,
  };
}

/** What an entry names is there before it; what is taken away goes last. */
function inOrder(files: readonly DraftFile[], receipt: string): readonly DraftFile[] {
  const place = (file: DraftFile) => (file.after === undefined ? 3 : file.provider !== undefined ? 2 : file.path === receipt ? 1 : 0);
  return files.toSorted((one, other) => place(one) - place(other));
}

function draftProgram(context: Context, draft: Draft, program: StagedProgram, folder: string, previous: Receipt | undefined): Finding[] {
  const findings: Finding[] = [];
  for (const [name, { bytes, mode }] of program.files) {
    const file = path.join(folder, name);
    const known = recordOf(previous, file);
    const present = draft.present(file);
    const edited = known && present !== undefined && digestOf(present) !== known.after && digestOf(present) !== digestOf(bytes);
    if (edited) findings.push(ofAll("warning", file, "it was edited since it was installed: it is replaced"));
    draft.put(file, bytes, undefined, mode);
  }
  // not committed: git is told by a file of the program alone, so that two programs have none in common
  if (context.scope === "local") draft.put(path.join(folder, ".gitignore"), Buffer.from("*\n"));
  return findings;
}

function draftExtras(context: Context, draft: Draft, { files = {}, ...rest }: Extras, previous: Receipt | undefined): void {
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw new UsageError(`extras.${unknown} is nothing that is installed; of extras there are files; leave it out`);
  for (const [name, text] of Object.entries(files)) {
    const file = path.resolve(context.root, name);
    const outside = path.relative(context.root, file);
    if (path.isAbsolute(name) || outside === "" || outside.split(path.sep)[0] === "..")
      throw new UsageError(`extras.files names a file outside of the root; ${name}; give a path below ${context.root}`);
    const bytes = Buffer.from(text);
    const present = draft.present(file);
    const ours = present === undefined || digestOf(present) === recordOf(previous, file)?.after || digestOf(present) === sha256(bytes);
    if (!ours)
      throw new InstallConflictError(`a file that is not ours stands there; ${file}; move it away, or leave it out of extras`, file);
    draft.put(file, bytes);
  }
}

/** Files of an earlier version that this one has no use for. */
function dropOld(draft: Draft, previous: Receipt | undefined): Finding[] {
  const findings: Finding[] = [];
  const wanted = new Set(draft.files.map((one) => behindLinks(one.path)));
  for (const record of previous?.files ?? []) {
    if (record.provider !== undefined || wanted.has(behindLinks(record.path))) continue;
    const present = draft.present(record.path);
    if (present === undefined) continue;
    if (digestOf(present) === record.after) draft.put(record.path, bytesOf(record));
    else
      findings.push(
        ofAll("note", record.path, "it is no longer part of the program, but was edited: it is kept", "delete it when you do not need it"),
      );
  }
  return findings;
}

function ownEntries(provider: ProviderId, entries: readonly FoundEntry[]): Receipt["entries"] {
  return entries
    .filter((entry) => entry.own)
    .map(({ path: file, event, matcher, command, digest }) => ({
      provider,
      path: file,
      event,
      ...(matcher === undefined ? {} : { matcher }),
      ...(command === undefined ? {} : { command }),
      ...(digest === undefined ? {} : { digest }),
    }));
}

function nothingFor(provider: ProviderId): Finding {
  const message = "no event that the program handles is known to this agent: nothing is written for it";
  return { level: "warning", provider, path: undefined, message, fix: "see `agenthooks status`, or leave the agent out" };
}
