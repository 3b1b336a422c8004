/** The plugin package of Claude Code: a manifest, and `hooks/hooks.json` with its wrapper (facts/claude-code.md §2 "Plugin layout"). */
import { join } from "node:path";
import { readJson, setMember } from "../../base/edit/json.js";
import { isObject, type Json } from "../../base/json.js";
import type { ShapedEntry } from "../_claude-shape/entries.js";
import { Draft, SHARED } from "../draft.js";
import type { Finding, HostPlan, PlanRequest } from "../install.js";
import { assertReadable, STORE } from "./settings-file.js";

const MANIFEST = join(".claude-plugin", "plugin.json");
/** Read whether the manifest names it or not. */
export const HOOKS = join("hooks", "hooks.json");

export async function planPlugin(request: PlanRequest, wanted: readonly ShapedEntry[], findings: readonly Finding[]): Promise<HostPlan> {
  const { root, own, name, version, description, hostVersion } = request;
  const draft = new Draft(request.read, () => SHARED);
  const file = join(root, HOOKS);
  const manifest = join(root, MANIFEST);
  const before = await draft.file(file);
  assertReadable(before, hostVersion);
  if (wanted.length === 0) {
    if (before.bytes === undefined) return { files: [], findings, nextSteps: [] };
    await draft.edit(file, (now) => STORE.remove(now, own));
    if (isBare(readJson(await draft.file(file), "json"), description)) await draft.remove(file);
    return { files: draft.planned(), findings, nextSteps: [] };
  }
  if (before.bytes === undefined && description !== undefined)
    await draft.edit(file, (now) => setMember(now, ["description"], description, "json"));
  await draft.edit(file, (now) => STORE.merge(now, wanted, own));
  if ((await draft.file(manifest)).bytes === undefined) {
    const said = { name, ...(version === undefined ? {} : { version }), ...(description === undefined ? {} : { description }) };
    for (const [member, value] of Object.entries(said)) await draft.edit(manifest, (now) => setMember(now, [member], value, "json"));
  }
  return {
    files: draft.planned(),
    findings,
    nextSteps: ["install the plugin in Claude Code, or update it there, and restart the session"],
  };
}

/** Nothing but what we wrote around the entries. */
function isBare(value: Json | undefined, description: string | undefined): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  const { hooks, description: said, ...rest } = value;
  const empty = hooks === undefined || (isObject(hooks) && Object.keys(hooks).length === 0);
  return empty && Object.keys(rest).length === 0 && (said === undefined || said === description);
}
