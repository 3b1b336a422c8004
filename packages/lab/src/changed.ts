/** Which agents a change can concern: what `npm run lab -- --changed` measures in full. */
import { spawnSync } from "node:child_process";
import { LAB_PROVIDERS, type LabProvider } from "./agents/pins.js";

/** Branches that a change is compared with, first one wins. */
const BASES = ["origin/main", "origin/master", "main", "master"];

/**
 * The agents whose own or shared files differ from the merge base, committed or not. Everything where there is no base: no repository,
 * no main branch, or the main branch itself.
 */
export function changedProviders(root: string): readonly LabProvider[] {
  const files = changedFiles(root);
  return files === undefined ? LAB_PROVIDERS : LAB_PROVIDERS.filter((provider) => files.some((file) => concerns(file, provider)));
}

/** Whether a change of this file (from the repository's root, `/` separators) can change what hooks do on this agent. */
export function concerns(file: string, provider: LabProvider): boolean {
  const own = /^packages\/agenthooks\/src\/providers\/([^/]+)\//.exec(file)?.[1];
  if (own !== undefined) return own === provider || own.startsWith("_");
  if (/^packages\/agenthooks\/src\/(cli|testing)\//.test(file)) return false;
  // another bundler makes other bundles
  if (/^(packages\/(agenthooks|lab)\/package\.json|package-lock\.json)$/.test(file)) return true;
  if (file.startsWith("packages/agenthooks/src/") || file.startsWith("packages/lab/programs/") || file.startsWith("examples/")) return true;
  if (file.startsWith("lab/results/")) return file.startsWith(`lab/results/${provider}/`);
  if (!file.startsWith("packages/lab/src/") || /^packages\/lab\/src\/(demo\/|demo\.ts$)/.test(file)) return false;
  const driver = /^packages\/lab\/src\/(?:agents|cases)\/([^/]+)\.ts$/.exec(file)?.[1];
  const others: readonly string[] = LAB_PROVIDERS.filter((other) => other !== provider);
  return driver === undefined || !others.some((other) => driver === other || driver.startsWith(`${other}-`));
}

function changedFiles(root: string): readonly string[] | undefined {
  const head = git(root, ["rev-parse", "HEAD"]);
  if (head === undefined) return undefined;
  const base = BASES.map((branch) => git(root, ["merge-base", "HEAD", branch])).find((commit) => commit !== undefined && commit !== head);
  if (base === undefined) return undefined;
  const changed = git(root, ["diff", "--name-only", base]);
  const added = git(root, ["ls-files", "--others", "--exclude-standard"]);
  return changed === undefined || added === undefined ? undefined : [...changed.split("\n"), ...added.split("\n")].filter(Boolean);
}

function git(root: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
