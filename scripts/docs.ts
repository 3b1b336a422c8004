/**
 * `npm run docs` writes what is generated: `measured.ts` of each provider from the lab's results, then `docs/reference/` from the registry.
 * `npm run check:docs` makes the same in memory and compares. Both refuse tables that the results deny.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { labResults, measuredSource } from "./lib/measured.js";
import { library, root } from "./lib/repo.js";

const REFERENCE = join(root, "docs", "reference");
const check = process.argv.includes("--check");
const stale: string[] = [];

function put(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  stale.push(relative(root, file));
  if (check) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

for (const provider of readdirSync(join(root, "lab", "results"))) {
  put(join(library, "src", "providers", provider, "measured.ts"), measuredSource(provider));
}

// loaded after it was written: the registry carries what was measured
const { providers } = await import("../packages/agenthooks/src/registry/index.js");
const { indexPage } = await import("./lib/reference-index.js");
const { providerPage } = await import("./lib/reference-provider.js");
const { contradictions } = await import("./lib/contradictions.js");

for (const tables of providers) put(join(REFERENCE, `${tables.id}.md`), providerPage(tables, labResults(tables.id)));
put(join(REFERENCE, "README.md"), indexPage(providers));

const lies = providers.flatMap(contradictions);
for (const lie of lies) console.log(lie);
if (lies.length > 0) console.log("correct the table in providers/<id>/events.ts, or measure again with npm run lab -- <id> --write");
for (const file of stale) console.log(check ? `${file} is not what the tables say now` : `wrote ${file}`);
if (check && stale.length > 0) console.log("run npm run docs and commit what it writes");
if (lies.length > 0 || (check && stale.length > 0)) process.exitCode = 1;
