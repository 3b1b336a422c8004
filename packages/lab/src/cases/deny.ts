/** A denied call does not run, and the model reads why. */
import type { NeutralTool, RunResult } from "../agents/driver.js";
import type { Bench, CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import { call, lastResult } from "./support.js";
import { CONTEXT, MARKER, ORIGINAL, REASON, WRITE_MARKER } from "./words.js";

/** One kind of tool: the call, and what shows that it did not happen. */
interface Denied {
  readonly kind: string;
  readonly tool: NeutralTool;
  readonly mcp?: boolean;
  /** The kept file must not have been read (the agent wants it read before it is edited). */
  readonly readFirst?: boolean;
  readonly claim: string;
  readonly holds: (bench: Bench, run: RunResult) => boolean;
}

const KEPT = "kept.txt";
const KEPT_TEXT = `${ORIGINAL}\n`;

const DENIED: readonly Denied[] = [
  {
    kind: "shell",
    tool: WRITE_MARKER,
    claim: "the marker file does not exist",
    holds: ({ sandbox }) => !sandbox.exists(MARKER),
  },
  {
    kind: "write",
    tool: { kind: "write", path: MARKER, content: "lab\n" },
    claim: "the marker file does not exist",
    holds: ({ sandbox }) => !sandbox.exists(MARKER),
  },
  {
    kind: "edit",
    tool: { kind: "edit", path: KEPT, from: ORIGINAL, to: "changed" },
    readFirst: true,
    claim: "the file is unchanged",
    holds: ({ sandbox }) => sandbox.read(KEPT) === KEPT_TEXT,
  },
  {
    kind: "read",
    tool: { kind: "read", path: KEPT },
    claim: "the model did not see the file",
    holds: (_, run) => !run.model.leaked(ORIGINAL),
  },
  {
    kind: "mcp",
    tool: { kind: "mcp", tool: "original" },
    mcp: true,
    claim: "the server was not called",
    holds: ({ sandbox }, run) => !run.model.leaked(ORIGINAL) && !sandbox.mcpLog().includes("tools/call"),
  },
  {
    kind: "task",
    tool: { kind: "task", prompt: "LAB-TASK" },
    claim: "no subagent was started",
    holds: (_, run) => run.model.turns.length === 2,
  },
];

const denyCase = ({ kind, tool, mcp = false, readFirst = false, claim, holds }: Denied, event: string): LabCase => ({
  name: `deny.${kind}`,
  event,
  capability: "deny",
  programs: ["deny"],
  smoke: kind === "shell",
  async run(bench) {
    bench.sandbox.write(KEPT, KEPT_TEXT);
    const before = readFirst ? [call(bench, { kind: "read", path: KEPT })] : [];
    const native = bench.driver.hookTool(tool, bench.sandbox);
    const run = await bench.play({
      hooks: [{ program: "deny", event, matcher: native }],
      mcp,
      script: [...before, call(bench, tool), { text: "the end" }],
    });
    const last = before.length + 1;
    return judge(bench.sandbox, {
      must: {
        [`${native} was denied: ${claim}`]: holds(bench, run),
        "the model read the reason": run.model.saw(last, REASON),
      },
      seen: { "tool result": lastResult(run) },
    });
  },
});

/** A denial must survive what the program itself prints: the agent reads stdout whole or not at all. */
const noiseCase = (detail: string, event: string): LabCase => ({
  name: `deny.despite-${detail}`,
  event,
  capability: "deny",
  programs: [`noise-${detail}`],
  async run(bench) {
    const run = await bench.play({ hooks: [{ program: `noise-${detail}`, event }], script: [call(bench, WRITE_MARKER)] });
    return judge(bench.sandbox, {
      must: { "the tool did not run": !bench.sandbox.exists(MARKER), "the model read the reason": run.model.saw(1, REASON) },
      should: { "the model did not read what the program printed": !run.model.leaked("LAB-NOISE") },
      seen: { "tool result": lastResult(run) },
    });
  },
});

const parallelCase = (event: string): LabCase => ({
  name: "deny.parallel",
  event,
  capability: "deny",
  programs: ["deny"],
  async run(bench) {
    const tools = ["one.txt", "two.txt"].map((path) => bench.driver.tool({ kind: "write", path, content: "lab\n" }, bench.sandbox));
    const run = await bench.play({ hooks: [{ program: "deny", event }], script: [tools.map((tool) => ({ tool }))] });
    const results = run.model.toolResults;
    return judge(bench.sandbox, {
      must: {
        "of two calls in one answer neither ran": !bench.sandbox.exists("one.txt") && !bench.sandbox.exists("two.txt"),
        "the model read a reason for each": results.length === 2 && results.every(({ text }) => text.includes(REASON)),
      },
      seen: { "tool result": lastResult(run) },
    });
  },
});

const inSubagentCase = (event: string): LabCase => ({
  name: "deny.in-subagent",
  event,
  capability: "deny",
  programs: ["deny"],
  async run(bench) {
    const native = bench.driver.hookTool(WRITE_MARKER, bench.sandbox);
    const run = await bench.play({
      hooks: [{ program: "deny", event, matcher: native }],
      script: [call(bench, { kind: "task", prompt: "LAB-TASK" }), call(bench, WRITE_MARKER), { text: "its end" }, { text: "the end" }],
    });
    return judge(bench.sandbox, {
      must: {
        "the subagent was started": run.model.turns.length === 4,
        "its call did not run": !bench.sandbox.exists(MARKER),
        "the subagent read the reason": run.model.saw(2, REASON),
      },
      seen: { "tool result": run.model.toolResults.find(({ text }) => text.includes(REASON))?.text },
    });
  },
});

const blankCase = (event: string): LabCase => ({
  name: "deny.blank-reason",
  event,
  capability: "deny",
  programs: ["deny-blank"],
  async run(bench) {
    const run = await bench.play({ hooks: [{ program: "deny-blank", event }], script: [call(bench, WRITE_MARKER)] });
    return judge(bench.sandbox, {
      must: {
        "without a reason the tool did not run either": !bench.sandbox.exists(MARKER),
        "the model went on": run.model.turns.length === 2,
      },
      should: { "the model read a text of the library": (lastResult(run) ?? "").replace(/^.*hook error:/, "").trim() !== "" },
      seen: { "tool result": lastResult(run) },
    });
  },
});

export const denyCases: CaseGroup = ({ events }) => [
  ...DENIED.map((denied) => denyCase(denied, events.toolPre)),
  parallelCase(events.toolPre),
  inSubagentCase(events.toolPre),
  blankCase(events.toolPre),
  noiseCase("console", events.toolPre),
  noiseCase("descriptor", events.toolPre),
  {
    name: "deny.with-context",
    event: events.toolPre,
    capability: "add-context",
    programs: ["deny-with-context"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "deny-with-context", event: events.toolPre }],
        script: [call(bench, WRITE_MARKER)],
      });
      return judge(bench.sandbox, {
        must: { "the tool did not run": !bench.sandbox.exists(MARKER), "the model read the reason": run.model.saw(1, REASON) },
        should: { "the model read the context beside it": run.model.saw(1, CONTEXT) },
        seen: { "tool result": lastResult(run) },
      });
    },
  },
];
