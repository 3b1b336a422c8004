/** What keeps entries from running on Codex although they stand there. It is told, not changed: each is a person's or an administrator's decision. */
import { join } from "node:path";
import { readToml } from "../../base/edit/toml.js";
import { errorText } from "../../base/errors.js";
import { isObject, type JsonObject } from "../../base/json.js";
import { exists, worktreesOf } from "../git.js";
import type { Finding, Place } from "../install.js";
import { type Layer, realOf } from "./places.js";

const REQUIREMENTS = "/etc/codex/requirements.toml";

export function finding(level: Finding["level"], path: string | undefined, message: string, fix?: string): Finding {
  return { level, provider: "codex", path, message, fix };
}

/** Switches that turn hooks off, in the person's configuration, the project's and the administrator's. */
export async function switchFindings(place: Place, configs: ReadonlyMap<string, JsonObject>): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const [path, { features }] of configs) {
    if (isObject(features) && features.hooks === false)
      found.push(finding("error", path, "hooks are switched off: [features] hooks = false", "take the line out"));
  }
  const bytes = await place.read(REQUIREMENTS);
  if (bytes === undefined) return found;
  try {
    if (readToml({ path: REQUIREMENTS, bytes }).allow_managed_hooks_only === true) {
      const fix = "ask your administrator to add the program to the managed hooks";
      found.push(finding("error", REQUIREMENTS, "only managed hooks run here: allow_managed_hooks_only = true", fix));
    }
  } catch (error) {
    found.push(finding("warning", REQUIREMENTS, `the administrator's file cannot be read: ${errorText(error)}`, "ask your administrator"));
  }
  return found;
}

/** Whether the person trusts the project: of one that is not trusted nothing is read (facts/codex.md §3). */
export async function projectFindings(place: Place, layer: Layer, user: JsonObject, userPath: string): Promise<readonly Finding[]> {
  if (place.scope === "user" || place.scope === "plugin") return [];
  const { projects } = user;
  const roots = [place.root, ...(layer.mainCheckout === undefined ? [] : [layer.mainCheckout])];
  const names = new Set([...roots, ...(await Promise.all(roots.map(realOf)))]);
  const levels = [...names].map((name) => {
    const project = isObject(projects) && Object.hasOwn(projects, name) ? projects[name] : undefined;
    return isObject(project) ? project.trust_level : undefined;
  });
  if (levels.includes("trusted")) return [];
  const message = `Codex reads no hooks of this project: it is ${levels.includes("untrusted") ? "marked as untrusted" : "not trusted yet"}`;
  return [finding("warning", userPath, message, "start codex in the project and trust it, or run `codex exec --trust` there")];
}

/** What a person should know about where the entries of a project lie. */
export async function placeFindings(place: Place, layer: Layer): Promise<readonly Finding[]> {
  if (place.scope !== "project" && place.scope !== "local") return [];
  const found: Finding[] = [];
  const { folder, mainCheckout, worktree } = layer;
  if (mainCheckout !== undefined) {
    const message = `this is a worktree, and Codex reads the hooks of its main checkout: the entries are in ${folder} too`;
    const elsewhere = `commit and merge .agenthooks: checkouts without it run nothing; or install from ${mainCheckout}`;
    found.push(finding("warning", folder, message, place.scope === "project" ? elsewhere : undefined));
  }
  for (const checkout of await worktreesOf(mainCheckout ?? place.root)) {
    const own = join(checkout, ".codex");
    if (own === worktree?.folder || (await exists(own))) continue;
    const fix = place.scope === "project" ? "merge the commit of the entries into its branch" : `mkdir ${own}`;
    found.push(finding("warning", own, `Codex runs no hooks in the worktree ${checkout}: it has no .codex folder`, fix));
  }
  if (place.scope === "project") {
    const message = "where the program's folder is missing, Codex goes on without the hook: a missing command refuses nothing there";
    found.push(finding("note", folder, message, "commit .agenthooks together with the entries"));
    const others = "each person trusts hooks for themselves; who clones the project has to install too, or trust them in /hooks";
    found.push(finding("note", folder, others));
  }
  return found;
}
