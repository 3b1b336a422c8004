/** What the model sees of a tool's answer: all of it and a remark, or none of it. */
import type { Bench, CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import type { Turn } from "../model/script.js";
import { call, failedTool, lastResult, lineWith } from "./support.js";
import { ORIGINAL, READ_SECRET, REASON, REPLACED } from "./words.js";

const writeSecret = (bench: Bench): string => bench.sandbox.write("secret.txt", `${ORIGINAL} one\ntwo\n`);
const FAILING = { kind: "shell", command: "cat secret.txt missing.txt" } as const;

export const flagCases: CaseGroup = ({ events }) => [
  flagCase("shell", events.toolPost, false),
  ...failedTool(events, (event) => flagCase("shell-failed", event, true)),
];

const flagCase = (detail: string, event: string, failing: boolean): LabCase => ({
  name: `flag.${detail}`,
  event,
  capability: "flag-output",
  programs: ["flag"],
  async run(bench) {
    writeSecret(bench);
    const run = await bench.play({ hooks: [{ program: "flag", event }], script: [call(bench, failing ? FAILING : READ_SECRET)] });
    return judge(bench.sandbox, {
      must: {
        "the model saw the original output": (lastResult(run) ?? "").includes(ORIGINAL),
        "the model read the remark": run.model.saw(1, REASON),
      },
      should: { "no command line of a hook was shown to the model": !run.model.leaked("agenthooks run") },
      seen: { "tool result": lastResult(run), remark: lineWith(run, 1, REASON) },
    });
  },
});

/** One tool whose answer is replaced. */
export interface Replaced {
  readonly detail: string;
  readonly event: string;
  readonly versions?: readonly string[];
  readonly mcp?: boolean;
  /** Tools beside the default ones. */
  readonly tools?: readonly string[];
  /** Prepares the folder and says the turns; the call that is replaced is the last one of them. */
  readonly script: (bench: Bench) => readonly Turn[];
  /** Narrows the hook, where a call before must not be replaced. */
  readonly matcher?: string;
  /** What must not be in the last request. Default: the fixed original text. */
  readonly original?: (bench: Bench) => string;
  /** Where the original may stand: only the tool's own answer is searched when the model's call holds it too. */
  readonly searchResultOnly?: boolean;
}

export const replaceCase = (replaced: Replaced): LabCase => ({
  name: `replace.${replaced.detail}`,
  event: replaced.event,
  capability: "replace-output",
  programs: ["replace"],
  ...(replaced.versions === undefined ? {} : { versions: replaced.versions }),
  async run(bench) {
    const script = replaced.script(bench);
    const run = await bench.play({
      hooks: [{ program: "replace", event: replaced.event, ...(replaced.matcher === undefined ? {} : { matcher: replaced.matcher }) }],
      mcp: replaced.mcp ?? false,
      tools: replaced.tools ?? [],
      script: [...script, { text: "the end" }],
    });
    const original = replaced.original?.(bench) ?? ORIGINAL;
    const shown = lastResult(run) ?? "";
    const leaked = replaced.searchResultOnly ? shown.includes(original) : (run.model.turns.at(-1)?.source.includes(original) ?? true);
    return judge(bench.sandbox, {
      must: { "the original is not in the next request": !leaked, "the tool was called": run.model.turns.length > script.length },
      should: { "the model read the replacement": shown.includes(REPLACED) },
      seen: { "tool result": shown.split("\n").find((line) => line.includes(REPLACED)) ?? shown },
    });
  },
});

export const replaceCases: CaseGroup = ({ events }) =>
  (
    [
      {
        detail: "shell",
        event: events.toolPost,
        script: (bench) => {
          writeSecret(bench);
          return [call(bench, READ_SECRET)];
        },
      },
      {
        detail: "read",
        event: events.toolPost,
        script: (bench) => {
          writeSecret(bench);
          return [call(bench, { kind: "read", path: "secret.txt" })];
        },
      },
      { detail: "mcp", event: events.toolPost, mcp: true, script: (bench) => [call(bench, { kind: "mcp", tool: "original" })] },
      {
        detail: "write",
        event: events.toolPost,
        script: (bench) => [call(bench, { kind: "write", path: "written.txt", content: "lab\n" })],
        original: (bench) => bench.sandbox.file("written.txt"),
        searchResultOnly: true,
      },
      {
        detail: "edit",
        event: events.toolPost,
        matcher: "Edit",
        script: (bench) => {
          writeSecret(bench);
          return [
            call(bench, { kind: "read", path: "secret.txt" }),
            call(bench, { kind: "edit", path: "secret.txt", from: "two", to: "three" }),
          ];
        },
        original: (bench) => bench.sandbox.file("secret.txt"),
        searchResultOnly: true,
      },
      {
        detail: "task",
        event: events.toolPost,
        script: (bench) => [call(bench, { kind: "task", prompt: "LAB-TASK" }), { text: `${ORIGINAL} of the subagent` }],
      },
      ...failedTool(events, (event) => ({
        detail: "shell-failed",
        event,
        script: (bench: Bench) => {
          writeSecret(bench);
          return [call(bench, FAILING)];
        },
      })),
    ] satisfies readonly Replaced[]
  ).map(replaceCase);
