/** The agent goes on when it is told to, and ends when it is told to. */
import type { CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import { call, failedTool, lastResult, lineWith } from "./support.js";
import { INSTRUCTION, MARKER, WRITE_MARKER } from "./words.js";

export const stopCases: CaseGroup = ({ events }) => [
  {
    name: "stop.continue-once",
    event: events.stop,
    capability: "continue-agent",
    programs: ["continue-once"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "continue-once", event: events.stop }],
        script: [{ text: "first end" }, { text: "second end" }, { text: "third end" }],
      });
      return judge(bench.sandbox, {
        must: {
          "the agent went on once and no more": run.model.turns.length === 2,
          "the model read the instruction": run.model.saw(1, INSTRUCTION),
        },
        seen: { "as shown": lineWith(run, 1, INSTRUCTION), result: run.finalText },
      });
    },
  },
  {
    name: "stop.continue-capped",
    event: events.stop,
    capability: "continue-agent",
    programs: ["continue-always"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "continue-always", event: events.stop }],
        script: ({ turn }) => ({ text: `end ${turn + 1}` }),
      });
      return judge(bench.sandbox, {
        must: { "the cap of 2 ended a program that never finishes: three requests": run.model.turns.length === 3 },
        seen: { requests: run.model.turns.length, result: run.finalText },
      });
    },
  },
];

interface Stopping {
  readonly detail: string;
  readonly event: string;
  readonly program: string;
  /** Requests that are left when the run ends where it should. */
  readonly requests: number;
  readonly failing?: boolean;
  readonly denied?: boolean;
  /** The number of requests cannot tell: the agent has to say that a hook ended it. */
  readonly says?: boolean;
  readonly permissions?: "default";
  readonly versions?: readonly string[];
}

const stopAgentCase = ({ detail, event, program, requests, failing, denied, says, permissions, versions }: Stopping): LabCase => ({
  name: `stop-agent.${detail}`,
  event,
  capability: "stop-agent",
  programs: [program],
  ...(versions === undefined ? {} : { versions }),
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program, event }],
      ...(says ? { attended: true } : {}),
      ...(permissions === undefined ? {} : { permissions }),
      script: [call(bench, failing ? { kind: "shell", command: "cat missing.txt" } : WRITE_MARKER), { text: "the end" }],
    });
    const ran = bench.sandbox.exists(MARKER);
    return judge(bench.sandbox, {
      must: {
        [`the run ended after ${requests} requests`]: run.model.turns.length === requests,
        ...(denied ? { "the tool did not run": !ran } : {}),
        ...(says ? { "the agent says that a hook ended it": /hook/.test(run.endReason ?? "") } : {}),
      },
      seen: {
        requests: run.model.turns.length,
        "tool ran": ran ? "yes" : "no",
        "tool result": lastResult(run),
        "end reason": run.endReason,
        result: run.finalText,
      },
    });
  },
});

export const stopAgentCases: CaseGroup = ({ events }) =>
  [
    { detail: "prompt", event: events.prompt, program: "stop-agent", requests: 0 },
    { detail: "tool-pre", event: events.toolPre, program: "stop-agent", requests: 1 },
    { detail: "tool-pre-denied", event: events.toolPre, program: "deny-and-stop", requests: 1, denied: true },
    { detail: "tool-post", event: events.toolPost, program: "stop-agent", requests: 1 },
    ...failedTool(events, (event) => ({ detail: "tool-error", event, program: "stop-agent", requests: 1, failing: true })),
    { detail: "stop", event: events.stop, program: "stop-agent", requests: 2, says: true },
  ].map(stopAgentCase);

export const stopAgentRequestCases: CaseGroup = ({ events: { permissionRequest } }) =>
  permissionRequest === undefined
    ? []
    : [
        stopAgentCase({
          detail: "permission-request-denied",
          event: permissionRequest.name,
          program: "deny-and-stop",
          requests: 1,
          denied: true,
          permissions: "default",
          versions: permissionRequest.versions,
        }),
      ];

/** A stop that both continues and ends: two programs, one of each. */
export const stopMergeCases: CaseGroup = ({ events }) => [
  {
    name: "stop.continue-beside-stop-agent",
    event: events.stop,
    capability: "merge",
    programs: ["continue-once", "stop-agent"],
    async run(bench) {
      const run = await bench.play({
        hooks: [
          { program: "continue-once", event: events.stop },
          { program: "stop-agent", event: events.stop },
        ],
        script: [{ text: "first end" }, { text: "second end" }],
      });
      return judge(bench.sandbox, {
        must: { "ending wins over going on": run.model.turns.length === 1 },
        seen: { requests: run.model.turns.length, "end reason": run.endReason, result: run.finalText },
      });
    },
  },
];
