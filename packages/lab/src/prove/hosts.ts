/** What `prove` has to know of each agent: how its configuration becomes that of a scratch home. */
import type { LabProvider } from "../agents/pins.js";
import type { AtHome, ConfigurationPlace } from "./at-home.js";
import { claudeCodeHost } from "./hosts/claude-code.js";
import { codexHost } from "./hosts/codex.js";
import type { Installed } from "./installed.js";
import type { Scratch } from "./scratch.js";

/** What is copied, and where from. */
export interface CopySource {
  readonly installed: Installed;
  readonly place: ConfigurationPlace;
  readonly atHome: AtHome;
  /** Every entry is changed after it was trusted. */
  readonly tampered: boolean;
}

export interface Copied {
  /** Handlers of others. Their commands are not run: nobody knows what they would do. */
  readonly foreign: number;
  /** What holds on this machine whatever the home is. */
  readonly notes: readonly string[];
  /** Words for the agent's command line that repeat what the person's configuration says. */
  readonly args: readonly string[];
  /** The agent reads no hooks of the repository, since the person has not trusted it. */
  readonly repositoryUntrusted: boolean;
}

export interface ProveHost {
  readonly id: LabProvider;
  /** The agent's own name. */
  readonly title: string;
  /** Name of its executable. */
  readonly executable: string;
  /** What a hook of `tool.pre` is told of a shell command, beside what every payload carries. */
  shellPayload(command: string): Readonly<Record<string, unknown>> & { readonly tool_name: string };
  /** Samples that it does not run without hooks either: they show nothing of a program. */
  readonly refusesItself?: readonly string[];
  /** Copies what concerns hooks from the person's configuration into the scratch home. */
  copy(source: CopySource, scratch: Scratch): Copied;
  /** Where the agent runs only what a person has trusted: how that is done. */
  readonly howToTrust?: string;
}

const HOSTS: { readonly [provider in LabProvider]: ProveHost } = {
  "claude-code": claudeCodeHost,
  codex: codexHost,
};

export const hostOf = (provider: LabProvider): ProveHost => HOSTS[provider];
