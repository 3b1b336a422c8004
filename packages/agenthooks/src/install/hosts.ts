/** The agents that are written for, and which versions of them are on this machine. */
import { UsageError } from "../base/errors.js";
import { type ProviderId, providerId } from "../event/provider.js";
import type { Detected, HostInstaller, Place } from "../providers/install.js";

/** The install halves of adapters by provider, each loaded when it is needed. */
export type Installers = Readonly<Record<string, () => Promise<HostInstaller>>>;

/** @throws UsageError for a provider that cannot be installed for. */
export async function installerOf(installers: Installers, provider: ProviderId): Promise<HostInstaller> {
  const make = Object.hasOwn(installers, provider) ? installers[provider] : undefined;
  if (make) return make();
  throw new UsageError(`nothing can be installed for ${JSON.stringify(provider)}; one of ${Object.keys(installers).sort().join(", ")}`);
}

/** Canonical ids, each once, in the order given. */
export function providerIds(providers: readonly ProviderId[]): readonly ProviderId[] {
  return [...new Set(providers.map((one) => providerId(one)))];
}

/** The installed versions: the given ones, else what the agents say. One that does not say has none. */
export async function hostVersionsOf(
  hosts: readonly HostInstaller[],
  place: Pick<Place, "home" | "env">,
  given: Readonly<Record<string, string>> = {},
): Promise<{ readonly versions: Readonly<Record<string, string>>; readonly missing: readonly ProviderId[] }> {
  const known = Object.fromEntries(Object.entries(given).map(([id, version]) => [providerId(id), version]));
  const versions: Record<string, string> = {};
  const missing: ProviderId[] = [];
  for (const host of hosts) {
    const explicit = known[host.id];
    const found: Detected | undefined = explicit === undefined ? await host.detect(place) : undefined;
    const version = explicit ?? found?.version;
    if (version !== undefined) versions[host.id] = version;
    else if (!found) missing.push(host.id);
  }
  return { versions, missing };
}
