/** What a program can do on the events of Claude Code that no other agent has: commands, compactions, models, tasks, questions, settings. */
import type { RunResult } from "../agents/driver.js";
import type { Terminal } from "../agents/terminal.js";
import type { Bench, CaseGroup, LabCase, Measured, PlayOptions } from "../case.js";
import { judge } from "../evidence.js";
import type { ToolUse, Turn } from "../model/script.js";
import { lastResult, lineWith } from "./support.js";
import { CONTEXT, MESSAGE, NOTIFIED, REASON } from "./words.js";

const SINCE_332 = ["2.1.332"];
const INLINE = "LAB-INLINE";
/** How the agent hands what a hook of `PreCompact` printed to the model that writes the summary. */
const GIVEN = "\nAdditional Instructions:\n";

const use = (name: string, args: ToolUse["args"] = {}): Turn => ({ tool: { name, args } });
const bash = (command: string): Turn => use("Bash", { command, description: "lab" });

/** A command of the project whose text runs a shell command when it is expanded. */
function command({ sandbox }: Bench): Omit<PlayOptions, "hooks"> {
  sandbox.write(".claude/commands/labcommand.md", '---\ndescription: lab\n---\nLAB-COMMAND !`echo LAB-INLI""NE`\n');
  return { prompt: "/labcommand", script: [{ text: "the end" }] };
}

const compaction = (): Omit<PlayOptions, "hooks"> => ({
  session: [{ prompt: "one" }, { prompt: "two" }, { prompt: "/compact" }],
  script: ({ turn }) => ({ text: `answer ${turn}` }),
});

const modelSwitch = (): Omit<PlayOptions, "hooks"> => ({
  session: [{ prompt: "one" }, { model: "claude-haiku-4-5" }, { prompt: "two" }],
  script: ({ turn }) => ({ text: `answer ${turn}` }),
});

/** What the tool says of a new task. */
const CREATED = "created successfully";

const creation = (): Omit<PlayOptions, "hooks"> => ({
  tools: ["TaskCreate", "TaskUpdate"],
  script: [use("TaskCreate", { subject: "lab", description: "lab" }), { text: "the end" }],
});

const completion = (): Omit<PlayOptions, "hooks"> => ({
  tools: ["TaskCreate", "TaskUpdate"],
  script: [
    use("TaskCreate", { subject: "lab", description: "lab" }),
    use("TaskUpdate", { taskId: "1", status: "completed" }),
    { text: "the end" },
  ],
});

const untilTheEnd = async ({ until }: Terminal): Promise<void> => void (await until(/the end/));

const question = (): Omit<PlayOptions, "hooks"> => ({ mcp: true, script: [use("mcp__lab__elicit"), { text: "the end" }] });

interface Gate {
  readonly name: string;
  readonly event: string;
  readonly capability: Measured;
  readonly program?: string;
  /** In the place of a program: what a hook written by hand prints. */
  readonly raw?: string;
  readonly versions?: readonly string[];
  readonly variant?: string;
  /** The agent reports a refusal by exit 2 as a hook that failed. */
  readonly mayBreak?: boolean;
  readonly play: (bench: Bench) => Omit<PlayOptions, "hooks">;
  readonly must: (run: RunResult, bench: Bench) => Readonly<Record<string, boolean>>;
  readonly should?: (run: RunResult, bench: Bench) => Readonly<Record<string, boolean>>;
  readonly seen?: (run: RunResult) => Readonly<Record<string, string | number | undefined>>;
}

const gateCase = ({
  name,
  event,
  capability,
  program,
  raw,
  versions,
  variant,
  mayBreak = false,
  play,
  must,
  should,
  seen,
}: Gate): LabCase => ({
  name,
  event,
  capability,
  programs: program === undefined ? [] : [program],
  ...(versions === undefined ? {} : { versions }),
  ...(variant === undefined ? {} : { variant }),
  async run(bench) {
    const options = play(bench);
    const hooks = program === undefined ? {} : { hooks: [{ program, event }] };
    const rawHooks = raw === undefined ? {} : { rawHooks: [{ event, stdout: raw }] };
    const run = await bench.play({ ...options, ...hooks, ...rawHooks, mayBreak });
    return judge(bench.sandbox, {
      must: must(run, bench),
      ...(should === undefined ? {} : { should: should(run, bench) }),
      seen: seen?.(run) ?? { "tool result": lastResult(run), result: run.finalText },
    });
  },
});

const messageCase = (detail: string, event: string, play: Gate["play"], versions?: readonly string[]): Gate => ({
  name: `system-message.${detail}`,
  event,
  capability: "system-message",
  program: "system-message",
  ...(versions === undefined ? {} : { versions }),
  play,
  must: (run) => ({ "the person is shown the message on the stream": run.notices.some((line) => line.includes(MESSAGE)) }),
  should: (run) => ({ "the model is not shown it": !run.model.leaked(MESSAGE) }),
  seen: (run) => ({ "stream line": run.notices.find((line) => line.includes(MESSAGE)) }),
});

const modelOf = (run: RunResult): string | undefined => {
  const model = run.model.turns.at(-1)?.body.model;
  return typeof model === "string" ? model : undefined;
};

const GATES: readonly Gate[] = [
  {
    name: "command.block",
    event: "UserPromptExpansion",
    capability: "deny",
    program: "block-prompt",
    play: command,
    must: (run) => ({ "the model was not asked": run.model.turns.length === 0 }),
    should: (run) => ({ "the person read the reason": (run.finalText ?? "").includes(REASON) }),
  },
  {
    name: "command.context",
    event: "UserPromptExpansion",
    capability: "add-context",
    program: "context",
    play: command,
    must: (run) => ({ "the model read the context in request 1": run.model.saw(0, "LAB-CONTEXT of the prompt") }),
    seen: (run) => ({ "as shown": lineWith(run, 0, "LAB-CONTEXT") }),
  },
  messageCase("command", "UserPromptExpansion", command),
  ...(["deny", "ask"] as const).map(
    (program): Gate => ({
      name: `command-shell.${program}`,
      event: "PreSkillShellCommand",
      capability: program,
      program,
      versions: SINCE_332,
      play: command,
      must: (run) => ({ "the shell command in the command's text did not run": !run.model.leaked(INLINE) }),
      should: (run) => ({ "the model read the reason": run.model.saw(0, REASON) }),
      seen: (run) => ({ "as shown": lineWith(run, 0, "LAB-COMMAND"), result: run.finalText }),
    }),
  ),
  {
    name: "command-shell.neutral",
    event: "PreSkillShellCommand",
    capability: "neutral",
    program: "neutral",
    versions: SINCE_332,
    play: command,
    must: (run) => ({ "the shell command in the command's text ran": run.model.leaked(INLINE) }),
    seen: (run) => ({ "as shown": lineWith(run, 0, "LAB-COMMAND") }),
  },
  messageCase("command-shell", "PreSkillShellCommand", command, SINCE_332),
  {
    name: "compact.cancel",
    event: "PreCompact",
    capability: "deny",
    program: "refuse",
    play: compaction,
    must: (run) => ({
      "the model was not asked for a summary": run.model.requests.filter(({ shown }) => shown !== undefined).length === 2,
    }),
    should: (run) => ({ "the person read the reason": run.stdout.includes(REASON) }),
    seen: (run) => ({ result: run.finalText }),
  },
  {
    name: "compact.neutral",
    event: "PreCompact",
    capability: "neutral",
    program: "neutral",
    play: compaction,
    must: (run) => ({ "the summary is asked for without a word of the program": run.model.turns.length > 2 && !run.model.leaked(GIVEN) }),
    seen: (run) => ({ result: run.finalText }),
  },
  {
    // written by hand: the library does not send it
    name: "system-message.compact",
    event: "PreCompact",
    capability: "system-message",
    raw: JSON.stringify({ systemMessage: MESSAGE }),
    play: compaction,
    must: (run) => ({ "the person is shown the message on the stream": run.notices.some((line) => line.includes(MESSAGE)) }),
    should: (run) => ({ "the model that writes the summary is not shown it": !run.model.leaked(MESSAGE) }),
    seen: (run) => ({ "stream line": run.notices.find((line) => line.includes(MESSAGE)) }),
  },
  {
    name: "model-switch.refuse",
    event: "PreModelSwitch",
    capability: "deny",
    program: "refuse",
    versions: SINCE_332,
    play: modelSwitch,
    must: (run) => ({ "the second prompt went to the first model": modelOf(run) === run.model.turns[0]?.body.model }),
    seen: (run) => ({ "second prompt": modelOf(run) }),
  },
  {
    name: "model-switch.neutral",
    event: "PreModelSwitch",
    capability: "neutral",
    program: "neutral",
    versions: SINCE_332,
    play: modelSwitch,
    must: (run) => ({ "the second prompt went to the other model": (modelOf(run) ?? "").includes("haiku") }),
    seen: (run) => ({ "second prompt": modelOf(run) }),
  },
  {
    name: "task-created.refuse",
    event: "TaskCreated",
    capability: "deny",
    program: "refuse-task",
    mayBreak: true,
    play: creation,
    must: (run) => ({ "the model read the reason in the place of the new task": (lastResult(run) ?? "").includes(REASON) }),
    should: (run) => ({ "no task was created": !(lastResult(run) ?? "").includes(CREATED) }),
  },
  {
    name: "task-created.neutral",
    event: "TaskCreated",
    capability: "neutral",
    program: "neutral",
    play: creation,
    must: (run) => ({ "the task was created": (lastResult(run) ?? "").includes(CREATED) }),
  },
  ...(["print", "cli"] as const).map(
    (variant): Gate => ({
      name: variant === "print" ? "task-completed.refuse" : "terminal.refuse.TaskCompleted",
      event: "TaskCompleted",
      capability: "deny",
      program: "refuse-task",
      mayBreak: true,
      variant,
      play: () => ({ ...completion(), ...(variant === "print" ? {} : { person: untilTheEnd, prompt: "go" }) }),
      must: (run) => ({ "the model read the reason in the place of the new status": (lastResult(run) ?? "").includes(REASON) }),
    }),
  ),
  {
    name: "elicitation.refuse",
    event: "Elicitation",
    capability: "deny",
    program: "refuse",
    play: question,
    must: (run) => ({ "the server was told that the person declines": (lastResult(run) ?? "").includes('"action":"decline"') }),
  },
  {
    name: "elicitation.neutral",
    event: "Elicitation",
    capability: "neutral",
    program: "neutral",
    play: question,
    must: (run) => ({ "with nobody to ask the agent cancels by itself": (lastResult(run) ?? "").includes('"action":"cancel"') }),
  },
  ...(["refuse", "neutral"] as const).map(
    (program): Gate => ({
      name: `config-change.${program}`,
      event: "ConfigChange",
      capability: program === "refuse" ? "deny" : "neutral",
      program,
      play: ({ sandbox }) => {
        const file = sandbox.write(".claude/settings.local.json", '{"permissions":{"deny":[]}}\n');
        const changed = JSON.stringify({ permissions: { deny: ["Bash(cat:*)"] } });
        sandbox.write("kept.txt", "LAB-KEPT\n");
        return { script: [bash(`echo '${changed}' > ${file}; sleep 2`), bash("cat kept.txt"), { text: "the end" }] };
      },
      must: (run) => {
        const ran = (lastResult(run) ?? "").includes("LAB-KEPT");
        return program === "refuse" ? { "the new rule is not in force": ran } : { "the new rule is in force": !ran };
      },
    }),
  ),
  {
    name: "context.notification",
    event: "Notification",
    capability: "add-context",
    raw: NOTIFIED,
    play: question,
    must: (run) => ({ "the model read the context": run.model.leaked(CONTEXT) }),
    seen: (run) => ({ requests: run.model.turns.length }),
  },
  {
    name: "system-message.notification",
    event: "Notification",
    capability: "system-message",
    raw: NOTIFIED,
    play: question,
    must: (run) => ({ "the person is shown the message on the stream": run.notices.some((line) => line.includes(MESSAGE)) }),
    seen: (run) => ({ notices: run.notices.length }),
  },
];

export const gateCases: CaseGroup = () => GATES.map(gateCase);
