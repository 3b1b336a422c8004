/** The way back: original bytes where nobody has edited since, exactly our entries out of a file where somebody has. */
import fs from "node:fs";
import path from "node:path";
import { InstallConflictError } from "../base/errors.js";
import type { Finding, HostInstaller } from "../providers/install.js";
import type { Planned } from "./apply.js";
import { type Context, type Deps, ofAll, placeOf, refuseUnknown } from "./context.js";
import { Draft, type DraftFile } from "./draft.js";
import { draftHost, type Host, type HostChange } from "./entries-of.js";
import { checkedName, launcherOf, programFolder, programIn } from "./folder.js";
import { installerOf, providerIds } from "./hosts.js";
import { digestOf } from "./journal.js";
import { behindLinks } from "./links.js";
import { ownBy } from "./own.js";
import { bytesOf, type Receipt, readReceipt, receiptBytes, receiptPath, refuseForeignReceipt } from "./receipt.js";
import { Others } from "./shared.js";
import type { Target } from "./types.js";
import { envOf } from "./variables.js";

/** Plans an uninstall, from some of the agents or from all. */
export async function planRemoval(deps: Deps, around: Context, options: Target): Promise<Planned> {
  const name = checkedName(options.name);
  const file = receiptPath(around.state, name, around.scope, around.root);
  const receipt = readReceipt(file, around.read);
  const context = { ...around, env: envOf(receipt, around.env) };
  refuseForeignReceipt(receipt, name, file);
  const named = providerIds(options.providers);
  if (!receipt) return removeUnrecorded(deps, context, name, named, file);
  const leaving = named.length === 0 ? receipt.providers : receipt.providers.filter((one) => named.includes(one));
  const staying = receipt.providers.filter((one) => !leaving.includes(one));
  const draft = new Draft(context.read);
  const findings: Finding[] = [...context.findings];
  for (const one of named.filter((id) => !receipt.providers.includes(id)))
    findings.push({ level: "note", provider: one, path: undefined, message: `${name} is not installed for this agent`, fix: undefined });
  const changed: HostChange[] = [];
  const others = new Others(context.state, file, context.read);
  for (const id of leaving) {
    const installer = await installerOf(deps.installers, id);
    const host = hostOf(context, installer, name, receipt.launcher, receipt.words[id]);
    const about = { name, version: receipt.version, description: undefined };
    changed.push(await draftHost(context, draft, about, host, () => restore(draft, receipt, id, others)));
  }
  others.draft(draft, receipt.files, staying.length > 0 ? [] : receipt.folders);
  if (staying.length > 0) {
    draft.put(file, receiptBytes(without(receipt, leaving)));
    const message = `the files of the program stay: ${staying.join(", ")} still use them`;
    findings.push(ofAll("note", receipt.folder, message));
    return planned(name, draft, draft.files, [], [...findings, ...changed.flatMap((one) => one.findings)], changed, file);
  }
  findings.push(...removeProgram(draft, receipt));
  draft.put(file, undefined);
  findings.push(...changed.flatMap((one) => one.findings), ...leftOver(receipt, draft), ...stateLeft(context, name));
  return planned(name, draft, inOrder(draft.files, file), receipt.folders, findings, changed, file);
}

/** Entries before the files that they start (facts/demand.md b80); the receipt last, since it knows of all others. */
function inOrder(files: readonly DraftFile[], receipt: string): readonly DraftFile[] {
  const place = (one: DraftFile) => (one.provider !== undefined ? 0 : one.path === receipt ? 2 : 1);
  return files.toSorted((one, other) => place(one) - place(other));
}

function hostOf(context: Context, installer: HostInstaller, name: string, launcher: string, known: string | undefined): Host {
  const words = known === undefined ? [] : [known];
  try {
    words.push(installer.launcherWord(placeOf(context, context.read), launcher, name));
  } catch (error) {
    // a scope that no longer works for this agent: the receipt says what stood there
    if (words.length === 0) throw error;
  }
  return { installer, own: ownBy(words, launcher), entries: [], hostVersion: undefined };
}

/** Where nobody has edited since, and no other program has entries there that must stay. */
function restore(draft: Draft, receipt: Receipt, provider: string, others: Others): void {
  for (const record of receipt.files) {
    const present = draft.present(record.path);
    if (record.provider !== provider || digestOf(present) !== record.after) continue;
    const other = others.recordOf(behindLinks(record.path), present);
    if (other === undefined || other.beforeDigest !== record.beforeDigest) draft.put(record.path, bytesOf(record), record.provider);
  }
}

function removeProgram(draft: Draft, receipt: Receipt): readonly Finding[] {
  return receipt.files.flatMap((record): readonly Finding[] => {
    if (record.provider !== undefined) return [];
    const present = draft.present(record.path);
    if (present === undefined) return [];
    if (digestOf(present) !== record.after) {
      const message = "it was edited since it was installed: it is kept";
      return [ofAll("warning", record.path, message, "delete it when you do not need it")];
    }
    draft.put(record.path, bytesOf(record));
    return [];
  });
}

/** Files in the program's folder that no install has written. */
function leftOver(receipt: Receipt, draft: Draft): readonly Finding[] {
  const known = new Set(receipt.files.map((one) => behindLinks(one.path)));
  const gone = new Set(draft.files.filter((one) => one.after === undefined).map((one) => behindLinks(one.path)));
  return listOf(receipt.folder)
    .filter((one) => !known.has(behindLinks(one)) && !gone.has(behindLinks(one)))
    .map((one) => ofAll("note", one, "it is not of the program: it is kept, and with it the folder"));
}

/** What hooks have written while they ran is the person's. */
function stateLeft({ state }: Context, name: string): readonly Finding[] {
  const folder = path.join(state, name);
  if (!listOf(folder).some((one) => path.basename(one) !== "receipts")) return [];
  return [ofAll("note", folder, "logs and state of the program are kept", "delete the folder when you do not need them")];
}

function listOf(folder: string): readonly string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder).map((one) => path.join(folder, one)) : [];
}

function without(receipt: Receipt, leaving: readonly string[]): Receipt {
  const stays = (one: { readonly provider?: string | undefined }) => one.provider === undefined || !leaving.includes(one.provider);
  const entries = receipt.entries.filter(stays);
  return {
    ...receipt,
    providers: receipt.providers.filter((one) => !leaving.includes(one)),
    hostVersions: Object.fromEntries(Object.entries(receipt.hostVersions).filter(([id]) => !leaving.includes(id))),
    words: Object.fromEntries(Object.entries(receipt.words).filter(([id]) => !leaving.includes(id))),
    files: receipt.files.filter(stays),
    entries,
    commands: [...new Set(entries.flatMap(({ command }) => command ?? []))],
  };
}

/** Without a receipt our entries are still known by the launcher that they start. */
async function removeUnrecorded(deps: Deps, context: Context, name: string, named: readonly string[], file: string): Promise<Planned> {
  const folder = programFolder(context.scope, context.root, name);
  const draft = new Draft(context.read);
  const changed: HostChange[] = [];
  for (const id of named.length > 0 ? named : Object.keys(deps.installers)) {
    const installer = await installerOf(deps.installers, id);
    let host: Host;
    try {
      host = hostOf(context, installer, name, launcherOf(folder), undefined);
    } catch (error) {
      if (!(error instanceof InstallConflictError)) throw error;
      continue; // an agent that cannot have entries in this scope has none
    }
    const { entries } = await installer.inspect({ ...placeOf(context, context.read), own: host.own });
    if (entries.some((one) => one.own))
      changed.push(await draftHost(context, draft, { name, version: undefined, description: undefined }, host));
  }
  const isThere = programIn(folder, context.read) === name;
  if (changed.length === 0 && !isThere) refuseUnknown(context.state, context.read, name, `${context.scope} scope of ${context.root}`);
  const findings: Finding[] = [
    ...context.findings,
    ofAll(
      "warning",
      file,
      "there is no receipt of this install: entries were found by the launcher that they start, and only they are taken out",
    ),
    ...(isThere
      ? [ofAll("warning", folder, "the folder of the program is kept: nothing says which files in it are ours", "delete the folder")]
      : []),
    ...changed.flatMap((one) => one.findings),
  ];
  return planned(name, draft, draft.files, [], findings, changed, file);
}

function planned(
  name: string,
  draft: Draft,
  files: readonly DraftFile[],
  folders: readonly string[],
  findings: readonly Finding[],
  changed: readonly HostChange[],
  receipt: string,
): Planned {
  return { name, draft, files, folders, findings, nextSteps: changed.flatMap((one) => one.nextSteps), receipt };
}
