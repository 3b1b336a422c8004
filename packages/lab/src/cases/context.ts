/** What a program adds reaches the model. */
import type { CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import type { Turn } from "../model/script.js";
import { call, failedTool, lineWith } from "./support.js";
import { WRITE_MARKER } from "./words.js";

interface Placed {
  readonly detail: string;
  readonly event: string;
  readonly words: string;
  /** The turn that has to show it first. */
  readonly turn: number;
  readonly failing?: boolean;
}

const contextCase = ({ detail, event, words, turn, failing = false }: Placed): LabCase => ({
  name: `context.${detail}`,
  event,
  capability: "add-context",
  programs: ["context"],
  async run(bench) {
    const first: Turn = call(bench, failing ? { kind: "shell", command: "cat missing.txt" } : WRITE_MARKER);
    const run = await bench.play({ hooks: [{ program: "context", event }], script: [first, { text: "the end" }] });
    return judge(bench.sandbox, {
      must: { [`the model read the context in request ${turn + 1}`]: run.model.saw(turn, words) },
      should: { "the run went on to its end": run.model.turns.length === 2 },
      seen: { "as shown": lineWith(run, turn, words) },
    });
  },
});

/** What is too long for the agent is cut by the library: the agent would show a short preview and a path instead. */
const longCase = (detail: string, event: string, turn: number): LabCase => ({
  name: `context.${detail}`,
  event,
  capability: "add-context",
  programs: ["long-context"],
  async run(bench) {
    const run = await bench.play({ hooks: [{ program: "long-context", event }], script: [call(bench, WRITE_MARKER), { text: "the end" }] });
    const shown = (run.model.textOf(turn).match(/lorem ipsum/g) ?? []).length * "lorem ipsum ".length;
    return judge(bench.sandbox, {
      must: { "the model read the beginning of 30 000 characters": run.model.saw(turn, "LAB-BEGINNING") },
      should: { "and much more than the agent's own preview of 2 000": shown > 5_000 },
      seen: { "characters shown, in thousands": Math.round(shown / 1_000) },
    });
  },
});

export const contextCases: CaseGroup = ({ events }) =>
  [
    { detail: "session-start", event: events.sessionStart, words: "LAB-CONTEXT of the session", turn: 0 },
    { detail: "prompt", event: events.prompt, words: "LAB-CONTEXT of the prompt", turn: 0 },
    { detail: "tool-pre", event: events.toolPre, words: "LAB-CONTEXT before the tool", turn: 1 },
    { detail: "tool-post", event: events.toolPost, words: "LAB-CONTEXT after the tool", turn: 1 },
    ...failedTool(events, (event) => ({ detail: "tool-error", event, words: "LAB-CONTEXT after the failure", turn: 1, failing: true })),
  ]
    .map(contextCase)
    .concat(longCase("long-prompt", events.prompt, 0), longCase("long-tool-post", events.toolPost, 1));
