/**
 * A bundle as a CommonJS file that starts fast: its code is a text, compiled with V8's code cache beside it. Parsing and compiling are
 * most of what a hook costs over an empty program (bench/); with the cache they are left out. A cache that is missing, of another
 * bundle, or of another version of the runtime is passed over, and the code is compiled. V8 does not notice a damaged cache and runs into
 * it: the file holds it twice, and both must be the same.
 */
import { createHash } from "node:crypto";

/** Hex digits before the cache that name the bundle it was made of: V8 itself compares no more than the length of the source. */
const ID_LENGTH = 16;

/**
 * The program reads and opens files by the same functions later on: what the runtime compiles for them is compiled once, where
 * `readFileSync` would be one more.
 */
const ROOM = 1_000_000;
const READ_CACHE = `(()=>{const name=__filename+".cache",fd=fs.openSync(name),room=Buffer.allocUnsafeSlow(${ROOM}),length=fs.readSync(fd,room,0,${ROOM},null);fs.closeSync(fd);return length<${ROOM}?room.subarray(0,length):fs.readFileSync(name)})()`;

export interface LoadedBundle {
  readonly text: string;
  /** What the code cache is named by; `undefined` for code that must run without one. */
  readonly id: string | undefined;
}

/**
 * @param name of the file, for stack traces: a cache keeps it, and is made before the file takes its place.
 *
 * Programs await at the top level, which CommonJS does not allow: an async function holds the code. V8 forgets, in a cache, who resolves
 * a dynamic import, so code that has one left after bundling gets no cache (test "an import of a variable").
 */
export function loaderOf(code: string, name: string, mapped = false): LoadedBundle {
  const url = code.includes(MODULE_URL) ? `const ${MODULE_URL}=require("node:url").pathToFileURL(__filename).href;` : "";
  const before = `(function(require,__filename,__dirname,agenthooksFilename,agenthooksDirname){"use strict";${url}(async()=>{`;
  const source = `${before}${code}})()})`;
  const id = /\bimport\s*\(/.test(code) ? undefined : createHash("sha256").update(source).digest("hex").slice(0, ID_LENGTH);
  const lines = [
    `"use strict";`,
    `const source=${quoted(source)};`,
    `const fs=process.getBuiltinModule("fs"),{Script,constants}=process.getBuiltinModule("vm");`,
    ...(mapped ? [stackMapper(name, before.length)] : []),
    ...(id === undefined
      ? [`const script=new Script(source,{filename:__filename,importModuleDynamically:constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER});`]
      : [
          "let cachedData;",
          `try{const file=${READ_CACHE};const end=(file.length+${ID_LENGTH})/2,first=file.subarray(${ID_LENGTH},end);if(file.latin1Slice(0,${ID_LENGTH})===${JSON.stringify(id)}&&first.equals(file.subarray(end)))cachedData=first}catch{}`,
          `const script=new Script(source,{filename:${JSON.stringify(name)},cachedData});`,
          `globalThis[Symbol.for("agenthooks.script")]?.(script);`,
        ]),
    "script.runInThisContext()(require,__filename,__dirname,__filename,__dirname);",
  ];
  return { text: `${lines.join("\n")}\n`, id };
}

/** The file of the source map that belongs to a bundle. */
export function mapFileOf(bundle: string): string {
  return `${bundle}.map`;
}

/**
 * Stacks name the program's own lines. The map is read when a stack is first asked for: Node's own support would read it at every start,
 * and knows no script that is compiled from a text.
 */
function stackMapper(name: string, shift: number): string {
  const place = new RegExp(`(?:[^\\s()]*[\\\\/])?${name.replaceAll(".", "\\.")}:(\\d+):(\\d+)`, "g");
  return `let map;Error.prepareStackTrace=(error,sites)=>{let text="Error";try{text=[String(error),...sites].join("\\n    at ");map??=new(process.getBuiltinModule("module").SourceMap)(JSON.parse(fs.readFileSync(__filename+".map","utf8")));return text.replace(${place},(found,line,column)=>{const at=map.findEntry(line-1,column-1-(line==="1"?${shift}:0));return at.originalSource?at.originalSource+":"+(at.originalLine+1)+":"+(at.originalColumn+1):found})}catch{return text}};`;
}

/** `import.meta` has no meaning in CommonJS; its members do. */
const MODULE_URL = "agenthooksModuleUrl";
export const META = {
  "import.meta.url": MODULE_URL,
  "import.meta.dirname": "agenthooksDirname",
  "import.meta.filename": "agenthooksFilename",
};

/** A string literal, with the quote that the text holds less often. */
function quoted(text: string): string {
  const double = JSON.stringify(text);
  if (text.split('"').length <= text.split("'").length) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
