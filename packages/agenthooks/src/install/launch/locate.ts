/** Paths in the files of a program: absolute on this machine, relative where the folder is committed or handed on. */
import path from "node:path";
import type { Scope } from "../../providers/install.js";
import { BundleError } from "../bundle-error.js";
import type { Located } from "./launcher.js";

/** The repository or the plugin, where the folder goes to other machines; `undefined` where it stays on this one. */
export function portableRoot(scope: Scope, folder: string): string | undefined {
  if (scope === "project") return path.resolve(folder, "../..");
  return scope === "plugin" ? path.resolve(folder, "..") : undefined;
}

/** @throws BundleError for a path that the scope cannot name. */
export function locate(file: string, folder: string, root: string | undefined, what: "executable" | "program"): Located {
  if (/[\r\n\0]/.test(file)) throw new BundleError(`the ${what} ${JSON.stringify(file)} is no path that a launcher can hold`, file);
  if (root === undefined) {
    if (path.isAbsolute(file)) return { path: file, fromFolder: false };
    throw new BundleError(`the ${what} ${JSON.stringify(file)} is no absolute path; hooks start in any folder`, file);
  }
  const absolute = path.resolve(root, file);
  if (!absolute.startsWith(root + path.sep)) {
    const where = `${file} lies outside ${root}, whose files go to other machines`;
    throw new BundleError(`${where}; move the ${what} into it, or install with --scope user or local`, file);
  }
  return { path: path.relative(folder, absolute), fromFolder: true };
}

/** @throws BundleError for an argument that is a path of this machine, where the folder goes to others. */
export function portableArgs(args: readonly string[], root: string | undefined, home: string): readonly string[] {
  const machine = root === undefined ? undefined : args.find((word) => word.includes(home) || word.includes(root));
  if (machine === undefined) return args;
  throw new BundleError(
    `the argument ${JSON.stringify(machine)} names a folder of this machine; install with --scope user or local`,
    machine,
  );
}
