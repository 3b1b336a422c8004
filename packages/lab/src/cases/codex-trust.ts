/** What Codex asks of a hook before it runs it, and what it asks of an answer: the controls of all other cases (facts/codex.md §0.1, §2). */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codexHome } from "../agents/codex.js";
import { openThread, playTurn } from "../agents/codex-server.js";
import type { Bench, CaseGroup, LabCase, RawHook } from "../case.js";
import { judge } from "../evidence.js";
import { type JsonObject, objects, text } from "../json.js";
import { call, lastResult } from "./support.js";
import { MARKER, REASON, WRITE_MARKER } from "./words.js";

const PRE = "PreToolUse";
const denial = { hookEventName: PRE, permissionDecision: "deny", permissionDecisionReason: REASON };

interface Answer {
  readonly detail: string;
  readonly hook: Omit<RawHook, "event">;
  readonly refuses: boolean;
  readonly claim: string;
}

const json = (answer: JsonObject): Answer["hook"] => ({ stdout: JSON.stringify(answer) });

/** Written by hand: what the library must not write. */
const ANSWERS: readonly Answer[] = [
  {
    detail: "denial",
    hook: json({ hookSpecificOutput: denial }),
    refuses: true,
    claim: "a denial with its own members was taken",
  },
  {
    detail: "member-at-the-top",
    hook: json({ hookSpecificOutput: denial, more: true }),
    refuses: false,
    claim: "one unknown member at the top threw the denial away",
  },
  {
    detail: "member-inside",
    hook: json({ hookSpecificOutput: { ...denial, more: true } }),
    refuses: false,
    claim: "one unknown member inside threw the denial away",
  },
  {
    detail: "no-event-name",
    hook: json({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: REASON } }),
    refuses: false,
    claim: "a denial without the event's name was thrown away",
  },
  {
    detail: "no-reason",
    hook: json({ hookSpecificOutput: { hookEventName: PRE, permissionDecision: "deny" } }),
    refuses: false,
    claim: "a denial without a reason was thrown away",
  },
  {
    detail: "ask",
    hook: json({ hookSpecificOutput: { hookEventName: PRE, permissionDecision: "ask", permissionDecisionReason: REASON } }),
    refuses: false,
    claim: "an ask was thrown away",
  },
  {
    detail: "text-before",
    hook: { stdout: `a line\n${JSON.stringify({ hookSpecificOutput: denial })}` },
    refuses: false,
    claim: "a line of text before the denial made it text",
  },
  { detail: "exit-2", hook: { stderr: REASON, exitCode: 2 }, refuses: true, claim: "exit 2 with a reason was taken" },
  { detail: "exit-2-silent", hook: { exitCode: 2 }, refuses: false, claim: "exit 2 without a reason was thrown away" },
];

const answerCase = ({ detail, hook, refuses, claim }: Answer): LabCase => ({
  name: `strict.${detail}`,
  event: PRE,
  capability: "control",
  programs: [],
  async run(bench) {
    const run = await bench.play({
      rawHooks: [{ event: PRE, ...hook }],
      attended: true,
      mayBreak: true,
      script: [call(bench, WRITE_MARKER), { text: "the end" }],
    });
    const ran = bench.sandbox.exists(MARKER);
    return judge(bench.sandbox, {
      must: { [claim]: ran === !refuses },
      seen: { "tool ran": ran ? "yes" : "no", "the agent says": run.complaints.at(-1) ?? run.notices.at(-1) },
    });
  },
});

const files = ({ sandbox }: Bench) => {
  const home = codexHome(sandbox);
  return { config: join(home, "config.toml"), hooks: join(home, "hooks.json") };
};

function change(file: string, from: string, to: string): void {
  const before = readFileSync(file, "utf8");
  if (!before.includes(from)) throw new Error(`${from} is not in ${file}; nothing was changed`);
  writeFileSync(file, before.replaceAll(from, to));
}

interface Trust {
  readonly detail: string;
  readonly claim: string;
  readonly runs: boolean;
  readonly args?: readonly string[];
  readonly placed?: (bench: Bench) => void;
}

const forget = (bench: Bench): void => rmSync(files(bench).config);

const TRUST: readonly Trust[] = [
  { detail: "untrusted", claim: "a hook that nobody trusts did not run, and nothing said so", runs: false, placed: forget },
  {
    detail: "changed",
    claim: "a hook whose definition was changed since did not run",
    runs: false,
    placed: (bench) => change(files(bench).hooks, '"timeout": 30', '"timeout": 31'),
  },
  {
    detail: "switched-off",
    claim: "a hook that is switched off did not run",
    runs: false,
    placed: (bench) => change(files(bench).config, "trusted_hash", "enabled = false\ntrusted_hash"),
  },
  {
    detail: "bypassed",
    claim: "with the agent's own flag it ran without trust",
    runs: true,
    args: ["--dangerously-bypass-hook-trust"],
    placed: forget,
  },
  {
    detail: "unreadable-file",
    claim: "one unknown member at the top of the hooks file switched all of it off",
    runs: false,
    placed: (bench) => change(files(bench).hooks, '"hooks": {', '"more": true,\n  "hooks": {'),
  },
];

const trustCase = ({ detail, claim, runs, args = [], placed }: Trust): LabCase => ({
  name: `trust.${detail}`,
  event: PRE,
  capability: "control",
  programs: ["deny"],
  async run(bench) {
    const hooks = [{ program: "deny", event: PRE }];
    const run = await bench.play({ hooks, args, placed: () => placed?.(bench), script: [call(bench, WRITE_MARKER), { text: "the end" }] });
    const denied = !bench.sandbox.exists(MARKER);
    return judge(bench.sandbox, {
      must: { [claim]: denied === runs },
      seen: { "tool result": lastResult(run), notices: run.notices.join("; ") || undefined },
    });
  },
});

/** Every definition of every event, with and without a matcher: the hash that is written is the one that the agent makes. */
const statusCase: LabCase = {
  name: "trust.hashes",
  event: PRE,
  capability: "control",
  programs: ["neutral"],
  async run(bench) {
    const { config } = files(bench);
    let listed: readonly JsonObject[] = [];
    await bench.play({
      hooks: EVENTS.flatMap((event) => [
        { program: "neutral", event, timeoutSeconds: 2 },
        { program: "neutral", event, matcher: "x|y", timeoutSeconds: 30 },
      ]),
      script: [],
      async client(client) {
        const thread = await openThread(client, { sandbox: bench.sandbox });
        await playTurn(client, thread, "one");
        const { data } = await client.request("hooks/list", { cwds: [bench.sandbox.work] });
        listed = objects(objects(data)[0]?.hooks);
      },
    });
    const written = readFileSync(config, "utf8");
    return judge(bench.sandbox, {
      must: {
        "the agent lists every hook": listed.length === EVENTS.length * 2,
        "trusts each": listed.every(({ trustStatus }) => trustStatus === "trusted"),
        "and made the same hash of each": listed.every(({ currentHash }) => written.includes(`"${text(currentHash)}"`)),
      },
      seen: { hooks: listed.length },
    });
  },
};

const EVENTS = [
  ...["SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse", "PreModelRequest"],
  ...["PostModelRequest", "PreCompact", "PostCompact", "SubagentStart", "SubagentStop", "Stop", "Interrupt"],
];

export const codexTrustCases: CaseGroup = () => [...ANSWERS.map(answerCase), ...TRUST.map(trustCase), statusCase];
