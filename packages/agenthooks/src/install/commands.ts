/** Install, upgrade, uninstall and what they would do, over any agents and any way to make a program. */
import { type Planned, planInstall } from "./apply.js";
import { commit, StalePlanError } from "./commit.js";
import { type Context, contextOf, type Deps } from "./context.js";
import { actionOf, changes, type DraftFile } from "./draft.js";
import { planRemoval } from "./remove.js";
import type { InstallOptions, InstallReport, Rendering, Target } from "./types.js";

/** A file that somebody else writes at the same time is planned for anew, so often. */
const MOST_PLANS = 4;

/** `install` over the given agents. @param again there must be an install to put this one over. */
export async function installWith(deps: Deps, options: InstallOptions, again = false): Promise<InstallReport> {
  const plan = (context: Context) => planInstall(deps, context, options, again);
  return carryOut(deps, options, again ? "upgrade" : "install", plan);
}

/** `uninstall` over the given agents. */
export async function uninstallWith(deps: Deps, options: Target): Promise<InstallReport> {
  return carryOut(deps, options, "uninstall", (context) => planRemoval(deps, context, options));
}

/** `render` and `diff` over the given agents. */
export async function renderWith(deps: Deps, options: InstallOptions, which: "all" | "changes"): Promise<Rendering> {
  const { files } = await planInstall(deps, await contextOf(deps, options, false), options, false);
  return rendered(which === "all" ? files.filter((one) => one.after !== undefined || one.before !== undefined) : files.filter(changes));
}

/** What `uninstall` would change, over the given agents. */
export async function renderRemovalWith(deps: Deps, options: Target): Promise<Rendering> {
  const { files } = await planRemoval(deps, await contextOf(deps, options, false), options);
  return rendered(files.filter(changes));
}

function rendered(files: readonly DraftFile[]): Rendering {
  return new Map(
    files.map(({ path, before, after }) => [
      path,
      { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) },
    ]),
  );
}

async function carryOut(
  deps: Deps,
  options: Omit<Target, "name">,
  verb: string,
  plan: (context: Context) => Promise<Planned>,
): Promise<InstallReport> {
  const writes = options.dryRun !== true;
  const context = await contextOf(deps, options, writes);
  for (let attempt = 1; ; attempt++) {
    options.signal?.throwIfAborted();
    const planned = await plan(context);
    const report = reportOf(planned);
    if (!writes || !report.changed) return report;
    try {
      await commit({
        stateHome: context.state,
        what: `${verb} of ${planned.name}`,
        changes: planned.draft.changes(planned.files),
        folders: planned.folders,
        signal: options.signal,
      });
    } catch (error) {
      if (error instanceof StalePlanError && attempt < MOST_PLANS) continue;
      throw error;
    }
    return report;
  }
}

function reportOf({ name, files, findings, nextSteps, receipt }: Planned): InstallReport {
  return {
    name,
    changed: files.some(changes),
    files: files.map((one) => ({ path: one.path, action: actionOf(one), provider: one.provider })),
    findings,
    nextSteps,
    receipt,
  };
}
