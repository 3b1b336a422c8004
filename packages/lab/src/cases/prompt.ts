/** A blocked prompt does not reach the model. */
import type { RunResult } from "../agents/driver.js";
import type { CaseGroup } from "../case.js";
import { judge } from "../evidence.js";
import { REASON } from "./words.js";

/** All that a person reads of a run. */
const told = ({ finalText = "", notices }: RunResult): string => [finalText, ...notices].join("\n");

export const promptCases: CaseGroup = ({ events }) => [
  {
    name: "prompt.block",
    event: events.prompt,
    capability: "deny",
    programs: ["block-prompt"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "block-prompt", event: events.prompt }],
        prompt: "LAB-PROMPT",
        attended: true,
        script: [],
      });
      return judge(bench.sandbox, {
        must: { "the model was not asked": run.model.turns.length === 0, "the prompt is in no request": !run.model.leaked("LAB-PROMPT") },
        should: { "the person read the reason": told(run).includes(REASON) },
        seen: { told: told(run) },
      });
    },
  },
  {
    name: "prompt.answer",
    event: events.prompt,
    capability: "deny",
    programs: ["answer-prompt"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "answer-prompt", event: events.prompt }],
        prompt: "LAB-PROMPT",
        attended: true,
        script: [],
      });
      return judge(bench.sandbox, {
        must: { "the model was not asked": run.model.turns.length === 0 },
        should: { "the person read the answer": told(run).includes("LAB-ANSWER") },
        seen: { told: told(run) },
      });
    },
  },
];
