/** What the package's faces export without a comment. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** The source of every face that users import, by its subpath; `internal/` is for generated files. */
export function faces(library: string): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFileSync(join(library, "package.json"), "utf8")) as Manifest;
  const found = new Map<string, string>();
  for (const [subpath, target] of Object.entries(exports)) {
    if (typeof target === "string" || subpath.startsWith("./internal/")) continue;
    found.set(subpath, join(library, target.types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts")));
  }
  return found;
}

/**
 * The native half of an adapter's face: views, payload and answer types are named after the agent's events and described together, by the
 * comment at the head of their file.
 */
const NATIVE = /\/providers\/[^/]+\/(?:native|views|answers|index)\.ts$/;

/** `<file>: <name>` of each export that nobody described, sorted. */
export function undocumented(files: readonly string[], options: ts.CompilerOptions): readonly string[] {
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  for (const file of files) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`no module; ${file}; correct the exports of package.json`);
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.getDocumentationComment(checker).length > 0) continue;
      const home = symbol.declarations?.[0]?.getSourceFile();
      const where = home?.fileName ?? file;
      if (NATIVE.test(where) && home?.text.startsWith("/**")) continue;
      found.add(`${where}: ${symbol.name}`);
    }
  }
  return [...found].sort();
}

/** The options of a tsconfig. @throws Error when it cannot be read. */
export function optionsOf(tsconfig: string): ts.CompilerOptions {
  const { config, error } = ts.readConfigFile(tsconfig, ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  return ts.parseJsonConfigFileContent(config, ts.sys, join(tsconfig, "..")).options;
}
