/** Makes a sandbox into the home of somebody who has configured an agent already. */
import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { LabProvider } from "../agents/pins.js";
import type { Sandbox } from "../sandbox.js";
import { claudeCodeHome } from "./claude-code.js";
import { codexHome } from "./codex.js";
import type { ForeignHook } from "./foreign.js";
import type { HomeMaker, LabScope } from "./home.js";
import { randomOf } from "./random.js";

const MAKERS: { readonly [provider in LabProvider]: HomeMaker } = { "claude-code": claudeCodeHome, codex: codexHome };

export interface LivedInHome {
  /** The sandbox with the home and the working folder as the agent is given them. */
  readonly sandbox: Sandbox;
  readonly scope: LabScope;
  readonly foreign: readonly ForeignHook[];
  /** Where hooks of others leave their lines. */
  readonly marks: string;
  /** In words, for a report. */
  readonly about: string;
}

const NAMES = ["home", "Ada Byron", "o'neil café", "it's $HOME & (co)"] as const;

/** The same seed makes the same home. */
export function liveIn(sandbox: Sandbox, provider: LabProvider, seed: number): LivedInHome {
  const random = randomOf(seed);
  const maker = MAKERS[provider];
  const scope = random.pick(maker.scopes);
  const real = join(sandbox.root, "people", random.pick(NAMES));
  mkdirSync(real, { recursive: true });
  const linkedHome = random.onceIn(6);
  const home = linkedHome ? join(sandbox.root, "linked home") : real;
  if (linkedHome) symlinkSync(real, home);
  const work = join(home, "work", random.pick(["app", "my app"]));
  makeRepository(work);
  const root = scope === "user" ? home : work;
  const marks = join(sandbox.lab, "marks.txt");
  writeFileSync(marks, "");
  const { files, foreign } = maker.make(random, { scope, root, home, marks });
  const links = files.map((file, at) => {
    const path = join(file.root, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.text);
    return link(random.below(8), path, join(real, "dotfiles", String(at)));
  });
  const about = [scope, linkedHome ? "home behind a link" : "", ...links].filter((word) => word !== "").join(", ");
  return { sandbox: { ...sandbox, home, work, file: (path) => join(work, path) }, scope, foreign, marks, about };
}

/** A folder that agents take for a repository, without git. */
function makeRepository(folder: string): void {
  const git = join(folder, ".git");
  for (const one of ["objects", "refs/heads"]) mkdirSync(join(git, one), { recursive: true });
  writeFileSync(join(git, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(git, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
}

/** Some keep their files elsewhere and link to them: by a whole path, a relative one, or over a second link. */
function link(choice: number, path: string, store: string): string {
  if (choice > 2) return "";
  const target = join(store, relative(dirname(dirname(path)), path).replaceAll("/", "-"));
  mkdirSync(store, { recursive: true });
  renameSync(path, target);
  if (choice === 0) symlinkSync(target, path);
  else if (choice === 1) symlinkSync(relative(realpathSync(dirname(path)), target), path);
  else {
    symlinkSync(target, `${target}.link`);
    symlinkSync(`${target}.link`, path);
  }
  return ["a linked file", "a file linked by a relative path", "a chain of links"][choice] ?? "";
}
