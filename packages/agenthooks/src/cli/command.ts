/** What a command is: its words for help, and what it does. */
import type { Args, Flags } from "./args.js";
import type { Deps } from "./deps.js";

/** What a command has to say: for people and for programs. One of both is printed. */
export interface Outcome {
  /** 0: done, or nothing to do; 1: findings, or refused; 2: could not run. */
  readonly code: 0 | 1 | 2;
  readonly text: string;
  readonly json: unknown;
}

export interface Command {
  /** After the program's name: `install <program>`. */
  readonly usage: string;
  /** What it does, in a sentence or a few. */
  readonly about: string;
  readonly flags: Flags;
  readonly examples: readonly string[];
  run(args: Args, deps: Deps): Promise<Outcome>;
}

/** Flags of every command. */
export const COMMON = {
  json: { help: "one JSON document on standard output, errors too" },
  help: { help: "this text", short: "h" },
} as const satisfies Flags;
