/** Node's own modules, loaded when they are first used: an import at the top costs every hook start, used or not. */
import type * as NodeBuffer from "node:buffer";
import type * as ChildProcess from "node:child_process";
import type * as Crypto from "node:crypto";
import type * as Fs from "node:fs";
import type * as Stream from "node:stream";

interface Builtins {
  buffer: typeof NodeBuffer;
  child_process: typeof ChildProcess;
  crypto: typeof Crypto;
  fs: typeof Fs;
  stream: typeof Stream;
}

/** A built-in module of Node or Bun (`process.getBuiltinModule`, Node >= 20.16). */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  return process.getBuiltinModule(name) as unknown as Builtins[Name];
}
