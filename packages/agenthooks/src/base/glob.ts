/** Globs: `*` within a name, `**` over folders, `?`, `[set]`, `{a,b}`. */

const cache = new Map<string, RegExp>();

/** The expression of a glob, anchored at both ends. `ignoreCase` where the file system does. */
export function globToRegExp(glob: string, ignoreCase = false): RegExp {
  const key = `${ignoreCase ? "i" : "c"}${glob}`;
  let found = cache.get(key);
  if (!found) {
    found = new RegExp(`^(?:${translate(glob)})$`, ignoreCase ? "isu" : "su");
    cache.set(key, found);
  }
  return found;
}

function translate(glob: string): string {
  let out = "";
  let braces = 0;
  for (let at = 0; at < glob.length; at++) {
    const unit = glob[at] as string;
    if (unit === "*") {
      const run = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1;
      const before = at === 0 || glob[at - 1] === "/";
      const after = glob[at + run];
      if (run >= 2 && before && after === "/") {
        out += "(?:[^/]*/)*";
        at += run; // the slash too
      } else {
        out += run >= 2 ? ".*" : "[^/]*";
        at += run - 1;
      }
    } else if (unit === "?") out += "[^/]";
    else if (unit === "[") {
      const end = glob.indexOf("]", at + 2);
      if (end < 0) out += "\\[";
      else {
        const body = glob.slice(at + 1, end).replace(/[\\[\]]/g, "\\$&");
        out += `[${body.startsWith("!") ? `^${body.slice(1)}` : body}]`;
        at = end;
      }
    } else if (unit === "{" && glob.indexOf("}", at) > 0) {
      out += "(?:";
      braces++;
    } else if (unit === "}" && braces > 0) {
      out += ")";
      braces--;
    } else if (unit === "," && braces > 0) out += "|";
    else if (unit === "\\" && at + 1 < glob.length) out += escapeUnit(glob[++at] as string);
    else out += escapeUnit(unit);
  }
  return out + ")".repeat(braces);
}

function escapeUnit(unit: string): string {
  return /[\^$\\.*+?()[\]{}|/]/.test(unit) ? `\\${unit}` : unit;
}
