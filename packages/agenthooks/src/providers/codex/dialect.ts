/** How Codex reads the matcher of an entry: `[A-Za-z0-9_|]` is a list of exact names, all else a Rust regular expression (facts/codex.md §3). */
import type { MatcherSpec } from "../../router/matchers.js";
import { escaped, type MatcherDialect, matcherText } from "../_claude-shape/matcher.js";
import { CLASSES } from "./tools.js";
import { hasMatcher } from "./trust.js";

const DIALECT: MatcherDialect = { classes: CLASSES, caseless: (name) => `(?i:${escaped(name)})` };
/** Events whose matcher is compared with the name of a tool; those of others mean something else. */
const OF_TOOLS: ReadonlySet<string> = new Set(["PreToolUse", "PostToolUse", "PermissionRequest"]);

/** The matcher of an entry; `undefined`: every call. Never narrower than the specs. */
export function matcherOf(event: string, specs: readonly MatcherSpec[] | undefined): string | undefined {
  return OF_TOOLS.has(event) && hasMatcher(event) ? matcherText(specs, DIALECT) : undefined;
}
