/**
 * Makes the code cache of a bundle: runs it in children, on one event after the other, with a program without side effects in the place
 * of the user's, and keeps what V8 has compiled by then.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const MAKER = fileURLToPath(new URL("code-cache-child.js", import.meta.url));
const CHILD_MS = 20_000;

/** The file of the cache that belongs to a bundle: named by the whole name, a bundle of another kind may stand beside it. */
export function cacheFileOf(bundle: string): string {
  return `${bundle}.cache`;
}

/**
 * @param samples native events with a payload each; what they need is in the cache afterwards.
 * @param runtime makes the cache; another version of it passes it over.
 * @returns whether there is a cache now. A bundle runs without one, only slower.
 */
export async function makeCodeCache(
  bundle: string,
  id: string,
  provider: string,
  samples: readonly { readonly event: string; readonly payload: unknown }[],
  runtime: string,
): Promise<boolean> {
  const target = cacheFileOf(bundle);
  const home = await mkdtemp(path.join(tmpdir(), "agenthooks-cache-"));
  let placed = false;
  try {
    for (const { event, payload } of samples) {
      const next = path.join(home, "next.cache");
      const { code } = await child(runtime, [MAKER, bundle, next, id, provider, event], JSON.stringify(payload), home);
      const made =
        code === 0 &&
        (await stat(next)
          .then(({ size }) => size > 0)
          .catch(() => false));
      if (!made || !(await moveFile(next, target))) break;
      placed = true;
    }
    return placed;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Into place in one step, also from another file system; no cache where it does not fit. */
async function moveFile(from: string, to: string): Promise<boolean> {
  const beside = `${to}.${process.pid}.tmp`;
  try {
    await writeFile(beside, await readFile(from), { mode: 0o600 });
    await rename(beside, to);
    return true;
  } catch {
    await rm(beside, { force: true });
    return false;
  }
}

/** Of V8's data: magic number, version, source and flags, four bytes each. */
const HEADER_BYTES = 16;
const SOURCE_AT = 8;
const HEADER_OF = `process.stdout.write(new (require("node:vm").Script)("0").createCachedData().subarray(0, ${HEADER_BYTES}).toString("hex"))`;

/** Whether a cache is whole, of the bundle with this id, and of this runtime. */
export async function holds(cache: Uint8Array, id: string, runtime: string): Promise<boolean> {
  const bytes = Buffer.from(cache);
  const half = (bytes.length - id.length) / 2;
  const first = bytes.subarray(id.length, id.length + half);
  if (half < HEADER_BYTES || bytes.toString("latin1", 0, id.length) !== id || !first.equals(bytes.subarray(id.length + half))) return false;
  const { out } = await child(runtime, ["-e", HEADER_OF], "", tmpdir());
  const known = Buffer.from(out, "hex");
  if (known.length !== HEADER_BYTES) return false;
  const same = (from: number, to: number) => known.subarray(from, to).equals(first.subarray(from, to));
  return same(0, SOURCE_AT) && same(SOURCE_AT + 4, HEADER_BYTES);
}

function child(
  runtime: string,
  args: readonly string[],
  input: string,
  home: string,
): Promise<{ readonly code: number | null; readonly out: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? "", HOME: home };
    const started = spawn(runtime, args, { env, stdio: ["pipe", "pipe", "ignore"] });
    let out = "";
    started.stdout.setEncoding("latin1").on("data", (text: string) => {
      if (out.length < HEADER_BYTES * 2) out += text;
    });
    const timer = setTimeout(() => started.kill("SIGKILL"), CHILD_MS);
    const end = (code: number | null) => {
      clearTimeout(timer);
      resolve({ code, out });
    };
    started.on("error", () => end(null));
    started.on("close", end);
    started.stdin.on("error", () => undefined);
    started.stdin.end(input);
  });
}
