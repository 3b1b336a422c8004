/** What lies in a folder: every file by its bytes, every link by what it says. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** By path relative to `root`; `skip` says which are left out. */
export function treeOf(root: string, skip: (path: string) => boolean = () => false): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const name of readdirSync(join(root, folder)).sort()) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (skip(path)) continue;
      const stat = lstatSync(join(root, path));
      if (stat.isSymbolicLink()) found.set(path, `link to ${readlinkSync(join(root, path))}`);
      else if (stat.isDirectory()) {
        found.set(path, "folder");
        walk(path);
      } else
        found.set(
          path,
          `${stat.mode.toString(8)} ${createHash("sha256")
            .update(readFileSync(join(root, path)))
            .digest("hex")}`,
        );
    }
  };
  walk("");
  return found;
}

/** The paths at which two trees differ. */
export function treeDifference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path)).sort();
}
