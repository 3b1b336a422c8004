/** Bundles a program for one provider: one file that starts fast and needs no node_modules. */
import { spawn } from "node:child_process";
import { mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { HOSTS } from "../providers/hosts.js";
import { BUILT_IN } from "../providers/index.js";
import type { Manifest } from "../router/manifest.js";
import { BundleError, messageOf } from "./bundle-error.js";
import { cacheFileOf, makeCodeCache } from "./code-cache.js";
import { compile, OPTIONAL, TARGET } from "./compile.js";
import { builtinsPlugin, ENTRY_SOURCE, type EntryFacts, type LeftOut, LIBRARY, libraryPlugin } from "./library-plugin.js";
import { loaderOf, META } from "./loader.js";

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

/** What `placeProgram` puts before a name until the file takes its place. */
const STAGED = /^\.next-[0-9a-f]+-/;

/** From importing a program to its manifest; a program that takes longer cannot answer hooks. */
const MANIFEST_MS = 20_000;

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
  const file = path.resolve(outFile);
  // beside the bundle, so that files which the program reads beside itself are found by the probe as well
  const probe = `${file.slice(0, -4)}.probe-${process.pid}${path.extname(file)}`;
  const { code, words } = await compile(program);
  try {
    await write(program, probe, true, { code, provider, name: "probe", fail: "closed" }, ["main"]);
    const manifest = await manifestOfBundle(probe, program);
    const { name, fail } = manifest;
    const unused = OPTIONAL.filter((word) => !words.has(word));
    const leftOut: readonly LeftOut[] = [
      "main",
      "manifest",
      ...(defers(manifest) ? [] : (["deferring", "outbox", "worker"] as const)),
      ...unused,
    ];
    const { libraryBytes, id } = await write(program, file, options.minify ?? true, { code, provider, name, fail }, leftOut);
    // One of an earlier bundle is of no use; where a folder has the name, there is no cache.
    await rm(cacheFileOf(file), { force: true }).catch(() => undefined);
    const cached = id !== undefined && (await makeCodeCache(file, id, provider, await samplesOf(provider)));
    const { size } = await stat(file);
    return { file, bytes: size, fail, manifest, libraryBytes, cache: cached ? cacheFileOf(file) : undefined };
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

interface Written {
  readonly libraryBytes: number;
  /** What a code cache of this bundle is named by. */
  readonly id: string | undefined;
}

async function write(program: string, file: string, minify: boolean, facts: EntryFacts, leftOut: readonly LeftOut[]): Promise<Written> {
  const commonJs = path.extname(file) === ".cjs";
  const beside = `${file}.${process.pid}.tmp`;
  try {
    const { metafile, outputFiles } = await build({
      stdin: { contents: ENTRY_SOURCE, resolveDir: path.dirname(program), sourcefile: "entry.mjs", loader: "js" },
      outfile: file,
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
      plugins: [libraryPlugin(facts, path.dirname(program), leftOut), builtinsPlugin],
    });
    const outputs = Object.values(metafile.outputs);
    const code = outputFiles[0]?.text ?? "";
    const left = outputs.flatMap((output) => output.imports.filter((one) => one.kind === "import-statement").map((one) => one.path));
    if (commonJs && left.length > 0) throw new Error(`${left.join(", ")} cannot be part of a CommonJS bundle; name the output .mjs`);
    const loader = commonJs ? loaderOf(code, path.basename(file).replace(STAGED, "")) : undefined;
    await mkdir(path.dirname(file), { recursive: true });
    // a hook that starts meanwhile finds the old bundle or the new one
    await writeFile(beside, loader?.text ?? code, { mode: 0o600 });
    await rename(beside, file);
    const own = outputs.flatMap((output) => Object.entries(output.inputs)).filter(([input]) => path.resolve(input).startsWith(LIBRARY));
    return { libraryBytes: own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0), id: loader?.id };
  } catch (error) {
    await rm(beside, { force: true });
    throw new BundleError(`${path.relative(process.cwd(), program)} cannot be bundled: ${messageOf(error)}`, program, { cause: error });
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
        if (start >= 0) return resolve(JSON.parse(out.slice(start)) as Manifest);
      } catch {
        // printed in two: told below
      }
      const why =
        thrownIn(err) ??
        `it ended with ${String(code)} and printed no manifest; its default export must be what createHooks({ name }) returned`;
      const cause = err
        .split("\n")
        .filter((line) => line.length < LONG_LINE)
        .join("\n");
      reject(new BundleError(`${path.relative(process.cwd(), program)} does not load: ${why}`, program, { cause }));
    });
  });
}

const LONG_LINE = 2_000;

/** What Node says of an uncaught error is the source around it, which is one long line here, and then the error. */
function thrownIn(stderr: string): string | undefined {
  const lines = stderr.split("\n").filter((line) => line.length < LONG_LINE);
  return (
    lines.find((line) => /^(?:Uncaught )?[A-Z]\w*(?:Error|Exception)?\b.*: /.test(line)) ??
    lines.find((line) => line.startsWith("agenthooks: "))
  )?.trim();
}
