/** What handlers return. One family per row of the design's table; the families do not mix. */
import type { Json, JsonObject } from "../base/json.js";
import type { Kind } from "../event/kinds.js";

/** What a decision says, whatever family it is of. */
export type DecisionKind =
  | "no-decision"
  | "allow"
  | "deny"
  | "ask"
  | "accept-prompt"
  | "block-prompt"
  | "answer-prompt"
  | "finish"
  | "continue"
  | "observed"
  | "flag-output"
  | "replace-output"
  | "proceed"
  | "cancel";

/** The decision that a handler of each kind may return; `never` marks the kinds that can only be observed. */
export interface DecisionByKind {
  "session.start": ProceedDecision;
  "session.end": never;
  "prompt.submitted": PromptDecision;
  "tool.pre": ToolDecision;
  "tool.post": OutputDecision;
  "tool.error": OutputDecision;
  "permission.request": ToolDecision;
  "agent.stop": StopDecision;
  "subagent.start": ProceedDecision | CancelDecision;
  "subagent.stop": StopDecision;
  "compact.pre": ProceedDecision | CancelDecision;
  "compact.post": never;
  notification: ProceedDecision;
  "file.edited": never;
  "model.request": never;
  "model.response": never;
  "mcp.inventory": never;
  other: never;
}

export type Family = "tool" | "prompt" | "output" | "stop" | "proceed" | "cancel";

const NONE: readonly Family[] = [];
const TOOL: readonly Family[] = ["tool"];
const OUTPUT: readonly Family[] = ["output"];
const STOP: readonly Family[] = ["stop"];
const PROCEED: readonly Family[] = ["proceed"];
const REFUSABLE: readonly Family[] = ["proceed", "cancel"];

/** The families that each kind takes; empty: observe only. In the order in which `walk` visits the kinds. */
export const FAMILIES: Readonly<Record<Kind, readonly Family[]>> = {
  "session.start": PROCEED,
  "session.end": NONE,
  "prompt.submitted": ["prompt"],
  "tool.pre": TOOL,
  "tool.post": OUTPUT,
  "tool.error": OUTPUT,
  "permission.request": TOOL,
  "agent.stop": STOP,
  "subagent.start": REFUSABLE,
  "subagent.stop": STOP,
  "compact.pre": REFUSABLE,
  "compact.post": NONE,
  notification: PROCEED,
  "file.edited": NONE,
  "model.request": NONE,
  "model.response": NONE,
  "mcp.inventory": NONE,
  other: NONE,
};

/** All kinds. */
export function kinds(): readonly Kind[] {
  return Object.keys(FAMILIES) as Kind[];
}

export declare const sealed: unique symbol;

/** What can be read from any decision. Sealed: only the constructors make one, a plain object is refused by type and at run time. */
export interface Decision {
  readonly [sealed]: string;
  readonly kind: DecisionKind;
  readonly reason: string | undefined;
  /** Context for the model, in order. */
  readonly contexts: readonly string[];
  /** Context asked for with `{ when: "next" }`, in order. */
  readonly nextContexts: readonly string[];
  readonly systemMessage: string | undefined;
  /** The action is prevented: exactly `deny`, `block-prompt`, `answer-prompt`, `cancel`. An `ask` is not. */
  readonly blocks: boolean;
  readonly updatedInput: JsonObject | undefined;
  readonly updatedPrompt: string | undefined;
  /** Of `continueWith`. */
  readonly instruction: string | undefined;
  /** Of `answerPrompt`. */
  readonly answer: string | undefined;
  /** Of `replaceOutput`; `undefined` when there is none (`null` is a value). */
  readonly replacedOutput: Json | undefined;
  /** Of `stopAgent`. */
  readonly stopReason: string | undefined;
  /** First candidate of `withBlockReason` that is not blank. */
  readonly blockReason: string | undefined;
  readonly code: string | undefined;
  readonly rule: string | undefined;
}

/** `now`: with this answer; `next`: with the next event of the session that can carry it. */
export interface ContextOptions {
  readonly when?: "now" | "next";
}
interface CommonModifiers {
  /** Text for the model. May be called again; texts keep their order. */
  withContext(text: string, options?: ContextOptions): this;
  /** Text for the person, where the agent shows one; dropped and logged elsewhere, never an error. */
  withSystemMessage(text: string): this;
}
interface StopModifier {
  /** Ends the agent's run after this event, where it can; sticky when decisions merge. */
  stopAgent(reason: string): this;
}
interface BlockReasonModifier {
  /** Text for the person when the action is blocked: the first candidate that is not blank. */
  withBlockReason(...candidates: readonly (string | undefined)[]): this;
}

/** tool.pre, permission.request. */
export interface ToolDecision extends Decision, CommonModifiers, StopModifier, BlockReasonModifier {
  readonly [sealed]: "tool";
  readonly kind: "no-decision" | "allow" | "deny" | "ask";
  /** Replaces the whole input. `required`: becomes a denial where the agent cannot rewrite; otherwise it is dropped there and logged. */
  withUpdatedInput(input: JsonObject, options?: { readonly required?: boolean }): this;
}
/** prompt.submitted. */
export interface PromptDecision extends Decision, CommonModifiers, StopModifier, BlockReasonModifier {
  readonly [sealed]: "prompt";
  readonly kind: "accept-prompt" | "block-prompt" | "answer-prompt";
  /** Replaces the prompt's text. `required`: becomes a block where the agent cannot rewrite; otherwise it is dropped there and logged. */
  withUpdatedPrompt(text: string, options?: { readonly required?: boolean }): this;
}
/** tool.post, tool.error. */
export interface OutputDecision extends Decision, CommonModifiers, StopModifier {
  readonly [sealed]: "output";
  readonly kind: "observed" | "flag-output" | "replace-output";
}
/** agent.stop, subagent.stop. */
export interface StopDecision extends Decision, CommonModifiers, StopModifier {
  readonly [sealed]: "stop";
  readonly kind: "finish" | "continue";
}
/** session.start, subagent.start, compact.pre, notification. */
export interface ProceedDecision extends Decision, CommonModifiers {
  readonly [sealed]: "proceed";
  readonly kind: "proceed";
}
/** subagent.start, compact.pre: the events that can be refused. */
export interface CancelDecision extends Decision, CommonModifiers {
  readonly [sealed]: "cancel";
  readonly kind: "cancel";
}
