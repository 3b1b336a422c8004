/** Two programs on one event: the agent merges their answers. */
import type { CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import { call, lastResult } from "./support.js";
import { MARKER, REASON, WRITE_MARKER, WRITE_OLD } from "./words.js";

const denyWins = (first: string, second: string, event: string): LabCase => ({
  name: `merge.${first}-${second}`,
  event,
  capability: "merge",
  programs: [first, second],
  async run(bench) {
    const hooks = [first, second].map((program) => ({ program, event }));
    const run = await bench.play({ hooks, script: [call(bench, WRITE_MARKER)] });
    return judge(bench.sandbox, {
      must: { "the denial of one program wins": !bench.sandbox.exists(MARKER), "the model read the reason": run.model.saw(1, REASON) },
      seen: { "tool result": lastResult(run) },
    });
  },
});

export const mergeCases: CaseGroup = ({ events }) => [
  denyWins("deny", "allow", events.toolPre),
  denyWins("allow", "deny", events.toolPre),
  denyWins("neutral", "deny", events.toolPre),
  {
    name: "merge.deny-rewrite",
    event: events.toolPre,
    capability: "merge",
    programs: ["deny", "rewrite"],
    async run(bench) {
      const hooks = ["rewrite", "deny"].map((program) => ({ program, event: events.toolPre }));
      const run = await bench.play({ hooks, script: [call(bench, WRITE_OLD)] });
      return judge(bench.sandbox, {
        must: { "neither the old nor the new command ran": !bench.sandbox.exists("old.txt") && !bench.sandbox.exists("new.txt") },
        should: { "the model read the reason": run.model.saw(1, REASON) },
        seen: { "tool result": lastResult(run) },
      });
    },
  },
];
