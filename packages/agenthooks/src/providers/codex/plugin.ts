/**
 * The plugin package of Codex: a manifest of its own and a hooks file of its own, since it would read Claude's `hooks/hooks.json`
 * otherwise (seen on 0.171.0: a manifest that names another file replaces that default).
 */
import { join } from "node:path";
import { readJson, removeMember, setMember } from "../../base/edit/json.js";
import { InstallConflictError } from "../../base/errors.js";
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import { tolerant } from "../_claude-shape/config-faults.js";
import type { PlacedEntry, ShapedEntry } from "../_claude-shape/entries.js";
import { Draft, SHARED } from "../draft.js";
import type { Finding, HostPlan, Own, Place, PlanRequest } from "../install.js";
import { finding } from "./findings.js";
import { entriesOf, STORES } from "./hooks-file.js";

const MANIFEST = join(".codex-plugin", "plugin.json");
const CLAUDE_MANIFEST = join(".claude-plugin", "plugin.json");
const HOOKS = "./hooks/codex.json";
/** Read where the manifest names no other. */
const CLAUDE_HOOKS = "./hooks/hooks.json";

/** The hooks files of a plugin, as its manifest names them. */
async function hooksFiles(place: Place, draft: Draft): Promise<readonly string[]> {
  const path = join(place.root, MANIFEST);
  const manifest = readJson(await draft.file(path), "json");
  if (manifest !== undefined && !isObject(manifest))
    throw new InstallConflictError(`the manifest of the plugin is no object; ${path}; correct it by hand`, path);
  const { hooks } = manifest ?? {};
  if (hooks === undefined) return [];
  const named = typeof hooks === "string" ? [hooks] : hooks;
  if (Array.isArray(named) && named.every((one): one is string => typeof one === "string")) return named;
  throw new InstallConflictError(
    `the manifest of the plugin holds its hooks itself; ${path}; move them into ${HOOKS} and name that file there`,
    path,
  );
}

export async function planPlugin(request: PlanRequest, wanted: readonly ShapedEntry[], findings: readonly Finding[]): Promise<HostPlan> {
  const draft = new Draft(request.read, () => SHARED);
  const named = await hooksFiles(request, draft);
  const place = { ...request, draft, named };
  return wanted.length === 0 ? withoutEntries(place, findings) : withEntries(place, wanted, findings);
}

interface PluginPlace extends PlanRequest {
  readonly draft: Draft;
  readonly named: readonly string[];
}

async function withEntries(place: PluginPlace, wanted: readonly ShapedEntry[], findings: readonly Finding[]): Promise<HostPlan> {
  const { root, draft, named, own } = place;
  const file = join(root, HOOKS);
  entriesOf("json", await draft.file(file), own);
  await draft.edit(file, (now) => STORES.json.merge(now, wanted, own));
  const more = await strangers(place);
  if (!named.includes(HOOKS)) {
    const path = join(root, MANIFEST);
    const made = (await draft.file(path)).bytes === undefined;
    for (const [name, value] of Object.entries(made ? await manifestOf(place) : {}))
      await draft.edit(path, (now) => setMember(now, [name], value, "json"));
    await draft.edit(path, (now) => setMember(now, ["hooks"], named.length === 0 ? HOOKS : [...named, HOOKS], "json"));
  }
  const again = "the hash of a plugin covers all its files: after each update of the plugin Codex asks again";
  return {
    files: draft.planned(),
    findings: [...findings, ...more, finding("note", root, again)],
    nextSteps: ["add the plugin to Codex (codex plugin add <plugin>@<marketplace>), then trust its hooks in /hooks"],
  };
}

/** What of Claude's hooks file Codex read until now and will not, or reads beside ours. */
async function strangers({ root, draft, own, named }: PluginPlace): Promise<readonly Finding[]> {
  const path = join(root, CLAUDE_HOOKS);
  // what Codex cannot read it has not read before: no loss
  const entries = (await tolerant("codex", [], path, async () => entriesOf("json", await draft.file(path), own))) ?? [];
  if (named.length === 0 && entries.some((entry) => !entry.own)) {
    const message = `Codex no longer reads the hooks of ${CLAUDE_HOOKS}: the manifest names ${HOOKS} now`;
    return [finding("warning", path, message, `copy those that Codex shall run into ${HOOKS}`)];
  }
  if (named.includes(CLAUDE_HOOKS) && entries.some((entry) => entry.own)) {
    const message = `Codex reads ${CLAUDE_HOOKS} too, where the program's entries for Claude Code are: each event runs it twice`;
    return [finding("warning", join(root, MANIFEST), message, `take ${CLAUDE_HOOKS} out of the manifest`)];
  }
  return [];
}

/** A new manifest stands in for Claude's, which Codex reads where there is no other: what that says of the plugin holds on. */
async function manifestOf({ root, draft, name, version, description }: PluginPlace): Promise<JsonObject> {
  const claude = readJson(await draft.file(join(root, CLAUDE_MANIFEST)), "json");
  const { hooks: _, ...said } = isObject(claude) ? claude : ({} as JsonObject);
  const own = { name, ...(version === undefined ? {} : { version }), ...(description === undefined ? {} : { description }) };
  return { ...own, ...said };
}

async function withoutEntries({ root, draft, named, own }: PluginPlace, findings: readonly Finding[]): Promise<HostPlan> {
  const file = join(root, HOOKS);
  if ((await draft.file(file)).bytes !== undefined) {
    await draft.edit(file, (now) => STORES.json.remove(now, own));
    if (isBare(readJson(await draft.file(file), "json"))) {
      await draft.remove(file);
      await unname(join(root, MANIFEST), named, draft);
    }
  }
  return { files: draft.planned(), findings, nextSteps: [] };
}

async function unname(manifest: string, named: readonly string[], draft: Draft): Promise<void> {
  if (!named.includes(HOOKS)) return;
  const left = named.filter((one) => one !== HOOKS);
  await draft.edit(manifest, (now) =>
    left.length === 0
      ? removeMember(now, ["hooks"], "json")
      : setMember(now, ["hooks"], left.length === 1 ? (left[0] ?? null) : left, "json"),
  );
}

/** Nothing but what an empty hooks file holds. */
function isBare(value: Json | undefined): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  const { hooks, ...rest } = value;
  return Object.keys(rest).length === 0 && (hooks === undefined || (isObject(hooks) && Object.keys(hooks).length === 0));
}

/** The entries of a plugin, by the files that its manifest names. */
export async function pluginEntries(
  place: Place & { readonly own: Own },
): Promise<readonly { readonly path: string; readonly entries: readonly PlacedEntry[] }[]> {
  const draft = new Draft(place.read, () => SHARED);
  const named = await hooksFiles(place, draft);
  const found = [];
  for (const name of named.length === 0 ? [CLAUDE_HOOKS] : named) {
    const path = join(place.root, name);
    found.push({ path, entries: entriesOf("json", await draft.file(path), place.own) });
  }
  return found;
}
