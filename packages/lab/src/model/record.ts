/** What the model was asked, and the questions that cases put to that record. */
import type { JsonObject } from "../json.js";
import type { OfferedTool, Shown, ToolResult } from "./wire.js";

export interface ModelRequest {
  /** Counts all requests, from 0. */
  readonly at: number;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Wire id; `undefined` where no wire knows the path. */
  readonly wire: string | undefined;
  /** Counts the requests that offered tools, from 0; `undefined` for the others (titles, summaries, token counts). */
  readonly turn: number | undefined;
  /** Milliseconds since the server started. */
  readonly timeMs: number;
  /** The body as it came, decoded as UTF-8. */
  readonly source: string;
  readonly body: JsonObject;
  readonly shown: Shown | undefined;
}

export class ModelRecord {
  constructor(readonly requests: readonly ModelRequest[]) {}

  /** The requests that offered tools: one per turn of the script. */
  get turns(): readonly ModelRequest[] {
    return this.requests.filter((request) => request.turn !== undefined);
  }

  /** Every tool result the model was shown, in order, each call once; the last version wins. */
  get toolResults(): readonly ToolResult[] {
    const seen = new Map<string, ToolResult>();
    for (const request of this.turns) for (const result of request.shown?.toolResults ?? []) seen.set(result.id, result);
    return [...seen.values()];
  }

  /** All text that turn `n` showed the model, system and messages; `""` where there was no such turn. */
  textOf(n: number): string {
    const shown = this.turns[n]?.shown;
    return shown === undefined ? "" : [...shown.system, ...shown.messages.map((message) => message.text)].join("\n");
  }

  /** Whether turn `n` showed the model this text. */
  saw(n: number, text: string): boolean {
    return this.textOf(n).includes(text);
  }

  /** Whether this text stands anywhere in any request, in any member: the strictest way to say that something is absent. */
  leaked(text: string): boolean {
    const escaped = JSON.stringify(text).slice(1, -1);
    return this.requests.some((request) => request.source.includes(text) || request.source.includes(escaped));
  }

  /** How many turns showed this text for the first time or again. */
  turnsThatSaw(text: string): number {
    return this.turns.filter((_, n) => this.saw(n, text)).length;
  }

  toolsOf(n: number): readonly OfferedTool[] {
    return this.turns[n]?.shown?.tools ?? [];
  }
}
