/** What a program can do on the other events of Codex: compactions, questions, messages, the end of a run without anybody who watches. */
import { compactThread, openThread, playTurn } from "../agents/codex-server.js";
import type { RunResult } from "../agents/driver.js";
import type { Bench, CaseGroup, LabCase, Measured, PlayOptions } from "../case.js";
import { judge } from "../evidence.js";
import { parseLines } from "../json.js";
import { call, lastResult } from "./support.js";
import { INSTRUCTION, MARKER, MESSAGE, REASON, WRITE_MARKER } from "./words.js";

type Play = Omit<PlayOptions, "hooks">;

interface Gate {
  readonly name: string;
  readonly event: string;
  readonly capability: Measured;
  readonly programs: readonly string[];
  readonly play: (bench: Bench) => Play;
  readonly must: (run: RunResult, bench: Bench) => Readonly<Record<string, boolean>>;
  readonly should?: (run: RunResult, bench: Bench) => Readonly<Record<string, boolean>>;
  readonly seen?: (run: RunResult) => Readonly<Record<string, string | number | undefined>>;
}

const gateCase = ({ name, event, capability, programs, play, must, should, seen }: Gate): LabCase => ({
  name,
  event,
  capability,
  programs,
  async run(bench) {
    const run = await bench.play({ ...play(bench), hooks: programs.map((program) => ({ program, event })) });
    return judge(bench.sandbox, {
      must: must(run, bench),
      ...(should === undefined ? {} : { should: should(run, bench) }),
      seen: seen?.(run) ?? { "tool result": lastResult(run), "end reason": run.endReason },
    });
  },
});

/** The model that writes the summary is offered no tools. */
const summaries = (run: RunResult): number =>
  run.model.requests.filter(({ turn, wire }) => turn === undefined && wire !== undefined).length;

/** A person asks for a compaction between two prompts. */
const compaction = ({ sandbox }: Bench): Play => ({
  script: ({ turn }) => ({ text: `answer ${turn}` }),
  async client(client) {
    const thread = await openThread(client, { sandbox });
    await playTurn(client, thread, "one");
    await compactThread(client, thread);
    await playTurn(client, thread, "two");
  },
});

/** The agent compacts by itself, in the middle of a turn. */
const fullContext = (bench: Bench): Play => ({
  script: [[{ tool: bench.driver.tool(WRITE_MARKER, bench.sandbox) }, { tokens: 2_000_000 }], { text: "the end" }],
});

/** How often a person was asked to approve something. */
const questions = (run: RunResult): number =>
  parseLines(run.stdout).filter(({ method }) => typeof method === "string" && method.endsWith("/requestApproval")).length;

/** The agent would ask, and there is a person who says yes. */
const approving = (bench: Bench): Play => ({
  permissions: "default",
  script: [call(bench, WRITE_MARKER), { text: "the end" }],
  async client(client) {
    client.respond(() => ({ decision: "accept" }));
    const thread = await openThread(client, { sandbox: bench.sandbox, permissions: "default" });
    await playTurn(client, thread, "do the thing");
  },
});

const told = (run: RunResult): boolean => run.notices.some((line) => line.includes(MESSAGE));

const messageGate = (detail: string, event: string, program: string, play: Gate["play"]): Gate => ({
  name: `system-message.${detail}`,
  event,
  capability: "system-message",
  programs: [program],
  play,
  must: (run) => ({ "the person is shown the message on the stream": told(run) }),
  should: (run) => ({ "the model is not shown it": !run.model.leaked(MESSAGE) }),
  seen: (run) => ({ "stream line": run.notices.find((line) => line.includes(MESSAGE)) }),
});

/** Without anybody who watches: `codex exec` says nothing of hooks (facts/codex.md §0.4). */
const silentGate = (detail: string, event: string, program: string): Gate => ({
  name: `system-message.${detail}-in-exec`,
  event,
  capability: "system-message",
  programs: [program],
  play: (bench) => ({ script: [call(bench, WRITE_MARKER), { text: "the end" }] }),
  must: (run) => ({ "the message is on the stream": run.stdout.includes(MESSAGE) || run.stderr.includes(MESSAGE) }),
  seen: (run) => ({ requests: run.model.turns.length }),
});

const subagent = (bench: Bench): Play => ({
  attended: true,
  script: [call(bench, { kind: "task", prompt: "LAB-TASK" }), { text: "its end" }, { text: "the end" }],
});

const GATES: readonly Gate[] = [
  {
    name: "compact.cancel",
    event: "PreCompact",
    capability: "deny",
    programs: ["refuse"],
    play: compaction,
    must: (run) => ({
      "no summary was asked for": summaries(run) === 0,
      "the conversation went on as it was": run.model.saw(1, "answer 0"),
    }),
    should: (run) => ({ "the person read the reason": run.notices.some((line) => line.includes(REASON)) }),
    seen: (run) => ({ told: run.notices.find((line) => line.includes(REASON)) }),
  },
  {
    name: "compact.neutral",
    event: "PreCompact",
    capability: "neutral",
    programs: ["neutral"],
    play: compaction,
    must: (run) => ({
      "the summary was asked for": summaries(run) === 1,
      "and took the place of the answer": !run.model.saw(1, "answer 0"),
    }),
    seen: (run) => ({ requests: run.model.requests.length }),
  },
  {
    name: "compact.cancel-in-exec",
    event: "PreCompact",
    capability: "deny",
    programs: ["refuse"],
    play: fullContext,
    must: (run) => ({ "no summary was asked for": summaries(run) === 0 }),
    seen: (run) => ({ requests: run.model.requests.length, "end reason": run.endReason }),
  },
  {
    name: "permission-request.ask-person",
    event: "PermissionRequest",
    capability: "ask",
    programs: ["ask"],
    play: approving,
    must: (run, { sandbox }) => ({
      "the person was asked once": questions(run) === 1,
      "and said yes: the tool ran": sandbox.exists(MARKER),
    }),
  },
  {
    name: "permission-request.allow-asks-nobody",
    event: "PermissionRequest",
    capability: "allow",
    programs: ["allow"],
    play: approving,
    must: (run, { sandbox }) => ({ "nobody was asked": questions(run) === 0, "the tool ran": sandbox.exists(MARKER) }),
  },
  {
    name: "permission-request.deny-asks-nobody",
    event: "PermissionRequest",
    capability: "deny",
    programs: ["deny"],
    play: approving,
    must: (run, { sandbox }) => ({ "nobody was asked": questions(run) === 0, "the tool did not run": !sandbox.exists(MARKER) }),
  },
  {
    name: "deny.before-a-person-is-asked",
    event: "PreToolUse",
    capability: "deny",
    programs: ["deny"],
    play: approving,
    must: (run, { sandbox }) => ({ "nobody was asked": questions(run) === 0, "the tool did not run": !sandbox.exists(MARKER) }),
  },
  {
    name: "prompt.block-in-exec",
    event: "UserPromptSubmit",
    capability: "deny",
    programs: ["block-prompt"],
    play: () => ({ prompt: "LAB-PROMPT", script: [] }),
    must: (run) => ({ "the model was not asked": run.model.requests.length === 0, "the run ended well": run.code === 0 }),
    seen: (run) => ({ exit: run.code, "end reason": run.endReason }),
  },
  {
    name: "stop-agent.stop-in-exec",
    event: "Stop",
    capability: "stop-agent",
    programs: ["continue-once", "stop-agent"],
    play: () => ({ script: [{ text: "first end" }, { text: "second end" }] }),
    must: (run) => ({
      "an end is stronger than the continuation beside it": run.model.turns.length === 1 && !run.model.leaked(INSTRUCTION),
    }),
    seen: (run) => ({ requests: run.model.turns.length, "end reason": run.endReason }),
  },
  messageGate("permission-request", "PermissionRequest", "messages", approving),
  messageGate("subagent-start", "SubagentStart", "messages", subagent),
  messageGate("subagent-stop", "SubagentStop", "system-message", subagent),
  messageGate("compact", "PreCompact", "messages", compaction),
  silentGate("session-start", "SessionStart", "system-message"),
  silentGate("prompt", "UserPromptSubmit", "system-message"),
  silentGate("tool-pre", "PreToolUse", "system-message"),
  silentGate("tool-post", "PostToolUse", "system-message"),
  silentGate("stop", "Stop", "system-message"),
];

export const codexGateCases: CaseGroup = () => GATES.map(gateCase);
