/**
 * Puts a pinned agent into the lab cache, `<cache>/<provider>@<version>/node_modules/...`.
 *
 * Install scripts are switched off: no pinned agent needs one, the native file is started directly. npm silently leaves out an optional
 * platform package whose `engines` do not match the running Node, so a missing one is asked for by name.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isObject, parseJson, text } from "../json.js";
import { type LabProvider, pinOf } from "./pins.js";

export class AgentMissingError extends Error {
  override name = "AgentMissingError";
}

/** `$AGENTHOOKS_LAB_CACHE`, else `~/.cache/agenthooks-lab`. */
const cacheFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  env.AGENTHOOKS_LAB_CACHE || join(homedir(), ".cache", "agenthooks-lab");

const folderOf = (provider: LabProvider, version: string, env?: NodeJS.ProcessEnv): string =>
  join(cacheFolder(env), `${provider}@${version}`);

/** The agent's runnable file, or `undefined` when it is not in the cache. */
export function findAgent(provider: LabProvider, version: string, env?: NodeJS.ProcessEnv): string | undefined {
  const file = join(folderOf(provider, version, env), "node_modules", ...pinOf(provider).binary.split("/"));
  return existsSync(file) ? file : undefined;
}

/** The agent's runnable file; installs it first when needed. Throws {@link AgentMissingError} when npm cannot bring it. */
export async function installAgent(provider: LabProvider, version: string): Promise<string> {
  const found = findAgent(provider, version);
  if (found !== undefined) return found;
  const pin = pinOf(provider);
  const folder = folderOf(provider, version);
  await npmInstall(folder, [`${pin.npm}@${version}`]);
  if (findAgent(provider, version) === undefined) {
    const wanted = platformPackages(join(folder, "node_modules", pin.npm, "package.json"), pin.binary);
    if (wanted.length > 0) await npmInstall(folder, wanted);
  }
  const installed = findAgent(provider, version);
  if (installed !== undefined) return installed;
  throw new AgentMissingError(`${provider} ${version} has no runnable file; ${pin.binary} below ${folder}; is this platform supported?`);
}

/** The optional dependencies that hold the binary, as `name@version`. */
function platformPackages(manifestFile: string, binary: string): readonly string[] {
  const manifest = existsSync(manifestFile) ? parseJson(readFileSync(manifestFile, "utf8")) : undefined;
  const optional = isObject(manifest) && isObject(manifest.optionalDependencies) ? manifest.optionalDependencies : {};
  return Object.entries(optional)
    .filter(([name]) => binary.startsWith(`${name}/`))
    .map(([name, version]) => `${name}@${text(version) ?? "latest"}`);
}

const NPM_FLAGS = ["--ignore-scripts", "--engine-strict=false", "--save-exact", "--no-audit", "--no-fund", "--no-update-notifier"];

async function npmInstall(folder: string, packages: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const args = ["install", "--prefix", folder, "--loglevel=error", ...NPM_FLAGS, ...packages];
  const env = { ...process.env, npm_config_cache: join(cacheFolder(), ".npm") };
  const code = await new Promise<number | string>((resolve) => {
    const child = spawn("npm", args, { cwd: folder, env, stdio: ["ignore", process.stderr, process.stderr], timeout: 15 * 60_000 });
    child.on("error", (error) => resolve(error.message));
    child.on("close", (exit, signal) => resolve(exit ?? signal ?? "ended"));
  });
  if (code === 0) return;
  throw new AgentMissingError(`npm install ${packages.join(" ")} failed (${code}); ${folder}; is the npm registry reachable?`);
}
