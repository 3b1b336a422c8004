/** What `prove` has to know of each agent: where its configuration lies, and how it becomes that of a scratch home. */
import type { LabProvider } from "../agents/pins.js";
import { claudeCodeHost } from "./hosts/claude-code.js";
import { codexHost } from "./hosts/codex.js";
import type { Installed } from "./installed.js";
import type { Scratch } from "./scratch.js";

/** Whether the agent runs an entry, where a person has to trust it first. */
export type Trust = "trusted" | "modified" | "untrusted" | "disabled";

/** What the person's own configuration holds, and what of it was copied. */
export interface Configured {
  /** Files that hold entries of the program. */
  readonly files: readonly string[];
  /** The program's entries, by native event. */
  readonly events: readonly string[];
  /** The matchers of its entries for tool calls; `undefined`: all calls. */
  readonly reach: readonly (string | undefined)[];
  /** Trust of each entry; empty where the agent asks for none. */
  readonly trust: readonly Trust[];
  /** Handlers of others, not run here. */
  readonly foreign: number;
  /** Why this agent runs no hook at all, or none of a file: switches, files that it rejects. */
  readonly off: readonly string[];
  /** What the copy does not show. */
  readonly notes: readonly string[];
}

export interface ConfigurationPlace {
  readonly home: string;
  /** The repository. */
  readonly dir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ProveHost {
  readonly id: LabProvider;
  /** The agent's own name. */
  readonly title: string;
  /** Name of its executable. */
  readonly executable: string;
  /** What a hook of `tool.pre` is told of a shell command, beside what every payload carries. */
  shellPayload(command: string): Readonly<Record<string, unknown>>;
  /** Copies what concerns hooks from the person's configuration into the scratch home. */
  copy(installed: Installed, place: ConfigurationPlace, scratch: Scratch): Configured;
  /**
   * Changes an entry of the copy so that the trust that a person gave it no longer holds, and returns what was changed. Absent where the
   * agent knows no trust.
   */
  tamper?(scratch: Scratch): string;
  /** How the entries of this program come to be trusted. */
  readonly howToTrust?: string;
}

const HOSTS: { readonly [provider in LabProvider]: ProveHost } = {
  "claude-code": claudeCodeHost,
  codex: codexHost,
};

export const hostOf = (provider: LabProvider): ProveHost => HOSTS[provider];
