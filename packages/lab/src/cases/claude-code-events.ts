/**
 * Every native event of Claude Code that can be provoked reaches a program that observes everything, and the views name every member of its
 * payload. Several events share a run: the first case of a run plays it, the others read what it wrote.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eventMap } from "agenthooks/registry";
import type { Bench, CaseGroup, Hook, LabCase, PlayOptions } from "../case.js";
import { judge, UnmeasuredError } from "../evidence.js";
import { type JsonObject, list, text } from "../json.js";
import type { ToolUse, Turn } from "../model/script.js";
import { lastResult, observed, sharedRuns } from "./support.js";

const SINCE_332 = ["2.1.332"];
const WATCHED = "watched.txt";
/** Longer than the agent takes to see that a file changed. */
const SEEN_MS = 1_500;

const use = (name: string, args: ToolUse["args"] = {}): Turn => ({ tool: { name, args } });
const bash = (command: string): Turn => use("Bash", { command, description: "lab" });

/** A program on every event that it may observe: `WorktreeCreate` has a case of its own. */
const OBSERVED: readonly Hook[] = (eventMap["claude-code"] ?? [])
  .filter(({ observe }) => observe !== "never")
  .map(({ native }) => ({
    program: "observe-all",
    event: native,
    timeoutSeconds: 10,
    ...(native === "FileChanged" ? { matcher: WATCHED } : {}),
  }));

/** One run, or a few in one home. */
type Scenario = (play: (options: Omit<PlayOptions, "hooks">) => Promise<unknown>, bench: Bench) => Promise<void>;

/** A headless session that does a little of everything. */
const life: Scenario = async (play, { sandbox }) => {
  sandbox.write("CLAUDE.md", "lab\n");
  sandbox.write(WATCHED, "one\n");
  sandbox.write(".claude/settings.local.json", '{"env":{"LAB":"1"}}\n');
  sandbox.write(".claude/commands/labcommand.md", "---\ndescription: lab\n---\nLAB-COMMAND !`echo inline`\n");
  await play({
    prompt: "/labcommand with words",
    args: ["--init"],
    mcp: true,
    tools: ["TaskCreate", "TaskUpdate"],
    script: [
      bash(`echo two >> ${WATCHED}; sleep ${SEEN_MS / 1_000}; mkdir below; cd below`),
      bash("cat missing.txt"),
      use("TaskCreate", { subject: "lab", description: "lab" }),
      use("TaskUpdate", { taskId: "1", status: "completed" }),
      use("Agent", { description: "lab", prompt: "LAB-TASK", subagent_type: "general-purpose", run_in_background: false }),
      { text: "the subagent's end" },
      use("mcp__lab__elicit"),
      bash(`echo {} > ${sandbox.file(".claude/settings.local.json")}; sleep ${SEEN_MS / 1_000}`),
      { text: "the end" },
    ],
  });
};

/** A program that embeds the agent: several prompts, another model, a compaction, a new conversation; then the same one resumed. */
const session: Scenario = async (play) => {
  await play({
    session: [
      { prompt: "one" },
      // before the last prompt: where the process ends at once, a hook of a failed stop is killed (facts/claude-code.md §0.13)
      { prompt: "LAB-FAIL" },
      { model: "claude-haiku-4-5" },
      { prompt: "two" },
      { prompt: "/compact" },
      { prompt: "/clear" },
      { prompt: "three" },
    ],
    script: ({ turn }) => (turn === 1 ? { status: 429 } : { text: `answer ${turn}` }),
  });
  await play({ args: ["--continue"], script: [] });
  await play({ args: ["--continue", "--fork-session"], script: [] });
};

/** The agent's own classifier finds no answer of the model that it can read, and refuses. */
const auto: Scenario = async (play, { sandbox }) => {
  await play({ permissions: "default", args: ["--permission-mode", "auto"], script: [bash(`rm -rf ${sandbox.root}/nothing`)] });
};

const request: Scenario = async (play) => {
  await play({ permissions: "default", script: [bash("echo lab > marker.txt")] });
};

/** A person who is asked, hesitates, allows, and adds a folder. */
const terminal: Scenario = async (play, bench) => {
  await play({
    prompt: "go",
    permissions: "default",
    script: [bash("echo lab > marker.txt"), { text: "LAB-END" }],
    person: async ({ until, wait, press, type }) => {
      await until(/Do you want to proceed/);
      await wait("the notification", () => observed(bench).some(({ how }) => how === "permission_prompt"));
      await press("Enter");
      await until(/LAB-END/);
      if (!SINCE_332.includes(bench.version)) return;
      await type(`/add-dir ${bench.sandbox.tmp}`);
      await press("Enter");
      await until(/❯ No, leave it out/);
      await press("Down");
      await until(/❯ Yes, add it/);
      await press("Enter");
      await until(/Yes, for this session/);
      await press("Enter");
      await wait("the added folder", () => observed(bench).some(({ nativeName }) => nativeName === "DirectoryAdded"));
    },
  });
};

/** The agent tells of the removal only of a folder that a hook has made: that hook, written by hand, is no recorder. */
const worktree: Scenario = async (play, { sandbox }) => {
  const folder = join(sandbox.root, "tree");
  mkdirSync(folder);
  await play({
    rawHooks: [{ event: "WorktreeCreate", stdout: folder }],
    script: [enterWorktree, use("ExitWorktree", { action: "remove", discard_changes: true })],
  });
};

const enterWorktree = use("EnterWorktree", { name: "labtree" });

const SCENARIOS = { life, session, auto, request, terminal, worktree } as const;

interface Provoked {
  readonly event: string;
  /** The member that tells events of one name apart, where the case is about one of them. */
  readonly how?: string;
  readonly scenario: keyof typeof SCENARIOS;
  readonly versions?: readonly string[];
}

const PROVOKED: readonly Provoked[] = [
  ...[
    "Setup InstructionsLoaded SessionStart UserPromptSubmit UserPromptExpansion PreToolUse PostToolUse PostToolUseFailure PostToolBatch",
    "CwdChanged FileChanged TaskCreated TaskCompleted SubagentStart SubagentStop Elicitation ElicitationResult ConfigChange MessageDisplay",
    "Stop SessionEnd",
  ].flatMap((names) => names.split(" ").map((event) => ({ event, scenario: "life" as const }))),
  { event: "PreSkillShellCommand", scenario: "life", versions: SINCE_332 },
  { event: "Notification", how: "elicitation_response", scenario: "life" },
  { event: "StopFailure", scenario: "session" },
  { event: "PreModelSwitch", scenario: "session", versions: SINCE_332 },
  { event: "PostModelSwitch", scenario: "session", versions: SINCE_332 },
  { event: "PreCompact", scenario: "session" },
  { event: "PostCompact", scenario: "session" },
  { event: "SessionStart", how: "compact", scenario: "session" },
  { event: "SessionStart", how: "clear", scenario: "session" },
  { event: "SessionEnd", how: "clear", scenario: "session" },
  { event: "SessionStart", how: "resume", scenario: "session" },
  { event: "SessionStart", how: "fork", scenario: "session", versions: SINCE_332 },
  { event: "PermissionDenied", scenario: "auto" },
  { event: "PermissionRequest", scenario: "request", versions: SINCE_332 },
  { event: "PermissionRequest", how: "cli", scenario: "terminal" },
  { event: "Notification", how: "permission_prompt", scenario: "terminal" },
  { event: "DirectoryAdded", scenario: "terminal", versions: SINCE_332 },
  { event: "WorktreeRemove", scenario: "worktree" },
  { event: "SessionEnd", how: "prompt_input_exit", scenario: "terminal" },
];

const played = sharedRuns<readonly JsonObject[]>();

function observedIn(name: keyof typeof SCENARIOS, bench: Bench): Promise<readonly JsonObject[]> {
  return played(`${bench.version} ${name}`, async () => {
    await SCENARIOS[name]((options) => bench.play({ hooks: OBSERVED, ...options }), bench);
    return observed(bench);
  });
}

/** The others are texts of the run. */
const WORD = /^[\w-]+$/;

const eventCase = ({ event, how, scenario, versions }: Provoked): LabCase => ({
  name: ["event", event, ...(how === undefined ? [] : [how])].join("."),
  event,
  capability: "observe",
  programs: ["observe-all"],
  ...(versions === undefined ? {} : { versions }),
  ...(scenario === "terminal" ? { variant: "cli" } : {}),
  async run(bench) {
    const found = (await observedIn(scenario, bench)).filter(
      (line) => line.nativeName === event && (how === undefined || how === line.how || how === line.variant),
    );
    const [first] = found;
    const unknown = [...new Set(found.flatMap(({ unknownKeys }) => list(unknownKeys)))];
    const told = text(first?.how) ?? "";
    return judge(bench.sandbox, {
      must: { "the event reached the program": first !== undefined },
      should: { "no member of its payload is unknown": unknown.length === 0 },
      seen: {
        "decoded as": first === undefined ? undefined : `${text(first.kind)} of ${text(first.provider)}, ${text(first.variant)}`,
        ...(WORD.test(told) ? { "told apart by": told } : {}),
        ...(unknown.length === 0 ? {} : { unknown: unknown.join(", ") }),
      },
    });
  },
});

/**
 * A hook on `WorktreeCreate` takes the agent's place, and one that prints nothing makes the creation fail: no recorder belongs there
 * (facts/claude-code.md §3). A program that was put there by hand all the same answers nothing, not even `{}`, which would be a path.
 */
const worktreeCreateCase: LabCase = {
  name: "event.WorktreeCreate",
  event: "WorktreeCreate",
  capability: "observe",
  programs: ["observe-all"],
  async run(bench) {
    createRepository(bench);
    const tree = join(bench.sandbox.work, ".claude", "worktrees", "labtree");
    const without = await bench.play({ script: [enterWorktree, use("ExitWorktree", { action: "keep" })] });
    const made = existsSync(tree);
    rmSync(tree, { recursive: true, force: true });
    const run = await bench.play({ hooks: [{ program: "observe-all", event: "WorktreeCreate" }], script: [enterWorktree], mayBreak: true });
    const [line] = observed(bench);
    return judge(bench.sandbox, {
      must: {
        "without a hook the agent made the worktree": made && without.model.turns.length === 3,
        "the event reached the program that was put there by hand": line?.nativeName === "WorktreeCreate",
        "under it no worktree was made: it answers nothing": !existsSync(tree) && !existsSync(join(bench.sandbox.work, "{}")),
      },
      should: { "no member of its payload is unknown": list(line?.unknownKeys).length === 0 },
      seen: { "tool result": lastResult(run) },
    });
  },
};

function createRepository({ sandbox }: Bench): void {
  const git = (...words: readonly string[]): boolean => spawnSync("git", words, { cwd: sandbox.work, stdio: "ignore" }).status === 0;
  const person = ["-c", "user.name=lab", "-c", "user.email=lab@lab.invalid"];
  if (!git("init", "-q") || !git(...person, "commit", "-q", "--allow-empty", "-m", "lab"))
    throw new UnmeasuredError("a worktree needs git, and there is none that makes a repository");
}

export const eventCases: CaseGroup = () => [...PROVOKED.map(eventCase), worktreeCreateCase];
