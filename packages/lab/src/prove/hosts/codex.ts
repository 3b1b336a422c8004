/**
 * Codex: hooks.json and config.toml of the person and of the repository, and the trust that the person gave (facts/codex.md §2, §3). An
 * entry that is not trusted at home is not trusted in the scratch home either; every key and hash is made again for its place there.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { definitionHash, stateKey } from "agenthooks/internal/codex-trust";
import { readToml } from "agenthooks/internal/toml";
import { isObject, type JsonObject, objects, parseJson, text } from "../../json.js";
import { type CopiedMap, copyMap, type OwnEntry } from "../entries.js";
import type { ConfigurationPlace, Configured, ProveHost, Trust } from "../hosts.js";
import { type Installed, isOwnCommand } from "../installed.js";
import type { Scratch } from "../scratch.js";
import { tomlOf } from "../toml.js";

const HOOKS = "hooks.json";
const CONFIG = "config.toml";

export const codexHost: ProveHost = {
  id: "codex",
  title: "Codex",
  executable: "codex",
  shellPayload: (command) => ({ tool_name: "Bash", tool_input: { command } }),
  copy: copyLayers,
  tamper,
  howToTrust: "start codex in a terminal, open /hooks and trust the entries; agenthooks status says which",
};

/** A folder that holds hooks, at home and in the scratch. */
interface Layer {
  readonly from: string;
  readonly to: string;
}

function copyLayers(installed: Installed, place: ConfigurationPlace, scratch: Scratch): Configured {
  const { home, work } = scratch.sandbox;
  const user = { from: place.env.CODEX_HOME || join(place.home, ".codex"), to: join(home, ".codex") };
  const layer = installed.scope === "user" ? user : { from: join(place.dir, ".codex"), to: join(work, ".codex") };
  const config = readConfig(join(user.from, CONFIG));
  const files = [copyHooksJson(layer, installed, scratch), copyConfigToml(layer, installed, scratch)].filter((one) => one !== undefined);
  const entries = files.flatMap((file) => file.copied.own.map((entry) => ({ entry, file })));
  const trusted = entries.map(({ entry, file }) => ({ entry, file, trust: trustOf(entry, file, config.data) }));
  const states = trusted.flatMap(({ entry, file, trust }) => {
    const moved = { ...entry.handler, command: scratch.relocate(text(entry.handler.command) ?? "") };
    const key = stateKey(join(layer.to, file.name), entry.event, entry.group, entry.index);
    if (trust === "untrusted") return [];
    const hash = trust === "modified" ? "sha256:of-another-definition" : hashOf(entry, moved);
    return [[key, { trusted_hash: hash, ...(trust === "disabled" ? { enabled: false } : {}) }] as const];
  });
  const features = isObject(config.data.features) ? config.data.features : {};
  const inline = files.find(({ name }) => name === CONFIG && layer.to === user.to)?.copied.hooks;
  mkdirSync(user.to, { recursive: true });
  const own: JsonObject = {
    ...(features.hooks === undefined ? {} : { features: { hooks: features.hooks } }),
    hooks: { ...inline, state: Object.fromEntries(states) },
  };
  writeFileSync(join(user.to, CONFIG), tomlOf(own));
  return {
    files: files.filter(({ copied }) => copied.own.length > 0).map(({ path }) => path),
    events: entries.map(({ entry }) => entry.event),
    reach: entries.filter(({ entry }) => entry.event === "PreToolUse").map(({ entry }) => entry.matcher),
    trust: trusted.map(({ trust }) => trust),
    foreign: files.reduce((sum, { copied }) => sum + copied.foreign, 0),
    off: [
      ...config.off,
      ...files.flatMap(({ off }) => off),
      ...(features.hooks === false ? [`[features] hooks = false in ${join(user.from, CONFIG)}`] : []),
    ],
    notes: existsSync(REQUIREMENTS) ? [`the requirements of this machine hold here too: ${REQUIREMENTS}`] : [],
  };
}

const REQUIREMENTS = "/etc/codex/requirements.toml";

interface CopiedFile {
  readonly name: string;
  /** At home. */
  readonly path: string;
  readonly copied: CopiedMap;
  readonly off: readonly string[];
}

const NOTHING: CopiedMap = { hooks: {}, own: [], foreign: 0 };

function copyHooksJson({ from, to }: Layer, installed: Installed, scratch: Scratch): CopiedFile | undefined {
  const path = join(from, HOOKS);
  if (!existsSync(path)) return undefined;
  const source = readFileSync(path, "utf8");
  const document = parseJson(source);
  mkdirSync(to, { recursive: true });
  if (!isObject(document)) {
    return { name: HOOKS, path, copied: NOTHING, off: [`${path} is no JSON object, and the agent drops it whole`] };
  }
  const copied = copyMap(document.hooks, isOwnCommand(installed, "codex"), scratch.relocate);
  // other members would make the agent drop the file (facts/codex.md §0.19): so they stay
  const kept = { ...document, ...("hooks" in document ? { hooks: isObject(document.hooks) ? copied.hooks : document.hooks } : {}) };
  writeFileSync(join(to, HOOKS), `${JSON.stringify(kept, null, 2)}\n`);
  return { name: HOOKS, path, copied, off: [] };
}

function copyConfigToml({ from, to }: Layer, installed: Installed, scratch: Scratch): CopiedFile | undefined {
  const path = join(from, CONFIG);
  const { data, off } = readConfig(path);
  if (!isObject(data.hooks)) return off.length === 0 ? undefined : { name: CONFIG, path, copied: NOTHING, off };
  const { state: _, ...events } = data.hooks;
  const copied = copyMap(events, isOwnCommand(installed, "codex"), scratch.relocate);
  if (to !== join(scratch.sandbox.home, ".codex")) {
    mkdirSync(to, { recursive: true });
    writeFileSync(join(to, CONFIG), tomlOf({ hooks: copied.hooks }));
  }
  return { name: CONFIG, path, copied, off };
}

function readConfig(path: string): { readonly data: JsonObject; readonly off: readonly string[] } {
  if (!existsSync(path)) return { data: {}, off: [] };
  try {
    return { data: readToml({ path, bytes: readFileSync(path) }), off: [] };
  } catch (error) {
    return { data: {}, off: [error instanceof Error ? error.message : String(error)] };
  }
}

function hashOf({ event, matcher }: OwnEntry, handler: JsonObject): string {
  const data: Parameters<typeof definitionHash>[2] = JSON.parse(JSON.stringify(handler));
  return definitionHash(event, matcher, data);
}

/** By what the person's own config.toml says; the folder may stand in it with its links or without (facts/codex.md §2.1). */
function trustOf(entry: OwnEntry, { name, path }: CopiedFile, config: JsonObject): Trust {
  const states = isObject(config.hooks) && isObject(config.hooks.state) ? config.hooks.state : {};
  const folder = path.slice(0, -name.length - 1);
  const keys = [folder, realpathSync(folder)].map((one) => stateKey(join(one, name), entry.event, entry.group, entry.index));
  const state = keys.map((key) => states[key]).find(isObject);
  if (state === undefined) return "untrusted";
  if (state.enabled === false) return "disabled";
  return state.trusted_hash === hashOf(entry, entry.handler) ? "trusted" : "modified";
}

/** Another timeout is another definition, so the hash that was trusted is no longer its own. */
function tamper({ sandbox, root }: Scratch): string {
  const file = join(root === sandbox.home ? join(root, ".codex") : join(sandbox.work, ".codex"), HOOKS);
  const document = existsSync(file) ? parseJson(readFileSync(file, "utf8")) : undefined;
  const hooks = isObject(document) && isObject(document.hooks) ? document.hooks : {};
  const changed = Object.entries(hooks).map(([event, groups]) => [
    event,
    objects(groups).map((group) => ({
      ...group,
      hooks: objects(group.hooks).map((handler) => ({ ...handler, timeout: TAMPERED_SECONDS })),
    })),
  ]);
  writeFileSync(file, JSON.stringify({ ...(isObject(document) ? document : {}), hooks: Object.fromEntries(changed) }));
  return `"timeout": ${TAMPERED_SECONDS} in a copy of ${HOOKS}`;
}

const TAMPERED_SECONDS = 59;
