/** Programs bundled from the built library, and hooks started as the agent starts them. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Json } from "agenthooks";
import { FakeProvider, type FakeProviderOptions, type Fired } from "agenthooks/testing";
import { bundleProgram } from "../../dist/install/index.js";

/** A folder that is removed when the tests of a file have ended. */
export function scratch(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), "agenthooks-process-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Bundles `programs/<name>.ts` for one agent; resolves with the file. */
export async function bundled(name: string, folder: string, provider = "claude-code"): Promise<string> {
  const program = fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url));
  const outFile = path.join(folder, `${name}.cjs`);
  await bundleProgram({ program, provider, outFile });
  return outFile;
}

export function agent(file: string, options: Partial<FakeProviderOptions> = {}): FakeProvider {
  return new FakeProvider({ provider: "claude-code", command: [process.execPath, file], ...options });
}

export const SHELL = { tool_name: "Bash", tool_input: { command: "rm -rf build" }, tool_use_id: "toolu_1" };
export const shell = (command: string): Json => ({ ...SHELL, tool_input: { command } });

export interface Started {
  readonly child: ChildProcess;
  /** Milliseconds from the start to the first byte on stdout; `undefined` without output. */
  firstByteMs: number | undefined;
  /** What the writer of stdin was told. */
  stdinError: Error | undefined;
  readonly ended: Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number | null; readonly ms: number }>;
}

/** Starts `node file ...args` directly; stdin stays open unless `input` is given. */
export function start(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input?: string | Uint8Array,
): Started {
  const begun = performance.now();
  const child = spawn(process.execPath, [file, ...args], {
    cwd: path.dirname(file),
    env: { PATH: process.env.PATH ?? "", HOME: tmpdir(), XDG_STATE_HOME: path.join(path.dirname(file), "state"), ...env },
    stdio: "pipe",
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const started: Started = {
    child,
    firstByteMs: undefined,
    stdinError: undefined,
    ended: new Promise((resolve) => {
      child.on("close", (code) =>
        resolve({ stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), code, ms: performance.now() - begun }),
      );
    }),
  };
  child.stdout.on("data", (chunk: Buffer) => {
    started.firstByteMs ??= performance.now() - begun;
    out.push(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin.on("error", (error) => {
    started.stdinError = error;
  });
  if (input !== undefined) child.stdin.end(input);
  return started;
}

/** The document on stdout, which must be the only thing there. */
export function document({ stdout }: Pick<Fired, "stdout">): Readonly<Record<string, Json>> {
  return JSON.parse(stdout) as Readonly<Record<string, Json>>;
}

/** Every file below a folder, with its mode and text. */
export async function filesBelow(folder: string): Promise<{ path: string; isFolder: boolean; mode: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.map(async (entry) => {
      const full = path.join(entry.parentPath, entry.name);
      const mode = ((await stat(full)).mode & 0o777).toString(8);
      return {
        path: path.relative(folder, full),
        isFolder: entry.isDirectory(),
        mode,
        text: entry.isFile() ? await readFile(full, "utf8") : "",
      };
    }),
  );
}

/** Waits until `look` gives something, at most `ms`. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>, ms = 10_000): Promise<T> {
  for (const end = Date.now() + ms; ; ) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error("it did not happen in time");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
