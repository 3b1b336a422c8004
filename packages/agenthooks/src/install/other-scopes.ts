/** The same program in two scopes of one place: the agent starts it once for each. */
import type { Finding, Scope } from "../providers/install.js";
import { ofAll, type Surroundings } from "./context.js";
import { type Receipt, realRoot, receiptsIn } from "./receipt.js";

/** One install, or one that is planned. */
export type Standing = Pick<Receipt, "name" | "scope" | "root" | "providers">;

/**
 * A finding for each other install of the program that an agent reads together with this one: agents run the entries of all scopes
 * (definitions.md "Two scopes of one program").
 */
export function otherScopes(
  { state, read }: Pick<Surroundings, "state" | "read">,
  one: Standing,
  level: Finding["level"],
): readonly Finding[] {
  return receiptsIn(state, read).flatMap(({ receipt }): readonly Finding[] => {
    if (!receipt || receipt.name !== one.name || !meet(one, receipt)) return [];
    const shared = one.providers.filter((id) => receipt.providers.includes(id));
    if (shared.length === 0) return [];
    const message = `${one.name} is installed in the ${receipt.scope} scope of ${receipt.root} too: ${shared.join(", ")} starts it twice for each event`;
    return [ofAll(level, receipt.folder, message, `take one of the two out: ${uninstallOf(receipt)}`)];
  });
}

/** A plugin is read where a person adds it: together with which others cannot be told. */
function meet(one: Standing, other: Standing): boolean {
  const scopes = new Set<Scope>([one.scope, other.scope]);
  if (scopes.size < 2 || scopes.has("plugin")) return false;
  return scopes.has("user") || realRoot(one.root) === realRoot(other.root);
}

function uninstallOf({ name, scope, root }: Standing): string {
  return `agenthooks uninstall ${name} --scope ${scope}${scope === "user" ? "" : ` --dir ${root}`}`;
}
