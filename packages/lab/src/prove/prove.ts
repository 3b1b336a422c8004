/** `prove`: the installed program and the person's configuration, on the real agent, in a scratch home. */
import { homedir } from "node:os";
import { resolve } from "node:path";
import { loadDriver } from "../agents/index.js";
import { isLabProvider, LAB_PROVIDERS, type LabProvider } from "../agents/pins.js";
import { createSandbox } from "../sandbox.js";
import { type FoundAgent, findInstalledAgent, notFound } from "./agent.js";
import { lookAtHome } from "./at-home.js";
import { type CheckInput, checkDecisions, checkFailures, checkTampered } from "./checks.js";
import { configurationRows } from "./configuration.js";
import { hostOf, type ProveHost } from "./hosts.js";
import { findInstalled, type Installed, repositoryAbove } from "./installed.js";
import { outcomeOf, reportOf } from "./outcome.js";
import { type Proof, ProveError, type ProveOptions, type ProveReport, type ProveRow } from "./types.js";

/**
 * Starts the real agents with a copy of the installed program and of what their configuration says about it, in a scratch home, against a
 * scripted model on 127.0.0.1, and reports whether what the program decides is what happens. Writes nothing outside temporary folders,
 * which it removes; runs no hook of others; ends only processes that it started.
 *
 * @param options which program, which agents, and the command that must be refused.
 * @returns a row per thing that must hold. An agent that cannot be found, or for which nothing is installed, is `could not run`.
 * @throws ProveError when the options name an agent that is not known or a plugin, or several programs could be meant; the reason of
 * `signal`.
 *
 * @example
 * const report = await prove({ providers: ["claude-code"], deny: "git push --force" });
 * console.log(proveText(report));
 * process.exitCode = report.exitCode;
 */
export async function prove(options: ProveOptions): Promise<ProveReport> {
  const providers = [...new Set(options.providers)].map(known);
  if (providers.length === 0) throw new ProveError(`no agent is named; one of ${LAB_PROVIDERS.join(", ")}`);
  const place = {
    home: options.home ?? homedir(),
    dir: options.dir === undefined ? repositoryAbove(resolve(".")) : resolve(options.dir),
    env: options.env ?? process.env,
  };
  const installed = findInstalled({ name: options.name, scope: options.scope, dir: place.dir, home: place.home });
  if (installed?.scope === "plugin") {
    const why = "an agent runs a plugin from where it was installed, not from its folder";
    throw new ProveError(
      `a plugin cannot be proven; ${installed.folder}; ${why}: install the program for the user or the project, and prove that`,
    );
  }
  const proofs: Proof[] = [];
  for (const provider of providers) proofs.push(await proveOn(provider, installed, place, options));
  return reportOf(proofs);
}

function known(provider: string): LabProvider {
  if (isLabProvider(provider)) return provider;
  throw new ProveError(`prove cannot start ${JSON.stringify(provider)}; one of ${LAB_PROVIDERS.join(", ")}`);
}

async function proveOn(
  provider: LabProvider,
  installed: Installed | undefined,
  place: CheckInput["place"],
  options: ProveOptions,
): Promise<Proof> {
  const host = hostOf(provider);
  const rows: ProveRow[] = [];
  const tell = (row: ProveRow): void => {
    rows.push(row);
    options.onRow?.(row, provider);
  };
  const sandbox = createSandbox("agenthooks-prove-");
  try {
    const found = await findInstalledAgent(host, options, sandbox);
    tell(agentRow(host, found));
    const mine = installed?.providers.includes(provider) ? installed : undefined;
    const program = mine && { name: mine.name, version: mine.version, scope: mine.scope, folder: mine.folder, fail: mine.fail };
    const about = {
      provider,
      title: host.title,
      executable: found?.executable,
      version: found?.version,
      program,
      scratch: sandbox.root,
      rows,
    };
    if (mine === undefined) tell(nothingInstalled(host, options));
    if (mine === undefined || found?.version === undefined) return { ...about, outcome: "could not run" };
    const agent = {
      driver: await loadDriver(provider),
      found,
      version: found.version,
      timeoutMs: options.timeoutMs,
      signal: options.signal,
    };
    const atHome = await lookAtHome(provider, mine, place);
    const input: CheckInput = { host, agent, installed: mine, place, atHome, options, tell };
    await configurationRows(input);
    await checkDecisions(input);
    await checkFailures(input);
    await checkTampered(input);
    return { ...about, outcome: outcomeOf(rows) };
  } finally {
    sandbox.dispose();
  }
}

const FROM = { given: "given", PATH: "on PATH", "lab cache": "in the lab's cache" } as const;

function agentRow(host: ProveHost, found: FoundAgent | undefined): ProveRow {
  const row = { name: "agent", expected: "it starts" } as const;
  if (found === undefined) {
    const fix = `install ${host.title}, or put its "${host.executable}" on PATH`;
    return { ...row, seen: "not found", evidence: notFound(host), outcome: "failed", fix };
  }
  const { executable, from, version, said } = found;
  if (version === undefined) {
    return {
      ...row,
      seen: "it does not tell its version",
      evidence: said.slice(0, 200),
      outcome: "failed",
      fix: `does "${executable} --version" work?`,
    };
  }
  return {
    ...row,
    seen: version,
    evidence: FROM[from],
    outcome: "held",
  };
}

function nothingInstalled(host: ProveHost, { name }: ProveOptions): ProveRow {
  return {
    name: "entries",
    expected: "a program is installed",
    seen: "none",
    evidence: name === undefined ? `nothing is installed for ${host.title}` : `${name} is not installed for ${host.title}`,
    outcome: "failed",
    fix: `agenthooks install <program> --provider ${host.id}`,
  };
}
