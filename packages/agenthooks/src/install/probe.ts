/** Asks a program for its manifest: `<command> agenthooks manifest` in a child, without a shell. */
import { spawn } from "node:child_process";
import { isObject } from "../base/json.js";
import type { Manifest } from "../router/manifest.js";
import { isKebabCase } from "./folder.js";

/** From starting a program to its manifest; a program that takes longer cannot answer hooks. */
const MANIFEST_MS = 20_000;
/** A manifest is some kilobytes; a program that prints without end is ended. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Longer lines are the code of a bundle, which Node quotes above an error. */
const LONG_LINE = 2_000;

/** The manifest, or why there is none, with what the program printed on standard error. */
export type Asked = { readonly manifest: Manifest } | { readonly why: string; readonly printed: string };

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default 20 000 milliseconds. */
  readonly timeoutMs?: number;
}

/** @throws the reason of `signal`, when it is aborted. */
export async function askManifest(command: readonly [string, ...string[]], options: AskOptions = {}): Promise<Asked> {
  const { signal, timeoutMs = MANIFEST_MS } = options;
  signal?.throwIfAborted();
  const [executable, ...args] = command;
  const asked = await new Promise<Asked>((resolve) => {
    const child = spawn(executable, [...args, "agenthooks", "manifest"], { stdio: ["ignore", "pipe", "pipe"] });
    const kept = { out: "", err: "" };
    let early: string | undefined;
    const stop = (why: string) => {
      early ??= why;
      child.kill("SIGKILL");
    };
    const keep = (stream: "out" | "err") => (text: string) => {
      kept[stream] += text;
      if (kept[stream].length > MOST_BYTES) stop(`it printed more than ${MOST_BYTES / 1024 / 1024} MB`);
    };
    const timer = setTimeout(() => stop(`it took longer than ${timeoutMs / 1000} s`), timeoutMs);
    const aborted = () => stop("it was given up");
    signal?.addEventListener("abort", aborted, { once: true });
    const end = (why: string) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
      // a child of the program may hold the pipes open
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      resolve(manifestIn(kept.out, early === undefined) ?? { why: early ?? thrownIn(kept.err) ?? why, printed: shortLines(kept.err) });
    };
    child.stdout.setEncoding("utf8").on("data", keep("out"));
    child.stderr.setEncoding("utf8").on("data", keep("err"));
    child.on("error", (error) => end(`it cannot be started: ${error.message}`));
    child.on("exit", (code, ended) => {
      const said = () =>
        end(
          `it ended with ${String(code ?? ended)} and printed no manifest; its default export must be what createHooks({ name }) returned`,
        );
      child.on("close", said);
      setTimeout(said, 500).unref();
    });
  });
  signal?.throwIfAborted();
  return asked;
}

/** The program may print while it is loaded; the manifest is the last that it prints. */
function manifestIn(out: string, whole: boolean): Asked | undefined {
  const start = out.lastIndexOf('{\n  "manifestVersion"');
  if (start < 0 || !whole) return undefined;
  try {
    const value: unknown = JSON.parse(out.slice(start));
    return isManifest(value) ? { manifest: value } : { why: wrongManifest(value), printed: "" };
  } catch {
    return undefined; // cut, or followed by something else
  }
}

/** What an installer relies on; a compiled program may be of another version of this library. */
function isManifest(value: unknown): value is Manifest {
  if (!isObject(value)) return false;
  const { manifestVersion, name, fail, hooks, workers } = value;
  return (
    manifestVersion === 1 &&
    typeof name === "string" &&
    isKebabCase(name) &&
    (fail === "open" || fail === "closed") &&
    Array.isArray(workers) &&
    Array.isArray(hooks) &&
    hooks.every((hook) => isObject(hook) && typeof hook.kind === "string" && typeof hook.blocking === "boolean")
  );
}

function wrongManifest(value: unknown): string {
  const version = isObject(value) ? value.manifestVersion : undefined;
  return version === 1
    ? "its manifest lacks a name, a fail mode or its hooks: was it made by agenthooks?"
    : `its manifest has version ${JSON.stringify(version)} and this agenthooks reads 1; build both with the same version`;
}

/** What Node says of an uncaught error is the source around it, which is one long line in a bundle, and then the error. */
function thrownIn(stderr: string): string | undefined {
  const lines = shortLines(stderr).split("\n");
  return (
    lines.find((line) => /^(?:Uncaught )?[A-Z]\w*(?:Error|Exception)?\b.*: /.test(line)) ??
    lines.find((line) => line.startsWith("agenthooks: "))
  )?.trim();
}

function shortLines(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.length < LONG_LINE)
    .join("\n");
}
