/**
 * The launcher's Windows form (documented, not measured): `run.cmd` finds a runtime and starts `supervise.cjs` with it, which does what the
 * POSIX launcher does. A batch file can neither give a child a descriptor of its own nor end it, so the supervisor is a second start of
 * the runtime. Answers lie in files that `type` prints: no text has to survive the quoting of `echo`.
 */
import { FAIL_REASON } from "../../decision/fail.js";
import { ALIASES } from "../../event/provider.js";
import type { EventAnswers, ProcessAnswer } from "./answers.js";
import type { Start } from "./launcher.js";

/**
 * A path inside double quotes of a batch file with delayed expansion off.
 * @throws TypeError for a character that no Windows path can hold and that would end the quotes or the line.
 */
export function cmdQuoted(path: string): string {
  if (/["\r\n\0]/.test(path)) throw new TypeError(`${JSON.stringify(path)} cannot be written into a batch file: it is no Windows path`);
  return `"${path.replaceAll("%", "%%")}"`;
}

const PLACES = [
  '"%ProgramFiles%\\nodejs\\node.exe"',
  '"%LOCALAPPDATA%\\Volta\\bin\\node.exe"',
  '"%LOCALAPPDATA%\\Programs\\nodejs\\node.exe"',
  '"%APPDATA%\\nvm\\node.exe"',
  '"%USERPROFILE%\\scoop\\apps\\nodejs\\current\\node.exe"',
];

/** The text of `run.cmd`. `=` separates the words of a batch file: `--event=Stop` arrives as two. */
export function runCmd(facts: {
  readonly fail: "open" | "closed";
  readonly runtimes: readonly string[];
  /** Native events that a failure of the program refuses. */
  readonly refused: readonly string[];
}): string {
  const refuse = [":refuse", `echo ${FAIL_REASON.replaceAll(/[()]/g, "^$&")} 1>&2`, "exit /b 2"];
  const refused = ["", ...facts.refused].map((event) => `if "%agenthooks_event%"=="${event}" goto refuse`);
  const lines = [
    "@echo off",
    "setlocal DisableDelayedExpansion",
    'set "agenthooks_node="',
    ...[...facts.runtimes.map(cmdQuoted), ...PLACES].map(
      (place) => `if not defined agenthooks_node if exist ${place} set "agenthooks_node=${place.slice(1, -1)}"`,
    ),
    'if not defined agenthooks_node for %%R in (node.exe) do if not "%%~$PATH:R"=="" set "agenthooks_node=%%~$PATH:R"',
    "if not defined agenthooks_node goto unanswered",
    '"%agenthooks_node%" "%~dp0supervise.cjs" %*',
    "exit /b %errorlevel%",
    ":unanswered",
    'set "agenthooks_provider="',
    'set "agenthooks_event="',
    ":next",
    'if "%~1"=="" goto answer',
    'if "%~1"=="--provider" set "agenthooks_provider=%~2"',
    'if "%~1"=="--event" set "agenthooks_event=%~2"',
    ...Object.entries(ALIASES).map(([alias, id]) => `if "%agenthooks_provider%"=="${alias}" set "agenthooks_provider=${id}"`),
    "shift",
    "goto next",
    ":answer",
    'set "agenthooks_answer=%~dp0answers.%agenthooks_provider%\\%agenthooks_event%"',
    'if not exist "%agenthooks_answer%.code" goto blind',
    'type "%agenthooks_answer%.out"',
    'type "%agenthooks_answer%.err" 1>&2',
    'set /p agenthooks_code=<"%agenthooks_answer%.code"',
    "exit /b %agenthooks_code%",
    ":blind",
    ...(facts.fail === "closed" ? [...refused, "exit /b 0", ...refuse] : ["exit /b 0"]),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

/** The files below `answers.<provider>\\`: what is answered where there is no runtime. */
export function answerFiles(answers: readonly EventAnswers[], fail: "open" | "closed"): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const row of answers) {
    const { stdout, stderr, exitCode } = given(row, fail);
    files.set(`${row.event}.out`, stdout);
    files.set(`${row.event}.err`, stderr);
    files.set(`${row.event}.code`, `${exitCode}\r\n`);
  }
  return files;
}

function given({ gate, failed, neutral }: EventAnswers, fail: "open" | "closed"): ProcessAnswer {
  return gate && fail === "closed" ? failed : neutral;
}

export interface SuperviseFacts {
  readonly name: string;
  readonly fail: "open" | "closed";
  /** The fail mode is not the program's own: it is told. */
  readonly overridden?: boolean;
  /** What is started. Default: the runtime of the supervisor with the bundle. */
  readonly start?: Start | undefined;
  /** Native events that a failure of the program refuses. */
  readonly refused: readonly string[];
  readonly providers: Readonly<
    Record<string, { readonly bundle: string; readonly hostVersion: string | undefined; readonly answers: readonly EventAnswers[] }>
  >;
}

/** The text of `supervise.cjs`. It takes the arguments of the launcher. */
export function superviseText({ name, fail, overridden = false, start, refused, providers }: SuperviseFacts): string {
  const table = Object.fromEntries(
    Object.entries(providers).map(([id, { bundle, hostVersion, answers }]) => [
      id,
      {
        bundle,
        hostVersion,
        events: Object.fromEntries(
          answers.map((row) => [
            row.event,
            {
              gate: row.gate,
              timeoutMs: row.timeoutMs,
              deadlineMs: row.deadlineMs,
              answer: given(row, fail),
              installed: row.installed.join(","),
            },
          ]),
        ),
      },
    ]),
  );
  return `"use strict";
// ${name}: starts the program for one event of an agent, and answers for it when it cannot. Generated by agenthooks.
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const table = ${JSON.stringify(table)};
const args = process.argv.slice(2);
const valueOf = (flag) => {
  const at = args.findIndex((word) => word === flag || word.startsWith(flag + "="));
  return at < 0 ? undefined : args[at].includes("=") ? args[at].slice(flag.length + 1) : args[at + 1];
};
const own = (object, key) => (key !== undefined && Object.hasOwn(object, key) ? object[key] : undefined);
const aliases = ${JSON.stringify(ALIASES)};
const provider = own(table, own(aliases, valueOf("--provider")) || valueOf("--provider"));
const event = provider && own(provider.events, valueOf("--event"));
const silent = { stdout: "", stderr: "", exitCode: 0 };
const blind = ${JSON.stringify(fail === "closed" ? { stdout: "", stderr: FAIL_REASON, exitCode: 2 } : { stdout: "", stderr: "", exitCode: 0 })};
const refused = ${JSON.stringify(refused)};
const unanswered = event ? event.answer : valueOf("--event") === undefined || refused.includes(valueOf("--event")) ? blind : silent;
const answer = ({ stdout, stderr, exitCode }) => {
  for (const [descriptor, text] of [[2, stderr], [1, stdout]]) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
  }
  process.exit(exitCode);
};
const command = ${JSON.stringify(start && "command" in start ? [start.command.path, ...start.args] : null)};
const target = provider && path.resolve(__dirname, command ? command[0] : provider.bundle);
if (target === undefined || !fs.existsSync(target)) answer(unanswered);
const words = command ? [target, ...command.slice(1)] : [process.execPath, target];
const flags = [
  ...(valueOf("--event") !== undefined && !(event && event.gate) ? ["--fail=open"] : ${overridden ? JSON.stringify([`--fail=${fail}`]) : "[]"}),
  ...(event && event.installed ? ["--installed=" + event.installed] : []),
  ...(event && valueOf("--timeout") === undefined ? ["--timeout=" + Math.floor(event.timeoutMs)] : []),
  ...(provider.hostVersion ? ["--host-version=" + provider.hostVersion] : []),
];
const mark = "agenthooks-" + process.pid + "-answer:";
const child = spawn(words[0], [...words.slice(1), ...args, ...flags, "--answer=3:" + mark], { stdio: ["inherit", "ignore", "ignore", "pipe"], windowsHide: true });
let said = "";
child.stdio[3].setEncoding("utf8").on("data", (text) => {
  said += text;
});
const end = () => {
  if (process.platform === "win32") spawnSync("taskkill", ["/PID", String(child.pid), "/T", "/F"], { stdio: "ignore", windowsHide: true });
  else child.kill("SIGKILL");
};
const timer = setTimeout(end, (event ? event.deadlineMs : 50000) - process.uptime() * 1000);
const done = () => {
  clearTimeout(timer);
  const own = said.includes(mark) ? said.slice(said.indexOf(mark) + mark.length) : "";
  const complete = /^[0-2][oe]/.test(own) && own.endsWith("\\n.");
  const text = own.slice(2, -2);
  answer(complete ? { stdout: own[1] === "o" ? text : "", stderr: own[1] === "e" ? text : "", exitCode: Number(own[0]) } : unanswered);
};
child.on("error", done);
// a child of the program may hold the descriptor: what came until the program's end counts
child.on("exit", () => setTimeout(done, 20));
`;
}
