/** Bundles a program for one provider: one file that starts fast and needs no node_modules. */
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { HOSTS } from "../providers/hosts.js";
import { BUILT_IN } from "../providers/index.js";
import type { Manifest } from "../router/manifest.js";
import { BundleError, messageOf } from "./bundle-error.js";
import { cacheFileOf, holds, makeCodeCache } from "./code-cache.js";
import { compile, LINK_IT, OPTIONAL, TARGET } from "./compile.js";
import { builtinsPlugin, ENTRY_SOURCE, type EntryFacts, type LeftOut, LIBRARY, libraryPlugin } from "./library-plugin.js";
import { loaderOf, META, mapFileOf } from "./loader.js";
import { askManifest } from "./probe.js";

/** What to bundle, for which agent, where to. */
export interface BundleOptions {
  /** Path of the program: a module whose default export is what `createHooks` returned. It is not type-checked. */
  readonly program: string;
  readonly provider: string;
  /** The file to write: `.cjs` starts faster, `.mjs` is for programs that import what only an ES module can import. */
  readonly outFile: string;
  /** Default `true`. */
  readonly minify?: boolean;
}
/** A bundle that was written. */
export interface Bundle {
  readonly file: string;
  readonly bytes: number;
  readonly fail: "open" | "closed";
  readonly manifest: Manifest;
  /** Bytes that this library takes in the bundle. */
  readonly libraryBytes: number;
  /** The code cache beside a `.cjs` bundle: made by the Node that runs this, passed over by any other. */
  readonly cache: string | undefined;
}

/** What only a program that is installed asks of its bundle. */
interface InstalledBundle {
  /** What starts the bundle later on: proves it, and makes its code cache. */
  readonly runtime: string;
  /** `false`: the machine that starts it is not known. */
  readonly cache: boolean;
  /** What lies in its place now: no two code caches are alike, and one that still serves is kept. */
  readonly current?: { readonly bundle: Uint8Array | undefined; readonly cache: Uint8Array | undefined };
  /** It leaves its folder: what it reads beside itself would not be there. */
  readonly moves: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Bundles, and proves it in a child: the bundle must print the program's manifest before it takes the place of an older one.
 * @throws BundleError when the program does not compile, throws while it is loaded, or has no named default export.
 *
 * @example
 * await bundleProgram({ program: "hooks.ts", provider: "claude-code", outFile: "dist/hooks.cjs" });
 */
export async function bundleProgram(options: BundleOptions): Promise<Bundle> {
  const { provider, outFile } = options;
  if (typeof outFile !== "string" || ![".cjs", ".mjs"].includes(path.extname(outFile))) {
    throw new BundleError(`outFile is ${JSON.stringify(outFile)}; give the bundle a name that ends with .cjs or .mjs`, options.program);
  }
  if (!Object.hasOwn(BUILT_IN, provider)) {
    throw new BundleError(`unknown provider ${JSON.stringify(provider)}; one of ${Object.keys(BUILT_IN).join(", ")}`, options.program);
  }
  const program = await realpath(path.resolve(options.program)).catch((error: unknown) => {
    throw new BundleError(`no program at ${options.program}; give the path of your hooks file`, options.program, { cause: error });
  });
  return bundleInto({ ...options, program, outFile: path.resolve(outFile) }, { runtime: process.execPath, cache: true, moves: false });
}

/** The same, for what is installed. `program` and `outFile` are absolute. */
export async function bundleInto(options: BundleOptions, installed: InstalledBundle): Promise<Bundle> {
  const { program, provider, outFile: file, minify = true } = options;
  const { runtime, current } = installed;
  const { code, words } = await compile(program, installed.moves);
  const manifest = await probed({ program, provider, code, outFile: file, ...installed });
  const { name, fail } = manifest;
  const unused = OPTIONAL.filter((word) => !words.has(word));
  const leftOut: readonly LeftOut[] = [
    "main",
    "manifest",
    ...(defers(manifest) ? [] : (["deferring", "outbox", "worker"] as const)),
    ...unused,
  ];
  const { libraryBytes, id } = await write(program, file, minify, { code, provider, name, fail }, leftOut, installed.moves);
  // One of an earlier bundle is of no use; where a folder has the name, there is no cache.
  await rm(cacheFileOf(file), { force: true }).catch(() => undefined);
  let cached = false;
  if (id !== undefined && installed.cache) {
    const same = current?.bundle !== undefined && (await readFile(file)).equals(current.bundle);
    if (same && current.cache && (await holds(current.cache, id, runtime))) {
      await writeFile(cacheFileOf(file), current.cache, { mode: 0o600 });
      cached = true;
    } else cached = await makeCodeCache(file, id, provider, await samplesOf(provider), runtime);
  }
  const { size } = await stat(file);
  return { file, bytes: size, fail, manifest, libraryBytes, cache: cached ? cacheFileOf(file) : undefined };
}

/** The manifest of a program alone. `folder` is private and absolute. @throws BundleError as `bundleProgram` does. */
export async function manifestOfProgram(program: string, folder: string, runtime: string, signal?: AbortSignal): Promise<Manifest> {
  const [provider = ""] = Object.keys(BUILT_IN); // whatever the agent, the manifest is the same
  const { code } = await compile(program, true);
  return probed({ program, provider, code, outFile: path.join(folder, "manifest.cjs"), runtime, moves: true, signal });
}

interface Probed extends Pick<InstalledBundle, "runtime" | "moves" | "signal"> {
  readonly program: string;
  readonly provider: string;
  readonly code: EntryFacts["code"];
  readonly outFile: string;
}

async function probed({ program, provider, code, outFile, runtime, moves, signal }: Probed): Promise<Manifest> {
  // beside the bundle, so that files which the program reads beside itself are found by the probe as well
  const probe = `${outFile.slice(0, -4)}.probe-${process.pid}${path.extname(outFile)}`;
  try {
    await write(program, probe, true, { code, provider, name: "probe", fail: "closed" }, ["main"]);
    const asked = await askManifest([runtime, probe], { signal });
    if ("manifest" in asked) return asked.manifest;
    const message = `${relative(program)} does not load: ${asked.why}${moves ? LINK_IT : ""}`;
    throw new BundleError(message, program, { cause: asked.printed });
  } finally {
    await rm(probe, { force: true });
  }
}

/** The events that hooks are started for most, with a payload as the agent sends it. */
async function samplesOf(provider: string): Promise<readonly { readonly event: string; readonly payload: unknown }[]> {
  const host = Object.hasOwn(HOSTS, provider) ? await HOSTS[provider]?.() : undefined;
  return host?.samples ?? [];
}

function defers({ workers, hooks }: Manifest): boolean {
  return workers.length > 0 || hooks.some((hook) => hook.deferred === true);
}

const ENTRY_NAME = "entry.mjs";

interface Written {
  readonly libraryBytes: number;
  /** What a code cache of this bundle is named by. */
  readonly id: string | undefined;
}

async function write(
  program: string,
  file: string,
  minify: boolean,
  facts: EntryFacts,
  leftOut: readonly LeftOut[],
  mapped = false,
): Promise<Written> {
  const commonJs = path.extname(file) === ".cjs";
  const beside = `${file}.${process.pid}.tmp`;
  try {
    const { metafile, outputFiles } = await build({
      stdin: { contents: ENTRY_SOURCE, resolveDir: path.dirname(program), sourcefile: ENTRY_NAME, loader: "js" },
      outfile: file,
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      target: TARGET,
      minify,
      legalComments: "none",
      metafile: true,
      ...(mapped ? { sourcemap: "external", sourcesContent: false } : {}),
      logLevel: "silent",
      ...(commonJs ? { define: META } : {}),
      plugins: [libraryPlugin(facts, path.dirname(program), leftOut), builtinsPlugin],
    });
    const outputs = Object.values(metafile.outputs);
    const code = outputFiles.find((output) => output.path.endsWith(path.extname(file)))?.text ?? "";
    const map = outputFiles.find((output) => output.path.endsWith(".map"))?.text;
    const left = outputs.flatMap((output) => output.imports.filter((one) => one.kind === "import-statement").map((one) => one.path));
    if (commonJs && left.length > 0) throw new Error(`${left.join(", ")} cannot be part of a CommonJS bundle; name the output .mjs`);
    const loader = commonJs ? loaderOf(code, path.basename(file), mapped) : undefined;
    await mkdir(path.dirname(file), { recursive: true });
    if (map !== undefined) await writeFile(mapFileOf(file), portableMap(map, path.dirname(file), program), { mode: 0o600 });
    // a hook that starts meanwhile finds the old bundle or the new one
    await writeFile(beside, loader?.text ?? code, { mode: 0o600 });
    await rename(beside, file);
    const own = outputs.flatMap((output) => Object.entries(output.inputs)).filter(([input]) => path.resolve(input).startsWith(LIBRARY));
    return { libraryBytes: own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0), id: loader?.id };
  } catch (error) {
    await rm(beside, { force: true });
    throw new BundleError(`${relative(program)} cannot be bundled: ${messageOf(error)}`, program, { cause: error });
  }
}

/** Sources as the program's author knows them: from its folder, packages by their names; nothing of this machine. */
function portableMap(text: string, folder: string, program: string): string {
  const map = JSON.parse(text) as { readonly sources: readonly string[] };
  const sources = map.sources.map((source) => {
    const file = path.resolve(folder, source);
    if (file === path.join(path.dirname(program), ENTRY_NAME) && source.startsWith("..")) return `agenthooks/${ENTRY_NAME}`;
    if (file.startsWith(LIBRARY)) return `agenthooks/${path.relative(LIBRARY, file)}`;
    return source.slice(Math.max(0, source.lastIndexOf("node_modules/"))).replace(/^(?:\.\.\/)+/, "");
  });
  return JSON.stringify({ ...map, sources });
}

function relative(program: string): string {
  return path.relative(process.cwd(), program);
}
