/** Bundles a program for one provider: one file that starts fast and needs no node_modules. */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { HOSTS } from "../providers/hosts.js";
import { BUILT_IN } from "../providers/index.js";
import type { Manifest } from "../router/manifest.js";
import { cacheFileOf, makeCodeCache } from "./code-cache.js";
import { builtinsPlugin, type EntryFacts, entrySource, type LeftOut, LIBRARY, libraryPlugin, TARGET } from "./library-plugin.js";
import { loaderOf, META } from "./loader.js";

export interface BundleOptions {
  /** Path of the program: a module whose default export is what `createHooks` returned. */
  readonly program: string;
  readonly provider: string;
  /** The file to write: `.cjs` starts faster, `.mjs` is for programs that import what only an ES module can import. */
  readonly outFile: string;
  /** Default `true`. */
  readonly minify?: boolean;
}
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

/** The program cannot be bundled, or what was bundled does not run. */
export class BundleError extends Error {
  override readonly name = "BundleError";
  constructor(
    message: string,
    readonly program: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** From importing a program to its manifest; a program that takes longer cannot answer hooks. */
const MANIFEST_MS = 20_000;

/**
 * Bundles, and proves it in a child: the bundle must print the program's manifest before it is used.
 * @throws BundleError when the program does not compile, throws while it is loaded, or has no named default export.
 */
export async function bundleProgram(options: BundleOptions): Promise<Bundle> {
  const { provider, outFile } = options;
  if (!Object.hasOwn(BUILT_IN, provider)) {
    throw new BundleError(`unknown provider ${JSON.stringify(provider)}; one of ${Object.keys(BUILT_IN).join(", ")}`, options.program);
  }
  if (![".cjs", ".mjs"].includes(path.extname(outFile))) {
    throw new BundleError(`${outFile} is no name for a bundle; give it the ending .cjs or .mjs`, options.program);
  }
  const program = await realpath(path.resolve(options.program)).catch((error: unknown) => {
    throw new BundleError(`no program at ${options.program}; give the path of your hooks file`, options.program, { cause: error });
  });
  const scratch = await mkdtemp(path.join(tmpdir(), "agenthooks-bundle-"));
  try {
    const probe = path.join(scratch, `probe${path.extname(outFile)}`);
    const { words } = await write(program, { ...options, outFile: probe }, { provider, name: "probe", fail: "closed" }, ["main"]);
    const manifest = await manifestOfBundle(probe, program);
    const { name, fail } = manifest;
    const leftOut: readonly LeftOut[] = [
      "main",
      "manifest",
      ...(defers(manifest) ? [] : (["outbox", "worker"] as const)),
      ...unused(words),
    ];
    const { libraryBytes, id } = await write(program, options, { provider, name, fail }, leftOut);
    const file = path.resolve(outFile);
    await rm(cacheFileOf(file), { force: true });
    const cached = id !== undefined && (await makeCodeCache(file, id, provider, await samplesOf(provider)));
    const { size } = await stat(outFile);
    return { file, bytes: size, fail, manifest, libraryBytes, cache: cached ? cacheFileOf(file) : undefined };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The events that hooks are started for most, with a payload as the agent sends it. */
async function samplesOf(provider: string): Promise<readonly { readonly event: string; readonly payload: unknown }[]> {
  const host = Object.hasOwn(HOSTS, provider) ? await HOSTS[provider]?.() : undefined;
  return host?.samples ?? [];
}

/** Members of the library that a program reaches by name only. */
const OPTIONAL = ["decide", "exec"] as const;

/** A module that is only named at run time may use anything. */
const UNKNOWN_MODULE = /\b(?:import|require)\s*\(\s*[^"'`)\s]/;

function findWords(text: string, words: Set<string>): void {
  const all = UNKNOWN_MODULE.test(text);
  for (const word of OPTIONAL) if (all || new RegExp(`\\b${word}\\b`).test(text)) words.add(word);
}

function unused(words: ReadonlySet<string>): readonly LeftOut[] {
  return OPTIONAL.filter((word) => !words.has(word));
}

function defers({ workers, hooks }: Manifest): boolean {
  return workers.length > 0 || hooks.some((hook) => hook.deferred === true);
}

interface Written {
  /** Of {@link OPTIONAL}, those that the program's source has. */
  readonly words: ReadonlySet<string>;
  readonly libraryBytes: number;
  /** What a code cache of this bundle is named by. */
  readonly id: string | undefined;
}

async function write(
  program: string,
  { outFile, minify = true }: BundleOptions,
  facts: EntryFacts,
  leftOut: readonly LeftOut[],
): Promise<Written> {
  const commonJs = path.extname(outFile) === ".cjs";
  const words = new Set<string>();
  try {
    const { metafile, outputFiles } = await build({
      stdin: { contents: entrySource(program), resolveDir: path.dirname(program), sourcefile: "entry.mjs", loader: "js" },
      outfile: outFile,
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      target: TARGET,
      minify,
      legalComments: "none",
      metafile: true,
      logLevel: "silent",
      ...(commonJs ? { define: META } : {}),
      plugins: [libraryPlugin(facts, leftOut, (text) => findWords(text, words)), builtinsPlugin],
    });
    const outputs = Object.values(metafile.outputs);
    const [file] = outputFiles;
    const code = file?.text ?? "";
    const left = outputs.flatMap((output) => output.imports.filter((one) => one.kind === "import-statement").map((one) => one.path));
    if (commonJs && left.length > 0) throw new Error(`${left.join(", ")} cannot be part of a CommonJS bundle; name the output .mjs`);
    await mkdir(path.dirname(path.resolve(outFile)), { recursive: true });
    const loader = commonJs ? loaderOf(code) : undefined;
    await writeFile(outFile, loader?.text ?? code, { mode: 0o600 });
    const own = outputs.flatMap((output) => Object.entries(output.inputs)).filter(([input]) => path.resolve(input).startsWith(LIBRARY));
    return { words, libraryBytes: own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0), id: loader?.id };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new BundleError(`the program cannot be bundled: ${text}`, program, { cause: error });
  }
}

function manifestOfBundle(file: string, program: string): Promise<Manifest> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, "agenthooks", "manifest"], { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let err = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), MANIFEST_MS);
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      err += chunk.toString("utf8");
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      const start = out.indexOf('{\n  "manifestVersion"'); // the program may print while it is loaded
      try {
        if (start < 0) throw new Error(err.trim() || `it ended with ${String(code)} and printed no manifest`);
        resolve(JSON.parse(out.slice(start)) as Manifest);
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        reject(
          new BundleError(
            `the bundled program does not run: ${text}; ${program}; does it export default what createHooks({ name }) returned?`,
            program,
          ),
        );
      }
    });
  });
}
