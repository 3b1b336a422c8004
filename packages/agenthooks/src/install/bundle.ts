/** Bundles a program for one provider: one file that starts fast and needs no node_modules. */
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Loader, transform } from "esbuild";
import type { Manifest } from "../router/manifest.js";

export interface BundleOptions {
  /** Path of the program: a module whose default export is what `createHooks` returned. */
  readonly program: string;
  readonly provider: string;
  /** The file to write, `.mjs`. */
  readonly outFile: string;
  readonly minify?: boolean;
}

/** What a bundle leaves out because the program cannot need it. */
interface Parts {
  /** The manifest is asked of the probe alone. */
  readonly manifest: boolean;
}
export interface Bundle {
  readonly file: string;
  readonly bytes: number;
  readonly fail: "open" | "closed";
  readonly manifest: Manifest;
  /** Bytes that this library takes in the bundle. */
  readonly libraryBytes: number;
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

const HERE = path.dirname(fileURLToPath(import.meta.url));
/** This library, with links resolved: esbuild names files so. */
const LIBRARY = realpathSync(path.join(HERE, "..")) + path.sep;
const TARGET = "node20.19";
const LEFT_OUT = 'export function manifestOf() { throw new TypeError("a bundle prints no manifest; ask the program it was made of"); }';
/** From importing a program to its manifest; a program that takes longer cannot answer hooks. */
const MANIFEST_MS = 20_000;

/**
 * Bundles, and proves it in a child: the bundle must print the program's manifest before it is used.
 * @throws BundleError when the program does not compile, throws while it is loaded, or has no named default export.
 */
export async function bundleProgram(options: BundleOptions): Promise<Bundle> {
  const program = await realpath(path.resolve(options.program)).catch((error: unknown) => {
    throw new BundleError(`no program at ${options.program}; give the path of your hooks file`, options.program, { cause: error });
  });
  const scratch = await mkdtemp(path.join(tmpdir(), "agenthooks-bundle-"));
  try {
    const probe = path.join(scratch, "probe.mjs");
    await write(program, { ...options, outFile: probe }, { name: "probe", fail: "closed" }, { manifest: true });
    const manifest = await manifestOfBundle(probe, program);
    const libraryBytes = await write(program, options, manifest, { manifest: false });
    const { size } = await stat(options.outFile);
    return { file: path.resolve(options.outFile), bytes: size, fail: manifest.fail, manifest, libraryBytes };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Writes one bundle; returns the bytes that come from this library. */
async function write(
  program: string,
  options: BundleOptions,
  { name, fail }: Pick<Manifest, "name" | "fail">,
  parts: Parts,
): Promise<number> {
  const literal = (value: string) => JSON.stringify(value);
  const entry = literal(path.join(HERE, "../runtime/hosts/entry.js"));
  const guard = [
    `import { prepare } from ${entry};`,
    `import * as provider from ${literal(adapterModule(options.provider))};`,
    `prepare({ adapter: Object.values(provider)[0], name: ${literal(name)}, fail: ${literal(fail)} });`,
  ].join("\n");
  const providers = [
    `import * as provider from ${literal(adapterModule(options.provider))};`,
    `export const BUILT_IN = { ${literal(options.provider)}: async () => Object.values(provider)[0] };`,
  ].join("\n");
  // the guard is evaluated before the program: imports run in their order
  const contents = [
    `import "agenthooks-guard";`,
    `import hooks from ${literal(program)};`,
    `import { start } from ${entry};`,
    "await start(hooks);",
  ].join("\n");
  try {
    const result = await build({
      stdin: { contents, resolveDir: path.dirname(program), sourcefile: "entry.mjs", loader: "js" },
      outfile: options.outFile,
      bundle: true,
      format: "esm",
      platform: "node",
      target: TARGET,
      minify: options.minify ?? true,
      legalComments: "none",
      metafile: true,
      logLevel: "silent",
      plugins: [
        {
          name: "one-library",
          setup: (esbuild) => {
            esbuild.onResolve({ filter: /^agenthooks(\/|$)/ }, ({ path: name }) => ({ path: libraryFile(name), sideEffects: false }));
            esbuild.onResolve({ filter: /^agenthooks-guard$/ }, () => ({ path: "guard", namespace: "guard" }));
            esbuild.onLoad({ filter: /.*/, namespace: "guard" }, () => ({ contents: guard, resolveDir: HERE, loader: "js" }));
            // handlers are named by their functions: names are kept in the program, at no cost for the rest
            esbuild.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path: file }) => {
              if (file.startsWith(LIBRARY) || file.includes(`${path.sep}node_modules${path.sep}`)) return undefined;
              const loader = /\.[cm]?(?<kind>[jt]sx?)$/.exec(file)?.groups?.kind as Loader;
              const { code } = await transform(await readFile(file, "utf8"), { loader, keepNames: true, sourcefile: file, target: TARGET });
              return { contents: code, loader: "js", resolveDir: path.dirname(file) };
            });
            // the entry runs the program: `main` would only bring every other adapter into the bundle
            esbuild.onResolve({ filter: /\/hosts\/main\.js$/ }, () => ({ path: "main", namespace: "no-op", sideEffects: false }));
            esbuild.onLoad({ filter: /.*/, namespace: "no-op" }, () => ({ contents: "export async function main() {}", loader: "js" }));
            if (!parts.manifest) {
              esbuild.onResolve({ filter: /\/router\/manifest\.js$/ }, () => ({
                path: "manifest",
                namespace: "left-out",
                sideEffects: false,
              }));
              esbuild.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: LEFT_OUT, loader: "js" }));
            }
            // one adapter, imported statically: a dynamic import would wrap every module of the bundle in a function of its own
            esbuild.onResolve({ filter: /\/providers\/index\.js$/ }, () => ({
              path: "providers",
              namespace: "providers",
              sideEffects: false,
            }));
            esbuild.onLoad({ filter: /.*/, namespace: "providers" }, () => ({ contents: providers, resolveDir: HERE, loader: "js" }));
          },
        },
      ],
    });
    const [output] = Object.values(result.metafile.outputs);
    const inputs = Object.entries(output?.inputs ?? {});
    return inputs.filter(([file]) => path.resolve(file).startsWith(LIBRARY)).reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new BundleError(`the program cannot be bundled: ${text}`, program, { cause: error });
  }
}

/** The module of a built-in adapter's run-time half. */
function adapterModule(provider: string): string {
  if (!/^[a-z0-9-]+$/.test(provider)) throw new BundleError(`unknown provider ${JSON.stringify(provider)}`, "");
  return path.join(HERE, `../providers/${provider}/adapter.js`);
}

/** The program and the entry must share one copy of this library, wherever the program's folder would find another. */
function libraryFile(name: string): string {
  const sub = name.slice("agenthooks".length);
  if (sub === "") return path.join(HERE, "../index.js");
  if (sub === "/internal/entry") return path.join(HERE, "../runtime/hosts/entry.js");
  const folder = sub.slice(1);
  const faces = ["install", "testing", "registry", "state"];
  return path.join(HERE, faces.includes(folder) ? `../${folder}/index.js` : `../providers/${folder}/index.js`);
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
