/** What calls an entry asks for, in the matcher dialect of the agents that read Claude's: a list of exact names, or a regular expression. */
import type { ToolClass } from "../../event/tool.js";
import type { MatcherSpec } from "../../router/matchers.js";

/** How an agent names tools. */
export interface MatcherDialect {
  /** Its tools and their classes. */
  readonly classes: Readonly<Record<string, ToolClass>>;
  /** Tools that are of a class for some inputs only. */
  readonly also?: Readonly<Partial<Record<ToolClass, readonly string[]>>>;
  /** A regular expression for a name whatever its case. */
  caseless(name: string): string;
}

/** What an agent of this shape takes for a list of names in every version: no space, comma or hyphen (facts/claude-code.md §2). */
const NAME = /^\w+$/;

/**
 * The narrowest matcher that no wanted call falls through; `undefined` where only all calls are that. One form for all versions of an
 * agent: plain names, or an expression that begins with `^`, which no version reads as a name.
 * @param specs any of these; `undefined`: all calls.
 */
export function matcherText(specs: readonly MatcherSpec[] | undefined, dialect: MatcherDialect): string | undefined {
  const parts = new Set<string>();
  for (const { names = [], canonical = [], mcp = [] } of specs ?? []) {
    if (names.length + canonical.length + mcp.length === 0 || canonical.includes("other")) return undefined;
    for (const name of names) parts.add(nameText(name, dialect));
    for (const one of canonical) for (const part of classText(one, dialect)) parts.add(part);
    for (const glob of mcp) parts.add(mcpText(glob));
  }
  if (parts.size === 0) return undefined;
  const all = [...parts];
  return all.every((part) => NAME.test(part)) ? all.join("|") : `^(?:${all.join("|")})$`;
}

/** Programs compare names without regard to case, agents with: a name that is known has the agent's spelling, another one any. */
function nameText(name: string, { classes, caseless }: MatcherDialect): string {
  const known = Object.keys(classes).find((one) => one.toLowerCase() === name.toLowerCase());
  if (known !== undefined) return known;
  return name.toLowerCase() === name.toUpperCase() ? escaped(name) : caseless(name);
}

function classText(wanted: ToolClass, { classes, also }: MatcherDialect): readonly string[] {
  if (wanted === "mcp") return [mcpText("*")];
  return [...Object.keys(classes).filter((name) => classes[name] === wanted), ...(also?.[wanted] ?? [])];
}

/**
 * A name has letters, digits, `_` and `-` only; an agent writes other letters of a server or tool in its own way, so that such a glob
 * means any.
 */
function mcpText(glob: string): string {
  if (glob === "*") return "mcp__.*";
  const at = glob.indexOf("/");
  const [server, tool] = at < 0 ? [glob, "*"] : [glob.slice(0, at), glob.slice(at + 1)];
  return `mcp__${globText(server)}__${globText(tool)}`;
}

function globText(glob: string): string {
  if (!/^[\w*?-]*$/.test(glob)) return ".*";
  return glob.replace(/\*+/g, "*").replace(/[*?]/g, (sign) => (sign === "*" ? ".*" : "."));
}

/** A text that means itself in a regular expression, in JavaScript and in Rust. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
