/** The nearest git root above a folder; looked up when somebody asks. */
import { builtin } from "../../base/builtin.js";
import { parentOf } from "../../base/paths.js";

export function gitRoot(cwd: string | undefined): string | undefined {
  const fs = builtin("fs");
  for (let folder = cwd; folder !== undefined; folder = parentOf(folder)) if (fs.existsSync(`${folder}/.git`)) return folder;
  return undefined;
}
