/** What one lab run has to do: which cases, on which version of which agent. */

import { binarySha256 } from "./agents/binary.js";
import type { Driver } from "./agents/driver.js";
import { loadDriver } from "./agents/index.js";
import { installAgent } from "./agents/install.js";
import { type LabProvider, pinOf } from "./agents/pins.js";
import { type CatalogEntry, casesOf } from "./cases/index.js";
import { changedProviders } from "./changed.js";
import { type LabOptions, selects, UsageError } from "./options.js";
import { REPOSITORY_ROOT } from "./paths.js";

export interface AgentPlan {
  readonly driver: Driver;
  readonly version: string;
  readonly binarySha256: string;
  /** Every case of this version; the ones to run are `entries`. */
  readonly all: readonly CatalogEntry[];
  readonly entries: readonly CatalogEntry[];
}

/** Installs what is missing. Throws {@link UsageError} when nothing is selected, and what the installer throws. */
export async function planRun(options: LabOptions, random: () => number = Math.random): Promise<readonly AgentPlan[]> {
  const inFull = options.changed ? changedProviders(REPOSITORY_ROOT) : options.providers;
  const plans: AgentPlan[] = [];
  for (const provider of options.providers) {
    for (const version of versionsOf(provider, options.version)) {
      const driver = await loadDriver(provider);
      const all = casesOf(driver, version);
      const wanted = inFull.includes(provider) ? all : sample(all, random);
      const entries = wanted.filter(({ labCase }) => selects(options.cases, labCase.name));
      if (entries.length === 0) continue;
      plans.push({ driver, version, all, entries, binarySha256: await binarySha256(await installAgent(provider, version)) });
    }
  }
  if (plans.length === 0) throw new UsageError(`no case is named ${options.cases?.join(", ") ?? "so"}`);
  return plans;
}

const versionsOf = (provider: LabProvider, version: string | undefined): readonly string[] =>
  version === undefined ? pinOf(provider).versions : [version];

const SAMPLE = 0.1;

/** The smoke cases and a random tenth of the others: an agent that no change concerns must still do what was measured. */
export const sample = (all: readonly CatalogEntry[], random: () => number): readonly CatalogEntry[] =>
  all.filter(({ labCase }) => labCase.smoke || random() < SAMPLE);
