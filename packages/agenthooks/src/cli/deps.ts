/** What the commands take from outside: tests hand in their own, so that no command needs a terminal, a home folder or an agent. */
import type { Damaged, Installed } from "../install/installed.js";
import type { Finding, InstallOptions, InstallReport, Rendering, Selection, StatusReport, Target } from "../install/types.js";
import type { HostInstaller, Scope } from "../providers/install.js";

/** The functions of `agenthooks/install` that the commands stand on. */
export interface Installs {
  install(options: InstallOptions): Promise<InstallReport>;
  upgrade(options: InstallOptions): Promise<InstallReport>;
  uninstall(options: Target): Promise<InstallReport>;
  /** What install or upgrade would change. */
  diff(options: InstallOptions): Promise<Rendering>;
  /** What uninstall would change. */
  renderUninstall(options: Target): Promise<Rendering>;
  status(selection: Selection): Promise<StatusReport>;
  installed(selection: Selection): Promise<readonly Installed[]>;
  /** The receipts that `installed` passes over. */
  damaged(where: Pick<Selection, "home" | "env">): Promise<readonly Damaged[]>;
  /** Undoes what a killed command has left half done. */
  recover(where: Pick<Selection, "home" | "env">): Promise<readonly Finding[]>;
}

/** What `agenthooks prove` takes: options of `prove` of `@agenthooks/lab/prove`. */
export interface ProveOptions {
  readonly name?: string;
  readonly providers: readonly string[];
  readonly scope?: Scope;
  readonly dir?: string;
  readonly deny?: string;
  readonly allow?: string;
  readonly agents?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  onRow?(row: { readonly name: string }, provider: string): void;
}

/** The module that `agenthooks prove` loads when it is asked for; its reports are its own. */
export interface Prover<Report extends { readonly exitCode: 0 | 1 | 2 } = { readonly exitCode: 0 | 1 | 2 }> {
  prove(options: ProveOptions): Promise<Report>;
  /** What `--json` prints: `{ provider, version, rows, ... }`, of several agents a list of these. */
  proveJson(report: Report): unknown;
  proveText(report: Report, options: { readonly color: boolean; readonly width: number; readonly home: string }): string;
}

export interface Output {
  write(text: string): unknown;
}

export interface Deps {
  installs(): Promise<Installs>;
  /** The install halves of the adapters, by id. */
  readonly installers: Readonly<Record<string, () => Promise<HostInstaller>>>;
  /** Rejects with a module that is not found where the lab is not installed. */
  prover(): Promise<Prover>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Whether standard output takes colours. */
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Shows what is being done, in a line that the next one replaces and `""` takes away; `undefined`: nobody is there. */
  readonly progress: ((text: string) => void) | undefined;
  /** Asks a person; `undefined`: nobody is there. Without an answer (end of input) it is "no". */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** The version of this package. */
  readonly version: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
