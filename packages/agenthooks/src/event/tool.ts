/** Tool calls, seen the same way on every provider. */
import type { Json, JsonObject } from "../base/json.js";
import { isObject, setMember, stringsIn } from "../base/json.js";

/** What a tool does, whatever the agent calls it. */
export type ToolClass = "shell" | "file.read" | "file.write" | "file.edit" | "search" | "fetch" | "task" | "mcp" | "other";

/** One file that the call names. */
export interface Target {
  /** As the call spells it. */
  readonly path: string;
  /** Resolved against the call's own working directory; lexical, symlinks are not followed. */
  readonly absolute: string;
  /** `create`: the call writes the whole file, which may exist already. */
  readonly op: "read" | "create" | "update" | "delete" | "move-from" | "move-to";
}

/** The command of a shell tool. */
export interface ShellCall {
  /** The command text; `""` when the call has none. */
  readonly command: string;
  readonly dialect: "posix" | "powershell" | "cmd" | "unknown";
}

/** The MCP server and tool of a call. */
export interface McpCall {
  /** As configured; `undefined` when it cannot be told from the tool's name (never guessed). */
  readonly server: string | undefined;
  /** The name that the server knows. */
  readonly tool: string;
  readonly url: string | undefined;
  readonly command: string | undefined;
  /** `url` or `command` came from configuration files, not from the payload. */
  readonly fromConfig: boolean;
}

/** The child agents that a call starts. */
export interface Delegation {
  /** How many child agents this one call starts; `"unbounded"` when the call does not bound it. */
  readonly count: number | "unbounded";
}

interface ToolCallBase<C extends ToolClass> {
  /** The provider's id, else `hook_synth_` + 16 hex digits, equal on the pre and the post event of one call. */
  readonly id: string;
  readonly synthesized: boolean;
  /** The provider's own tool name, verbatim. */
  readonly name: string;
  readonly canonical: C;
  /** Always an object: `{}` for none, a stringified object is parsed, another value becomes `{ value }`. */
  readonly input: JsonObject;
  /** The input exactly as the provider sent it, in its own type. */
  readonly rawInput: Json | undefined;
  readonly shell?: ShellCall;
  readonly mcp?: McpCall;
  readonly delegation?: Delegation;
  /** Files that the call names in its arguments. A shell command names none here: see `targetsComplete`. */
  readonly targets: readonly Target[];
  /** `true` only if the call can touch no file but `targets`: false for shell, MCP and unknown tools and for a patch that does not parse. */
  readonly targetsComplete: boolean;
  /** Every string in `input`, depth first, member names not included (for secret scans). */
  text(): readonly string[];
  /** The whole input with these top-level members replaced; `undefined` removes one. Members not named keep their source text. */
  patch(members: Readonly<Record<string, Json | undefined>>): JsonObject;
}
/** A call of a shell. */
export interface ShellTool extends ToolCallBase<"shell"> {
  readonly shell: ShellCall;
}
/** A call of an MCP server's tool. */
export interface McpTool extends ToolCallBase<"mcp"> {
  readonly mcp: McpCall;
}
/** A call that starts child agents. */
export interface TaskTool extends ToolCallBase<"task"> {
  readonly delegation: Delegation;
}
/** A call that reads or writes files: see `targets`. */
export interface FileTool extends ToolCallBase<"file.read" | "file.write" | "file.edit"> {}
/** Any other call. */
export interface OtherTool extends ToolCallBase<"search" | "fetch" | "other"> {}
/** A tool call; comparing `canonical` narrows it, so `shell`, `mcp` and `delegation` are present where they belong. */
export type ToolCall = ShellTool | McpTool | TaskTool | FileTool | OtherTool;

/** What an adapter reads off a call. */
export interface ToolProjection {
  readonly canonical: ToolClass;
  readonly shell?: ShellCall;
  readonly mcp?: McpCall;
  readonly delegation?: Delegation;
  readonly targets: readonly Target[];
  readonly targetsComplete: boolean;
}

/** The input as an object, whatever the provider sent. */
export function inputObject(raw: Json | undefined): JsonObject {
  if (raw === undefined || raw === null || raw === "") return {};
  if (isObject(raw)) return raw;
  if (typeof raw === "string") {
    try {
      const parsed = JSON.parse(raw) as Json;
      if (isObject(parsed)) return parsed;
    } catch {
      // a text that is no JSON is a value
    }
  }
  return { value: raw };
}

/** `input` with members replaced; `undefined` removes one. */
function patchInput(input: JsonObject, members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const out: Record<string, Json> = {};
  for (const [name, old] of Object.entries(input)) {
    const value = Object.hasOwn(members, name) ? members[name] : old;
    if (value !== undefined) setMember(out, name, value);
  }
  for (const [name, value] of Object.entries(members)) if (value !== undefined && !Object.hasOwn(input, name)) setMember(out, name, value);
  return out;
}

export interface ToolCallInit {
  readonly name: string;
  readonly rawInput: Json | undefined;
  readonly input: JsonObject;
  /** The provider's id; without one `synthesize` is asked when the id is first read. */
  readonly id: string | undefined;
  readonly synthesize: () => string;
  readonly projection: ToolProjection;
  /** Where relative globs start: asked when a matcher needs it. */
  readonly project: () => string | undefined;
}

const PROJECT = Symbol.for("agenthooks.project");
/** The project that a call belongs to, else its working directory. */
export function projectOf(tool: ToolCall): string | undefined {
  return (tool as { readonly [PROJECT]?: () => string | undefined })[PROJECT]?.();
}

/** A tool call as handlers see it; frozen by the event that holds it. */
export function toolCall(init: ToolCallInit): ToolCall {
  const { projection, input } = init;
  const call = {
    synthesized: init.id === undefined,
    name: init.name,
    ...projection,
    input,
    rawInput: init.rawInput,
    text: () => stringsIn(input),
    patch: (members: Readonly<Record<string, Json | undefined>>) => patchInput(input, members),
  };
  Object.defineProperty(call, PROJECT, { value: init.project });
  let id = init.id;
  Object.defineProperty(call, "id", {
    enumerable: true,
    get: () => {
      id ??= init.synthesize();
      return id;
    },
  });
  return call as unknown as ToolCall;
}
