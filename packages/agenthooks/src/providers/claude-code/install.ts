/** Installing for Claude Code: which file names its hooks in which scope, and what keeps them from running. */
import { join, resolve } from "node:path";
import { readJson } from "../../base/edit/json.js";
import { isObject, type JsonObject } from "../../base/json.js";
import { tolerant } from "../_claude-shape/config-faults.js";
import type { ShapedEntry } from "../_claude-shape/entries.js";
import { absoluteWord, variableWord } from "../_claude-shape/launcher-word.js";
import { digestOf, knownEntries } from "../_claude-shape/wanted.js";
import { detectAgent } from "../detect.js";
import { Draft, PRIVATE, SHARED } from "../draft.js";
import { gitStateOf } from "../git.js";
import type { Finding, HostInstaller, HostPlan, Inspection, Own, Place, PlanRequest, WantedEntry } from "../install.js";
import { EVENTS } from "./events.js";
import { matcherOf } from "./matcher.js";
import { HOOKS, planPlugin } from "./plugin.js";
import { assertReadable, faultsOf, STORE } from "./settings-file.js";

const MANAGED = "/etc/claude-code/managed-settings.json";

export const claudeCode: HostInstaller = {
  id: "claude-code",
  variables: ["CLAUDE_CONFIG_DIR"],
  detect: (place) => detectAgent({ folder: userFolder(place), names: ["claude"], quiet: { DISABLE_AUTOUPDATER: "1" } }, place),
  launcherWord,
  plan: async (request) => {
    const { entries, findings } = knownEntries("claude-code", request, EVENTS);
    const wanted = entries.map(shaped);
    return request.scope === "plugin" ? planPlugin(request, wanted, findings) : planSettings(request, wanted, findings);
  },
  inspect,
};

function userFolder({ home, env }: Pick<Place, "home" | "env">): string {
  return env.CLAUDE_CONFIG_DIR ? resolve(env.CLAUDE_CONFIG_DIR) : join(home, ".claude");
}

/** The file of a scope. */
function fileOf(place: Pick<Place, "scope" | "root" | "home" | "env">): string {
  switch (place.scope) {
    case "user":
      return join(userFolder(place), "settings.json");
    case "project":
      return join(place.root, ".claude", "settings.json");
    case "local":
      return join(place.root, ".claude", "settings.local.json");
    case "plugin":
      return join(place.root, HOOKS);
  }
}

/**
 * Committed settings are read in the folder that the agent was started in, which is also what the variable names: a worktree has its own
 * copy of both. Local settings reach further, into subfolders and worktrees (seen on 2.1.332), where the variable names another folder.
 */
function launcherWord({ scope, root }: Pick<Place, "scope" | "root">, launcher: string): string {
  // the agent expands it in the text and hands it on in the environment
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the agent's variable
  if (scope === "plugin") return variableWord("${CLAUDE_PLUGIN_ROOT}", root, launcher);
  if (scope === "project") return variableWord("$CLAUDE_PROJECT_DIR", root, launcher);
  // the hook shell of Windows is Git Bash, which takes a backslash away (case b02)
  return launcher.endsWith(".cmd") ? `"${launcher.replaceAll("\\", "/")}"` : absoluteWord(launcher);
}

function shaped({ event, command, matchers, timeoutMs }: WantedEntry): ShapedEntry {
  const timeout = timeoutMs === undefined ? {} : { timeout: timeoutMs / 1000 };
  return { event, matcher: matcherOf(event, matchers), handler: { type: "command", command, ...timeout } };
}

async function planSettings(request: PlanRequest, wanted: readonly ShapedEntry[], known: readonly Finding[]): Promise<HostPlan> {
  const { scope, own, hostVersion } = request;
  const draft = new Draft(request.read, () => (scope === "project" ? SHARED : PRIVATE));
  const path = fileOf(request);
  const before = await draft.file(path);
  if (wanted.length === 0) {
    if (before.bytes !== undefined) await draft.edit(path, (file) => STORE.remove(file, own));
    return { files: draft.planned(), findings: known, nextSteps: [] };
  }
  assertReadable(before, hostVersion);
  await draft.edit(path, (file) => STORE.merge(file, wanted, own));
  const ignored = partly(faultsOf(before, hostVersion), path);
  return { files: draft.planned(), findings: [...known, ...ignored, ...(await standing(request))], nextSteps: [] };
}

function finding(level: Finding["level"], path: string | undefined, message: string, fix?: string): Finding {
  return { level, provider: "claude-code", path, message, fix };
}

/** Foreign entries that the agent passes over: not ours to correct. */
function partly(faults: ReturnType<typeof faultsOf>, path: string): readonly Finding[] {
  return faults.map(({ text, whole }) => {
    const message = whole ? `Claude Code drops the whole file, for ${text}` : `Claude Code passes over ${text}`;
    return finding(whole ? "error" : "warning", path, message, "correct it by hand");
  });
}

/** What keeps entries from running, or from staying with the person. */
async function standing(place: Place): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const places = new Set([fileOf({ ...place, scope: "user" })]);
  if (place.scope === "project" || place.scope === "local")
    for (const scope of ["project", "local"] as const) places.add(fileOf({ ...place, scope }));
  // one file anywhere is enough, for all hooks of all files (facts/claude-code.md §0.16)
  for (const path of places)
    if ((await settingsOf(place, path, found))?.disableAllHooks === true)
      found.push(finding("error", path, "hooks are switched off: disableAllHooks is true", "take it out"));
  const managed = await settingsOf(place, MANAGED, found);
  for (const name of ["allowManagedHooksOnly", "disableAllHooks"] as const)
    if (managed?.[name] === true) {
      const fix = "ask your administrator to add the program to the managed settings";
      found.push(finding("error", MANAGED, `hooks of this scope do not run: ${name} is true`, fix));
    }
  if (place.scope === "local") found.push(...(await visible(place)));
  if (place.scope === "project") {
    const message = "where the program's folder is missing, Claude Code goes on without the hook: a missing command refuses nothing there";
    found.push(finding("note", fileOf(place), message, "commit .agenthooks together with the entries"));
  }
  return found;
}

async function visible(place: Place): Promise<readonly Finding[]> {
  const path = fileOf(place);
  const state = await gitStateOf(place.root, path, place.env);
  if (state !== "tracked" && state !== "visible") return [];
  const message = state === "tracked" ? "the file is committed: entries of one person stand there for all" : "git would commit the file";
  const fix = state === "tracked" ? "git rm --cached it, and add it to .gitignore" : "add .claude/settings.local.json to .gitignore";
  return [finding("warning", path, message, fix)];
}

async function settingsOf(place: Place, path: string, findings: Finding[]): Promise<JsonObject | undefined> {
  return tolerant("claude-code", findings, path, async () => {
    const bytes = await place.read(path);
    const settings = bytes === undefined ? undefined : readJson({ path, bytes }, "json");
    return isObject(settings) ? settings : undefined;
  });
}

async function inspect(place: Place & { readonly own: Own }): Promise<Inspection> {
  const findings: Finding[] = [];
  const path = fileOf(place);
  const entries = await tolerant("claude-code", findings, path, async () => {
    const file = { path, bytes: await place.read(path) };
    findings.push(...partly(faultsOf(file, undefined), path));
    return STORE.list(file, place.own);
  });
  if (place.scope !== "plugin") {
    for (const one of await standing(place))
      if (!findings.some(({ path: told, message }) => told === one.path && message === one.message)) findings.push(one);
  }
  const found = (entries ?? []).map(({ event, matcher, handler, own }) => {
    const command = typeof handler.command === "string" ? handler.command : undefined;
    return { path, event, matcher, command, digest: digestOf(handler), own, trust: undefined };
  });
  return { entries: found, findings };
}
