/** The script that the model plays: neutral of any wire protocol. Tool names are the agent's own; drivers translate neutral ones. */
import type { ModelRequest } from "./record.js";

/** One tool call of the model. */
export interface ToolUse {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** The arguments as JSON source, sent as they stand: for numbers that `args` would round. Wins over `args`. */
  readonly rawArgs?: string;
  /** The group that the tool was offered in, on wires that have groups. */
  readonly namespace?: string;
  /** The text of a call that takes no JSON, on wires that have such tools. Wins over the arguments. */
  readonly input?: string;
}

export type Part =
  | { readonly text: string }
  | { readonly tool: ToolUse }
  /** How many tokens the answer says the conversation has: agents compact by it. */
  | { readonly tokens: number }
  /** An HTTP error instead of an answer. */
  | { readonly status: number }
  /** Waits this many milliseconds before the answer. */
  | { readonly delayMs: number };

/** What the model answers to one request. */
export type Turn = Part | readonly Part[];

export interface TurnContext {
  /** Counts the requests that offered tools, from 0. */
  readonly turn: number;
  readonly request: ModelRequest;
  readonly requests: readonly ModelRequest[];
}

/** Turns in order, or a function of the request. Where nothing is left to say the model answers "done". */
export type Script = readonly Turn[] | ((at: TurnContext) => Turn | undefined | Promise<Turn | undefined>);

/** A tool call as it goes on the wire: with its id and the source text of its arguments. */
export interface PlacedCall {
  readonly id: string;
  readonly name: string;
  readonly argsSource: string;
  readonly namespace: string | undefined;
  readonly input: string | undefined;
}

/** A whole answer, before a wire gives it a form. */
export interface Reply {
  readonly id: number;
  readonly model: string;
  readonly text: string;
  readonly calls: readonly PlacedCall[];
  readonly tokens: number;
}

const TOKENS = 100;

export const partsOf = (turn: Turn | undefined): readonly Part[] => {
  if (turn === undefined) return [{ text: "done" }];
  return Array.isArray(turn) ? turn : [turn as Part];
};

/** Joins the texts and numbers the calls: ids are the same in every run, so that records can be compared. */
export function replyOf(id: number, model: string, parts: readonly Part[]): Reply {
  const texts: string[] = [];
  const calls: PlacedCall[] = [];
  let tokens = TOKENS;
  for (const part of parts) {
    if ("text" in part) texts.push(part.text);
    if ("tokens" in part) tokens = part.tokens;
    if ("tool" in part) {
      const { name, args, rawArgs, namespace, input } = part.tool;
      calls.push({ id: `labcall${id}x${calls.length}`, name, argsSource: rawArgs ?? JSON.stringify(args ?? {}), namespace, input });
    }
  }
  return { id, model, text: texts.join(""), calls, tokens };
}
