/** A program as one module: TypeScript, its dependencies and its tsconfig resolved, this library and Node's modules left as imports. */
import path from "node:path";
import { build } from "esbuild";
import { BundleError, messageOf } from "./bundle-error.js";
import { builtinsPlugin } from "./library-plugin.js";

export const TARGET = "node20.19";

export interface Compiled {
  readonly code: string;
  /** What the program may name of the library's parts that a bundle can leave out. */
  readonly words: ReadonlySet<string>;
}

/** Members of the library that a program reaches by name only. */
export const OPTIONAL = ["decide", "exec", "walk", "replaceOutput", "withUpdatedInput"] as const;
/** A module that is only named at run time may use anything, and so may a name that is put together from a whole module. */
const WHOLE_LIBRARY = /\bimport\s*\*\s*as\b[^;]*from\s*"agenthooks"/;
const UNKNOWN_MODULE = /\b(?:import|require)\s*\(\s*[^"'`)\s]/;

/**
 * Names of functions are kept: handlers are named by them.
 * @throws BundleError when the program does not compile.
 */
export async function compile(program: string): Promise<Compiled> {
  try {
    const { outputFiles } = await build({
      entryPoints: [program],
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      target: TARGET,
      keepNames: true,
      // rules that a module registers are effects, whatever its package says
      ignoreAnnotations: true,
      external: ["agenthooks", "agenthooks/*"],
      plugins: [builtinsPlugin],
      legalComments: "none",
      logLevel: "silent",
    });
    const code = outputFiles[0]?.text ?? "";
    if (!/^export \{[^}]*\bdefault\b/m.test(code)) {
      throw new Error("it has no default export; add: export default hooks;");
    }
    const all = UNKNOWN_MODULE.test(code) || WHOLE_LIBRARY.test(code);
    const words = OPTIONAL.filter((word) => all || new RegExp(`\\b${word}\\b`).test(code));
    return { code, words: new Set(words) };
  } catch (error) {
    throw new BundleError(`${path.relative(process.cwd(), program)} cannot be bundled: ${messageOf(error)}`, program, { cause: error });
  }
}
