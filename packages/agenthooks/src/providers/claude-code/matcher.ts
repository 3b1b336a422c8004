/** How Claude Code reads the matcher of an entry (facts/claude-code.md §2 "Matchers"). */
import type { MatcherSpec } from "../../router/matchers.js";
import { escaped, type MatcherDialect, matcherText } from "../_claude-shape/matcher.js";
import { CLASSES } from "./tools.js";

/** JavaScript has no switch for case inside an expression that 2.1.197's runtime knows: each letter is a choice of two. */
function caseless(name: string): string {
  return escaped(name).replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/** Monitor reads a socket for some inputs (`tools.classify`). */
const DIALECT: MatcherDialect = { classes: CLASSES, also: { fetch: ["Monitor"] }, caseless };
/** Events whose matcher is compared with the name of a tool; those of others mean something else. */
const OF_TOOLS: ReadonlySet<string> = new Set(["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"]);

/**
 * The matcher of an entry; `undefined`: every call. Never narrower than the specs. The versions differ in commas, spaces and hyphens
 * (2.1.195 began to read `mcp__lab` and `my-tool` as exact names): none of these stands in a list here, so that one text serves all.
 */
export function matcherOf(event: string, specs: readonly MatcherSpec[] | undefined): string | undefined {
  return OF_TOOLS.has(event) ? matcherText(specs, DIALECT) : undefined;
}
