/** A home and a repository of the proof's own, with a copy of the installed program in them. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { readDecisions } from "../decision-log.js";
import { quoteWord } from "../quote.js";
import { createSandbox, type Sandbox } from "../sandbox.js";
import { folderBelow, type Installed } from "./installed.js";

export interface Scratch {
  readonly sandbox: Sandbox;
  /** Stands for the root of the program's scope. */
  readonly root: string;
  /** The copy of the program's folder. */
  readonly folder: string;
  readonly launcher: string;
  /** How often the program was started for this event, broken or not, by its own log. */
  started(event: string): number;
  /** The errors that the launcher noted. */
  crashes(): readonly string[];
}

/** What is broken in a copy. */
export type Break = "crash" | "no bundle";

/** @param broken what this copy of the program suffers from, for one agent. */
export function createScratch(installed: Installed, broken?: { readonly what: Break; readonly provider: string }): Scratch {
  const sandbox = createSandbox("agenthooks-prove-");
  makeRepository(sandbox.work);
  const root = installed.scope === "user" ? sandbox.home : sandbox.work;
  const folder = join(root, folderBelow(installed.scope, installed.name));
  mkdirSync(join(folder, ".."), { recursive: true });
  if (existsSync(installed.folder)) cpSync(installed.folder, folder, { recursive: true, dereference: true });
  const state = keepStateHere(folder, join(sandbox.lab, "state"));
  linkOutside(installed, folder);
  if (broken !== undefined) breakProgram(installed, folder, broken.what, broken.provider);
  const decisions = () => readDecisions(sandbox.home, state === undefined ? [] : [state]);
  return {
    sandbox,
    root,
    folder,
    launcher: join(folder, "run"),
    started: (event) => decisions().filter((one) => one.event === event).length,
    crashes: () => decisions().flatMap((one) => (one.failure === "crash" ? [one.error ?? "no answer"] : [])),
  };
}

/** An empty one: agents find the root of the repository, and a git command of a sample never reaches one further up. */
function makeRepository(folder: string): void {
  for (const inner of ["objects", "refs/heads"]) mkdirSync(join(folder, ".git", inner), { recursive: true });
  writeFileSync(join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
}

/** The answer tables name the folder that a program chose for its state: it is the person's own, so the copy gets another one. */
function keepStateHere(folder: string, own: string): string | undefined {
  const tables = existsSync(folder) ? readdirSync(folder).filter((name) => /^answers\..*\.sh$/.test(name)) : [];
  const chosen = tables.map((name) => /\bstate_dir='([^']+)'/.exec(readFileSync(join(folder, name), "utf8"))?.[1]).find(Boolean);
  if (chosen === undefined) return undefined;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (/\.cache$/.test(name))
      rmSync(file); // made for the text that is about to change
    else if (/\.(sh|cjs|mjs)$/.test(name)) rewrite(file, (text) => text.replaceAll(chosen, own));
  }
  return own;
}

function rewrite(file: string, change: (text: string) => string): void {
  const { mode } = statSync(file);
  chmodSync(file, mode | 0o200);
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

/** A program that a committed folder names from its own place is found from the copy's place too. */
function linkOutside({ outside, folder: real }: Installed, folder: string): void {
  if (outside === undefined || isAbsolute(outside.path)) return;
  const link = resolve(folder, outside.path);
  mkdirSync(dirname(link), { recursive: true });
  if (!existsSync(link)) symlinkSync(resolve(real, outside.path), link);
}

/** No answer, no word, no exit code: what a program that ran out of memory looks like. */
const DIES = { module: 'process.kill(process.pid, "SIGKILL");\n', executable: "#!/bin/sh\nkill -KILL $$\n" };

function breakProgram({ outside, bundle }: Installed, folder: string, what: Break, provider: string): void {
  if (!existsSync(folder)) return;
  const isExecutable = outside?.what === "command";
  const file = isExecutable ? executableIn(folder, outside.path) : join(folder, bundle(provider));
  for (const gone of [file, `${file}.cache`]) rmSync(gone, { force: true });
  if (what === "crash") writeFileSync(file, isExecutable ? DIES.executable : DIES.module, { mode: 0o700 });
}

/** The copy's launcher starts a file of the copy instead. */
function executableIn(folder: string, path: string): string {
  if (!isAbsolute(path)) return resolve(folder, path);
  const own = join(folder, "executable");
  rewrite(join(folder, "run"), (text) => text.replaceAll(quoteWord(path), own).replaceAll(path, own));
  return own;
}
