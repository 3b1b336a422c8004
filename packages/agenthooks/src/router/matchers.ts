/** Anything that can say whether a tool call is meant. */
import { compileGlob } from "../base/glob.js";
import { isAbsolute, resolvePath, toSlashes } from "../base/paths.js";
import { wildcard } from "../base/wildcard.js";
import type { FileTool, McpTool, OtherTool, Target, ToolCall, ToolClass } from "../event/tool.js";
import { projectOf } from "../event/tool.js";

/** Whether a handler is for a call: used by `when`. */
export interface Matcher {
  matches(tool: ToolCall): boolean;
}
/** A matcher that also tells the type. */
export interface NarrowingMatcher<T extends ToolCall> extends Matcher {
  matches(tool: ToolCall): tool is T;
}

/** A matcher of files that also says which files of a call it means. */
export interface PathMatcher extends Matcher {
  /** The targets of the call that match, in the call's order. */
  targets(tool: ToolCall): readonly Target[];
}

/** What a built-in matcher asks for, so that an installed entry can be as narrow. */
export interface MatcherSpec {
  readonly names?: readonly string[];
  readonly canonical?: readonly ToolClass[];
  readonly mcp?: readonly string[];
}
const SPEC = Symbol.for("agenthooks.matcher");
/** What a matcher of this library asks for; `undefined` for one made elsewhere, or one that looks at more than the tool's name. */
export function specOf(matcher: Matcher): MatcherSpec | undefined {
  return (matcher as { readonly [SPEC]?: MatcherSpec })[SPEC];
}

/** By the provider's own tool name, exact and case-insensitive. */
export function matchTools(...names: readonly [string, ...string[]]): Matcher {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return withSpec({ names }, (tool) => wanted.has(tool.name.toLowerCase()));
}

/** By `server/tool` globs with `*` and `?`: `"github/*"`. No argument: every MCP call. A call whose server is not known matches `"*"` only. */
export function matchMcp(...globs: readonly string[]): NarrowingMatcher<McpTool> {
  const wanted = globs.length === 0 ? ["*"] : globs;
  return withSpec({ mcp: wanted }, (tool) => {
    if (tool.canonical !== "mcp") return false;
    const { server } = tool.mcp;
    return wanted.some((glob) => glob === "*" || (server !== undefined && namesMatch(glob, server, tool.mcp.tool)));
  }) as NarrowingMatcher<McpTool>;
}

/** Names have no folders: `*` and `?` are all that a glob of them needs. One without a slash names a server. */
function namesMatch(glob: string, server: string, tool: string): boolean {
  const at = glob.indexOf("/");
  return at < 0 ? wildcard(glob, server) : wildcard(glob.slice(0, at), server) && wildcard(glob.slice(at + 1), tool);
}

/** By the class of the call; narrows it, so that `shell`, `mcp` and `delegation` are present where they belong. */
export function matchCanonical<const C extends ToolClass>(
  ...classes: readonly [C, ...C[]]
): NarrowingMatcher<
  C extends "file.read" | "file.write" | "file.edit"
    ? FileTool
    : C extends "search" | "fetch" | "other"
      ? OtherTool
      : Extract<ToolCall, { readonly canonical: C }>
> {
  const wanted: ReadonlySet<ToolClass> = new Set(classes);
  return withSpec({ canonical: classes }, (tool) => wanted.has(tool.canonical)) as NarrowingMatcher<never>;
}

/**
 * By the files that the call names (`targets`): relative globs from `session.projectRoot`, `/` on every system, dot files included.
 * It proves presence only: a shell command or an unknown tool names no file. Look at `tool.targetsComplete` to be strict.
 *
 * @example
 * const infra = matchPaths("infra/**");
 * hooks.on("tool.pre", when(infra, (event) => deny(`${infra.targets(event.tool)[0]?.path} is protected`)));
 */
export function matchPaths(...globs: readonly [string, ...string[]]): PathMatcher {
  const targets = (tool: ToolCall): readonly Target[] => {
    const root = projectOf(tool);
    const ignoreCase = process.platform === "darwin" || process.platform === "win32";
    const wanted = globs.map((glob) =>
      compileGlob(isAbsolute(glob) || root === undefined ? toSlashes(glob) : rooted(root, glob), ignoreCase),
    );
    return tool.targets.filter(({ absolute }) => wanted.some((glob) => glob.test(toSlashes(absolute))));
  };
  return { matches: (tool) => targets(tool).length > 0, targets };
}

/** `glob` below `root`, whose own characters mean themselves. */
function rooted(root: string, glob: string): string {
  const literal = toSlashes(resolvePath(undefined, root)).replace(/[*?[\]{}\\]/g, "\\$&");
  const parts = literal === "/" ? [""] : literal.split("/");
  for (const part of (glob.endsWith("/") ? `${glob}**` : glob).split("/")) {
    if (part === ".." && parts.length > 1 && !/[*?[{]/.test(parts.at(-1) ?? "")) parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function withSpec(spec: MatcherSpec, matches: (tool: ToolCall) => boolean): Matcher {
  return Object.freeze({ matches, [SPEC]: spec });
}

const FILTERS: Readonly<Record<string, unknown>> = { names: matchTools, canonical: matchCanonical, mcp: matchMcp };

/**
 * The matcher of a `--filter` flag: `names=a,b;canonical=shell,mcp;mcp=srv/*`; a call passes when one part matches.
 * @throws TypeError when a part has another name.
 */
export function parseFilter(text: string): Matcher {
  const parts = text.split(";").map((part): Matcher => {
    const [name = "", list = ""] = part.split("=", 2);
    const values = list.split(",").filter((value) => value !== "");
    if (values.length === 0 || !Object.hasOwn(FILTERS, name)) {
      throw new TypeError(`invalid filter part ${JSON.stringify(part)}; use names=a,b;canonical=shell,mcp;mcp=server/*`);
    }
    return (FILTERS[name] as (...of: readonly string[]) => Matcher)(...values);
  });
  return { matches: (tool) => parts.some((part) => part.matches(tool)) };
}
