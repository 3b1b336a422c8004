/** What runs is what the program made of the call. */
import type { CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import { argumentsSource } from "../mcp/server.js";
import { call, lastResult } from "./support.js";
import { WRITE_OLD } from "./words.js";

/** No JavaScript number holds these digits. */
const BIG = "1234567890123456789";
const MCP_CALL = { kind: "mcp", tool: "echo", rawArgs: `{"text":"LAB-OLD","id":${BIG},"nested":{"ratio":1.50}}` } as const;

export const rewriteCases: CaseGroup = ({ events, approves }) => [
  {
    name: "rewrite.shell",
    event: events.toolPre,
    capability: "update-input",
    programs: ["rewrite"],
    async run(bench) {
      const run = await bench.play({ hooks: [{ program: "rewrite", event: events.toolPre }], script: [call(bench, WRITE_OLD)] });
      return judge(bench.sandbox, {
        must: {
          "the new command ran": bench.sandbox.exists("new.txt"),
          "the old command did not run": !bench.sandbox.exists("old.txt"),
        },
        seen: { "tool result": lastResult(run) },
      });
    },
  },
  {
    name: "rewrite.shell-needs-approval",
    event: events.toolPre,
    capability: "update-input",
    programs: ["rewrite"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "rewrite", event: events.toolPre }],
        permissions: "default",
        script: [call(bench, WRITE_OLD)],
      });
      return judge(bench.sandbox, {
        must: {
          "a rewrite is not an approval: the agent's own rules refused the new command": !bench.sandbox.exists("new.txt"),
          "the old command did not run": !bench.sandbox.exists("old.txt"),
        },
        seen: { "tool result": lastResult(run) },
      });
    },
  },
  allowed(events.toolPre, approves),
  {
    name: "rewrite.mcp-numbers",
    event: events.toolPre,
    capability: "update-input",
    programs: ["rewrite"],
    async run(bench) {
      const sent = (): string =>
        argumentsSource(
          bench.sandbox
            .mcpLog()
            .split("\n")
            .findLast((line) => line.includes("tools/call")) ?? "",
        );
      await bench.play({ mcp: true, script: [call(bench, MCP_CALL)] });
      const untouched = sent();
      await bench.play({ mcp: true, hooks: [{ program: "rewrite", event: events.toolPre }], script: [call(bench, MCP_CALL)] });
      const rewritten = sent();
      return judge(bench.sandbox, {
        must: {
          "the server was sent the new text": rewritten.includes("LAB-NEW"),
          "every member that was not rewritten arrived as without a hook": rewritten.replace("LAB-NEW", "LAB-OLD") === untouched,
        },
        seen: { "the model sent": MCP_CALL.rawArgs, "without a hook the agent passed on": untouched, "with the rewrite": rewritten },
      });
    },
  },
];

const allowed = (event: string, approves: boolean): LabCase => ({
  name: "rewrite.shell-allowed",
  event: event,
  capability: "update-input",
  programs: ["allow-rewrite"],
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program: "allow-rewrite", event: event }],
      permissions: "default",
      script: [call(bench, WRITE_OLD)],
    });
    const ran = bench.sandbox.exists("new.txt");
    return judge(bench.sandbox, {
      must: {
        ...(approves
          ? { "the new command ran without a question": ran }
          : { "an allow beside a rewrite is no approval here: the agent asked about the new command": !ran }),
        "the old command did not run": !bench.sandbox.exists("old.txt"),
      },
      seen: { "tool result": lastResult(run) },
    });
  },
});
