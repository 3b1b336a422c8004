#!/usr/bin/env node
/** The process around the command line. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { errorCode } from "../base/files.js";
import { INSTALLERS } from "../providers/installers.js";
import type { Deps, Prover } from "./deps.js";
import { run } from "./run.js";
import { asker, progressOn } from "./terminal.js";

const { stdin, stdout, stderr, env } = process;
const interrupt = new AbortController();

/** The first signal asks the command to end in one piece, the second ends it: the next command finishes or undoes what was begun. */
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.on(signal, () => {
    if (interrupt.signal.aborted) process.exit(code);
    interrupt.abort();
  });
}
// "agenthooks diff | head": who has read enough is no error
stdout.on("error", (error) => {
  if (errorCode(error) !== "EPIPE") throw error;
  process.exit();
});

/** A name in a variable: the lab depends on this package, which must build without it. */
const LAB: string = "@agenthooks/lab/prove";

/** That of the project, else the one beside this package: a command that npx runs lies elsewhere. */
async function prover(): Promise<Prover> {
  let file: string;
  try {
    file = createRequire(path.join(process.cwd(), "package.json")).resolve(LAB);
  } catch {
    return import(LAB);
  }
  return import(pathToFileURL(file).href);
}

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { readonly version: string };

const deps: Deps = {
  installs: () => import("../install/index.js"),
  installers: INSTALLERS,
  prover,
  stdout,
  stderr,
  color: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb",
  width: stdout.columns ?? 120,
  progress: stderr.isTTY === true ? progressOn(stderr) : undefined,
  ask:
    stdin.isTTY === true && stdout.isTTY === true
      ? asker({ input: stdin, output: stdout, signal: interrupt.signal, interrupt: () => interrupt.abort() })
      : undefined,
  env,
  cwd: process.cwd(),
  home: homedir(),
  version,
  signal: interrupt.signal,
};
process.exitCode = await run(process.argv.slice(2), deps);
