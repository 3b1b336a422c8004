/**
 * Every native event of Codex reaches a program that observes everything, and the views name every member of its payload. Several events
 * share a run: the first case of a run plays it, the others read what it wrote.
 */
import { adapter } from "agenthooks/codex";
import { compactThread, interruptedTurn, openThread, playTurn, startThread } from "../agents/codex-server.js";
import { patch } from "../agents/codex-tools.js";
import type { Bench, CaseGroup, Hook, LabCase, PlayOptions } from "../case.js";
import { judge } from "../evidence.js";
import { isObject, type JsonObject, list, text } from "../json.js";
import { CODE_MODE, script } from "./codex.js";
import { call, observed, sharedRuns } from "./support.js";
import { MARKER, WRITE_MARKER } from "./words.js";

/** A program on every event: none of them changes the agent by being observed. */
const OBSERVED: readonly Hook[] = adapter.events.map(({ native }) => ({
  program: "observe-codex",
  event: native,
  timeoutSeconds: 3,
}));

type Scenario = (play: (options: Omit<PlayOptions, "hooks">) => Promise<unknown>, bench: Bench) => Promise<void>;

/** A run of exec that does a little of everything, and grows until the agent compacts it. */
const life: Scenario = async (play, bench) => {
  bench.sandbox.write("image.png", "");
  await play({
    mcp: true,
    script: [
      call(bench, WRITE_MARKER),
      { tool: patch("*** Add File: patched.txt\n+lab\n") },
      call(bench, { kind: "mcp", tool: "original" }),
      { tool: { name: "get_goal" } },
      call(bench, { kind: "task", prompt: "LAB-TASK" }),
      { text: "the subagent's end" },
      [call(bench, { kind: "shell", command: "true" }), { tokens: 2_000_000 }].flat(),
      { text: "the end" },
    ],
  });
};

/** The model speaks to one tool, a script that calls the others. */
const code: Scenario = async (play) => {
  const source = `await tools.exec_command({ cmd: "true" }); await tools.apply_patch(${JSON.stringify(patch(`*** Add File: ${MARKER}\n+lab\n`).input)});`;
  await play({ args: CODE_MODE, script: [script(source), { text: "the end" }] });
};

/** A program that embeds the agent: a compaction, a turn cut off, the thread forked, a new one in its place; then the first one resumed. */
const server: Scenario = async (play, { sandbox }) => {
  let first = "";
  await play({
    script: ({ turn }) => (turn === 2 ? { tool: { name: "exec_command", args: { cmd: "sleep 20" } } } : { text: `answer ${turn}` }),
    async client(client) {
      first = await openThread(client, { sandbox });
      await playTurn(client, first, "one");
      await compactThread(client, first);
      await playTurn(client, first, "two");
      await interruptedTurn(client, first, "three");
      const { thread } = await client.request("thread/fork", { threadId: first });
      await playTurn(client, (isObject(thread) ? text(thread.id) : undefined) ?? "", "four");
      await playTurn(client, await startThread(client, { sandbox }, { sessionStartSource: "clear" }), "five");
    },
  });
  await play({
    script: [],
    async client(client) {
      await openThread(client, { sandbox });
      await client.request("thread/resume", { threadId: first });
      await playTurn(client, first, "six");
    },
  });
};

const request: Scenario = async (play, bench) => {
  await play({ permissions: "default", script: [call(bench, WRITE_MARKER)] });
};

const failing: Scenario = async (play) => {
  await play({ script: [{ status: 500 }] });
};

const SCENARIOS = { life, code, server, request, failing } as const;

interface Provoked {
  readonly event: string;
  /** The member that tells events of one name apart, where the case is about one of them. */
  readonly how?: string;
  readonly scenario: keyof typeof SCENARIOS;
}

const VARIANTS: Readonly<Record<keyof typeof SCENARIOS, string>> = {
  life: "print",
  code: "print",
  failing: "print",
  server: "cli",
  request: "cli",
};

const PROVOKED: readonly Provoked[] = [
  ...[
    "SessionStart UserPromptSubmit PreModelRequest PostModelRequest PreToolUse PostToolUse SubagentStart SubagentStop",
    "PreCompact PostCompact Stop SessionEnd",
  ].flatMap((names) => names.split(" ").map((event) => ({ event, scenario: "life" as const }))),
  ...["Bash", "apply_patch", "mcp__lab__original", "get_goal", "spawn_agent", "multi_agent_v1wait_agent"].map((how) => ({
    event: "PostToolUse",
    how,
    scenario: "life" as const,
  })),
  { event: "SessionStart", how: "compact", scenario: "life" },
  { event: "PreModelRequest", how: "foreground_compaction", scenario: "life" },
  { event: "PreToolUse", how: "apply_patch", scenario: "code" },
  { event: "PostModelRequest", how: "failed", scenario: "failing" },
  { event: "PermissionRequest", scenario: "request" },
  { event: "PreCompact", how: "manual", scenario: "server" },
  { event: "PostCompact", how: "manual", scenario: "server" },
  { event: "Interrupt", scenario: "server" },
  { event: "SessionStart", how: "fork", scenario: "server" },
  { event: "SessionStart", how: "clear", scenario: "server" },
  { event: "SessionStart", how: "resume", scenario: "server" },
];

const played = sharedRuns<readonly JsonObject[]>();

function observedIn(name: keyof typeof SCENARIOS, bench: Bench): Promise<readonly JsonObject[]> {
  return played(`${bench.version} ${name}`, async () => {
    await SCENARIOS[name]((options) => bench.play({ hooks: OBSERVED, ...options }), bench);
    return observed(bench);
  });
}

const eventCase = ({ event, how, scenario }: Provoked): LabCase => ({
  name: ["event", event, ...(how === undefined ? [] : [how])].join("."),
  event,
  capability: "observe",
  programs: ["observe-codex"],
  variant: VARIANTS[scenario],
  async run(bench) {
    const found = (await observedIn(scenario, bench)).filter(
      (line) => line.nativeName === event && (how === undefined || how === line.how),
    );
    const [first] = found;
    const unknown = [...new Set(found.flatMap(({ unknownKeys }) => list(unknownKeys)))];
    return judge(bench.sandbox, {
      must: { "the event reached the program": first !== undefined },
      should: { "no member of its payload is unknown": unknown.length === 0 },
      seen: {
        "decoded as": first === undefined ? undefined : `${text(first.kind)} of ${text(first.provider)}`,
        ...(first === undefined || text(first.how) === undefined ? {} : { "told apart by": text(first.how) }),
        ...(unknown.length === 0 ? {} : { unknown: unknown.join(", ") }),
      },
    });
  },
});

/** The report of the older `notify` program: after each turn, its JSON as the last argument, and no trust asked (facts/codex.md §3). */
const notifyCase: LabCase = {
  name: "notify.report",
  event: "Stop",
  capability: "control",
  programs: ["observe-codex"],
  async run(bench) {
    const command = await bench.place("observe-codex");
    const words = [command, "agenthooks", "notify", "--provider=codex", `--host-version=${bench.version}`];
    await bench.play({ args: ["-c", `notify=${JSON.stringify(words)}`], script: [{ text: "the end" }] });
    const seen = observed(bench);
    return judge(bench.sandbox, {
      must: { "the report of the turn reached the program": seen.some(({ nativeName }) => nativeName === "agent-turn-complete") },
      seen: { "decoded as": text(seen[0]?.kind) },
    });
  },
};

export const codexEventCases: CaseGroup = () => [...PROVOKED.map(eventCase), notifyCase];
