/** Child agents: what their events can do. */
import type { Bench, CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import type { Turn } from "../model/script.js";
import { call, lastResult, lineWith } from "./support.js";
import { INSTRUCTION } from "./words.js";

const task = (bench: Bench): Turn => call(bench, { kind: "task", prompt: "LAB-TASK" });

export const subagentCases: CaseGroup = ({ events }) => [
  ...(events.subagentStart === undefined ? [] : startCases(events.subagentStart)),
  ...(events.subagentStop === undefined ? [] : stopCases(events.subagentStop)),
];

const startCases = (event: string): readonly LabCase[] => [
  {
    name: "subagent.start-context",
    event,
    capability: "add-context",
    programs: ["context"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "context", event }],
        script: [task(bench), { text: "the subagent's end" }, { text: "the end" }],
      });
      const words = "LAB-CONTEXT of the subagent";
      return judge(bench.sandbox, {
        must: { "the subagent read the context in its first request": run.model.saw(1, words) },
        should: { "the main agent did not": !run.model.saw(2, words) },
        seen: { "as shown": lineWith(run, 1, words) },
      });
    },
  },
];

const stopCases = (event: string): readonly LabCase[] => [
  {
    name: "subagent.stop-continue-once",
    event,
    capability: "continue-agent",
    programs: ["continue-once"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "continue-once", event }],
        script: [task(bench), { text: "its first end" }, { text: "its second end" }, { text: "the end" }],
      });
      return judge(bench.sandbox, {
        must: {
          "the subagent went on once and no more": run.model.turns.length === 4,
          "the subagent read the instruction": run.model.saw(2, INSTRUCTION),
          "the main agent got its last word": (lastResult(run) ?? "").includes("its second end"),
        },
        seen: { "as shown": lineWith(run, 2, INSTRUCTION) },
      });
    },
  },
  {
    name: "subagent.stop-continue-capped",
    event,
    capability: "continue-agent",
    programs: ["continue-always"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "continue-always", event }],
        script: ({ turn }) => (turn === 0 ? task(bench) : { text: `end ${turn}` }),
      });
      return judge(bench.sandbox, {
        must: { "the cap of 2 ended a program that never finishes": run.model.turns.length === 5 },
        seen: { requests: run.model.turns.length, "tool result": lastResult(run) },
      });
    },
  },
  {
    name: "stop-agent.subagent-stop",
    event,
    capability: "stop-agent",
    programs: ["stop-agent"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "stop-agent", event }],
        script: [task(bench), { text: "the subagent's end" }, { text: "the end" }],
      });
      return judge(bench.sandbox, {
        must: { "the run ended with the subagent": run.model.turns.length === 2 },
        seen: { requests: run.model.turns.length },
      });
    },
  },
];
