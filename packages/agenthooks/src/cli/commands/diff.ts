import { COMMON, type Command } from "../command.js";
import { paint } from "../output/paint.js";
import { showPath } from "../output/show-path.js";
import { diffText, type FileDiff, fileDiffs } from "../output/unified.js";
import { againFor } from "../selected.js";
import { SELECTORS } from "../selectors.js";

export const diff: Command = {
  usage: "diff [program or name] [options]",
  about: `Shows what \`agenthooks upgrade\` would change: the files as they are against the files as they shall be.
Ends with 0 when there is no difference and with 1 when there is one. With one program installed the name may be left out.`,
  flags: { ...SELECTORS, ...COMMON },
  examples: ["agenthooks diff", "agenthooks diff acme-guard --scope project --json"],
  async run(args, deps) {
    const installs = await deps.installs();
    const diffs: FileDiff[] = [];
    for (const options of await againFor("diff", args, deps, installs)) diffs.push(...(await fileDiffs(await installs.diff(options))));
    const text = diffText(diffs, (file) => showPath(file, deps), paint(deps.color));
    return { code: diffs.length === 0 ? 0 : 1, json: { diffs }, text: text === "" ? "No difference.\n" : text };
  },
};
