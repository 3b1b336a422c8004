/** How a program and this library become one file: one copy of the library, one adapter, nothing that the program cannot need. */
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Loader, type Plugin, transform } from "esbuild";

const HERE = path.dirname(fileURLToPath(import.meta.url));
/** This library's modules, with links resolved: esbuild names files so. */
export const LIBRARY = realpathSync(path.join(HERE, "..")) + path.sep;
export const TARGET = "node20.19";

/** Modules that a bundle leaves out because its program cannot need them, and what stands in for each. */
const STAND_INS = {
  /** `main` is a no-op under a generated entry, and would bring every adapter. */
  main: { filter: /\/hosts\/main\.js$/, contents: "export async function main() {}" },
  /** The manifest is asked of the probe alone. */
  manifest: {
    filter: /\/router\/manifest\.js$/,
    contents: 'export function manifestOf() { throw new TypeError("a bundle prints no manifest; ask the program it was made of"); }',
  },
  /** A program without workers and without `blocking: false` defers nothing. */
  outbox: {
    filter: /\/outbox\.js$/,
    contents: "export class Outbox { add() {} waiting() { return []; } }\nexport function spawnWorker() {}",
  },
  worker: { filter: /\/worker\.js$/, contents: "export async function work() {}" },
  /** A program whose source does not have the word cannot call `hooks.decide` or `context.exec`. */
  decide: { filter: /\/decide\.js$/, contents: 'export function decide() { throw new TypeError("decide is not part of this bundle"); }' },
  exec: { filter: /\/exec\.js$/, contents: 'export function execFile() { throw new TypeError("exec is not part of this bundle"); }' },
} as const;
export type LeftOut = keyof typeof STAND_INS;

export interface EntryFacts {
  readonly provider: string;
  readonly name: string;
  readonly fail: "open" | "closed";
}

/** The text of the entry: the guard is evaluated before the program, since imports run in their order. */
export function entrySource(program: string): string {
  return [
    `import "agenthooks-guard";`,
    `import hooks from ${text(program)};`,
    `import { start } from ${text(ENTRY)};`,
    "await start(hooks);",
  ].join("\n");
}

const ENTRY = path.join(HERE, "../runtime/hosts/entry.js");

/**
 * Node's own modules without an `import` statement: a CommonJS bundle could have none, and in an ES module a `require` of a dependency
 * would fail.
 */
export const builtinsPlugin: Plugin = {
  name: "agenthooks-builtins",
  setup: (build) => {
    build.onResolve({ filter: /^[a-z_:/]+$/ }, ({ path: specifier }) =>
      isBuiltin(specifier) ? { path: specifier, namespace: "builtin", sideEffects: false } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path: specifier }) => ({
      contents: `module.exports = process.getBuiltinModule(${text(specifier)});`,
      loader: "js",
    }));
  },
};

/** @param source is told the text of every module of the program, its dependencies included. */
export function libraryPlugin({ provider, name, fail }: EntryFacts, leftOut: readonly LeftOut[], source: (text: string) => void): Plugin {
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
  return {
    name: "agenthooks",
    setup: (build) => {
      // the program may have files of the same names: only this library's own imports are meant
      const virtual = (namespace: string, filter: RegExp, contents: string, sideEffects: boolean) => {
        build.onResolve({ filter }, ({ importer }) =>
          sideEffects || importer.startsWith(LIBRARY) ? { path: namespace, namespace, sideEffects } : undefined,
        );
        build.onLoad({ filter: /.*/, namespace }, () => ({ contents, resolveDir: HERE, loader: "js" }));
      };
      build.onResolve({ filter: /^agenthooks(\/|$)/ }, ({ path: specifier }) => ({ path: libraryFile(specifier), sideEffects: false }));
      virtual("agenthooks-guard", /^agenthooks-guard$/, guard, true);
      virtual("adapters", /\/providers\/index\.js$/, adapters.join("\n"), false);
      for (const part of leftOut) virtual(part, STAND_INS[part].filter, STAND_INS[part].contents, false);
      // handlers are named by their functions: names are kept in the program, at no cost for the rest
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path: file }) => {
        if (file.startsWith(LIBRARY)) return undefined;
        const written = await readFile(file, "utf8");
        source(written);
        if (file.includes(`${path.sep}node_modules${path.sep}`)) return undefined;
        const loader = /\.[cm]?(?<kind>[jt]sx?)$/.exec(file)?.groups?.kind as Loader;
        const { code } = await transform(written, { loader, keepNames: true, sourcefile: file, target: TARGET });
        return { contents: code, loader: "js", resolveDir: path.dirname(file) };
      });
    },
  };
}

/** The program and the entry must share one copy of this library, wherever the program's folder would find another. */
function libraryFile(specifier: string): string {
  const folder = specifier.slice("agenthooks/".length);
  if (folder === "") return path.join(HERE, "../index.js");
  const faces = ["install", "testing", "registry", "state"];
  return path.join(HERE, faces.includes(folder) ? `../${folder}/index.js` : `../providers/${folder}/index.js`);
}

function text(value: string): string {
  return JSON.stringify(value);
}
