/** How a program and this library become one file: one copy of the library, one adapter, nothing that the program cannot need. */
import { existsSync, realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

const HERE = path.dirname(fileURLToPath(import.meta.url));
/** This library's modules, with links resolved: esbuild names files so. */
export const LIBRARY = realpathSync(path.join(HERE, "..")) + path.sep;

/** Modules that a bundle leaves out because its program cannot need them, and what stands in for each. */
const STAND_INS = {
  /** `main` is a no-op under a generated entry, and would bring every adapter. */
  main: { filter: /\/hosts\/main\.js$/, contents: "export async function main() {}" },
  /** The manifest is asked of the probe alone. */
  manifest: {
    filter: /\/print-manifest\.js$/,
    contents: 'export function printManifest() { throw new TypeError("a bundle prints no manifest; ask the program it was made of"); }',
  },
  /** A program without workers and without `blocking: false` defers nothing. */
  outbox: {
    filter: /\/outbox\.js$/,
    contents:
      'export class Outbox { add() { throw new TypeError("the program had no worker when it was bundled"); } waiting() { return []; } }\nexport function spawnWorker() {}',
  },
  deferring: { filter: /\/deferring\.js$/, contents: "export function deferStages() {}" },
  worker: { filter: /\/worker\.js$/, contents: "export async function runWorker() {}" },
  /** A program whose source does not have the word cannot call `hooks.decide`, `hooks.walk` or `context.exec`. */
  decide: {
    filter: /\/decide\.js$/,
    contents: 'export function decide() { throw new TypeError("decide is not part of this bundle"); }',
  },
  walk: { filter: /\/walk\.js$/, contents: 'export function walk() { throw new TypeError("walk is not part of this bundle"); }' },
  exec: { filter: /\/exec\.js$/, contents: 'export function execFile() { throw new TypeError("exec is not part of this bundle"); }' },
  /** Nor can it replace the output of a tool; a rewrite that has no such module is written without its source's digits. */
  replaceOutput: {
    filter: /\/replaced-output\.js$/,
    contents: 'export function replacement() { throw new TypeError("replaceOutput is not part of this bundle"); }',
  },
  withUpdatedInput: {
    filter: /\/json-source\.js$/,
    contents: 'export function memberSource() {}\nexport function stringifyWithSource(value) { return JSON.stringify(value) ?? "null"; }',
  },
} as const;
export type LeftOut = keyof typeof STAND_INS;

export interface EntryFacts {
  /** The program as one module. */
  readonly code: string;
  readonly provider: string;
  readonly name: string;
  readonly fail: "open" | "closed";
}

const ENTRY = path.join(HERE, "../runtime/hosts/entry.js");

/** The guard is evaluated before the program, since imports run in their order. */
export const ENTRY_SOURCE = [
  `import "agenthooks-guard";`,
  `import hooks from "agenthooks-program";`,
  `import { start } from ${text(ENTRY)};`,
  "await start(hooks);",
].join("\n");

export function libraryPlugin({ code, provider, name, fail }: EntryFacts, folder: string, leftOut: readonly LeftOut[]): Plugin {
  const adapter = text(path.join(HERE, `../providers/${provider}/adapter.js`));
  const guard = [
    `import { prepare } from ${text(ENTRY)};`,
    `import * as provider from ${adapter};`,
    `prepare({ adapter: Object.values(provider)[0], name: ${text(name)}, fail: ${text(fail)} });`,
  ].join("\n");
  // imported statically: a dynamic import would wrap every module of the bundle in a function of its own
  const adapters = [
    `import * as provider from ${adapter};`,
    `export const BUILT_IN = { ${text(provider)}: async () => Object.values(provider)[0] };`,
  ];
  const readerFile = path.join(HERE, `../providers/${provider}/transcript.js`);
  const readers = existsSync(readerFile)
    ? `import * as reader from ${text(readerFile)};\nexport const TRANSCRIPTS = { ${text(provider)}: async () => Object.values(reader)[0] };`
    : "export const TRANSCRIPTS = {};";
  return {
    name: "agenthooks",
    setup: (build) => {
      const virtual = (namespace: string, filter: RegExp, contents: string, own: boolean) => {
        // the program may import files of the same names: only this library's own imports are meant
        build.onResolve({ filter }, ({ importer }) =>
          own && !importer.startsWith(LIBRARY) ? undefined : { path: namespace, namespace, sideEffects: !own },
        );
        build.onLoad({ filter: /.*/, namespace }, () => ({ contents, resolveDir: own ? HERE : folder, loader: "js" }));
      };
      virtual("agenthooks-guard", /^agenthooks-guard$/, guard, false);
      virtual("agenthooks-program", /^agenthooks-program$/, code, false);
      virtual("adapters", /\/providers\/index\.js$/, adapters.join("\n"), true);
      virtual("transcripts", /\/providers\/transcripts\.js$/, readers, true);
      for (const part of leftOut) virtual(part, STAND_INS[part].filter, STAND_INS[part].contents, true);
      build.onResolve({ filter: /^agenthooks(\/|$)/ }, ({ path: specifier }) => ({ path: libraryFile(specifier), sideEffects: false }));
    },
  };
}

/** Node's own modules without an `import` statement: a CommonJS bundle could have none, and in an ES module a `require` would fail. */
export const builtinsPlugin: Plugin = {
  name: "agenthooks-builtins",
  setup: (build) => {
    build.onResolve({ filter: /^[a-z0-9_:/]+$/ }, ({ path: specifier }) =>
      isBuiltin(specifier) ? { path: specifier, namespace: "builtin", sideEffects: false } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path: specifier }) => ({
      contents: `module.exports = process.getBuiltinModule(${text(specifier)});`,
      loader: "js",
    }));
  },
};

/** The program and the entry must share one copy of this library, wherever the program's folder would find another. */
function libraryFile(specifier: string): string {
  const folder = specifier.slice("agenthooks/".length);
  if (folder === "") return path.join(HERE, "../index.js");
  const faces = ["install", "testing", "registry", "state", "transcript"];
  return path.join(HERE, faces.includes(folder) ? `../${folder}/index.js` : `../providers/${folder}/index.js`);
}

function text(value: string): string {
  return JSON.stringify(value);
}
