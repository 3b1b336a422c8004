/**
 * Looks at each package as npm would publish it: packs it, asks publint and attw, checks the packed files, then unpacks it into an empty
 * project, loads every export by `import` and, where this Node can, by `require`, and starts the commands.
 */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { unpack } from "@publint/pack";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { packages, root, withTempFolder } from "./lib/repo.js";
import { run } from "./lib/run.js";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}
interface PackedFile {
  /** Relative to the package, with `/`. */
  readonly path: string;
  readonly data: Uint8Array;
}
interface Package {
  readonly manifest: Manifest;
  readonly tarball: string;
  readonly files: readonly PackedFile[];
  /** A project that has the package, and what it depends on, in `node_modules`. */
  readonly project: string;
}
/** The findings, one line each; empty when all is well. */
type Check = (target: Package) => Promise<readonly string[]>;

/** Importing a module of the library ends at once: it never waits for standard input and leaves no timer. */
const LOAD_TIMEOUT_MS = 20_000;

const checkPublint: Check = async ({ manifest, tarball }) => {
  const bytes = new Uint8Array(readFileSync(tarball)).buffer;
  const { messages } = await publint({ pack: { tarball: bytes }, strict: true });
  return messages.map((message) => formatMessage(message, manifest, { color: false }) ?? message.code);
};

const checkTypes: Check = async ({ tarball }) => {
  const cli = join(root, "node_modules", "@arethetypeswrong", "cli", "dist", "index.js");
  const options = ["--profile", "esm-only", "--no-definitely-typed", "--format", "ascii", "--no-emoji", "--no-color"];
  const { code, stdout, stderr } = await run(process.execPath, [cli, tarball, ...options]);
  return code === 0 ? [] : [`${stdout}\n${stderr}`.trim()];
};

const checkFiles: Check = async ({ files }) => {
  const paths = files.map(({ path }) => path);
  const wanted = ["package.json", "LICENSE", "README.md"].filter((path) => !paths.includes(path)).map((path) => `${path} is not packed`);
  const unwanted = paths
    .filter((path) => /\.tsbuildinfo$|\.map$|\.test\.|(?<!\.d)\.ts$/.test(path))
    .map((path) => `${path} must not be packed`);
  return [...wanted, ...unwanted];
};

/** Folders of the machine that packs; none of them means anything to a user. */
const machinePaths = [...new Set([`${root}/`, `${homedir()}/`, "/work/", "/root/"])]
  .filter((path) => path.length > 2)
  .map((path) => new RegExp(`(?<![\\w.>-])${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`));

const checkMachinePaths: Check = async ({ files }) =>
  files.flatMap(({ path, data }) => {
    const text = Buffer.from(data).toString("latin1");
    return machinePaths.flatMap((pattern) => {
      const found = pattern.exec(text);
      return found === null ? [] : [`${path} names a path of this machine: ${text.slice(found.index, found.index + 60).split("\n", 1)[0]}`];
    });
  });

function specifiers({ name, exports }: Manifest): readonly string[] {
  return Object.keys(exports).map((subpath) => `${name}${subpath.slice(1)}`);
}

async function load(
  target: Package,
  how: string,
  code: (specifier: string) => string,
  args: readonly string[],
): Promise<readonly string[]> {
  const results = await Promise.all(
    specifiers(target.manifest).map(async (specifier) => {
      const command = [...args, "--eval", code(specifier)];
      const {
        code: exit,
        stdout,
        stderr,
        timedOut,
      } = await run(process.execPath, command, {
        cwd: target.project,
        input: "open",
        timeoutMs: LOAD_TIMEOUT_MS,
      });
      if (timedOut) return [`${how} of ${specifier} did not end by itself`];
      if (exit !== 0) return [`${how} of ${specifier} failed: ${stderr.trim()}`];
      return stdout === "" ? [] : [`${how} of ${specifier} wrote to standard output: ${stdout.trim()}`];
    }),
  );
  return results.flat();
}

const checkImport: Check = (target) =>
  load(
    target,
    "import",
    (specifier) => {
      const attributes = specifier.endsWith(".json") ? `, { with: { type: "json" } }` : "";
      return `const loaded = await import(${JSON.stringify(specifier)}${attributes}); if (Object.keys(loaded).length === 0) throw new Error("exports nothing");`;
    },
    ["--input-type=module"],
  );

const checkRequire: Check = async (target) =>
  (process.features as { readonly require_module?: boolean }).require_module === true
    ? load(
        target,
        "require",
        (specifier) => `if (Object.keys(require(${JSON.stringify(specifier)})).length === 0) throw new Error("exports nothing");`,
        ["--input-type=commonjs"],
      )
    : [];

/** As a user starts it: npm links the command, npx finds it. */
const checkBin: Check = async ({ manifest, project }) => {
  const linked = await run("npm", ["rebuild", "--ignore-scripts", "--no-audit", "--offline"], { cwd: project });
  if (linked.code !== 0) return [`npm cannot link the command: ${linked.stderr.trim()}`];
  const findings: string[] = [];
  for (const name of Object.keys(manifest.bin ?? {})) {
    for (const [flag, wanted] of [
      ["--version", `${manifest.version}\n`],
      ["--help", `${name} ${manifest.version}`],
    ] as const) {
      const { code, stdout, stderr } = await run("npx", ["--no-install", name, flag], { cwd: project, timeoutMs: LOAD_TIMEOUT_MS });
      if (code !== 0 || stderr !== "" || !stdout.startsWith(wanted)) findings.push(`npx ${name} ${flag}: exit ${code}; ${stdout}${stderr}`);
    }
  }
  return findings;
};

const checks: Readonly<Record<string, Check>> = {
  publint: checkPublint,
  "are the types wrong": checkTypes,
  "packed files": checkFiles,
  "no machine path": checkMachinePaths,
  "import of every export": checkImport,
  "require of every export": checkRequire,
  "the command, by npx": checkBin,
};

const manifestOf = (source: string): Manifest => JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as Manifest;

async function packed(source: string, folder: string): Promise<Package> {
  const { code, stdout, stderr } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: source });
  if (code !== 0) throw new Error(`npm pack failed; ${source}; ${stderr}`);
  const [{ filename }] = JSON.parse(stdout) as [{ readonly filename: string }];
  const tarball = join(folder, filename);
  const { files, rootDir } = await unpack(new Uint8Array(readFileSync(tarball)));
  const manifest = manifestOf(source);

  const project = join(folder, "project");
  const modules = join(project, "node_modules");
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, dependencies: { [manifest.name]: "*" } }));
  const own = files.map(({ name, data }) => ({ path: name.slice(rootDir.length + 1), data }));
  for (const { path, data } of own) {
    const target = join(modules, manifest.name, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, data);
  }
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  }
  return { manifest, tarball, files: own, project };
}

for (const source of packages().filter((one) => manifestOf(one).private !== true)) {
  await withTempFolder("package", async (folder) => {
    const target = await packed(source, folder);
    for (const [name, check] of Object.entries(checks)) {
      const findings = await check(target);
      console.log(`${findings.length === 0 ? "ok  " : "FAIL"} ${target.manifest.name}: ${name}`);
      for (const finding of findings) console.log(finding.replace(/^/gm, "    "));
      if (findings.length > 0) process.exitCode = 1;
    }
  });
}
