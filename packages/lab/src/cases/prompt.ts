/** A blocked prompt does not reach the model. */
import type { CaseGroup } from "../case.js";
import { judge } from "../evidence.js";
import { REASON } from "./words.js";

export const promptCases: CaseGroup = ({ events }) => [
  {
    name: "prompt.block",
    event: events.prompt,
    capability: "deny",
    programs: ["block-prompt"],
    async run(bench) {
      const run = await bench.play({ hooks: [{ program: "block-prompt", event: events.prompt }], prompt: "LAB-PROMPT", script: [] });
      return judge(bench.sandbox, {
        must: { "the model was not asked": run.model.turns.length === 0, "the prompt is in no request": !run.model.leaked("LAB-PROMPT") },
        should: { "the person read the reason": (run.finalText ?? "").includes(REASON) },
        seen: { result: run.finalText },
      });
    },
  },
  {
    name: "prompt.answer",
    event: events.prompt,
    capability: "deny",
    programs: ["answer-prompt"],
    async run(bench) {
      const run = await bench.play({ hooks: [{ program: "answer-prompt", event: events.prompt }], prompt: "LAB-PROMPT", script: [] });
      return judge(bench.sandbox, {
        must: { "the model was not asked": run.model.turns.length === 0 },
        should: { "the person read the answer": (run.finalText ?? "").includes("LAB-ANSWER") },
        seen: { result: run.finalText },
      });
    },
  },
];
