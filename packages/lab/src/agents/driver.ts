/** The shape that all drivers have: cases are written against it and know no agent's own ways. */
import type { JsonObject } from "../json.js";
import type { ModelRecord } from "../model/record.js";
import type { Script, ToolUse } from "../model/script.js";
import type { Sandbox } from "../sandbox.js";
import type { LabProvider } from "./pins.js";
import type { ProcessResult } from "./process.js";
import type { Terminal } from "./terminal.js";

/** A tool call that every agent has in some form. Paths are relative to the working folder. */
export type NeutralTool =
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "write"; readonly path: string; readonly content: string }
  /** Replaces `from` by `to`, once. */
  | { readonly kind: "edit"; readonly path: string; readonly from: string; readonly to: string }
  | { readonly kind: "read"; readonly path: string }
  /** A tool of the lab's MCP server. `rawArgs`: the arguments as JSON source. */
  | { readonly kind: "mcp"; readonly tool: string; readonly args?: JsonObject; readonly rawArgs?: string }
  /** A child agent, awaited. */
  | { readonly kind: "task"; readonly prompt: string };

/** One command hook. */
export interface HookEntry {
  readonly event: string;
  /** For the agent's shell. */
  readonly command: string;
  /** Seconds. Default 30. */
  readonly timeoutSeconds?: number;
  readonly matcher?: string;
}

/** What a program that embeds the agent does: it says the next thing when the agent has answered the one before. */
export type SessionStep =
  | { readonly prompt: string }
  /** Asks for another model. */
  | { readonly model: string };

/** A program that embeds the agent and speaks its protocol: JSON-RPC, one message per line. */
export interface ProtocolClient {
  /** Every message of the agent so far, in order. */
  readonly messages: readonly JsonObject[];
  /** Resolves with the result; rejects when the agent answers with an error. */
  request(method: string, params: JsonObject): Promise<JsonObject>;
  /** The first message that fits, now or later. Rejects after 20 seconds, naming `what`. */
  until(what: string, fits: (message: JsonObject) => boolean): Promise<JsonObject>;
  /** Answers the agent's own requests from now on; until then every one is declined. */
  respond(answer: (method: string, params: JsonObject) => JsonObject): void;
}

export interface RunOptions {
  readonly sandbox: Sandbox;
  readonly version: string;
  /** The agent's runnable file. Default: the one of `version` in the lab's cache, installed when it is not there. */
  readonly executable?: string | undefined;
  readonly script: Script;
  /** Default "do the thing". */
  readonly prompt?: string;
  /** One headless process for several prompts, in the place of `prompt`. */
  readonly session?: readonly SessionStep[];
  /**
   * A person: the agent runs under a pseudo-terminal, begins with `prompt` (none: with nothing), and is told to leave when this resolves.
   * What a person sees is `stdout` then.
   */
  readonly person?: (terminal: Terminal) => Promise<void>;
  /** The agent runs as the server of its own protocol and is told to leave when this resolves; for agents that have one. */
  readonly client?: (client: ProtocolClient) => Promise<void>;
  /** Somebody watches: what the agent tells a person beside the model's words matters. Default `false`. */
  readonly attended?: boolean;
  /** `bypass` (default): the agent asks nobody; `default`: its own rules, with nobody to ask. */
  readonly permissions?: "bypass" | "default";
  /** Tools beside the agent's default ones, by native name. */
  readonly tools?: readonly string[];
  /** Registers the lab's MCP server as "lab"; its log of raw messages goes to `sandbox.lab/mcp.ndjson`. */
  readonly mcp?: boolean;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds. Default 60 000. */
  readonly timeoutMs?: number;
  /** Ends a headless run; `run` rejects with its reason then. */
  readonly signal?: AbortSignal | undefined;
}

export interface RunResult extends ProcessResult {
  /** The variant of the agent that ran, as in the results. */
  readonly variant: string;
  readonly model: ModelRecord;
  /** The text that the run ended with, where the agent reports one. */
  readonly finalText: string | undefined;
  /** Why the run ended, in the agent's own word. */
  readonly endReason: string | undefined;
  /** What the agent told the person beside the model's words. */
  readonly notices: readonly string[];
  /** What the agent said about answers of hooks that it could not read. */
  readonly complaints: readonly string[];
}

export interface Driver {
  readonly id: LabProvider;
  /** The variant that the lab runs where a case asks for nothing else, as in the results. */
  readonly variant: string;
  /** Native names of the events that the shared cases use. */
  readonly events: {
    readonly toolPre: string;
    readonly toolPost: string;
    /** A tool that failed; `undefined`: the agent tells no hook. */
    readonly toolError: string | undefined;
    readonly prompt: string;
    readonly sessionStart: string;
    readonly sessionEnd: string;
    readonly stop: string;
    /** Fires where the agent would ask; `undefined`: the agent has none. */
    readonly permissionRequest: { readonly name: string; readonly versions: readonly string[] } | undefined;
    readonly subagentStart: string | undefined;
    readonly subagentStop: string | undefined;
  };
  tool(call: NeutralTool, sandbox: Sandbox): ToolUse;
  /** The name that hooks see of such a call: what a matcher has to name. */
  hookTool(call: NeutralTool, sandbox: Sandbox): string;
  /** Writes the hooks, and provider settings beside them, into the sandbox. Called once per run. */
  placeHooks(sandbox: Sandbox, entries: readonly HookEntry[], settings?: JsonObject): void;
  /** A hook before a tool can approve the call: the agent asks nobody then. Cases of agents without it measure that it asks all the same. */
  readonly approves: boolean;
  /** Settings under which the agent itself refuses a shell command that begins with this word; `undefined`: no hook can approve anyway. */
  readonly denyRule: ((word: string) => JsonObject) | undefined;
  /** A deny in the agent's own words, for hooks written by hand. */
  rawDeny(reason: string): { readonly stdout?: string; readonly stderr?: string; readonly exitCode: number };
  run(options: RunOptions): Promise<RunResult>;
}
