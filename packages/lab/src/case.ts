/** What a case is: a claim about one capability on one native event, and the run that shows whether it holds. */
import type { Driver, RunOptions, RunResult } from "./agents/driver.js";
import type { Verdict } from "./evidence.js";
import type { JsonObject } from "./json.js";
import type { Sandbox } from "./sandbox.js";

/** The library's capabilities, and what the lab measures beside them. */
export type Measured =
  | "deny"
  | "ask"
  | "allow"
  | "update-input"
  | "add-context"
  | "flag-output"
  | "replace-output"
  | "continue-agent"
  | "stop-agent"
  | "system-message"
  /** The lab itself: a tool runs when nobody denies. */
  | "control"
  /** A program without an opinion changes nothing. */
  | "neutral"
  | "fail-open"
  | "fail-closed"
  /** Several programs on one event. */
  | "merge"
  /** The event reaches a program. */
  | "observe"
  /** Configurations of people: installing keeps them, and taking out gives them back. */
  | "install"
  /** `agenthooks prove` tells what holds and what does not. */
  | "prove";

export interface LabCase {
  /** `subject.detail`, unique. */
  readonly name: string;
  /** Native name of the event that answers. */
  readonly event: string;
  readonly capability: Measured;
  /** Files of `programs/`, without `.ts`. Part of the script's hash. */
  readonly programs: readonly string[];
  /** Pinned versions that can reach it; default all. */
  readonly versions?: readonly string[];
  /** The variant that it runs, where no run of its own says it. */
  readonly variant?: string;
  /** One of the few cases that run for every agent on every change. */
  readonly smoke?: boolean;
  run(bench: Bench): Promise<Verdict>;
}

/** The cases of one subject, for one agent. */
export type CaseGroup = (driver: Driver) => readonly LabCase[];

export interface Hook {
  /** A file of `programs/`, or `examples/<name>`; without `.ts`. */
  readonly program: string;
  readonly event: string;
  readonly matcher?: string;
  /** The provider's own timeout, in seconds. */
  readonly timeoutSeconds?: number;
  /** The installed program has lost it. */
  readonly missing?: "bundle" | "runtime";
}

/** A hook written by hand: the answer is fixed. */
export interface RawHook {
  readonly event: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
}

export type PlayOptions = Omit<RunOptions, "sandbox" | "version"> & {
  readonly hooks?: readonly Hook[];
  readonly rawHooks?: readonly RawHook[];
  /** The case is about a hook that does not answer: the agent may say so. */
  readonly mayBreak?: boolean;
  /** Provider settings beside the hooks. */
  readonly settings?: JsonObject;
  /** What happens between the placing of the hooks and the start of the agent. */
  readonly placed?: () => void;
};

export interface Bench {
  readonly driver: Driver;
  readonly sandbox: Sandbox;
  readonly version: string;
  /** Installs a program that no hook names, and resolves with its launcher. */
  place(program: string): Promise<string>;
  /** Installs the hooks and runs the agent. Throws when the agent cannot start, does not end in time, or could not read an answer. */
  play(options: PlayOptions): Promise<RunResult>;
}
