/** Decisions: immutable values with modifiers. */
import type { Json, JsonObject } from "../base/json.js";
import { deepFreeze } from "../base/json.js";
import type {
  CancelDecision,
  ContextOptions,
  Decision,
  DecisionKind,
  Family,
  OutputDecision,
  ProceedDecision,
  PromptDecision,
  StopDecision,
  ToolDecision,
} from "./types.js";

/** Shared by all copies of the library in one process: the CLI and the program it loads may each have their own. */
const BRAND = Symbol.for("agenthooks.decision");

/** The members of a decision, and what only the pipeline reads. */
export interface DecisionFields {
  readonly family: Family;
  readonly kind: DecisionKind;
  readonly reason?: string | undefined;
  readonly contexts?: readonly string[];
  readonly nextContexts?: readonly string[];
  readonly systemMessage?: string | undefined;
  readonly updatedInput?: JsonObject | undefined;
  readonly updatedPrompt?: string | undefined;
  /** The rewrite must happen, or the action must not. */
  readonly required?: boolean;
  readonly instruction?: string | undefined;
  readonly answer?: string | undefined;
  readonly replacedOutput?: Json | undefined;
  readonly stopReason?: string | undefined;
  readonly blockReason?: string | undefined;
  readonly code?: string | undefined;
  readonly rule?: string | undefined;
  readonly fallback?: "none" | "deny" | undefined;
  /** The handler inside of a composed one that decided. */
  readonly by?: string;
}

const BLOCKING: ReadonlySet<DecisionKind> = new Set(["deny", "block-prompt", "answer-prompt", "cancel"]);
const NEUTRAL: ReadonlySet<DecisionKind> = new Set(["no-decision", "accept-prompt", "observed", "finish", "proceed"]);

/** Neutral decisions never stop the walk; what they carry goes out with the final answer. */
export function isNeutral(decision: Decision): boolean {
  return NEUTRAL.has(decision.kind);
}

class DecisionValue {
  declare readonly reason: string | undefined;
  declare readonly contexts: readonly string[];

  constructor(fields: DecisionFields) {
    Object.assign(this, EMPTY, fields, { blocks: BLOCKING.has(fields.kind) });
    Object.defineProperty(this, BRAND, { value: fields });
    Object.freeze(this);
  }

  withContext(text: string, options?: ContextOptions): DecisionValue {
    const fields = fieldsOf(this);
    requireText(text, "withContext");
    const member = options?.when === "next" ? "nextContexts" : "contexts";
    return new DecisionValue({ ...fields, [member]: Object.freeze([...(fields[member] ?? []), text]) });
  }

  withSystemMessage(text: string): DecisionValue {
    requireText(text, "withSystemMessage");
    return new DecisionValue({ ...fieldsOf(this), systemMessage: text });
  }

  stopAgent(reason: string): DecisionValue {
    only(this, "stopAgent", "tool", "prompt", "output", "stop");
    return new DecisionValue({ ...fieldsOf(this), stopReason: notBlank(reason, "stopped by a hook") });
  }

  withBlockReason(...candidates: readonly (string | undefined)[]): DecisionValue {
    only(this, "withBlockReason", "tool", "prompt");
    const found = candidates.find((candidate) => candidate !== undefined && candidate.trim() !== "");
    return found === undefined ? this : new DecisionValue({ ...fieldsOf(this), blockReason: found });
  }

  withUpdatedInput(input: JsonObject, options?: { readonly required?: boolean }): DecisionValue {
    only(this, "withUpdatedInput", "tool");
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      throw new TypeError("withUpdatedInput takes the whole input as an object; use event.tool.patch({...})");
    }
    return new DecisionValue({ ...fieldsOf(this), updatedInput: deepFreeze(input), required: options?.required ?? false });
  }

  withUpdatedPrompt(text: string, options?: { readonly required?: boolean }): DecisionValue {
    only(this, "withUpdatedPrompt", "prompt");
    requireText(text, "withUpdatedPrompt");
    return new DecisionValue({ ...fieldsOf(this), updatedPrompt: text, required: options?.required ?? false });
  }
}

const NONE: readonly string[] = Object.freeze([]);
const EMPTY = {
  reason: undefined,
  contexts: NONE,
  nextContexts: NONE,
  systemMessage: undefined,
  updatedInput: undefined,
  updatedPrompt: undefined,
  instruction: undefined,
  answer: undefined,
  replacedOutput: undefined,
  stopReason: undefined,
  blockReason: undefined,
  code: undefined,
  rule: undefined,
};

function only(decision: object, modifier: string, ...families: readonly Family[]): void {
  const { family, kind } = fieldsOf(decision);
  if (!families.includes(family)) throw new TypeError(`${modifier} means nothing on a ${kind} decision`);
}

function requireText(text: unknown, modifier: string): void {
  if (typeof text !== "string") throw new TypeError(`${modifier} takes a text, not ${typeof text}`);
}

/** Some agents let a blank reason through: it is replaced by a fixed text (design §4). */
function notBlank(text: unknown, fixed: string): string {
  return typeof text === "string" && text.trim() !== "" ? text : fixed;
}

/** Whether a value was made by the constructors below, in any copy of the library. */
export function isDecision(value: unknown): value is Decision {
  return typeof value === "object" && value !== null && BRAND in value;
}

export function fieldsOf(decision: object): DecisionFields {
  return (decision as { readonly [BRAND]: DecisionFields })[BRAND];
}

/** A decision of these fields; for the pipeline. */
export function makeDecision(fields: DecisionFields): Decision {
  return new DecisionValue(fields) as unknown as Decision;
}

/** A changed copy; for the pipeline. */
export function changeDecision(decision: Decision, changes: Partial<DecisionFields>): Decision {
  return makeDecision({ ...fieldsOf(decision), ...changes });
}

const DENY_REASON = "blocked by a hook";

/** No opinion: the agent's own flow goes on. Never a forced allow. Returning nothing means the same. */
export function noDecision(): ToolDecision {
  return makeDecision({ family: "tool", kind: "no-decision" }) as ToolDecision;
}
/** Skips the agent's question where it can; never loosens the agent's own deny rules. */
export function allow(): ToolDecision {
  return makeDecision({ family: "tool", kind: "allow" }) as ToolDecision;
}
/**
 * Refuses the call; the model is shown `reason` (a blank one is replaced by a fixed text). `code` and `rule` are for logs.
 *
 * @example
 * hooks.on("tool.pre", (event) => (event.tool.name === "Bash" ? deny("no shell here") : undefined));
 */
export function deny(reason: string, options?: { readonly code?: string; readonly rule?: string }): ToolDecision {
  return makeDecision({
    family: "tool",
    kind: "deny",
    reason: notBlank(reason, DENY_REASON),
    code: options?.code,
    rule: options?.rule,
  }) as ToolDecision;
}
/** Asks the person. `fallback` is what happens where nobody can be asked; default: the policy's `askFallback`. */
export function askUser(reason: string, options?: { readonly fallback?: "none" | "deny" }): ToolDecision {
  return makeDecision({
    family: "tool",
    kind: "ask",
    reason: notBlank(reason, "a hook asks for confirmation"),
    fallback: options?.fallback,
  }) as ToolDecision;
}

/** No opinion about the prompt; carries contexts and messages. */
export function acceptPrompt(): PromptDecision {
  return makeDecision({ family: "prompt", kind: "accept-prompt" }) as PromptDecision;
}
/** The prompt does not reach the model; the person sees `reason`. */
export function blockPrompt(reason: string): PromptDecision {
  return makeDecision({ family: "prompt", kind: "block-prompt", reason: notBlank(reason, DENY_REASON) }) as PromptDecision;
}
/** Answers in the agent's place: the prompt does not reach the model and the person sees `text`; a block with that text elsewhere. */
export function answerPrompt(text: string): PromptDecision {
  return makeDecision({ family: "prompt", kind: "answer-prompt", answer: notBlank(text, DENY_REASON) }) as PromptDecision;
}

/** No opinion about the output; carries contexts and messages. */
export function observed(): OutputDecision {
  return makeDecision({ family: "output", kind: "observed" }) as OutputDecision;
}
/** The output stays as it is and the model is shown `reason` beside it. */
export function flagOutput(reason: string): OutputDecision {
  return makeDecision({ family: "output", kind: "flag-output", reason: notBlank(reason, "flagged by a hook") }) as OutputDecision;
}
/** The model never sees the original. The adapter gives `value` the shape the tool needs, or degrades loudly. */
export function replaceOutput(value: Json): OutputDecision {
  if (value === undefined) throw new TypeError("replaceOutput takes a JSON value, not undefined; use null or a text");
  return makeDecision({ family: "output", kind: "replace-output", replacedOutput: deepFreeze(value) }) as OutputDecision;
}

/** No opinion about the stop: the agent stops unless another handler continues it. */
export function finish(): StopDecision {
  return makeDecision({ family: "stop", kind: "finish" }) as StopDecision;
}
/** The agent goes on with `instruction`, until the continuation cap of the policy. */
export function continueWith(instruction: string): StopDecision {
  return makeDecision({ family: "stop", kind: "continue", instruction: notBlank(instruction, "continue") }) as StopDecision;
}

/** No opinion about a start, a compaction or a notification; carries contexts and messages. */
export function proceed(): ProceedDecision {
  return makeDecision({ family: "proceed", kind: "proceed" }) as ProceedDecision;
}
/** The same as {@link proceed}. */
export function continueSession(): ProceedDecision {
  return proceed();
}
/** Refuses a subagent or a compaction, where the agent lets a hook refuse it. */
export function cancel(reason: string): CancelDecision {
  return makeDecision({ family: "cancel", kind: "cancel", reason: notBlank(reason, DENY_REASON) }) as CancelDecision;
}
