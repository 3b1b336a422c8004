/** Paths as a person reads them. */
import path from "node:path";

/** Relative below the working folder, with `~` below the home folder, else as it is. */
export function showPath(file: string, { cwd, home }: { readonly cwd: string; readonly home: string }): string {
  const below = (folder: string) => {
    const relative = path.relative(folder, file);
    return relative !== "" && !relative.startsWith("..") && !path.isAbsolute(relative) ? relative : undefined;
  };
  // a working folder that is or holds the home folder would hide where a file is
  const inHome = below(home);
  if (path.relative(cwd, home).startsWith("..")) {
    const here = below(cwd);
    if (here !== undefined) return here;
  }
  return inHome === undefined ? file : path.join("~", inHome);
}
