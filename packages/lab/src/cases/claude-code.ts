/** Tools that only Claude Code has: denied, and their answers replaced (facts/claude-code.md §1; shapes: its sdk-tools.d.ts). */
import type { Bench, CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import type { ToolUse, Turn } from "../model/script.js";
import { type Replaced, replaceCase } from "./output.js";
import { lastResult } from "./support.js";
import { MARKER, ORIGINAL, REASON } from "./words.js";

const NOTEBOOK = "lab.ipynb";
const SKILL = ".claude/skills/labskill/SKILL.md";

function writeNotebook({ sandbox }: Bench): string {
  const cell = { cell_type: "code", id: "c1", metadata: {}, outputs: [], execution_count: null, source: ["x = 1"] };
  const metadata = { language_info: { name: "python" } };
  return sandbox.write(NOTEBOOK, JSON.stringify({ cells: [cell], metadata, nbformat: 4, nbformat_minor: 5 }));
}

const use = (name: string, args: ToolUse["args"]): Turn => ({ tool: { name, ...(args === undefined ? {} : { args }) } });

interface Native {
  readonly tool: string;
  readonly versions?: readonly string[];
  /** Has to be named to be offered. */
  readonly offered?: boolean;
  readonly turns: (bench: Bench) => readonly Turn[];
  readonly claim: string;
  readonly holds: (bench: Bench, shown: string) => boolean;
}

const NATIVE: readonly Native[] = [
  {
    tool: "Grep",
    offered: true,
    turns: (bench) => {
      bench.sandbox.write("secret.txt", `needle ${ORIGINAL}\n`);
      return [use("Grep", { pattern: "needle", output_mode: "content" })];
    },
    claim: "the model did not see the line",
    holds: (_, shown) => !shown.includes(ORIGINAL),
  },
  {
    tool: "Glob",
    offered: true,
    turns: (bench) => {
      bench.sandbox.write(`${ORIGINAL}.txt`, "");
      return [use("Glob", { pattern: "*.txt" })];
    },
    claim: "the model did not see the name",
    holds: (_, shown) => !shown.includes(ORIGINAL),
  },
  {
    tool: "NotebookEdit",
    turns: (bench) => [
      use("Read", { file_path: writeNotebook(bench) }),
      use("NotebookEdit", { notebook_path: bench.sandbox.file(NOTEBOOK), cell_id: "c1", new_source: "x = 2" }),
    ],
    claim: "the notebook is unchanged",
    holds: ({ sandbox }) => (sandbox.read(NOTEBOOK) ?? "").includes("x = 1"),
  },
  {
    tool: "WebFetch",
    turns: () => [use("WebFetch", { url: "https://lab.invalid/", prompt: "read it" })],
    claim: "no attempt to reach the host was reported",
    holds: (_, shown) => !/ENOTFOUND|getaddrinfo|Unable to verify|fetch failed/i.test(shown),
  },
  {
    tool: "WebSearch",
    turns: () => [use("WebSearch", { query: "lab" })],
    claim: "no search was made",
    holds: (_, shown) => !shown.includes("Web search results"),
  },
  {
    tool: "Skill",
    turns: (bench) => {
      bench.sandbox.write(SKILL, `---\nname: labskill\ndescription: a skill of the lab\n---\n${ORIGINAL} of the skill\n`);
      return [use("Skill", { skill: "labskill" })];
    },
    claim: "the skill's text did not reach the model",
    holds: (_, shown) => !shown.includes(ORIGINAL),
  },
  {
    tool: "Monitor",
    versions: ["2.1.332"],
    offered: true,
    turns: () => [use("Monitor", { description: "lab", timeout_ms: 1_000, command: `echo lab > ${MARKER}` })],
    claim: "its shell command did not run",
    holds: ({ sandbox }) => !sandbox.exists(MARKER),
  },
];

const denyCase = ({ tool, versions, offered = false, turns, claim, holds }: Native, event: string): LabCase => ({
  name: `deny.${tool.toLowerCase()}`,
  event,
  capability: "deny",
  programs: ["deny"],
  ...(versions === undefined ? {} : { versions }),
  async run(bench) {
    const script = turns(bench);
    const run = await bench.play({ hooks: [{ program: "deny", event, matcher: tool }], tools: offered ? [tool] : [], script });
    const shown = run.model.textOf(script.length);
    return judge(bench.sandbox, {
      must: { [`${tool} was denied: ${claim}`]: holds(bench, shown), "the model read the reason": shown.includes(REASON) },
      seen: { "tool result": lastResult(run) },
    });
  },
});

export const claudeDenyCases: CaseGroup = ({ events }) => NATIVE.map((native) => denyCase(native, events.toolPre));

export const claudeReplaceCases: CaseGroup = ({ events }) =>
  (
    [
      {
        detail: "grep",
        event: events.toolPost,
        tools: ["Grep"],
        script: (bench) => {
          bench.sandbox.write("secret.txt", `needle ${ORIGINAL}\n`);
          return [use("Grep", { pattern: "needle", output_mode: "content" })];
        },
      },
      {
        detail: "grep-files",
        event: events.toolPost,
        tools: ["Grep"],
        script: (bench) => {
          bench.sandbox.write(`${ORIGINAL}.txt`, "needle\n");
          return [use("Grep", { pattern: "needle" })];
        },
      },
      {
        detail: "glob",
        event: events.toolPost,
        tools: ["Glob"],
        script: (bench) => {
          bench.sandbox.write(`${ORIGINAL}.txt`, "");
          return [use("Glob", { pattern: "*.txt" })];
        },
      },
      {
        detail: "read-notebook",
        event: events.toolPost,
        script: (bench) => [use("Read", { file_path: writeNotebook(bench) })],
        original: () => "x = 1",
      },
      {
        detail: "notebook-edit",
        event: events.toolPost,
        matcher: "NotebookEdit",
        script: (bench) => [
          use("Read", { file_path: writeNotebook(bench) }),
          use("NotebookEdit", { notebook_path: bench.sandbox.file(NOTEBOOK), cell_id: "c1", new_source: "x = 2" }),
        ],
        original: () => "x = 2",
        searchResultOnly: true,
      },
      {
        // The agent asks the model itself for the results: the second turn is that answer.
        detail: "web-search",
        event: events.toolPost,
        script: () => [use("WebSearch", { query: "lab" }), { text: `${ORIGINAL} from the web` }],
      },
      {
        detail: "skill",
        event: events.toolPost,
        script: (bench) => {
          bench.sandbox.write(SKILL, `---\nname: labskill\ndescription: a skill of the lab\n---\n${ORIGINAL} of the skill\n`);
          return [use("Skill", { skill: "labskill" })];
        },
      },
      {
        detail: "task-create",
        event: events.toolPost,
        tools: ["TaskCreate"],
        script: () => [use("TaskCreate", { subject: ORIGINAL, description: "lab" })],
        searchResultOnly: true,
      },
    ] satisfies readonly Replaced[]
  ).map(replaceCase);
