/** The agents' side of a plan: entries go in or out of a draft, and foreign ones are counted before and after. */
import { InstallConflictError } from "../base/errors.js";
import type { ProviderId } from "../event/provider.js";
import type { Finding, HostInstaller, Inspection, Own, PlanRequest, WantedEntry } from "../providers/install.js";
import { type Context, placeOf, type Read } from "./context.js";
import type { Draft } from "./draft.js";
import { behindLinks } from "./links.js";

/** One agent that a program is written for. */
export interface Host {
  readonly installer: HostInstaller;
  readonly own: Own;
  readonly entries: readonly WantedEntry[];
  readonly hostVersion: string | undefined;
}
export type About = Pick<PlanRequest, "name" | "version" | "description">;

export interface HostChange {
  readonly findings: readonly Finding[];
  readonly nextSteps: readonly { readonly provider: ProviderId; readonly text: string }[];
  /** What stands there afterwards. */
  readonly inspection: Inspection;
}

/**
 * Puts the plan of one agent into the draft.
 * @param settle what else becomes of the agent's files: after the plan, which has to see them as they are.
 * @throws InstallConflictError when the plan would lose or reorder a foreign entry.
 */
export async function draftHost(context: Context, draft: Draft, about: About, host: Host, settle = () => {}): Promise<HostChange> {
  const { installer, own } = host;
  const inspect = (read: Read) => installer.inspect({ ...placeOf(context, read), own });
  const foreign = foreignOf(await inspect((file) => draft.present(file)));
  const plan = await installer.plan(requestOf(context, about, host, (file) => draft.read(file)));
  for (const file of plan.files) draft.put(file.path, file.after, installer.id, file.mode);
  const planned = new Map(draft.files.map((one) => [one.path, one.after]));
  settle();
  let inspection = await inspect((file) => draft.read(file));
  if (lossOf(foreign, foreignOf(inspection))) {
    // entries that no receipt tells of: what settles does not know them, the plan does
    for (const one of draft.files) draft.put(one.path, planned.has(one.path) ? planned.get(one.path) : one.before);
    inspection = await inspect((file) => draft.read(file));
  }
  refuseLoss(lossOf(foreign, foreignOf(inspection)));
  return {
    findings: plan.findings,
    nextSteps: plan.nextSteps.map((text) => ({ provider: installer.id, text })),
    inspection,
  };
}

/** Files of an agent as they would be without our entries, by where they really are. Those that have none are not in it. */
export async function withoutOurs(
  context: Context,
  draft: Draft,
  about: About,
  host: Host,
): Promise<ReadonlyMap<string, Uint8Array | undefined>> {
  const plan = await host.installer.plan(requestOf(context, about, { ...host, entries: [] }, (file) => draft.present(file)));
  return new Map(plan.files.map((file) => [behindLinks(file.path), file.after]));
}

function requestOf(context: Context, about: About, { entries, own, hostVersion }: Host, read: Read): PlanRequest {
  return { ...placeOf(context, read), ...about, hostVersion, entries, own };
}

interface Foreign {
  readonly path: string;
  readonly text: string;
}

function foreignOf({ entries }: Inspection): readonly Foreign[] {
  return entries
    .filter((entry) => !entry.own)
    .map(({ path, event, matcher, command }) => ({ path, text: JSON.stringify([event, matcher ?? null, command ?? null]) }));
}

/** Per file, in order: some agents trust an entry by its place (facts/codex.md §0.3). */
function lossOf(before: readonly Foreign[], after: readonly Foreign[]): Foreign | undefined {
  for (const path of new Set(before.map((one) => one.path))) {
    const [had, has] = [before, after].map((list) => list.filter((one) => one.path === path).map((one) => one.text));
    const lost = had?.find((text, index) => has?.[index] !== text);
    if (lost !== undefined) return { path, text: lost };
  }
  return undefined;
}

function refuseLoss(lost: Foreign | undefined): void {
  if (lost === undefined) return;
  const { path, text } = lost;
  const message = `the change would lose or move an entry that is not ours, ${text}; ${path}; nothing was written: report it with the file`;
  throw new InstallConflictError(message, path);
}
