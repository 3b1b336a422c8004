import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../../base/files.js";
import { COMMON, type Command } from "../command.js";
import { CommandError } from "../errors.js";
import { columns, paint as painter } from "../output/paint.js";
import { parts } from "../output/report.js";
import { showPath } from "../output/show-path.js";
import { CONFIRM, detectAgents } from "../selectors.js";
import { nameFor, packageSteps, starter } from "../templates.js";

export const init: Command = {
  usage: "init [dir] [options]",
  about: `Starts a program: hooks.ts, a test, package.json and tsconfig.json. A file that is there is never overwritten;
what a package.json of yours lacks is said as the command that adds it.`,
  flags: { "dry-run": CONFIRM["dry-run"], ...COMMON },
  examples: ["agenthooks init my-hooks"],
  async run(args, deps) {
    args.atMostWords(1);
    const folder = path.resolve(deps.cwd, args.words[0] ?? ".");
    const dryRun = args.on("dry-run");
    const found = await stat(folder).catch(() => undefined);
    if (found && !found.isDirectory()) throw new CommandError(`${folder} is a file`, "name a folder, or one that shall be made");
    const name = nameFor(path.basename(folder));
    const files: { path: string; action: "create" | "same" }[] = [];
    for (const [file, text] of Object.entries(starter(name, deps.version))) {
      const target = path.join(folder, file);
      const made = dryRun ? !(await stat(target).catch(() => undefined)) : await create(target, text);
      files.push({ path: target, action: made ? "create" : "same" });
    }
    const next = [...(await nextCommands(folder, files, args.words[0])), `npx agenthooks install hooks.ts --provider ${await agents()}`];
    return { code: 0, json: { dryRun, name, folder, files, next }, text: textOf() };

    async function agents(): Promise<string> {
      const ids = [...(await detectAgents(deps)).keys()];
      return (ids.length === 0 ? Object.keys(deps.installers) : ids).join(",");
    }

    function textOf(): string {
      const paint = painter(deps.color);
      const rows = files.map(({ path: file, action }) => [action === "create" ? "create" : "kept", showPath(file, deps)]);
      const lines = columns(rows, (cell, column) => (column === 0 ? paint(cell === "create" ? "green" : "dim", cell) : cell));
      return parts(
        `${paint("bold", name)}\n${lines.map((line) => `  ${line}\n`).join("")}`,
        `${paint("bold", "Next")}\n${next.map((line) => `  ${line}\n`).join("")}`,
        dryRun ? "Nothing was written: this is what would be.\n" : "",
      );
    }
  },
};

/** Whether it was made; one that is there is left alone, a link to nowhere too. */
async function create(file: string, text: string): Promise<boolean> {
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await writeFile(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function nextCommands(
  folder: string,
  files: readonly { readonly path: string; readonly action: "create" | "same" }[],
  dir: string | undefined,
): Promise<readonly string[]> {
  const manifest = path.join(folder, "package.json");
  const kept = files.some(({ path: file, action }) => file === manifest && action === "same");
  const steps = kept ? packageSteps(await readFile(manifest, "utf8")) : ["npm install"];
  const test = kept ? "npx tsx --test hooks.test.ts" : "npm test";
  return [...(dir === undefined || dir === "." ? [] : [`cd ${/^[\w./-]+$/.test(dir) ? dir : JSON.stringify(dir)}`]), ...steps, test];
}
