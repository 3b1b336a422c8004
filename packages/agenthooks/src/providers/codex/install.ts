/** Installing for Codex: where its hooks stand, in which form, and that they are trusted as they stand there. */
import { join } from "node:path";
import type { ConfigFile } from "../../base/edit/file.js";
import { readToml } from "../../base/edit/toml.js";
import { InstallConflictError } from "../../base/errors.js";
import type { JsonObject } from "../../base/json.js";
import { tolerant } from "../_claude-shape/config-faults.js";
import type { PlacedEntry, ShapedEntry } from "../_claude-shape/entries.js";
import { absoluteWord, slashed, variableWord } from "../_claude-shape/launcher-word.js";
import { digestOf, knownEntries } from "../_claude-shape/wanted.js";
import { detectAgent } from "../detect.js";
import { Draft, PRIVATE, SHARED } from "../draft.js";
import { gitStateOf } from "../git.js";
import type { Finding, FoundEntry, HostInstaller, HostPlan, Inspection, Own, Place, PlanRequest, WantedEntry } from "../install.js";
import { matcherOf } from "./dialect.js";
import { EVENTS } from "./events.js";
import { finding, placeFindings, projectFindings, switchFindings } from "./findings.js";
import { assertReadable, entriesOf, faultOf, type Representation, representationOf, STORES, withoutBom } from "./hooks-file.js";
import { codexHome, type Layer, layerOf, userLayer } from "./places.js";
import { planPlugin, pluginEntries } from "./plugin.js";
import { type FileChange, statesIn, trustOf, withTrust } from "./state.js";
import { effectiveTimeout } from "./trust.js";
import { walkWord } from "./walk.js";

const KINDS = ["json", "toml"] as const;

export const codex: HostInstaller = {
  id: "codex",
  variables: ["CODEX_HOME"],
  detect: (place) => detectAgent({ folder: codexHome(place), names: ["codex"] }, place),
  launcherWord,
  plan: async (request) => {
    const { entries, findings } = knownEntries("codex", request, EVENTS);
    const wanted = entries.map(shaped);
    return request.scope === "plugin" ? planPlugin(request, wanted, findings) : planLayer(request, wanted, findings);
  },
  inspect: (place) => (place.scope === "plugin" ? inspectPlugin(place) : inspectLayer(place)),
};

function launcherWord({ scope, root }: Pick<Place, "scope" | "root">, launcher: string, name: string): string {
  const windows = launcher.endsWith(".cmd");
  // the agent expands it in the text, also where the shell would not; the hash is that of the unexpanded text (facts/codex.md §2.2)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the agent's variable
  if (scope === "plugin") return variableWord("${CLAUDE_PLUGIN_ROOT}", root, launcher);
  if (scope === "project") {
    if (!windows) return walkWord(slashed(launcher.slice(root.length)).replace(/^\/+/, ""), name);
    const why = "Codex names no project folder, and cmd.exe has no way to look for it";
    throw new InstallConflictError(
      `a committed entry cannot name the launcher on Windows: ${why}; ${launcher}; take the user or local scope`,
      launcher,
    );
  }
  if (!windows) return absoluteWord(launcher);
  // cmd /C strips the quotes of a program that is quoted, and nothing starts; those of an argument stay (case b03)
  return /^[\w:\\/.-]+$/.test(launcher) ? launcher : `call "${launcher}"`;
}

function shaped({ event, command, matchers, timeoutMs }: WantedEntry): ShapedEntry {
  // whole seconds: a fraction would cost the whole file (facts/codex.md §0.19)
  const timeout = timeoutMs === undefined ? {} : { timeout: effectiveTimeout(event, Math.ceil(timeoutMs / 1000)) };
  return { event, matcher: matcherOf(event, matchers), handler: { type: "command", command, ...timeout } };
}

function pathOf(layer: Layer, kind: Representation): string {
  return kind === "json" ? layer.hooksJson : layer.configToml;
}

function namesOf(layer: Layer, kind: Representation): readonly string[] {
  return layer.names.map((folder) => join(folder, kind === "json" ? "hooks.json" : "config.toml"));
}

async function planLayer(request: PlanRequest, wanted: readonly ShapedEntry[], known: readonly Finding[]): Promise<HostPlan> {
  const layer = await layerOf(request);
  const user = await userLayer(request);
  const draft = new Draft(request.read, (path) => (request.scope === "project" && path !== user.configToml ? SHARED : PRIVATE));
  const findings: Finding[] = [...known];
  const { before, after } = await changeLayer(layer, request, wanted, draft, findings);
  // seen on 0.171.0: a worktree without a .codex has no hooks at all, and of the one it has no hook is read
  if (layer.worktree) await changeLayer(layer.worktree, request, wanted, draft, findings);
  const changes = KINDS.map((one): FileChange => ({ sources: namesOf(layer, one), before: before[one], after: after[one] }));
  await draft.edit(user.configToml, (file) => withTrust(file, changes));
  if (wanted.length === 0) return { files: draft.planned(), findings, nextSteps: [] };
  const { findings: told, nextSteps } = await standing(request, layer, draft, after);
  return { files: draft.planned(), findings: [...findings, ...told], nextSteps };
}

/** Puts the entries into one folder, or takes them out of both its files. */
async function changeLayer(
  layer: Layer,
  { scope, root, env, own }: PlanRequest,
  wanted: readonly ShapedEntry[],
  draft: Draft,
  findings: Finding[],
): Promise<{ readonly before: ByKind; readonly after: ByKind }> {
  const adding = wanted.length > 0;
  if (adding) await dropBom(layer, draft, findings);
  const before = await entriesByKind(layer, draft, own);
  const kind = representationOf(before.json, before.toml);
  if (adding && scope === "local") await refuseShared(layer.mainCheckout ?? root, pathOf(layer, kind), env);
  for (const one of KINDS) {
    const path = pathOf(layer, one);
    if (one === kind && adding) await draft.edit(path, (file) => STORES[one].merge(file, wanted, own));
    else if (before[one].some((entry) => entry.own)) await draft.edit(path, (file) => STORES[one].remove(file, own));
    assertReadable(one, await draft.file(path));
  }
  return { before, after: await entriesByKind(layer, draft, own) };
}

async function dropBom(layer: Layer, draft: Draft, findings: Finding[]): Promise<void> {
  const file = await draft.file(layer.hooksJson);
  if (file.bytes === undefined || withoutBom(file).length === file.bytes.length) return;
  await draft.edit(layer.hooksJson, withoutBom);
  findings.push(
    finding("warning", layer.hooksJson, "the file began with a byte order mark, for which Codex drops it whole; the mark is taken out"),
  );
}

type ByKind = Readonly<Record<Representation, readonly PlacedEntry[]>>;

async function entriesByKind(layer: Layer, draft: Draft, own: Own): Promise<ByKind> {
  return {
    json: entriesOf("json", await draft.file(layer.hooksJson), own),
    toml: entriesOf("toml", await draft.file(layer.configToml), own),
  };
}

/** Codex has no file for entries that are not committed: the shared one serves where git leaves it alone. */
async function refuseShared(root: string, path: string, env: Place["env"]): Promise<void> {
  const state = await gitStateOf(root, path, env);
  if (state === "ignored" || state === "outside") return;
  const reasons = {
    tracked: "it is committed, and Codex has no other file for entries of one person; take the project or the user scope",
    visible: "git would commit it; add it to .git/info/exclude first, or take the project or the user scope",
    unknown: "whether git would commit it cannot be told (git is not there, or failed); take the user scope",
  };
  throw new InstallConflictError(`entries of the local scope would not stay local; ${path}; ${reasons[state]}`, path);
}

/** What a person should know of entries as they stand now. */
async function standing(
  place: Place,
  layer: Layer,
  draft: Draft,
  entries: ByKind,
): Promise<{ readonly findings: readonly Finding[]; readonly nextSteps: readonly string[] }> {
  const { configToml } = await userLayer(place);
  const user = readToml(await draft.file(configToml));
  const configs = new Map<string, JsonObject>([
    [layer.configToml, readToml(await draft.file(layer.configToml))],
    [configToml, user],
  ]);
  const untrusted = await projectFindings(place, layer, user, configToml);
  const states = statesIn(user);
  const off = KINDS.flatMap((kind) =>
    entries[kind].filter((entry) => entry.own && trustOf(states, namesOf(layer, kind)[0] ?? "", entry) === "disabled"),
  );
  return {
    findings: [
      ...(await placeFindings(place, layer)),
      ...both(layer, entries),
      ...(await switchFindings(place, configs)),
      ...untrusted,
      ...off.map(({ event }) =>
        finding("warning", configToml, `the entry for ${event} is switched off: enabled = false`, "switch it on in /hooks"),
      ),
    ],
    nextSteps: untrusted.map(({ message, fix }) => `${message}; ${fix}`),
  };
}

function both(layer: Layer, { json, toml }: ByKind): readonly Finding[] {
  if (json.length === 0 || toml.length === 0) return [];
  const message = `hooks stand in hooks.json and in config.toml of ${layer.folder}: Codex runs both and warns at every start`;
  return [finding("warning", layer.configToml, message, "move them into one of the two files")];
}

async function inspectLayer(place: Place & { readonly own: Own }): Promise<Inspection> {
  const layer = await layerOf(place);
  const user = await userLayer(place);
  const draft = new Draft(place.read, () => PRIVATE);
  const findings: Finding[] = [];
  const states = statesIn(
    (await tolerant("codex", findings, user.configToml, async () => readToml(await draft.file(user.configToml)))) ?? {},
  );
  const found: { [kind in Representation]: readonly PlacedEntry[] } = { json: [], toml: [] };
  const entries: FoundEntry[] = [];
  for (const kind of KINDS) {
    const path = pathOf(layer, kind);
    const file = await draft.file(path);
    found[kind] = (await tolerant("codex", findings, path, async () => readable(kind, file, place.own, findings))) ?? [];
    const [source = path] = namesOf(layer, kind);
    entries.push(...found[kind].map((entry) => foundEntry(path, entry, trustOf(states, source, entry))));
  }
  if (findings.some(({ path }) => path === user.configToml || path === layer.configToml))
    return { entries, findings: [...findings, ...both(layer, found)] };
  return { entries, findings: [...findings, ...(await standing(place, layer, draft, found)).findings] };
}

async function inspectPlugin(place: Place & { readonly own: Own }): Promise<Inspection> {
  const findings: Finding[] = [];
  const files = (await tolerant("codex", findings, place.root, () => pluginEntries(place))) ?? [];
  // the trust in a plugin hangs on the name of its marketplace and on the installed copy: the folder does not tell
  return { entries: files.flatMap(({ path, entries }) => entries.map((entry) => foundEntry(path, entry, undefined))), findings };
}

function foundEntry(path: string, { event, matcher, handler, own }: PlacedEntry, trust: FoundEntry["trust"]): FoundEntry {
  const command = typeof handler.command === "string" ? handler.command : undefined;
  return { path, event, matcher, command, digest: digestOf(handler), own, trust };
}

/** The entries of a file that the agent may drop: it is told, and they are listed all the same. */
function readable(kind: Representation, file: ConfigFile, own: Own, findings: Finding[]): readonly PlacedEntry[] {
  const bom = kind === "json" && file.bytes !== undefined && withoutBom(file).length !== file.bytes.length;
  const problem = bom ? `it begins with a byte order mark; ${file.path}` : faultOf(kind, file);
  if (problem !== undefined) findings.push(finding("error", file.path, `Codex drops the whole file: ${problem}`, "correct it by hand"));
  return STORES[kind].list(file, own);
}
