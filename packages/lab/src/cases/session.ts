/** Messages to the person, and events that are only reports. */
import type { CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import { call, failedTool } from "./support.js";
import { MESSAGE, WRITE_MARKER } from "./words.js";

const messageCase = (detail: string, event: string, failing = false): LabCase => ({
  name: `system-message.${detail}`,
  event,
  capability: "system-message",
  programs: ["system-message"],
  async run(bench) {
    const tool = failing ? ({ kind: "shell", command: "cat missing.txt" } as const) : WRITE_MARKER;
    const run = await bench.play({
      hooks: [{ program: "system-message", event }],
      attended: true,
      script: [call(bench, tool), { text: "the end" }],
    });
    const notice = run.notices.find((line) => line.includes(MESSAGE));
    return judge(bench.sandbox, {
      must: { "the person is shown the message on the stream": notice !== undefined },
      should: { "the model is not shown it": !run.model.leaked(MESSAGE), "the run went on to its end": run.model.turns.length === 2 },
      seen: { "stream line": notice },
    });
  },
});

export const messageCases: CaseGroup = ({ events }) => [
  messageCase("session-start", events.sessionStart),
  messageCase("prompt", events.prompt),
  messageCase("tool-pre", events.toolPre),
  messageCase("tool-post", events.toolPost),
  ...failedTool(events, (event) => messageCase("tool-error", event, true)),
  messageCase("stop", events.stop),
];

export const sessionCases: CaseGroup = ({ events }) => [
  {
    name: "observe.order",
    event: events.sessionEnd,
    capability: "observe",
    programs: ["observe"],
    async run(bench) {
      const all = [events.sessionStart, events.prompt, events.toolPre, events.toolPost, events.stop, events.sessionEnd];
      await bench.play({
        hooks: all.map((event) => ({ program: "observe", event, timeoutSeconds: 10 })),
        script: [call(bench, WRITE_MARKER), { text: "the end" }],
      });
      const seen = (bench.sandbox.read("events.txt") ?? "").trim().split("\n");
      return judge(bench.sandbox, {
        must: {
          "the end of the session reached the program": seen.at(-1)?.startsWith(events.sessionEnd) ?? false,
          "every event reached it once, in order": seen.map((line) => line.split(" ")[0]).join() === all.join(),
        },
        seen: { events: seen.join(", ") },
      });
    },
  },
];
