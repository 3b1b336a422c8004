/** The program in memory, with what is known of earlier installs and of the agents of this machine. */
import path from "node:path";
import { UsageError } from "../base/errors.js";
import type { ProviderId } from "../event/provider.js";
import type { Finding, HostInstaller } from "../providers/install.js";
import type { Context, Deps } from "./context.js";
import { checkedName, programFolder, refuseForeignFolder } from "./folder.js";
import { hostVersionsOf, installerOf, providerIds } from "./hosts.js";
import { filesBelow } from "./links.js";
import type { StagedProgram } from "./program.js";
import { type Receipt, readReceipt, receiptPath, refuseForeignReceipt } from "./receipt.js";
import type { InstallOptions } from "./types.js";

export interface Staged {
  readonly program: StagedProgram;
  readonly version: string | undefined;
  readonly folder: string;
  readonly receipt: string;
  readonly previous: Receipt | undefined;
  readonly hosts: readonly HostInstaller[];
  readonly hostVersions: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

/**
 * Finds what was installed before, asks the agents for their versions, and makes the program for all of them.
 * @throws UsageError without a provider, or for one that is not known.
 * @throws InstallConflictError for a folder or receipt of another program.
 */
export async function stageFor(deps: Deps, context: Context, options: InstallOptions): Promise<Staged> {
  const { scope, root, home, env, read } = context;
  const source = options.program === undefined ? { command: options.command } : { program: path.resolve(deps.cwd(), options.program) };
  const choices = {
    source,
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.runtime === undefined ? {} : { runtime: options.runtime }),
    ...(options.link === undefined ? {} : { link: options.link }),
  };
  const [provider = Object.keys(deps.installers)[0] ?? ""] = providerIds(options.providers);
  const name = checkedName(options.name ?? (await deps.nameOf({ ...choices, provider })));
  const folder = programFolder(scope, root, name);
  const receipt = receiptPath(context.state, name, scope, root);
  const previous = readReceipt(receipt, read);
  refuseForeignReceipt(previous, name, receipt);
  refuseForeignFolder(folder, name, read);
  const providers = providerIds([...(previous?.providers ?? []), ...options.providers]);
  if (providers.length === 0) throw new UsageError(`no agent is named; ${name}; give providers (--provider claude-code, or --all)`);
  const hosts: HostInstaller[] = [];
  for (const provider of providers) hosts.push(await installerOf(deps.installers, provider));
  const { versions, missing } = await hostVersionsOf(hosts, { home, env }, options.hostVersions);
  options.signal?.throwIfAborted();
  const program = await deps.stage({
    ...choices,
    scope,
    home,
    env,
    providers,
    folder,
    hostVersions: versions,
    name,
    current: filesBelow(folder, read),
    ...(options.fail === undefined ? {} : { fail: options.fail }),
    ...(options.version === undefined ? {} : { version: options.version }),
  });
  if (program.manifest.name !== name) {
    const message = `the program calls itself ${JSON.stringify(program.manifest.name)}, not ${JSON.stringify(name)}; leave the name out`;
    throw new UsageError(message);
  }
  const version = options.version ?? program.manifest.version;
  return { program, version, folder, receipt, previous, hosts, hostVersions: versions, findings: missing.map(notFound) };
}

function notFound(provider: ProviderId): Finding {
  const message = "the agent was not found on this machine; what is written is for the newest version that is known";
  return { level: "note", provider, path: undefined, message, fix: "install the agent, then run `agenthooks upgrade`" };
}
