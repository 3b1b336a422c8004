/** Measures what the library adds to an installed hook bundle: one program for Claude Code, bundled and minified as install does it. */
import { relative } from "node:path";
import { build } from "esbuild";
import { library, root } from "./lib/repo.js";

/** The bar of the library's part, in bytes. */
const LIMIT = 60 * 1024;

/** What an installed bundle holds: the entry that starts the program, the run-time half of one adapter, what the program itself imports. */
const ENTRY: readonly string[] = [
  `export * from "agenthooks/internal/entry";`,
  `export * from "./packages/agenthooks/dist/providers/claude-code/adapter.js";`,
  `export { createHooks, deny, main, matchCanonical, when } from "agenthooks";`,
];

const result = await build({
  stdin: { contents: ENTRY.join("\n"), resolveDir: root, sourcefile: "entry.js" },
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  metafile: true,
  write: false,
  logLevel: "error",
});

const ours = `${relative(root, library).replaceAll("\\", "/")}/`;
const parts = Object.values(result.metafile.outputs)
  .flatMap((output) => Object.entries(output.inputs))
  .map(([file, { bytesInOutput }]) => ({ file, bytes: bytesInOutput }))
  .sort((a, b) => b.bytes - a.bytes);
const mine = parts.filter(({ file }) => file.startsWith(ours));
const bytes = mine.reduce((sum, part) => sum + part.bytes, 0);

console.log(`library in a bundle: ${bytes} bytes of ${LIMIT}, ${mine.length} files`);

const foreign = parts.filter(({ file }) => file.includes("node_modules/"));
for (const { file } of foreign) console.log(`a package on the run path: ${file}`);

if (bytes > LIMIT) {
  console.log("too large; the largest parts:");
  for (const part of mine.slice(0, 15)) console.log(`${String(part.bytes).padStart(8)}  ${part.file.slice(ours.length)}`);
}
if (bytes > LIMIT || bytes === 0 || foreign.length > 0) process.exitCode = 1;
