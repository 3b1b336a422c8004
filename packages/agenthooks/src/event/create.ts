/** Events made by hand, for `decide` and for tests. */
import type { Json, JsonObject } from "../base/json.js";
import { buildEvent, EMPTY_SESSION } from "./build.js";
import { KIND_CAPABILITIES } from "./capabilities.js";
import type { Session } from "./envelope.js";
import type { EventByKind, Kind, OneKind } from "./kinds.js";
import { classifyName, projectByClass } from "./names.js";
import type { Prompt } from "./prompt.js";
import { textPrompt } from "./prompt.js";
import { providerId } from "./provider.js";
import { rawFrom } from "./raw.js";
import type { ToolCall, ToolClass } from "./tool.js";

/** What `createEvent` takes: the members of the kind, all optional but tool and prompt. */
export type CreateInit<K extends Kind> = {
  readonly [M in Exclude<
    keyof EventByKind[K],
    "kind" | "can" | "rawField" | "with" | "raw" | "twin" | "tool" | "prompt" | "session" | "idempotencyKey"
  >]?: EventByKind[K][M];
} & {
  /** Members not given are `undefined`; `cwd` is what relative paths of a tool start from. */
  readonly session?: Partial<Session>;
  /** Default: the JSON of `session`, `tool`, `prompt` and the members of the kind. */
  readonly raw?: string | Uint8Array | Json;
} & (EventByKind[K] extends { readonly tool: ToolCall }
    ? {
        readonly tool: { readonly name: string; readonly canonical?: ToolClass; readonly input?: JsonObject; readonly id?: string };
      }
    : unknown) &
  (EventByKind[K] extends { readonly prompt: Prompt } ? { readonly prompt: string | Partial<Prompt> } : unknown);

/** Defaults of the members of each kind; everything else is `undefined`. */
const DEFAULTS: Partial<Record<Kind, Readonly<Record<string, unknown>>>> = {
  "session.end": { reason: undefined },
  "tool.post": { output: undefined, outputText: undefined, failed: false, error: undefined, durationMs: undefined },
  "tool.error": { output: undefined, outputText: undefined, failed: true, error: undefined, durationMs: undefined },
  "agent.stop": { previouslyContinued: false, loopCount: 0, finalMessage: undefined, usage: undefined },
  "subagent.stop": { previouslyContinued: false, loopCount: 0, finalMessage: undefined, usage: undefined },
  "subagent.start": { task: undefined },
  "compact.pre": { trigger: undefined, instructions: undefined },
  "compact.post": { trigger: undefined, summary: undefined },
  notification: { message: "", notificationType: undefined },
  "file.edited": { path: "", absolute: "", derived: false },
  "model.response": { text: undefined },
  "mcp.inventory": { servers: [], complete: false },
};

const ENVELOPE = new Set([
  "provider",
  "variant",
  "nativeName",
  "time",
  "providerTime",
  "detectionConfidence",
  "backfilled",
  "agent",
  "ext",
]);

interface LooseInit extends Record<string, unknown> {
  readonly provider?: string;
  readonly variant?: string;
  readonly nativeName?: string;
  readonly time?: Date;
  readonly providerTime?: Date;
  readonly detectionConfidence?: "config" | "shape" | "env";
  readonly backfilled?: boolean;
  readonly agent?: EventByKind["other"]["agent"];
  readonly ext?: Record<string, unknown>;
  readonly session?: Partial<Session>;
  readonly raw?: string | Uint8Array | Json;
  readonly tool?: { readonly name: string; readonly canonical?: ToolClass; readonly input?: JsonObject; readonly id?: string };
  readonly prompt?: string | Partial<Prompt>;
}

/**
 * An event made by hand, for `decide` and for tests; synchronous, loads no adapter. Without `canonical` the tool is classified by the
 * table of names that all providers share; `can()` is true for everything its kind can express. The provider is `custom` unless given.
 *
 * @example
 * const event = createEvent("tool.pre", { tool: { name: "Bash", input: { command: "ls" } } });
 */
export function createEvent<const K extends Kind>(kind: K & OneKind<K>, init: CreateInit<K>): EventByKind[K] {
  const loose = init as LooseInit;
  const { tool, prompt, session, raw } = loose;
  const own: Record<string, unknown> = { ...DEFAULTS[kind] };
  for (const [name, value] of Object.entries(loose)) {
    if (!ENVELOPE.has(name) && !["tool", "prompt", "session", "raw"].includes(name)) own[name] = value;
  }
  const event = buildEvent({
    kind,
    provider: providerId(loose.provider ?? "custom"),
    variant: loose.variant ?? "",
    nativeName: loose.nativeName ?? kind,
    time: loose.time ?? new Date(),
    providerTime: loose.providerTime,
    detectionConfidence: loose.detectionConfidence ?? "config",
    backfilled: loose.backfilled ?? false,
    agent: loose.agent,
    session: { ...EMPTY_SESSION, ...session, workspaceRoots: [...(session?.workspaceRoots ?? [])] },
    raw: rawFrom(raw ?? jsonOf({ ...own, session, tool, prompt })),
    capabilities: new Set(KIND_CAPABILITIES[kind]),
    members: own,
    ...(loose.ext ? { ext: loose.ext } : {}),
    ...(tool
      ? {
          tool: {
            name: tool.name,
            id: tool.id,
            rawInput: tool.input,
            project: (name, input, cwd) => projectByClass(tool.canonical ?? classifyName(name), name, input, cwd),
          },
        }
      : {}),
    ...(prompt === undefined
      ? {}
      : { prompt: typeof prompt === "string" ? textPrompt(prompt, "user") : { ...textPrompt(prompt.text ?? "", "user"), ...prompt } }),
  });
  return event as EventByKind[K];
}

function jsonOf(value: Readonly<Record<string, unknown>>): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
