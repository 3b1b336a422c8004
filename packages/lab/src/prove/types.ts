/** What `prove` takes and what it tells. */

/** Where the entries lie that are proven; as in `agenthooks install`. */
export type ProveScope = "user" | "project" | "local" | "plugin";

export interface ProveOptions {
  /** Name of the installed program. Default: the only one that is installed. */
  readonly name?: string;
  /** The agents to start. */
  readonly providers: readonly string[];
  /** Default: the scope where the program is installed, the user's first. */
  readonly scope?: ProveScope;
  /** Root of the `project`, `local` or `plugin` scope. Default: the working folder. */
  readonly dir?: string;
  /**
   * A shell command that the program must refuse. It is given to an agent only after the installed program has refused it when started
   * directly, and after that agent has started the program for a harmless one. Default: samples of this module, harmless where they run.
   */
  readonly deny?: string;
  /** A shell command that the program has no opinion on, run in a scratch folder. Default: samples of this module. */
  readonly allow?: string;
  /** The agents' runnable files, by provider. Default: looked for on `env.PATH`, then in the lab's cache; nothing is downloaded. */
  readonly agents?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that one run of an agent may take. Default 60 000. */
  readonly timeoutMs?: number;
  /** Default: `os.homedir()`. Read, never written. */
  readonly home?: string;
  /** Default: `process.env`. Read for PATH and for where configuration lies; no agent and no program sees it. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Ends the agent that runs; `prove` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Told every row as soon as it is known. */
  onRow?(row: ProveRow, provider: string): void;
}

/** `not shown`: it can be neither held nor failed here, and `evidence` says why. */
export type RowOutcome = "held" | "failed" | "not shown";

/** One thing that must hold, and what was seen. */
export interface ProveRow {
  /** Unique among the rows of one agent. */
  readonly name: string;
  readonly expected: string;
  readonly seen: string;
  /** What it was seen by: a command, a file, the agent's or the program's own words. */
  readonly evidence: string;
  readonly outcome: RowOutcome;
  /** What to do about it. */
  readonly fix?: string;
}

/** `could not run`: no agent, or no program that is installed for it. */
export type ProveOutcome = "held" | "failed" | "could not run";

/** What was seen on one agent. */
export interface Proof {
  readonly provider: string;
  /** The agent's own name. */
  readonly title: string;
  /** Of the agent; `undefined`: none could be started. */
  readonly version: string | undefined;
  readonly executable: string | undefined;
  /** `undefined`: none is installed for this agent. */
  readonly program: ProvenProgram | undefined;
  /** The folder in which the agent ran, its home in it; removed again. */
  readonly scratch: string;
  readonly outcome: ProveOutcome;
  readonly rows: readonly ProveRow[];
}

export interface ProvenProgram {
  readonly name: string;
  readonly version: string | undefined;
  readonly scope: ProveScope;
  /** Where it is installed. */
  readonly folder: string;
  readonly fail: "open" | "closed";
}

export interface ProveReport {
  readonly outcome: ProveOutcome;
  /** 0: all held; 1: something did not; 2: something could not run, and nothing failed. */
  readonly exitCode: 0 | 1 | 2;
  readonly proofs: readonly Proof[];
}

/** What keeps `prove` from starting: options that name nothing. */
export class ProveError extends Error {
  override name = "ProveError";
}
