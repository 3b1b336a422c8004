/** The programs of `examples/` on the real agent: what they promise in their first lines is what happens. */
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { LabProvider } from "../agents/pins.js";
import type { Bench, CaseGroup, Hook, LabCase } from "../case.js";
import { readDecisions } from "../decision-log.js";
import { judge } from "../evidence.js";
import { type JsonObject, parseLines } from "../json.js";
import { call, lastResult, lineWith } from "./support.js";
import { MARKER } from "./words.js";

/** Looks like a key of a cloud provider; it is nobody's. */
const KEY = "AKIAABCDEFGHIJKLMNOP";

/** One program on several events. */
const on = (program: string, ...events: readonly string[]): readonly Hook[] =>
  events.map((event) => ({ program: `examples/${program}`, event }));

/** Events that have no kind, and fire in a headless run. */
const KINDLESS: { readonly [provider in LabProvider]: readonly string[] } = {
  "claude-code": ["CwdChanged", "InstructionsLoaded"],
  codex: [],
};

/** Some agents have no tool that reads a file, and use the shell. */
const readsByShell = ({ driver, sandbox }: Bench): boolean =>
  driver.hookTool({ kind: "read", path: "any" }, sandbox) === driver.hookTool({ kind: "shell", command: "any" }, sandbox);

export const exampleCases: CaseGroup = ({ id, events }) => {
  const { toolPre, toolPost, sessionStart, sessionEnd, prompt, stop } = events;
  return [
    {
      name: "examples.secret-guard",
      event: toolPre,
      capability: "deny",
      programs: ["examples/secret-guard"],
      run: (bench) => secretGuard(bench, on("secret-guard", toolPre, toolPost)),
    },
    {
      name: "examples.protected-paths",
      event: toolPre,
      capability: "deny",
      programs: ["examples/protected-paths"],
      run: (bench) => protectedPaths(bench, on("protected-paths", toolPre)),
    },
    {
      name: "examples.shell-rewrite",
      event: toolPre,
      capability: "update-input",
      programs: ["examples/shell-rewrite"],
      run: (bench) => shellRewrite(bench, on("shell-rewrite", toolPre)),
    },
    {
      name: "examples.shell-rewrite-impossible",
      event: "PreSkillShellCommand",
      capability: "deny",
      programs: ["examples/shell-rewrite"],
      versions: ["2.1.332"], // the older one asks no hook about the commands of a skill
      run: (bench) => impossibleRewrite(bench, on("shell-rewrite", "PreSkillShellCommand")),
    },
    {
      name: "examples.tests-first",
      event: stop,
      capability: "continue-agent",
      programs: ["examples/tests-first"],
      run: (bench) => testsFirst(bench, on("tests-first", stop)),
    },
    {
      name: "examples.contexts",
      event: sessionStart,
      capability: "add-context",
      programs: ["examples/contexts"],
      run: (bench) => contexts(bench, on("contexts", sessionStart, prompt)),
    },
    {
      name: "examples.telemetry",
      event: KINDLESS[id][0] ?? sessionStart,
      capability: "observe",
      programs: ["examples/telemetry"],
      run: (bench) => telemetry(bench, [sessionStart, prompt, toolPre, toolPost, stop, sessionEnd], KINDLESS[id]),
    },
  ];
};

type Run = LabCase["run"];
type Played = (bench: Bench, hooks: readonly Hook[]) => ReturnType<Run>;

const COPIED = "this command touches a secrets file";

const secretGuard: Played = async (bench, hooks) => {
  const { sandbox } = bench;
  sandbox.write(".env", `CLOUD_KEY=${KEY}\n`);
  sandbox.write("build.log", `uploading with key ${KEY}\nuploaded 3 files\n`);
  const run = await bench.play({
    hooks,
    script: [
      call(bench, { kind: "read", path: ".env" }),
      call(bench, { kind: "shell", command: `cp .env ${MARKER}` }),
      call(bench, { kind: "shell", command: "cat build.log" }),
    ],
  });
  const decisions = readDecisions(sandbox.home).map(({ decision, handler }) => `${decision} by ${handler}`);
  return judge(sandbox, {
    must: {
      "with nobody to ask the secrets file was not read": run.model.saw(1, readsByShell(bench) ? COPIED : "needs a person's consent"),
      "it was not copied": !sandbox.exists(MARKER) && run.model.saw(2, COPIED),
      "the key is in no request": !run.model.leaked(KEY),
      "the rest of the log reached the model": (lastResult(run) ?? "").includes("uploaded 3 files"),
    },
    seen: { "tool result": lastResult(run), decisions: decisions.filter((one) => !one.startsWith("neutral")).join(", ") },
  });
};

const protectedPaths: Played = async (bench, hooks) => {
  const { sandbox } = bench;
  const path = "infra/main.tf";
  sandbox.write(path, "first\n");
  const run = await bench.play({
    hooks,
    mcp: true,
    script: [
      call(bench, { kind: "write", path: "src/app.ts", content: "lab\n" }),
      call(bench, { kind: "read", path }),
      call(bench, { kind: "edit", path, from: "first", to: "second" }),
      call(bench, { kind: "shell", command: "rm -rf infra" }),
      call(bench, { kind: "mcp", tool: "echo", args: { text: path } }),
    ],
  });
  const sent = parseLines(sandbox.mcpLog()).filter(({ method }) => method === "tools/call");
  return judge(sandbox, {
    must: {
      "the protected file is as it was": sandbox.read(path) === "first\n",
      "the model read why: edit": run.model.saw(3, "is protected"),
      "the model read why: command": run.model.saw(4, "Bash names a protected path"),
      "the MCP tool that named it was not called": sent.length === 0 && run.model.saw(5, "mcp__lab__echo names a protected path"),
      "another file was written": sandbox.exists("src/app.ts"),
      ...(readsByShell(bench) ? {} : { "reading is free": run.model.toolResults[1]?.text.includes("first") ?? false }),
    },
    seen: { "tool results": run.model.toolResults.map(({ text }) => text).join(" | ") },
  });
};

const shellRewrite: Played = async (bench, hooks) => {
  const say = (word: string) => `echo "${word}: $npm_config_ignore_scripts"`;
  const run = await bench.play({
    hooks,
    script: [
      call(bench, { kind: "shell", command: `${say("npm")} > ${MARKER}` }),
      call(bench, { kind: "shell", command: `${say("other")} > other.txt` }),
    ],
  });
  return judge(bench.sandbox, {
    must: {
      "the command ran with install scripts switched off": bench.sandbox.read(MARKER) === "npm: true\n",
      "another command ran as it was": bench.sandbox.read("other.txt") === "other: \n",
    },
    seen: { npm: bench.sandbox.read(MARKER), "tool result": lastResult(run) },
  });
};

const impossibleRewrite: Played = async (bench, hooks) => {
  const skill = (name: string, command: string) =>
    bench.sandbox.write(`.claude/skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: a skill\n---\n!\`${command}\`\n`);
  skill("managed", `echo npm > ${MARKER}`);
  skill("other", "echo lab > other.txt");
  const use = (name: string) => ({ tool: { name: "Skill", args: { skill: name } } });
  const run = await bench.play({ hooks, script: [use("other"), use("managed")] });
  return judge(bench.sandbox, {
    must: {
      "a command that cannot be rewritten did not run": !bench.sandbox.exists(MARKER),
      "the program was asked and refused it": readDecisions(bench.sandbox.home).at(-1)?.decision === "deny",
      "another command ran": bench.sandbox.exists("other.txt"),
    },
    seen: { "tool result": lastResult(run) },
  });
};

const testsFirst: Played = async (bench, hooks) => {
  const { sandbox } = bench;
  const test = "test -f fixed.txt || { echo 'fixed.txt is missing'; exit 1; }";
  sandbox.write("package.json", JSON.stringify({ private: true, scripts: { test } }));
  const fixing = await bench.play({
    hooks,
    script: [{ text: "first end" }, call(bench, { kind: "write", path: "fixed.txt", content: "lab\n" }), { text: "second end" }],
  });
  sandbox.write("package.json", JSON.stringify({ private: true, scripts: { test: "exit 1" } }));
  const never = await bench.play({ hooks, script: ({ turn }) => ({ text: `end ${turn + 1}` }) });
  return judge(sandbox, {
    must: {
      "the agent went on, mended it and stopped": fixing.model.turns.length === 3 && sandbox.exists("fixed.txt"),
      "the model read what failed": fixing.model.saw(1, "npm test fails") && fixing.model.saw(1, "fixed.txt is missing"),
      "tests that never pass: three more attempts, then it stopped": never.model.turns.length === 4,
    },
    seen: { "as shown": lineWith(fixing, 1, "npm test fails"), result: never.finalText },
  });
};

const contexts: Played = async (bench, hooks) => {
  spawnSync("git", ["init", "-q", "-b", "lab-branch"], { cwd: bench.sandbox.work });
  bench.sandbox.write("new.txt", "");
  const run = await bench.play({ hooks, script: [] });
  return judge(bench.sandbox, {
    must: {
      "the model read the house rules": run.model.saw(0, "House rules: "),
      "the model read the branch and the new file": run.model.saw(0, "lab-branch") && run.model.saw(0, "?? new.txt"),
    },
    seen: { rules: lineWith(run, 0, "House rules: "), file: lineWith(run, 0, "?? new.txt") },
  });
};

/** How long the detached workers may take. */
const SENDING_MS = 15_000;

async function telemetry(bench: Bench, kinds: readonly string[], kindless: readonly string[]): ReturnType<Run> {
  const { sandbox } = bench;
  const events = [...kinds, ...kindless];
  sandbox.write("CLAUDE.md", "lab\n");
  sandbox.write("sub/a.txt", "");
  const collector = await startCollector();
  try {
    const run = await bench.play({
      hooks: on("telemetry", ...events),
      env: { TELEMETRY_URL: collector.url },
      script: [call(bench, { kind: "shell", command: "cd sub" })],
    });
    const lacks = () => events.filter((event) => !["event", "decision"].every((type) => collector.got(type, event)));
    for (const end = Date.now() + SENDING_MS; lacks().length > 0 && Date.now() < end; ) await new Promise((done) => setTimeout(done, 100));
    return judge(sandbox, {
      must: {
        "every event and what became of it reached the collector": lacks().length === 0,
        ...(kindless.length === 0 ? {} : { "one without a kind too": kindless.every((event) => collector.got("event", event)) }),
        "the agent was not disturbed": run.model.turns.length === 2,
      },
      should: { "no prompt and no command was sent": !collector.text().includes("do the thing") && !collector.text().includes("cd sub") },
      seen: { "not told": lacks().join(", ") || "none" },
    });
  } finally {
    collector.close();
  }
}

/** What the program sends its records to. */
async function startCollector() {
  const records: JsonObject[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      records.push(...parseLines(Buffer.concat(chunks).toString("utf8")));
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    got: (type: string, event: string) => records.some((record) => record.type === type && record.nativeName === event),
    text: () => JSON.stringify(records),
    close: () => server.close(),
  };
}
