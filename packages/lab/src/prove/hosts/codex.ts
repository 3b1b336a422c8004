/**
 * Codex: hooks.json and config.toml of the person and of the repository, and the trust that the person gave (facts/codex.md §2, §3). An
 * entry that is not trusted at home is not trusted in the scratch home either; every key and hash is made again for its place there.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { codexDefinitionHash, codexStateKey } from "agenthooks/install";
import { readToml } from "agenthooks/internal/toml";
import { isObject, type JsonObject, parseJson, text } from "../../json.js";
import type { HomeEntry } from "../at-home.js";
import { type CopiedMap, copyMap, type OwnEntry } from "../entries.js";
import type { CopySource, ProveHost } from "../hosts.js";
import type { Scratch } from "../scratch.js";
import { tomlOf } from "../toml.js";

const HOOKS = "hooks.json";
const CONFIG = "config.toml";
const REQUIREMENTS = "/etc/codex/requirements.toml";

export const codexHost: ProveHost = {
  id: "codex",
  title: "Codex",
  executable: "codex",
  shellPayload: (command) => ({ tool_name: "Bash", tool_input: { command } }),
  // as a server that nobody answers, 0.171.0 runs no `rm -rf`, nor a shell or `env` around one
  refusesItself: ["rm -rf ./build"],
  howToTrust: "install the program again, or start codex in a terminal and trust the entries in /hooks",

  copy(source, scratch) {
    const { installed, place, atHome } = source;
    const { home, work } = scratch.sandbox;
    const user = { from: resolve(place.env.CODEX_HOME || join(place.home, ".codex")), to: join(home, ".codex") };
    // of a worktree the agent reads the main checkout's folder (facts/codex.md §0.25): the install half knows
    const [entry] = atHome.entries;
    const repository = { from: entry === undefined ? join(place.dir, ".codex") : dirname(entry.path), to: join(work, ".codex") };
    const layer = installed.scope === "user" ? user : repository;
    for (const { to } of [user, layer]) mkdirSync(to, { recursive: true });
    const config = readConfig(join(user.from, CONFIG));
    const files = [copyHooksJson(layer, source, scratch), copyConfigToml(layer, source, scratch)];
    const states = files.flatMap(({ name, copied }) =>
      copied.own.flatMap((entry) => {
        const state = stateOf(entry, trustAtHome(atHome.entries, join(layer.from, name), entry), atHome.moved(entry.handler, scratch));
        return state === undefined ? [] : [[codexStateKey(join(layer.to, name), entry.event, entry.group, entry.index), state] as const];
      }),
    );
    const features = isObject(config.features) && config.features.hooks !== undefined ? { features: { hooks: config.features.hooks } } : {};
    const inline = layer.to === user.to ? files[1]?.copied.hooks : {};
    writeFileSync(join(user.to, CONFIG), tomlOf({ ...features, hooks: { ...inline, state: Object.fromEntries(states) } }));
    const repositoryUntrusted = layer !== user && !isTrusted(config, [place.dir, dirname(layer.from)]);
    return {
      foreign: files.reduce((sum, { copied }) => sum + copied.foreign, 0),
      notes: existsSync(REQUIREMENTS) ? [`the requirements of this machine hold here too: ${REQUIREMENTS}`] : [],
      args: repositoryUntrusted ? ["-c", `projects={${JSON.stringify(work)}={trust_level="untrusted"}}`] : [],
      repositoryUntrusted,
    };
  },
};

/** A folder that holds hooks, at home and in the scratch. */
interface Layer {
  readonly from: string;
  readonly to: string;
}

interface CopiedFile {
  readonly name: string;
  readonly copied: CopiedMap;
}

const mover =
  ({ atHome, tampered }: CopySource, scratch: Scratch) =>
  (handler: JsonObject): JsonObject => {
    const moved = atHome.moved(handler, scratch);
    return tampered ? { ...moved, timeout: Number(moved.timeout ?? 600) + 1 } : moved;
  };

function copyHooksJson({ from, to }: Layer, source: CopySource, scratch: Scratch): CopiedFile {
  const file = join(from, HOOKS);
  const document = existsSync(file) ? parseJson(readFileSync(file, "utf8")) : undefined;
  // what is no strict JSON the agent drops whole: nothing stands for it
  if (!isObject(document)) return { name: HOOKS, copied: copyMap(undefined, source.atHome.own, mover(source, scratch)) };
  const copied = copyMap(document.hooks, source.atHome.own, mover(source, scratch));
  // other members would make the agent drop the file (facts/codex.md §0.19): so they stay
  const kept = { ...document, ...(isObject(document.hooks) ? { hooks: copied.hooks } : {}) };
  writeFileSync(join(to, HOOKS), `${JSON.stringify(kept, null, 2)}\n`);
  return { name: HOOKS, copied };
}

/** That of a repository is written here, that of the person together with the trust. */
function copyConfigToml({ from, to }: Layer, source: CopySource, scratch: Scratch): CopiedFile {
  const { hooks } = readConfig(join(from, CONFIG));
  const { state: _, ...events } = isObject(hooks) ? hooks : {};
  const copied = copyMap(events, source.atHome.own, mover(source, scratch));
  if (Object.keys(copied.hooks).length > 0) writeFileSync(join(to, CONFIG), tomlOf({ hooks: copied.hooks }));
  return { name: CONFIG, copied };
}

/** Nothing where there is no file, or none that the agent could read. */
function readConfig(path: string): JsonObject {
  try {
    return existsSync(path) ? readToml({ path, bytes: readFileSync(path) }) : {};
  } catch {
    return {};
  }
}

/** What the same entry is at home. */
const trustAtHome = (entries: readonly HomeEntry[], path: string, { event, matcher, handler }: OwnEntry): HomeEntry["trust"] =>
  entries.find((one) => one.path === path && one.event === event && one.matcher === matcher && one.command === handler.command)?.trust;

/** The table that gives an entry in the scratch home the trust that it has at home. */
function stateOf({ event, matcher }: OwnEntry, trust: HomeEntry["trust"], moved: JsonObject): JsonObject | undefined {
  const data: Parameters<typeof codexDefinitionHash>[2] = JSON.parse(JSON.stringify(moved));
  const hash = codexDefinitionHash(event, matcher, data);
  if (trust === "trusted") return { trusted_hash: hash };
  if (trust === "disabled") return { trusted_hash: hash, enabled: false };
  return trust === "modified" ? { trusted_hash: `sha256:${"0".repeat(64)}` } : undefined;
}

/** Of a repository that is not trusted the agent reads no hooks (facts/codex.md §3). */
function isTrusted({ projects }: JsonObject, folders: readonly string[]): boolean {
  const names = folders.flatMap((folder) => (existsSync(folder) ? [folder, realpathSync(folder)] : [folder]));
  return names.some((name) => {
    const project = isObject(projects) ? projects[name] : undefined;
    return isObject(project) && text(project.trust_level) === "trusted";
  });
}
