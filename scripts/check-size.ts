/** Measures what the library adds to a hook bundle: a small guard for Claude Code, bundled and minified as it is installed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleProgram } from "agenthooks/install";
import { root, withTempFolder } from "./lib/repo.js";

/** The bar of the library's part, in bytes. */
const LIMIT = 60_000;

await withTempFolder("size", async (folder) => {
  const outFile = join(folder, "guard.mjs");
  const program = join(root, "bench/programs/guard.ts");
  const { bytes, libraryBytes } = await bundleProgram({ program, provider: "claude-code", outFile });
  console.log(`library in a bundle: ${libraryBytes} bytes of ${LIMIT}; the whole bundle: ${bytes}`);
  const imports = [...readFileSync(outFile, "utf8").matchAll(/^import[^;]*?from\s*"(?!node:)([^"]+)"/gm)].map(([, name]) => name);
  for (const name of imports) console.log(`not part of the bundle: ${name}`);
  if (libraryBytes > LIMIT || libraryBytes === 0 || imports.length > 0) process.exitCode = 1;
});
