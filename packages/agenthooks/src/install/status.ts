/** What is installed, and whether it still is as it was installed. */
import path from "node:path";
import { errorText } from "../base/errors.js";
import type { ProviderId } from "../event/provider.js";
import type { Finding, FoundEntry } from "../providers/install.js";
import { type Deps, ofAll, placeOf, type Surroundings, surroundings } from "./context.js";
import { installerOf, providerIds } from "./hosts.js";
import { digestOf } from "./journal.js";
import { statOf } from "./links.js";
import { otherScopes } from "./other-scopes.js";
import { ownBy } from "./own.js";
import { type Receipt, realRoot, receiptsIn } from "./receipt.js";
import type { Selection, StatusEntry, StatusReport } from "./types.js";
import { envOf, movedFindings } from "./variables.js";

/** `status` over the given agents. Writes nothing. */
export async function statusWith(deps: Deps, selection: Selection): Promise<StatusReport> {
  const around = await surroundings(selection, false);
  const wanted = selection.providers ? providerIds(selection.providers) : undefined;
  const root = selection.dir === undefined ? undefined : realRoot(path.resolve(deps.cwd(), selection.dir));
  const entries: StatusEntry[] = [];
  const findings: Finding[] = [...around.findings];
  const versions = new Map<ProviderId, string | undefined>();
  for (const { file, receipt, error } of receiptsIn(around.state, around.read)) {
    selection.signal?.throwIfAborted();
    if (error) {
      findings.push(ofAll("error", file, error.message, "move it away, and install or uninstall again"));
      continue;
    }
    if (selection.name !== undefined && receipt.name !== selection.name) continue;
    if (selection.scope !== undefined && receipt.scope !== selection.scope) continue;
    if (root !== undefined && realRoot(receipt.root) !== root) continue;
    const ofProgram = programFindings(receipt, around);
    findings.push(...ofProgram, ...otherScopes(around, receipt, "note"), ...movedFindings("note", receipt.name, receipt, around.env));
    for (const provider of receipt.providers) {
      if (wanted && !wanted.includes(provider)) continue;
      // to ask an agent is to start it: once for all that is installed
      if (!versions.has(provider)) versions.set(provider, (await (await installerOf(deps.installers, provider)).detect(around))?.version);
      const found = await entriesOf(deps, receipt, provider, around, versions.get(provider));
      entries.push(...found.entries.map((one) => (ofProgram.some(isDrift) ? { ...one, drift: true } : one)));
      findings.push(...found.findings);
    }
  }
  return { entries, findings };
}

const isDrift = ({ level }: Finding) => level === "warning" || level === "error";

function programFindings(receipt: Receipt, { read }: Surroundings): readonly Finding[] {
  if (!statOf(receipt.root)) {
    const message = `${receipt.name} was installed in a folder that is no longer there`;
    return [ofAll("warning", receipt.root, message, `agenthooks uninstall ${receipt.name}, with the folder in place again`)];
  }
  return receipt.files.flatMap((file): readonly Finding[] => {
    if (file.provider !== undefined) return [];
    const digest = digestOf(read(file.path));
    const runs = (mode: number) => process.platform === "win32" || (mode & 0o100) !== 0;
    const stopped = runs(file.mode) && !runs(statOf(file.path)?.mode ?? 0);
    if (digest === file.after && !stopped) return [];
    const what = digest === undefined ? "is gone" : digest === file.after ? "may no longer be run" : "was edited";
    const message = `a file of ${receipt.name} ${what}`;
    return [ofAll("warning", file.path, message, `agenthooks upgrade ${receipt.name}`)];
  });
}

async function entriesOf(
  deps: Deps,
  receipt: Receipt,
  provider: ProviderId,
  around: Surroundings,
  version: string | undefined,
): Promise<StatusReport> {
  const installer = await installerOf(deps.installers, provider);
  const place = { ...around, env: envOf(receipt, around.env), scope: receipt.scope, root: receipt.root };
  const words = [receipt.words[provider] ?? receipt.launcher];
  const findings: Finding[] = [];
  const say = (level: Finding["level"], file: string, message: string, fix?: string) =>
    findings.push({ level, provider, path: file, message, fix });
  let present: readonly FoundEntry[] = [];
  try {
    const inspection = await installer.inspect({ ...placeOf(place, around.read), own: ownBy(words, receipt.launcher) });
    present = inspection.entries.filter((one) => one.own);
    findings.push(...inspection.findings);
  } catch (error) {
    say("error", receipt.root, errorText(error));
  }
  const installed = receipt.entries.filter((one) => one.provider === provider);
  const again = `agenthooks upgrade ${receipt.name}`;
  const missing = notIn(installed, present);
  const added = notIn(present, installed);
  for (const one of missing) say("warning", one.path, `the entry for ${one.event} is gone or was changed`, again);
  for (const one of added) say("warning", one.path, `the entry for ${one.event} is not as it was installed`, again);
  for (const one of present)
    if (one.trust !== undefined && one.trust !== "trusted") {
      // who has switched a hook off meant it: that is not undone here
      const fix =
        one.trust === "disabled" ? "switch it on in the agent's own list of hooks" : `${again}, or trust it in the agent's own list`;
      say("warning", one.path, `the entry for ${one.event} does not run: it is ${one.trust}`, fix);
    }
  const known = receipt.hostVersions[provider];
  if (version !== undefined && known !== undefined && version !== known)
    say("note", receipt.folder, `the agent is ${version}; the program was installed for ${known}`, "agenthooks upgrade");
  const files = [...new Set([...installed, ...present].map((one) => one.path))];
  const entries = files.map((file): StatusEntry => {
    const here = <T extends { readonly path: string }>(list: readonly T[]) => list.filter((one) => one.path === file);
    const untrusted = here(present).some((one) => one.trust !== undefined && one.trust !== "trusted");
    return {
      name: receipt.name,
      version: receipt.version,
      provider,
      scope: receipt.scope,
      root: receipt.root,
      path: file,
      events: [...new Set(here(present).map((one) => one.event))],
      drift: untrusted || here(missing).length > 0 || here(added).length > 0,
      linked: receipt.linked,
    };
  });
  return { entries, findings };
}

type Named = Pick<FoundEntry, "path" | "event"> & {
  readonly [name in "matcher" | "command" | "digest"]?: string | undefined;
};

/** Those of `list` that `other` has not, each as often as it is there. */
function notIn<T extends Named>(list: readonly T[], other: readonly Named[]): readonly T[] {
  // a receipt of an earlier version has no digests
  const deep = [...list, ...other].every(({ digest }) => digest !== undefined);
  const key = ({ path: file, event, matcher, command, digest }: Named) =>
    JSON.stringify([file, event, matcher ?? null, command ?? null, deep ? digest : null]);
  const left = other.map(key);
  return list.filter((one) => {
    const at = left.indexOf(key(one));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
