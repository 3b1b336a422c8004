/** Removes what a build left in `dist` of sources that are gone, so that no dead file is packed. `--all` removes `dist` itself. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { packages, root } from "./lib/repo.js";

const all = process.argv.includes("--all");

for (const folder of packages()) {
  const dist = join(folder, "dist");
  if (all) {
    rmSync(dist, { recursive: true, force: true });
    continue;
  }
  if (!existsSync(dist)) continue;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const output = join(entry.parentPath, entry.name);
    const stem = /^(.*?)(\.d\.ts|\.js)$/.exec(relative(dist, output))?.[1];
    if (!entry.isFile() || stem === undefined || existsSync(join(folder, "src", `${stem}.ts`))) continue;
    rmSync(output);
    console.log(`removed ${relative(root, output)}: its source is gone`);
  }
}
