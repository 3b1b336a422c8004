/** How an agent's configuration names hooks: the half of an adapter that installers use. Never loaded by a hook. */
import type { JsonObject } from "../base/json.js";
import type { ProviderId } from "../event/provider.js";
import type { MatcherSpec } from "../router/matchers.js";

/**
 * Where an entry lies: `user` for one person on one machine, `project` committed with the repository, `local` beside it and not committed,
 * `plugin` a package of the agent's own kind.
 */
export type Scope = "user" | "project" | "local" | "plugin";

/** Something that a person should know. */
export interface Finding {
  readonly level: "ok" | "note" | "warning" | "error";
  readonly provider: ProviderId;
  readonly path: string | undefined;
  readonly message: string;
  /** What to do about it. */
  readonly fix: string | undefined;
}

/** Where to look and to write. All paths are absolute and as the person sees them: links are not resolved. */
export interface Place {
  readonly scope: Scope;
  /** The folder of the scope: the home folder, the repository, the plugin. */
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The bytes of a file behind any links; `undefined` when there is none. @throws what reading it throws. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** One entry as the program wants it, before the agent's own form. */
export interface WantedEntry {
  /** Native name. */
  readonly event: string;
  /** The whole command line, the same in every version of the program. */
  readonly command: string;
  /** The calls that are enough: any of these; `undefined`: all. An agent's matcher may be broader, never narrower. */
  readonly matchers: readonly MatcherSpec[] | undefined;
  /** Milliseconds; `undefined`: the agent's own. */
  readonly timeoutMs: number | undefined;
}

/** Whether a handler, as it stands in the configuration, is one of this program's in this scope. */
export type Own = (handler: JsonObject) => boolean;

export interface PlanRequest extends Place {
  readonly name: string;
  readonly version: string | undefined;
  readonly description: string | undefined;
  /** `undefined`: the newest known. */
  readonly hostVersion: string | undefined;
  /** What shall stand there afterwards; none: the program is taken out. */
  readonly entries: readonly WantedEntry[];
  readonly own: Own;
}

/** A file that changes. */
export interface PlannedFile {
  readonly path: string;
  /** `undefined`: the file is deleted. */
  readonly after: Uint8Array | undefined;
  /** Permission bits of a file that is made. Default 0o600. */
  readonly mode?: number;
}

/** What has to change for an agent. A file that stays as it is is not named. */
export interface HostPlan {
  readonly files: readonly PlannedFile[];
  readonly findings: readonly Finding[];
  /** What the person must do before the entries hold. */
  readonly nextSteps: readonly string[];
}

/** An entry that stands in the configuration, ours or anybody's. */
export interface FoundEntry {
  readonly path: string;
  readonly event: string;
  readonly matcher: string | undefined;
  readonly command: string | undefined;
  /** Of the whole handler: what stands beside the command decides too, such as a time limit. */
  readonly digest?: string;
  readonly own: boolean;
  /** Where the agent runs only what a person has trusted. */
  readonly trust: "trusted" | "modified" | "untrusted" | "disabled" | undefined;
}

export interface Inspection {
  readonly entries: readonly FoundEntry[];
  readonly findings: readonly Finding[];
}

/** An agent that is on this machine. */
export interface Detected {
  /** Its configuration folder. */
  readonly folder: string;
  /** The agent's runnable file, where one was found. */
  readonly executable: string | undefined;
  readonly version: string | undefined;
}

/** The install half of an adapter. */
export interface HostInstaller {
  readonly id: ProviderId;
  /** Environment variables that hold the path of its configuration folder. */
  readonly variables?: readonly string[];
  /** Looks for the agent: its folder, and its executable on `env.PATH`. */
  detect(place: Pick<Place, "home" | "env">): Promise<Detected | undefined>;
  /**
   * The launcher as the first word of a command, for the agent's shell.
   * @throws InstallConflictError when the scope cannot name it, with the reason.
   */
  launcherWord(place: Pick<Place, "scope" | "root" | "env">, launcher: string, name: string): string;
  /**
   * @throws ConfigParseError for a file that cannot be parsed.
   * @throws InstallConflictError for a file that cannot take the entries, or that the agent rejects already.
   */
  plan(request: PlanRequest): Promise<HostPlan>;
  inspect(place: Place & { readonly own: Own }): Promise<Inspection>;
}
