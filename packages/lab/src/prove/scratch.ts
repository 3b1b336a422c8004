/** A home and a repository of the proof's own, with a copy of the installed program in them. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDecisions } from "../decision-log.js";
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
  if (broken !== undefined) breakProgram(folder, broken.what, installed.bundle(broken.provider) ?? `hooks.${broken.provider}.cjs`);
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

/** No answer, no word, no exit code: what a program that ran out of memory looks like. */
const DIES = 'process.kill(process.pid, "SIGKILL");\n';

function breakProgram(folder: string, what: Break, bundle: string): void {
  const file = join(folder, bundle);
  rmSync(`${file}.cache`, { force: true });
  rmSync(file, { force: true });
  if (what === "crash" && existsSync(folder)) writeFileSync(file, DIES);
}
