/** Lexical path work that is right for the paths of any system, wherever it runs: payloads carry the agent's paths, not ours. */

const DRIVE = /^[A-Za-z]:[\\/]/;

export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("\\\\") || DRIVE.test(path);
}

/** Whether backslashes separate in this path: it has a drive or is a share. */
function isWindowsPath(path: string): boolean {
  return DRIVE.test(path) || path.startsWith("\\\\");
}

/** `.` and `..` resolved by text, symlinks not followed; separators stay of the path's own kind. */
export function normalize(path: string): string {
  const windows = isWindowsPath(path);
  const drive = windows && DRIVE.test(path) ? path.slice(0, 2) : "";
  const rest = path.slice(drive.length);
  const root = windows ? (drive ? "\\" : "\\\\") : rest.startsWith("/") ? "/" : "";
  const out: string[] = [];
  for (const part of rest.split(windows ? /[\\/]+/ : /\/+/)) {
    if (part === "" || part === ".") continue;
    if (part !== "..") out.push(part);
    else if (out.length > 0 && out.at(-1) !== "..") out.pop();
    else if (!root) out.push("..");
  }
  return drive + root + out.join(windows ? "\\" : "/") || ".";
}

/** `path` seen from `base`; a relative one without a base stays relative. */
export function resolvePath(base: string | undefined, path: string): string {
  if (isAbsolute(path) || !base) return normalize(path);
  return normalize(`${base}${isWindowsPath(base) ? "\\" : "/"}${path}`);
}

/** With `/` as the only separator. */
export function toSlashes(path: string): string {
  return isWindowsPath(path) ? path.replaceAll("\\", "/") : path;
}

/** The folder above, `undefined` at the top; above a relative path is nothing that is known. */
export function parentOf(path: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  const up = resolvePath(path, "..");
  return up === normalize(path) ? undefined : up;
}
