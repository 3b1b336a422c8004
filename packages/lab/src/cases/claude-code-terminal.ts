/**
 * Claude Code under a terminal, with a person: its dialogs, what the person reads, and whether the decisions that were measured headless hold
 * there too. Several claims share a run where one run shows them.
 */
import type { RunResult } from "../agents/driver.js";
import type { Terminal } from "../agents/terminal.js";
import type { Bench, CaseGroup, Hook, LabCase, Measured, PlayOptions } from "../case.js";
import { judge } from "../evidence.js";
import type { ModelRequest } from "../model/record.js";
import type { ToolUse, Turn } from "../model/script.js";
import { call, lastResult, lineWith, observed, sharedRuns } from "./support.js";
import {
  CONTEXT,
  INSTRUCTION,
  MARKER,
  MESSAGE,
  NOTIFIED,
  ORIGINAL,
  READ_SECRET,
  REASON,
  REPLACED,
  WRITE_MARKER,
  WRITE_OLD,
} from "./words.js";

const DIALOG = /Do you want to proceed\?/;
const THE_END = "LAB-END";
const ENDED = new RegExp(THE_END);
/** The agent shows that it waits for the person again. */
const INTERRUPTED = /Interrupted|interrupted/;
const QUIET_MS = 1_500;

const SINCE_332 = ["2.1.332"];

const use = (name: string, args: ToolUse["args"] = {}): Turn => ({ tool: { name, args } });

interface Played {
  readonly run: RunResult;
  /** The events that `observe-all` saw. */
  readonly events: readonly string[];
  readonly exists: (file: string) => boolean;
}

/** A run under a terminal. */
interface Scenario {
  readonly hooks: readonly Hook[];
  readonly play: (bench: Bench) => Omit<PlayOptions, "hooks" | "person">;
  readonly person: (terminal: Terminal, bench: Bench) => Promise<void>;
}

interface Claim {
  readonly name: string;
  readonly event: string;
  readonly capability: Measured;
  readonly scenario: Scenario;
  readonly versions?: readonly string[];
  readonly must: (played: Played) => Readonly<Record<string, boolean>>;
  readonly seen?: (played: Played) => Readonly<Record<string, string | number | undefined>>;
}

const once = sharedRuns<Played>();
const ids = new Map<Scenario, number>();

function playedOnce(scenario: Scenario, bench: Bench): Promise<Played> {
  const id = ids.get(scenario) ?? ids.size;
  ids.set(scenario, id);
  return once(`${bench.version} ${id}`, () => play(scenario, bench));
}

async function play({ hooks, play: options, person }: Scenario, bench: Bench): Promise<Played> {
  const run = await bench.play({
    prompt: "go",
    permissions: "default",
    ...options(bench),
    hooks,
    person: (terminal) => person(terminal, bench),
  });
  const files = new Set(["old.txt", "new.txt", MARKER].filter((file) => bench.sandbox.exists(file)));
  const events = observed(bench).map(({ nativeName }) => String(nativeName));
  return { run, events, exists: (file) => files.has(file) };
}

const claimCase = ({ name, event, capability, scenario, versions, must, seen }: Claim): LabCase => ({
  name: `terminal.${name}`,
  event,
  capability,
  variant: "cli",
  ...(versions === undefined ? {} : { versions }),
  programs: [...new Set(scenario.hooks.map(({ program }) => program))],
  async run(bench) {
    const played = await playedOnce(scenario, bench);
    return judge(bench.sandbox, { must: must(played), seen: seen?.(played) ?? { "tool result": lastResult(played.run) } });
  },
});

const untilEnd = async ({ until }: Terminal): Promise<void> => void (await until(ENDED));
const end: Turn = { text: THE_END };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

// === The dialog ===

const write = (hooks: readonly Hook[], person: Scenario["person"], tool: Parameters<typeof call>[1] = WRITE_MARKER): Scenario => ({
  hooks,
  play: (bench) => ({ script: [call(bench, tool), end] }),
  person,
});

const answerYes: Scenario["person"] = async (terminal) => {
  await terminal.until(DIALOG);
  await terminal.press("Enter");
  await terminal.until(ENDED);
};

const askedByHook: Scenario = {
  ...write(
    [
      { program: "ask", event: "PreToolUse" },
      { program: "observe-all", event: "PermissionRequest" },
    ],
    async (terminal) => {
      const screen = await terminal.until(DIALOG);
      if (!screen.includes(REASON)) throw new Error(`the dialog does not show the reason;\n${screen}`);
      await terminal.press("Enter");
      await terminal.until(ENDED);
    },
  ),
  // without the hook this call would need no question
  play: (bench) => ({ settings: { permissions: { allow: ["Bash"] } }, script: [call(bench, WRITE_MARKER), end] }),
};

const refusedByPerson: Scenario = write(
  ["PermissionRequest", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "Stop"].map((event) => ({ program: "observe-all", event })),
  async (terminal) => {
    await terminal.until(DIALOG);
    await terminal.press("Escape");
    await terminal.until(INTERRUPTED);
    await pause(QUIET_MS); // what could still come
  },
);

const dialogClaims: readonly Claim[] = [
  {
    name: "ask.dialog",
    event: "PreToolUse",
    capability: "ask",
    scenario: askedByHook,
    must: ({ events, exists }) => ({
      "the dialog showed the reason, and the person's yes ran the tool": exists(MARKER),
      "PermissionRequest fired for it": events.includes("PermissionRequest"),
    }),
  },
  {
    name: "dialog.allow",
    event: "PermissionRequest",
    capability: "allow",
    scenario: write([{ program: "allow", event: "PermissionRequest" }], untilEnd),
    must: ({ exists }) => ({ "the call ran without an answer of the person": exists(MARKER) }),
  },
  {
    name: "dialog.deny",
    event: "PermissionRequest",
    capability: "deny",
    scenario: write([{ program: "deny", event: "PermissionRequest" }], untilEnd),
    must: ({ run, exists }) => ({
      "the tool did not run and the person was not waited for": !exists(MARKER),
      "the model read the reason": run.model.saw(1, REASON),
    }),
  },
  {
    name: "dialog.rewrite",
    event: "PermissionRequest",
    capability: "update-input",
    scenario: write([{ program: "allow-rewrite", event: "PermissionRequest" }], untilEnd, WRITE_OLD),
    must: ({ exists }) => ({ "the new command ran": exists("new.txt"), "the old command did not run": !exists("old.txt") }),
  },
  {
    name: "dialog.ask",
    event: "PermissionRequest",
    capability: "ask",
    scenario: write([{ program: "ask", event: "PermissionRequest" }], answerYes),
    must: ({ exists }) => ({ "the agent's own question stood, and the person's yes ran the tool": exists(MARKER) }),
  },
  {
    name: "dialog.stop",
    event: "PermissionRequest",
    capability: "stop-agent",
    scenario: write([{ program: "deny-and-stop", event: "PermissionRequest" }], async (terminal) => {
      await terminal.until(INTERRUPTED);
      await pause(QUIET_MS);
    }),
    must: ({ run, exists }) => ({ "the tool did not run": !exists(MARKER), "the turn ended": run.model.turns.length === 1 }),
  },
  {
    name: "dialog.person-refuses",
    event: "PermissionRequest",
    capability: "observe",
    scenario: refusedByPerson,
    must: ({ events, exists, run }) => ({
      "the tool did not run and the turn ended": !exists(MARKER) && run.model.turns.length === 1,
      "no event told it: no PostToolUse, no PostToolUseFailure, no PostToolBatch, no Stop": events.join() === "PermissionRequest",
    }),
    seen: ({ events }) => ({ events: events.join(", ") }),
  },
];

// === What the person reads, what the model reads ===

const BUSY = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop"] as const;
const ALLOWED = { settings: { permissions: { allow: ["Bash", "Read", "Agent"] } } } as const;

function writeCommand({ sandbox }: Bench): void {
  sandbox.write(".claude/commands/labcommand.md", '---\ndescription: lab\n---\nLAB-COMMAND !`echo LAB-INLI""NE`\n');
}

const messages: Scenario = {
  hooks: [...BUSY, "UserPromptExpansion", "PreSkillShellCommand"].map((event) => ({ program: "system-message", event })),
  play: (bench) => {
    writeCommand(bench);
    return {
      ...ALLOWED,
      prompt: "/labcommand",
      script: [call(bench, WRITE_MARKER), call(bench, { kind: "shell", command: "cat missing.txt" }), end],
    };
  },
  person: async (terminal) => {
    await terminal.until(ENDED);
    await terminal.until(/Stop.*says/).catch(() => undefined); // the claim about Stop tells it
  },
};

const messageClaims: readonly Claim[] = [...BUSY, "UserPromptExpansion", "PreSkillShellCommand"].map((event) => ({
  name: `system-message.${event}`,
  event,
  ...(event === "PreSkillShellCommand" ? { versions: SINCE_332 } : {}),
  capability: "system-message" as const,
  scenario: messages,
  must: ({ run }: Played) => ({
    "the person is shown the message": new RegExp(`${event}(:\\w+)? says: ${MESSAGE}`).test(run.stdout),
    "the model is not shown it": !run.model.leaked(MESSAGE),
  }),
  seen: ({ run }: Played) => ({ "as shown": run.stdout.split("\n").find((line) => new RegExp(`${event}\\b.*${MESSAGE}`).test(line)) }),
}));

const contexts: Scenario = {
  hooks: [...BUSY.filter((event) => event !== "Stop"), "UserPromptExpansion"].map((event) => ({ program: "context", event })),
  play: (bench) => {
    writeCommand(bench);
    return {
      ...ALLOWED,
      prompt: "/labcommand",
      script: [call(bench, WRITE_MARKER), call(bench, { kind: "shell", command: "cat missing.txt" }), end],
    };
  },
  person: untilEnd,
};

/** Under a terminal subagents run in the background: what the model says depends on who asks. */
const subagent: Scenario = {
  hooks: [
    { program: "context", event: "SubagentStart" },
    { program: "continue-once", event: "SubagentStop" },
  ],
  play: (bench) => ({
    ...ALLOWED,
    script: ({ turn, request }) => {
      if (turn === 0) return call(bench, { kind: "task", prompt: "LAB-TASK" });
      return ofSubagent(request) ? { text: "the subagent's end" } : end;
    },
  }),
  person: async (terminal) => {
    await terminal.until(ENDED);
    await pause(QUIET_MS);
  },
};

const ofSubagent = ({ shown }: ModelRequest): boolean =>
  shown?.messages.some(({ role, text }) => role === "user" && text.includes("LAB-TASK")) ?? false;

/** The requests that the subagent made, as text. */
const subagentTexts = ({ run }: Played): readonly string[] =>
  run.model.turns.filter(ofSubagent).map(({ shown }) => shown?.messages.map(({ text }) => text).join("\n") ?? "");

const contextClaim = (event: string, words: string, turn: number, before = ""): Claim => ({
  name: `context.${event}`,
  event,
  capability: "add-context",
  scenario: contexts,
  must: ({ run }) => ({ [`the model read the context in request ${turn + 1}`]: run.model.saw(turn, `${before}LAB-CONTEXT ${words}`) }),
  seen: ({ run }) => ({ "as shown": lineWith(run, turn, `${before}LAB-CONTEXT ${words}`) }),
});

const contextClaims: readonly Claim[] = [
  contextClaim("SessionStart", "of the session", 0),
  contextClaim("UserPromptSubmit", "of the prompt", 0, "UserPromptSubmit hook additional context: "),
  contextClaim("PreToolUse", "before the tool", 1),
  contextClaim("PostToolUse", "after the tool", 1),
  contextClaim("PostToolUseFailure", "after the failure", 2),
  {
    name: "context.UserPromptExpansion",
    event: "UserPromptExpansion",
    capability: "add-context",
    scenario: contexts,
    must: ({ run }) => ({
      "the model read the context in request 1": run.model.saw(0, "UserPromptExpansion hook additional context: LAB-CONTEXT"),
    }),
    seen: ({ run }) => ({ "as shown": lineWith(run, 0, "UserPromptExpansion hook") }),
  },
  {
    name: "context.SubagentStart",
    event: "SubagentStart",
    capability: "add-context",
    scenario: subagent,
    must: (played) => ({
      "the subagent read the context in its first request": (subagentTexts(played)[0] ?? "").includes("LAB-CONTEXT of the subagent"),
    }),
    seen: () => ({}),
  },
];

// === Decisions ===

const decisions: Scenario = {
  hooks: [
    { program: "deny", event: "PreToolUse", matcher: "Write" },
    { program: "allow-rewrite", event: "PreToolUse", matcher: "Bash" },
    { program: "replace", event: "PostToolUse", matcher: "Bash" },
    { program: "continue-once", event: "Stop" },
  ],
  play: (bench) => {
    bench.sandbox.write("secret.txt", `${ORIGINAL}\n`);
    return {
      script: [
        call(bench, { kind: "write", path: MARKER, content: "lab\n" }),
        call(bench, WRITE_OLD),
        call(bench, READ_SECRET),
        { text: "first end" },
        end,
      ],
    };
  },
  person: untilEnd,
};

const decisionClaims: readonly Claim[] = [
  {
    name: "deny",
    event: "PreToolUse",
    capability: "deny",
    scenario: decisions,
    must: ({ run, exists }) => ({ "the tool did not run": !exists(MARKER), "the model read the reason": run.model.saw(1, REASON) }),
    seen: () => ({}),
  },
  {
    name: "allow",
    event: "PreToolUse",
    capability: "allow",
    scenario: decisions,
    must: ({ run }) => ({ "a call that needs approval ran without a question": run.model.turns.length === 5 }),
    seen: ({ run }) => ({ requests: run.model.turns.length }),
  },
  {
    name: "rewrite",
    event: "PreToolUse",
    capability: "update-input",
    scenario: decisions,
    must: ({ exists }) => ({ "the new command ran": exists("new.txt"), "the old command did not run": !exists("old.txt") }),
    seen: () => ({}),
  },
  {
    name: "replace",
    event: "PostToolUse",
    capability: "replace-output",
    scenario: decisions,
    must: ({ run }) => ({
      "the model read the replacement": run.model.saw(3, REPLACED),
      "the original is in no request": !run.model.leaked(ORIGINAL),
    }),
    seen: ({ run }) => ({ "tool result": run.model.toolResults[2]?.text }),
  },
  {
    name: "subagent-continue-once",
    event: "SubagentStop",
    capability: "continue-agent",
    scenario: subagent,
    must: (played) => ({
      "the subagent went on once and no more": subagentTexts(played).length === 2,
      "the subagent read the instruction": (subagentTexts(played)[1] ?? "").includes(INSTRUCTION),
    }),
    seen: () => ({}),
  },
  {
    name: "continue-once",
    event: "Stop",
    capability: "continue-agent",
    scenario: decisions,
    must: ({ run }) => ({
      "the agent went on once and read the instruction": run.model.turns.length === 5 && run.model.saw(4, INSTRUCTION),
    }),
    seen: ({ run }) => ({ "as shown": lineWith(run, 4, INSTRUCTION) }),
  },
];

/** A turn that a hook ends: the screen says nothing that both versions have, the number of requests does. */
const quiet = async (terminal: Terminal, requests: () => boolean): Promise<void> => {
  await terminal.wait("the end of the turn", requests);
  await pause(QUIET_MS);
};

const stopped = (name: string, hooks: readonly Hook[], event: string, requests: number): Claim => ({
  name,
  event,
  capability: "stop-agent",
  scenario: {
    hooks: [...hooks, { program: "observe-all", event }],
    play: (bench) => ({ ...ALLOWED, script: [call(bench, WRITE_MARKER), end, end] }),
    person: (terminal, bench) => quiet(terminal, () => saw(event)(bench)),
  },
  must: ({ run }) => ({ [`the turn ended after ${requests} requests`]: run.model.turns.length === requests }),
  seen: ({ run }) => ({ requests: run.model.turns.length }),
});

const saw =
  (event: string) =>
  (bench: Bench): boolean =>
    observed(bench).some(({ nativeName }) => nativeName === event);
const stopAt = (event: string): readonly Hook[] => [{ program: "stop-agent", event }];

const stopClaims: readonly Claim[] = [
  stopped("stop.prompt", stopAt("UserPromptSubmit"), "UserPromptSubmit", 0),
  stopped("stop.tool-pre", stopAt("PreToolUse"), "PreToolUse", 1),
  stopped("stop.tool-post", stopAt("PostToolUse"), "PostToolUse", 1),
  // beside a program that sends the agent on: without the end there would be a third request
  stopped("stop.stop", [...stopAt("Stop"), { program: "continue-once", event: "Stop" }], "Stop", 2),
  {
    name: "prompt.block",
    event: "UserPromptSubmit",
    capability: "deny",
    scenario: {
      hooks: [{ program: "block-prompt", event: "UserPromptSubmit" }],
      play: () => ({ script: [end] }),
      person: async (terminal) => void (await terminal.until(new RegExp(REASON))),
    },
    must: ({ run }) => ({
      "the model was not asked": run.model.turns.length === 0,
      "the person read the reason": run.stdout.includes(REASON),
    }),
    seen: ({ run }) => ({ "as shown": run.stdout.split("\n").find((line) => line.includes(REASON)) }),
  },
];

// === Events that only this agent has ===

const refusals: Scenario = {
  hooks: [
    ...["PreCompact", "PreModelSwitch", "TaskCreated", "Elicitation", "ConfigChange"].map((event) => ({ program: "refuse", event })),
    { program: "block-prompt", event: "UserPromptExpansion" },
    ...["PreCompact", "PreModelSwitch", "UserPromptExpansion"].map((event) => ({ program: "observe-all", event })),
  ],
  play: (bench) => {
    writeCommand(bench);
    const file = bench.sandbox.write(".claude/settings.local.json", '{"permissions":{"deny":[]}}\n');
    const changed = JSON.stringify({ permissions: { deny: ["Bash(cat:*)"] } });
    bench.sandbox.write("kept.txt", "LAB-KEPT\n");
    return {
      permissions: "bypass", // a rule that allows Bash does not let it write the agent's settings
      mcp: true,
      tools: ["TaskCreate"],
      script: [
        use("TaskCreate", { subject: "lab", description: "lab" }),
        use("mcp__lab__elicit"),
        use("Bash", { command: `echo '${changed}' > ${file}; sleep 2`, description: "lab" }),
        use("Bash", { command: "cat kept.txt", description: "lab" }),
        end,
      ],
    };
  },
  person: async (terminal, { version }) => {
    await terminal.until(ENDED);
    const words = ["/labcommand", "/compact", ...(SINCE_332.includes(version) ? ["/model haiku"] : []), "again"];
    for (const word of words) {
      await terminal.type(word);
      await terminal.press("Enter");
      await pause(QUIET_MS);
    }
  },
};

const refusedResult = (at: number, claim: string, holds: (text: string) => boolean): Pick<Claim, "must" | "seen"> => ({
  must: ({ run }) => ({ [claim]: holds(run.model.toolResults[at]?.text ?? "") }),
  seen: ({ run }) => ({ "tool result": run.model.toolResults[at]?.text }),
});

/** Five requests of the first turn, one of the last, and none for a command or a summary. */
const notAsked = (event: string, what: string): Pick<Claim, "must" | "seen"> => ({
  must: ({ run, events }) => ({
    [`${event} fired`]: events.includes(event),
    [what]: run.model.requests.filter(({ shown }) => shown !== undefined).length === 6,
  }),
  seen: ({ run }) => ({ requests: run.model.turns.length }),
});

const refusalClaims: readonly Claim[] = [
  {
    name: "refuse.TaskCreated",
    event: "TaskCreated",
    ...refusedResult(0, "no task was created", (text) => text !== "" && !text.includes("created successfully")),
  },
  {
    name: "refuse.Elicitation",
    event: "Elicitation",
    ...refusedResult(1, "the server was told that the person declines, and no dialog was shown", (text) => text.includes('"decline"')),
  },
  {
    name: "refuse.ConfigChange",
    event: "ConfigChange",
    ...refusedResult(3, "the new rule is not in force", (text) => text.includes("LAB-KEPT")),
  },
  { name: "refuse.UserPromptExpansion", event: "UserPromptExpansion", ...notAsked("UserPromptExpansion", "the model was not asked") },
  { name: "refuse.PreCompact", event: "PreCompact", ...notAsked("PreCompact", "the model was not asked for a summary") },
  {
    name: "refuse.PreModelSwitch",
    event: "PreModelSwitch",
    versions: SINCE_332,
    must: ({ run, events }: Played) => ({
      "PreModelSwitch fired": events.includes("PreModelSwitch"),
      "the next prompt went to the first model":
        run.model.turns.length === 6 && run.model.turns[5]?.body.model === run.model.turns[0]?.body.model,
    }),
    seen: ({ run }: Played) => ({ "next prompt": String(run.model.turns[5]?.body.model) }),
  },
].map((claim) => ({ ...claim, capability: "deny", scenario: refusals }));

const notified: Scenario = {
  hooks: [{ program: "observe-all", event: "Notification" }],
  play: (bench) => ({
    rawHooks: [{ event: "Notification", stdout: NOTIFIED }],
    script: [call(bench, WRITE_MARKER), end, { text: "LAB-AGAIN" }],
  }),
  person: async (terminal, bench) => {
    await terminal.until(DIALOG);
    await terminal.wait("the notification", () => saw("Notification")(bench));
    await terminal.press("Enter");
    await terminal.until(ENDED);
    await terminal.type("again");
    await terminal.press("Enter");
    await terminal.until(/LAB-AGAIN/);
  },
};

const notificationClaims: readonly Claim[] = [
  {
    name: "context.Notification",
    event: "Notification",
    capability: "add-context",
    scenario: notified,
    must: ({ run, events }) => ({
      "the event reached the program": events.includes("Notification"),
      "the model read the context, in this turn or the next": run.model.leaked(CONTEXT),
    }),
    seen: ({ run }) => ({ requests: run.model.turns.length }),
  },
  {
    name: "system-message.Notification",
    event: "Notification",
    capability: "system-message",
    scenario: notified,
    must: ({ run, events }) => ({
      "the event reached the program": events.includes("Notification"),
      "the person is shown the message": run.stdout.includes(MESSAGE),
    }),
    seen: ({ run }) => ({ "as shown": run.stdout.split("\n").find((line) => line.includes(MESSAGE)) }),
  },
];

const shellClaims: readonly Claim[] = (["deny", "ask"] as const).map((program) => ({
  name: `command-shell.${program}`,
  event: "PreSkillShellCommand",
  capability: program,
  versions: SINCE_332,
  scenario: {
    hooks: [{ program, event: "PreSkillShellCommand" }],
    play: (bench) => {
      writeCommand(bench);
      return { ...ALLOWED, prompt: "/labcommand", script: [end] };
    },
    person: untilEnd,
  },
  must: ({ run }) => ({ "the shell command in the command's text did not run": !run.model.leaked("LAB-INLINE") }),
  seen: ({ run }) => ({ "as shown": lineWith(run, 0, "LAB-COMMAND") }),
}));

export const terminalCases: CaseGroup = () =>
  [
    ...refusalClaims,
    ...notificationClaims,
    ...shellClaims,
    ...dialogClaims,
    ...messageClaims,
    ...contextClaims,
    ...decisionClaims,
    ...stopClaims,
  ].map(claimCase);
