/** The lab itself: without these, no other case means anything. */
import type { CaseGroup } from "../case.js";
import { judge } from "../evidence.js";
import { call, lastResult } from "./support.js";
import { MARKER, REASON, WRITE_MARKER } from "./words.js";

export const controlCases: CaseGroup = ({ events, rawDeny }) => [
  {
    name: "control.no-hooks",
    event: events.toolPre,
    capability: "control",
    programs: [],
    async run(bench) {
      const run = await bench.play({ script: [call(bench, WRITE_MARKER)] });
      return judge(bench.sandbox, {
        must: { "without hooks the tool ran": bench.sandbox.exists(MARKER), "the model went on": run.model.turns.length === 2 },
        seen: { "tool result": lastResult(run), exit: run.code },
      });
    },
  },
  {
    name: "control.raw-silent",
    event: events.toolPre,
    capability: "control",
    programs: [],
    async run(bench) {
      const run = await bench.play({ rawHooks: [{ event: events.toolPre }], script: [call(bench, WRITE_MARKER)] });
      return judge(bench.sandbox, {
        must: { "under a silent hook written by hand the tool ran": bench.sandbox.exists(MARKER) },
        seen: { "tool result": lastResult(run) },
      });
    },
  },
  {
    name: "control.raw-deny",
    event: events.toolPre,
    capability: "control",
    programs: [],
    async run(bench) {
      const run = await bench.play({
        rawHooks: [{ event: events.toolPre, ...rawDeny(REASON) }],
        script: [call(bench, WRITE_MARKER)],
      });
      return judge(bench.sandbox, {
        must: {
          "under a denying hook written by hand the tool did not run": !bench.sandbox.exists(MARKER),
          "the model read the reason": run.model.saw(1, REASON),
        },
        seen: { "tool result": lastResult(run) },
      });
    },
  },
];

export const neutralCases: CaseGroup = ({ events }) => [
  {
    name: "neutral",
    event: events.toolPre,
    capability: "neutral",
    programs: ["neutral"],
    smoke: true,
    async run(bench) {
      const all = [events.sessionStart, events.prompt, events.toolPre, events.toolPost, events.stop];
      const run = await bench.play({
        hooks: all.map((event) => ({ program: "neutral", event })),
        script: [call(bench, WRITE_MARKER), { text: "the end" }],
      });
      return judge(bench.sandbox, {
        must: {
          "a program without an opinion on five events let the tool run": bench.sandbox.exists(MARKER),
          "the model was asked twice": run.model.turns.length === 2,
        },
        should: { "nothing of the hooks reached the model": !/hook (success|additional context|blocking error)/.test(run.model.textOf(1)) },
        seen: { "tool result": lastResult(run) },
      });
    },
  },
  {
    name: "neutral.default-permissions",
    event: events.toolPre,
    capability: "neutral",
    programs: ["neutral"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "neutral", event: events.toolPre }],
        permissions: "default",
        script: [call(bench, WRITE_MARKER)],
      });
      return judge(bench.sandbox, {
        must: { "no opinion is not an approval: the agent's own rules refused the call": !bench.sandbox.exists(MARKER) },
        seen: { "tool result": lastResult(run) },
      });
    },
  },
];
