/** Stands between a command and the file system. */
import type fs from "node:fs";

/** Calls that only look. */
export const LOOKS = ["accessSync", "existsSync", "readFileSync", "readdirSync", "readlinkSync", "realpathSync", "statSync"] as const;
/** Calls that change something. Between two of them the disk is the same, so a kill before each is a kill anywhere. */
export const CHANGES = [
  "chmodSync",
  "closeSync",
  "fchmodSync",
  "fchownSync",
  "fsyncSync",
  "mkdirSync",
  "openSync",
  "renameSync",
  "rmSync",
  "rmdirSync",
  "unlinkSync",
  "utimesSync",
  "writeFileSync",
  "writeSync",
] as const;

/** Calls `look` before each call; what it throws is what the call throws. Gives back what takes it away again. */
export function onEachCall(system: typeof fs, names: readonly string[], look: (call: string) => void): () => void {
  const restore = names.map((name) => {
    const real: unknown = Reflect.get(system, name);
    if (typeof real !== "function") throw new Error(`the file system has no ${name}`);
    const watched = (...args: unknown[]): unknown => {
      look(name);
      return Reflect.apply(real, system, args);
    };
    Reflect.set(system, name, Object.assign(watched, real));
    return () => Reflect.set(system, name, real);
  });
  return () => {
    for (const one of restore) one();
  };
}
