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
const UNKNOWN_IMPORT = /\bimport\s*\(\s*[^"'\s][^\n]{0,20}/;
const UNKNOWN_MODULE = /\b(?:import|require)\s*\(\s*[^"'`)\s]/;

/** What a program that cannot leave its folder is told. */
export const LINK_IT = "; a program that needs its own folder is installed in place: --link";

/** A module that looks for its own folder reads what lies there. Node's own modules are found from anywhere. */
const OWN_FOLDER = /\bimport\.meta\.(?:url|dirname|filename)\b|\b__(?:dirname|filename)\b|["'`][^"'`\n]*\.node["'`]/;
const REQUIRES_BUILTINS = /\bcreateRequire\w*\)?\(import\.meta\.url\)/g;

/**
 * Names of functions are kept: handlers are named by them.
 * @param moves the bundle is started elsewhere: a program that reads beside itself is refused.
 * @throws BundleError when the program does not compile.
 */
export async function compile(program: string, moves = false): Promise<Compiled> {
  try {
    const { outputFiles } = await build({
      entryPoints: [program],
      // the source map names files from here, wherever the installer runs
      absWorkingDir: path.dirname(program),
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      target: TARGET,
      keepNames: true,
      // else a module of CommonJS carries its path, which is another one on the next machine
      minifyIdentifiers: true,
      sourcemap: "inline",
      sourcesContent: false,
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
    const needs = moves ? OWN_FOLDER.exec(code.replace(REQUIRES_BUILTINS, ""))?.[0] : undefined;
    if (needs !== undefined) throw new Error(`it uses ${needs}, and what lies beside it does not come along${LINK_IT}`);
    const imports = moves ? UNKNOWN_IMPORT.exec(code)?.[0] : undefined;
    if (imports !== undefined) throw new Error(`it imports what is only known when it runs (${imports}...)${LINK_IT}`);
    const all = UNKNOWN_MODULE.test(code) || WHOLE_LIBRARY.test(code);
    const words = OPTIONAL.filter((word) => all || new RegExp(`\\b${word}\\b`).test(code));
    return { code, words: new Set(words) };
  } catch (error) {
    const message = messageOf(error);
    const why = moves && message.includes("No loader is configured") ? message + LINK_IT : message;
    throw new BundleError(`${path.relative(process.cwd(), program)} cannot be bundled: ${why}`, program, { cause: error });
  }
}
