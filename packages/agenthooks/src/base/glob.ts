/**
 * Globs: `*` within a name, `**` over folders, `?`, `[set]`, `{a,b}`, `\` before a character that means itself. Matched in time linear in
 * the path for a given glob: paths come from a model, and a backtracking expression could be kept busy by one.
 */

/** One step of a glob. `folders` is `**` between slashes: nothing, or any number of whole folders. */
type Token =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "set"; readonly set: RegExp }
  | { readonly type: "name" | "any" | "folders" };

export interface Glob {
  test(path: string): boolean;
}

/** More alternatives than this are taken as text. */
const MOST_ALTERNATIVES = 256;
const cache = new Map<string, Glob>();

/** A glob, anchored at both ends. `ignoreCase` where the file system does. */
export function compileGlob(glob: string, ignoreCase = false): Glob {
  const key = `${ignoreCase ? "i" : "c"}${glob}`;
  let found = cache.get(key);
  if (!found) {
    const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
    const programs = alternatives(fold(glob)).map(tokens);
    found = { test: (path) => programs.some((program) => runs(program, fold(path))) };
    cache.set(key, found);
  }
  return found;
}

/** `{a,b}` written out. */
function alternatives(glob: string): string[] {
  let done: string[] = [""];
  for (let at = 0; at < glob.length; at++) {
    const end = glob[at] === "{" ? closing(glob, at) : -1;
    let options = [glob[at] as string];
    if (glob[at] === "\\") options = [glob.slice(at, ++at + 1)];
    else if (end > 0) {
      options = parts(glob.slice(at + 1, end)).flatMap(alternatives);
      at = end;
    }
    if (done.length * options.length > MOST_ALTERNATIVES) return [glob];
    done = done.flatMap((start) => options.map((option) => start + option));
  }
  return done;
}

/** The brace that closes the one at `at`, -1 when there is none. */
function closing(glob: string, at: number): number {
  let depth = 0;
  for (let end = at; end < glob.length; end++) {
    if (glob[end] === "\\") end++;
    else if (glob[end] === "{") depth++;
    else if (glob[end] === "}" && --depth === 0) return end;
  }
  return -1;
}

/** Split at the commas of the outermost level. */
function parts(text: string): string[] {
  const found = [""];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] === "\\" ? text.slice(at, ++at + 1) : (text[at] as string);
    if (unit === "{") depth++;
    if (unit === "}") depth--;
    if (unit === "," && depth === 0) found.push("");
    else found[found.length - 1] += unit;
  }
  return found;
}

function tokens(glob: string): Token[] {
  const found: Token[] = [];
  for (let at = 0; at < glob.length; at++) {
    const unit = String.fromCodePoint(glob.codePointAt(at) as number);
    if (unit === "*") {
      const run = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1;
      const folders = run > 1 && (at === 0 || glob[at - 1] === "/") && glob[at + run] === "/";
      found.push({ type: folders ? "folders" : run > 1 ? "any" : "name" });
      at += folders ? run : run - 1; // the slash belongs to `folders`
      continue;
    }
    const end = unit === "[" ? glob.indexOf("]", at + 2) : -1;
    const set = end > 0 ? setOf(glob.slice(at + 1, end)) : undefined;
    if (set) {
      found.push({ type: "set", set });
      at = end;
    } else if (unit === "?") found.push({ type: "set", set: /[^/]/u });
    else if (unit === "\\" && at + 1 < glob.length) found.push({ type: "text", text: glob[++at] as string });
    else {
      found.push({ type: "text", text: unit });
      at += unit.length - 1;
    }
  }
  return found;
}

/** `undefined` for what is no set: it then means itself. */
function setOf(body: string): RegExp | undefined {
  const negative = body.startsWith("!") || body.startsWith("^");
  const inner = (negative ? body.slice(1) : body).replace(/[\\[\]^]/g, "\\$&");
  try {
    return new RegExp(negative ? `[^/${inner}]` : `(?!/)[${inner}]`, "u");
  } catch {
    return undefined;
  }
}

/** Follows all ways through the glob at once. A way inside of a folder of `folders` is kept apart from one at its start. */
function runs(program: readonly Token[], path: string): boolean {
  let here = new Set<number>();
  let inside = new Set<number>();
  reach(program, 0, here);
  for (const unit of path) {
    const next = new Set<number>();
    const nextInside = new Set<number>();
    for (const at of here) {
      const token = program[at];
      if (!token) continue;
      if (token.type === "text" ? token.text === unit : token.type === "set" && token.set.test(unit)) reach(program, at + 1, next);
      if (token.type === "any" || (token.type === "name" && unit !== "/")) reach(program, at, next);
      if (token.type === "folders") enter(program, at, unit, next, nextInside);
    }
    for (const at of inside) enter(program, at, unit, next, nextInside);
    here = next;
    inside = nextInside;
    if (here.size === 0 && inside.size === 0) return false;
  }
  return here.has(program.length);
}

function enter(program: readonly Token[], at: number, unit: string, next: Set<number>, inside: Set<number>): void {
  if (unit === "/") reach(program, at, next);
  else inside.add(at);
}

/** `at`, and what can be reached from it without a character. */
function reach(program: readonly Token[], at: number, found: Set<number>): void {
  for (let to = at; !found.has(to); to++) {
    found.add(to);
    const type = program[to]?.type;
    if (type !== "name" && type !== "any" && type !== "folders") return;
  }
}
