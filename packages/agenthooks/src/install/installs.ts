/** Putting a program into agents' configuration, and taking it out again. */
import { INSTALLERS } from "../providers/installers.js";
import { installWith, renderRemovalWith, renderWith, uninstallWith } from "./commands.js";
import { type Deps, surroundings } from "./context.js";
import { nameOfProgram, stageProgram } from "./program.js";
import { statusWith } from "./status.js";
import type { Finding, InstallOptions, InstallReport, Rendering, Selection, StatusReport, Target } from "./types.js";

const DEPS: Deps = { installers: INSTALLERS, stage: stageProgram, nameOf: nameOfProgram, cwd: () => process.cwd() };

/**
 * Installs a program for agents, beside those that it is installed for already: all files or none. Installing it again changes nothing.
 * @throws BundleError when the program cannot be made ready.
 * @throws ConfigParseError for a configuration that cannot be parsed.
 * @throws InstallConflictError for what is not ours, cannot be written, or changes all the time; nothing is written then.
 * @throws StateError for a damaged receipt, or when another command holds the lock for more than 10 seconds.
 * @throws UsageError for options that cannot be meant.
 *
 * @example
 * const { nextSteps } = await install({ program: "hooks.ts", providers: ["claude-code", "codex"], scope: "user" });
 */
export async function install(options: InstallOptions): Promise<InstallReport> {
  return installWith(DEPS, options);
}

/**
 * Installs a newer program over an installed one, for the same agents and those in `providers`. The commands of its entries stay the same.
 * @throws UsageError when it is not installed; else as `install` does.
 *
 * @example
 * await upgrade({ program: "hooks.ts", providers: [], scope: "user" });
 */
export async function upgrade(options: InstallOptions): Promise<InstallReport> {
  return installWith(DEPS, options, true);
}

/**
 * Takes a program out: the bytes that stood there before, or, where somebody has edited since, everything but our entries. Without a
 * receipt its entries are found by the launcher that they start.
 * @param options `providers`: none means all that it is installed for.
 * @throws UsageError when it is not installed there, with what is; else as `install` does.
 *
 * @example
 * await uninstall({ name: "acme-guard", providers: [], scope: "user" });
 */
export async function uninstall(options: Target): Promise<InstallReport> {
  return uninstallWith(DEPS, options);
}

/**
 * Undoes what a command that was killed has left half done, as each of the functions that write does first.
 * @returns what was undone; nothing where there was nothing.
 * @throws StateError when the journal of that command cannot be read.
 *
 * @example
 * for (const { message } of await recover()) console.log(message);
 */
export async function recover(where: Pick<Selection, "home" | "env"> = {}): Promise<readonly Finding[]> {
  return (await surroundings(where, true)).findings;
}

/**
 * What is installed, and whether it still is as it was installed. Writes nothing.
 *
 * @example
 * const { entries } = await status({ name: "acme-guard" });
 */
export async function status(selection: Selection = {}): Promise<StatusReport> {
  return statusWith(DEPS, selection);
}

/**
 * Every file that an install would leave, changed or not. Writes nothing.
 * @throws what `install` throws before it writes.
 *
 * @example
 * for (const [path, { after }] of await render({ program: "hooks.ts", providers: ["codex"], scope: "user" })) console.log(path, after?.length);
 */
export async function render(options: InstallOptions): Promise<Rendering> {
  return renderWith(DEPS, options, "all");
}

/**
 * The files that an install would change. Writes nothing.
 * @throws what `install` throws before it writes.
 *
 * @example
 * const changes = await diff({ program: "hooks.ts", providers: ["codex"], scope: "user" });
 */
export async function diff(options: InstallOptions): Promise<Rendering> {
  return renderWith(DEPS, options, "changes");
}

/**
 * The files that an uninstall would change. Writes nothing.
 * @throws what `uninstall` throws before it writes.
 *
 * @example
 * const changes = await renderUninstall({ name: "acme-guard", providers: [], scope: "user" });
 */
export async function renderUninstall(options: Target): Promise<Rendering> {
  return renderRemovalWith(DEPS, options);
}
