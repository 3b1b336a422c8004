/** Tools of Codex: patches, groups, images, code mode, commands that patch (facts/codex.md §0.8 to §0.11, §6). */
import { patch } from "../agents/codex-tools.js";
import type { RunResult } from "../agents/driver.js";
import type { Bench, CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import type { Turn } from "../model/script.js";
import { call, lastResult } from "./support.js";
import { MARKER, REASON, REPLACED, WRITE_MARKER } from "./words.js";

const PRE = "PreToolUse";
const POST = "PostToolUse";
const KEPT = "kept.txt";
const KEPT_TEXT = "LAB-OLD\n";
/** A name of the agent's own list under which the model is given one tool, a JavaScript that calls the others (facts/codex.md §0.11). */
export const CODE_MODE = ["-c", 'model="gpt-6.2-sol"'];

const patched = (body: string): Turn => ({ tool: patch(body) });
/** A script of code mode. */
export const script = (source: string): Turn => ({ tool: { name: "exec", input: source } });
const nested = script(
  `const result = await tools.exec_command({ cmd: ${JSON.stringify(WRITE_MARKER.command)} }); text(JSON.stringify(result));`,
);

interface Denied {
  readonly detail: string;
  readonly program?: string;
  /** Narrows the hook. */
  readonly matcher?: string;
  readonly turn: (bench: Bench) => Turn;
  readonly args?: readonly string[];
  readonly claim: string;
  readonly holds: (bench: Bench, run: RunResult) => boolean;
}

const kept = ({ sandbox }: Bench): boolean => sandbox.read(KEPT) === KEPT_TEXT;
const absent = ({ sandbox }: Bench): boolean => !sandbox.exists(MARKER);

const DENIED: readonly Denied[] = [
  {
    detail: "patch-delete",
    matcher: "apply_patch",
    turn: () => patched(`*** Delete File: ${KEPT}\n`),
    claim: "the file is there",
    holds: kept,
  },
  {
    detail: "patch-move",
    program: "protect",
    turn: () => patched(`*** Update File: other.txt\n*** Move to: ${KEPT}\n@@\n-other\n+LAB-MOVED\n`),
    claim: "a program that looks at targets saw where it goes",
    holds: (bench) => kept(bench) && bench.sandbox.read("other.txt") === "other\n",
  },
  {
    detail: "patch-of-several",
    program: "protect",
    turn: () => patched(`*** Add File: ${MARKER}\n+lab\n*** Update File: ${KEPT}\n@@\n-LAB-OLD\n+changed\n`),
    claim: "one protected file kept the whole patch out",
    holds: (bench) => kept(bench) && absent(bench),
  },
  {
    detail: "patch-by-command",
    program: "protect",
    turn: (bench) =>
      call(bench, {
        kind: "shell",
        command: `apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: ${KEPT}\n@@\n-LAB-OLD\n+changed\n*** End Patch\nEOF`,
      }),
    claim: "the file of a patch in a shell command is unchanged",
    holds: kept,
  },
  {
    detail: "patch-named-with-white-space",
    program: "protect",
    turn: () => patched(`*** Delete File: ${KEPT}\u0085\n`),
    claim: "white space that the agent cuts off a name did not hide the file",
    holds: kept,
  },
  {
    detail: "with-half-a-pair",
    program: "deny-half",
    turn: (bench) => call(bench, WRITE_MARKER),
    claim: "an emoji that was cut in two did not lose the denial",
    holds: absent,
  },
  {
    detail: "alias-of-patch",
    matcher: "Write|Edit",
    turn: () => patched(`*** Add File: ${MARKER}\n+lab\n`),
    claim: "a matcher with the names of another agent was enough",
    holds: absent,
  },
  {
    detail: "image",
    matcher: "view_image",
    turn: ({ sandbox }) => ({ tool: { name: "view_image", args: { path: sandbox.file("lab.png") } } }),
    claim: "no image reached the model",
    holds: (_, run) => !run.model.leaked("data:image"),
  },
  {
    detail: "in-code-mode",
    matcher: "Bash",
    args: CODE_MODE,
    turn: () => nested,
    claim: "a command inside a script did not run",
    holds: absent,
  },
  {
    detail: "patch-in-code-mode",
    program: "protect",
    args: CODE_MODE,
    turn: () => script(`text(await tools.apply_patch(${JSON.stringify(patch(`*** Delete File: ${KEPT}\n`).input)}));`),
    claim: "a patch inside a script was not applied",
    holds: kept,
  },
];

const deniedCase = ({ detail, program = "deny", matcher, turn, args = [], claim, holds }: Denied): LabCase => ({
  name: `deny.${detail}`,
  event: PRE,
  capability: "deny",
  programs: [program],
  async run(bench) {
    bench.sandbox.write(KEPT, KEPT_TEXT);
    bench.sandbox.write("other.txt", "other\n");
    bench.sandbox.write("lab.png", PIXEL);
    const hook = { program, event: PRE, ...(matcher === undefined ? {} : { matcher }) };
    const run = await bench.play({ hooks: [hook], args, script: [turn(bench), { text: "the end" }] });
    return judge(bench.sandbox, {
      must: { [claim]: holds(bench, run), "the model read the reason": run.model.saw(1, REASON) },
      seen: { "tool result": lastResult(run) },
    });
  },
});

/** The agent looks at nothing but the name of the file before it asks the hook. */
const PIXEL = "not an image";

/** A tool of a group is named by gluing group and name together: a matcher that names the tool alone misses it. */
const groupCase: LabCase = {
  name: "deny.tool-of-a-group",
  event: PRE,
  capability: "deny",
  programs: ["deny"],
  async run(bench) {
    const hooks = [{ program: "deny", event: PRE, matcher: "multi_agent_v1wait_agent" }];
    const run = await bench.play({ hooks, script: [call(bench, { kind: "task", prompt: "LAB-TASK" }), { text: "its end" }] });
    const waited = run.model.toolResults.at(-1)?.text ?? "";
    return judge(bench.sandbox, {
      must: { "the agent did not wait for its subagent, and read why": waited.includes(REASON) },
      seen: { "tool result": waited },
    });
  },
};

/** What a program may write with `ask`: under fail-closed it is a denial, for the agent has no such answer (facts/codex.md §0.2). */
const askCase: LabCase = {
  name: "deny.for-an-ask",
  event: PRE,
  capability: "deny",
  programs: ["ask-closed"],
  async run(bench) {
    const run = await bench.play({ hooks: [{ program: "ask-closed", event: PRE }], script: [call(bench, WRITE_MARKER)] });
    return judge(bench.sandbox, {
      must: { "an ask that the agent cannot put did not let the tool run": absent(bench), "the model read why": run.model.saw(1, REASON) },
      seen: { "tool result": lastResult(run) },
    });
  },
};

/** The agent's own white space is not JavaScript's: a reason of nothing else lets the call run. */
const whiteCase: LabCase = {
  name: "deny.white-reason",
  event: PRE,
  capability: "deny",
  programs: ["deny-white"],
  async run(bench) {
    const run = await bench.play({ hooks: [{ program: "deny-white", event: PRE }], script: [call(bench, WRITE_MARKER)] });
    return judge(bench.sandbox, {
      must: { "the tool did not run": absent(bench) },
      seen: { "tool result": lastResult(run) },
    });
  },
};

export const codexDenyCases: CaseGroup = () => [...DENIED.map(deniedCase), groupCase, askCase, whiteCase];

const rewriteCase = (detail: string, turn: Turn, args: readonly string[] = []): LabCase => ({
  name: `rewrite.${detail}`,
  event: PRE,
  capability: "update-input",
  programs: ["rewrite-patch"],
  async run(bench) {
    const run = await bench.play({ hooks: [{ program: "rewrite-patch", event: PRE }], args, script: [turn, { text: "the end" }] });
    return judge(bench.sandbox, {
      must: { "the new text was written": bench.sandbox.read(MARKER) === "LAB-NEW\n" },
      seen: { "tool result": lastResult(run) },
    });
  },
});

const ADD_OLD = `*** Add File: ${MARKER}\n+LAB-OLD\n`;

const LEVELS = 126;

/** The agent reads arguments that are deeper than those of an answer may be: a rewrite of them would be dropped, and they would be sent. */
const deepCase: LabCase = {
  name: "rewrite.too-deep",
  event: PRE,
  capability: "update-input",
  programs: ["rewrite-deep"],
  async run(bench) {
    const rawArgs = `{"text":"LAB-OLD","deep":${"[".repeat(LEVELS)}${"]".repeat(LEVELS)}}`;
    const turn = call(bench, { kind: "mcp", tool: "original", rawArgs });
    await bench.play({ mcp: true, script: [turn] });
    const without = bench.sandbox.mcpLog().split("LAB-OLD").length;
    const run = await bench.play({ mcp: true, hooks: [{ program: "rewrite-deep", event: PRE }], script: [turn] });
    return judge(bench.sandbox, {
      must: {
        "without a hook the call was made": without === 2,
        "the call as it was did not reach the server": bench.sandbox.mcpLog().split("LAB-OLD").length === without,
        "the model read why": run.model.saw(1, "nested deeper"),
      },
      seen: { "tool result": lastResult(run) },
    });
  },
};

/** The whole of what a script is told of its own command. */
const replaceInCodeMode: LabCase = {
  name: "replace.in-code-mode",
  event: POST,
  capability: "replace-output",
  programs: ["replace"],
  async run(bench) {
    bench.sandbox.write(KEPT, KEPT_TEXT);
    const source = `const result = await tools.exec_command({ cmd: "cat ${KEPT}" }); text(JSON.stringify(result));`;
    const run = await bench.play({
      hooks: [{ program: "replace", event: POST }],
      args: CODE_MODE,
      script: [script(source), { text: "the end" }],
    });
    return judge(bench.sandbox, {
      must: { "the model did not see the file": !run.model.leaked("LAB-OLD") },
      should: { "the script was given the replacement": run.model.saw(1, REPLACED) },
      seen: { "tool result": lastResult(run) },
    });
  },
};

export const codexOutputCases: CaseGroup = () => [
  rewriteCase("patch", patched(ADD_OLD)),
  rewriteCase("patch-in-code-mode", script(`text(await tools.apply_patch(${JSON.stringify(patch(ADD_OLD).input)}));`), CODE_MODE),
  deepCase,
  replaceInCodeMode,
];
