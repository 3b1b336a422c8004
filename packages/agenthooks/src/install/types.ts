/** What installing takes and what it tells. */
import type { ProviderId } from "../event/provider.js";
import type { Finding, Scope } from "../providers/install.js";

export type { Finding, Scope } from "../providers/install.js";

/** Which program, for which agents, where. */
export interface Target {
  /** Name of the program; kebab-case. */
  readonly name: string;
  /** Those that it is installed for already stay; none: only those. */
  readonly providers: readonly ProviderId[];
  readonly scope: Scope;
  /** Root of the `project`, `local` or `plugin` scope. Default: the git root above the working folder. */
  readonly dir?: string;
  /** Nothing is written; the report says what would be. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
  /** Default: `os.homedir()`. */
  readonly home?: string;
  /** Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** What else a program wants written, and undone with the same care. */
export interface Extras {
  /** Whole files, by path relative to the root of the scope; one that exists and is not ours is refused. */
  readonly files?: Readonly<Record<string, string>>;
}

interface Program extends Omit<Target, "name"> {
  /** Default: the name in the program's manifest; another one is refused. */
  readonly name?: string;
  readonly version?: string;
  /** For plugin packages. */
  readonly description?: string;
  readonly extras?: Extras;
  /** Absolute path of the runtime that the launcher starts. Default: found by the installer, by its most stable name. */
  readonly runtime?: string;
  /** The launcher starts the program file in place; nothing is bundled. */
  readonly link?: boolean;
  /** Overrides the program's own fail mode. */
  readonly fail?: "open" | "closed";
  /** Installed versions of the agents. Default: asked of the agents that are found. */
  readonly hostVersions?: Readonly<Record<string, string>>;
}

/** Exactly one of `program` (a file) and `command` (an executable that answers `agenthooks manifest`, with its first arguments). */
export type InstallOptions = Program &
  ({ readonly program: string; readonly command?: never } | { readonly command: readonly [string, ...string[]]; readonly program?: never });

/** What a command has done, or would do. */
export interface InstallReport {
  readonly name: string;
  readonly changed: boolean;
  readonly files: readonly {
    readonly path: string;
    readonly action: "create" | "update" | "delete" | "same";
    /** `undefined`: of the program itself. */
    readonly provider: ProviderId | undefined;
  }[];
  readonly findings: readonly Finding[];
  /** What the person must do: trust, restart. */
  readonly nextSteps: readonly { readonly provider: ProviderId; readonly text: string }[];
  /** Path of the receipt. */
  readonly receipt: string;
}

/** By path: `before` is absent for a new file, `after` for a removed one. */
export type Rendering = ReadonlyMap<string, { readonly before?: Uint8Array; readonly after?: Uint8Array }>;

/** What one program has in one configuration file. */
export interface StatusEntry {
  readonly name: string;
  readonly version: string | undefined;
  readonly provider: ProviderId;
  readonly scope: Scope;
  readonly root: string;
  /** The configuration file. */
  readonly path: string;
  readonly events: readonly string[];
  /** Something is not as it was installed: an entry is gone, changed or not trusted, a file of the program was edited. */
  readonly drift: boolean;
  readonly linked: boolean;
}

/** What is installed, and what a person should know of it. */
export interface StatusReport {
  readonly entries: readonly StatusEntry[];
  readonly findings: readonly Finding[];
}

/** Which installs: all of them where nothing is named. */
export interface Selection extends Partial<Pick<Target, "name" | "providers" | "scope" | "dir" | "home" | "env" | "signal">> {}
