/** A home as somebody has it before a program is installed. */
import type { ForeignHook } from "./foreign.js";
import type { Random } from "./random.js";

export type LabScope = "user" | "project" | "local";

export interface HomeFile {
  readonly root: string;
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

export interface HomeRequest {
  readonly scope: LabScope;
  /** The folder that the scope's configuration lies in. */
  readonly root: string;
  readonly home: string;
  /** Where hooks of others leave their lines. */
  readonly marks: string;
}

export interface HomeMaker {
  /** The scopes to choose from, the frequent ones more than once. */
  readonly scopes: readonly [LabScope, ...LabScope[]];
  make(random: Random, request: HomeRequest): { readonly files: readonly HomeFile[]; readonly foreign: readonly ForeignHook[] };
}
