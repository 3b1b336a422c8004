/** The fail mode holds through the installed command (design §5.1): every failure, every gate of every agent, both modes. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Placed, placeProgram } from "../../dist/install/index.js";
import { answersOf } from "../../src/install/launch/answers.js";
import { adapter } from "../../src/providers/claude-code/index.js";
import { adapter as codex } from "../../src/providers/codex/index.js";
import { filesBelow, SHELL, scratch, until } from "./helpers.js";

const { folder, remove } = scratch();
const MODES = ["open", "closed"] as const;
type Mode = (typeof MODES)[number];
const placed: Partial<Record<Mode, Placed>> = {};
/** The same with a short timeout of the agent's entry, for programs that only the launcher can end. */
const hasty: Partial<Record<Mode, Placed>> = {};
const ENDLESS = ["top-loop", "loop", "sleep", "child-lives", "child-ignores"];
const home = path.join(folder, "home");

beforeAll(async () => {
  mkdirSync(home);
  for (const mode of MODES) {
    const program = fileURLToPath(new URL(`./programs/broken-${mode}.ts`, import.meta.url));
    placed[mode] = await placeProgram({ program, providers, folder: path.join(folder, mode) });
    const timeoutMs = () => 1_000;
    hasty[mode] = await placeProgram({ program, providers, folder: path.join(folder, `hasty-${mode}`), timeoutMs });
  }
}, 60_000);
afterAll(remove);

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly ms: number;
  readonly stdinError: Error | undefined;
}

/** As the agent starts a hook: `/bin/sh -c <command>`, here with nothing in the environment but HOME and FAULT. */
function fire(command: string, fault: string, input: string | Uint8Array, keepOpen = false): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn("/bin/sh", ["-c", command], { cwd: folder, env: { HOME: home, FAULT: fault }, stdio: "pipe", detached: true });
    let [stdout, stderr] = ["", ""];
    let stdinError: Error | undefined;
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString("latin1");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString("utf8");
    });
    child.stdin.on("error", (error) => {
      stdinError = error;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ stdout, stderr, code, ms: performance.now() - begun, stdinError }));
    if (keepOpen) child.stdin.write(input);
    else child.stdin.end(input);
  });
}

const payloadOf = (event: string) =>
  JSON.stringify({ session_id: "00000000-0000-4000-8000-000000000001", cwd: folder, hook_event_name: event, ...SHELL });

const TEXT = "agenthooks: hook handler failed (fail-closed policy)";
const specific = (event: string, members: object) => JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...members } });
const denied = (event: string) => [specific(event, { permissionDecision: "deny", permissionDecisionReason: TEXT }), "", 0];
const blocked = () => [JSON.stringify({ decision: "block", reason: TEXT }), "", 0];
const exit2 = () => ["", TEXT, 2];

/** What a fail-closed program answers on the events that it refuses; on all others it is neutral (design §5.10). */
const REFUSALS: Readonly<Record<string, (event: string) => unknown[]>> = {
  PreToolUse: denied,
  PreSkillShellCommand: denied,
  PreModelSwitch: denied,
  PermissionRequest: (event) => [specific(event, { decision: { behavior: "deny", message: TEXT } }), "", 0],
  UserPromptSubmit: blocked,
  UserPromptExpansion: blocked,
  TaskCreated: exit2,
  Elicitation: exit2,
  ConfigChange: exit2,
};
/** Events that take any output for something else than JSON. */
const MUTE = ["WorktreeCreate", "PreCompact"];
const neutral = (event: string) => [MUTE.includes(event) ? "" : "{}", "", 0];
const expected = (mode: Mode, event: string) => (mode === "closed" ? (REFUSALS[event] ?? neutral)(event) : neutral(event));

/** A refusal whose reason says what is missing (cases b10). */
const saying = (why: string, answer: readonly unknown[]) =>
  answer.map((part) => (typeof part === "string" ? part.replace(TEXT, `agenthooks: ${why} (fail-closed policy)`) : part));

const gatesOf = ({ events }: typeof adapter) => events.filter((row) => row.gate).map((row) => row.native);
const GATES = gatesOf(adapter);
interface Agent {
  readonly gates: readonly string[];
  readonly expected: (mode: Mode, event: string) => unknown[];
}
const CODEX_GUARDS = ["PreToolUse", "PermissionRequest", "UserPromptSubmit"];
const AGENTS: Readonly<Record<string, Agent>> = {
  "claude-code": { gates: GATES, expected },
  codex: { gates: gatesOf(codex), expected: (mode, event) => (mode === "closed" && CODEX_GUARDS.includes(event) ? exit2() : ["", "", 0]) },
};

/** At most so many at a time: the machine has other things to do. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>, atOnce = 4): Promise<void> {
  const open = [...items];
  const one = async () => {
    for (let item = open.shift(); item !== undefined; item = open.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

const commandOf = (mode: Mode, event: string, id = "claude-code") =>
  `${(placed[mode] as Placed).launcher} agenthooks run --provider=${id} --event=${event}`;
const providers = Object.keys(AGENTS);
const CASES = MODES.flatMap((mode) => Object.entries(AGENTS).map(([id, agent]) => ({ mode, id, ...agent })));

describe.each(CASES)("through the launcher of $id, fail $mode", ({ mode, id, gates, expected: answer }) => {
  const FAULTS = [
    ..."top-throw top-exit top-never throw reject never exit-0 exit-1 exit-raw abort kill hang-up forge".split(" "),
    ...ENDLESS,
  ];

  it.each(FAULTS)("%s: every gate is answered by the fail mode", { timeout: 120_000 }, async (fault) => {
    const seen: Record<string, unknown> = {};
    await each(gates, async (event) => {
      const { command } = (ENDLESS.includes(fault) ? hasty : placed)[mode] as Placed;
      const { stdout, stderr, code } = await fire(command(id, event), fault, payloadOf(event));
      seen[event] = [stdout, stderr, code];
    });
    expect(seen).toEqual(Object.fromEntries(gates.map((event) => [event, answer(mode, event)])));
  });

  it.each([
    ["empty", ""],
    ["not JSON", "{"],
    ["null", "null"],
    ["invalid bytes", Buffer.from([0xff, 0xfe, 0])],
  ])("a payload that is %s: every gate is answered by the fail mode", { timeout: 60_000 }, async (_what, payload) => {
    const seen: Record<string, unknown> = {};
    await each(gates, async (event) => {
      const { stdout, stderr, code } = await fire(commandOf(mode, event, id), "", payload);
      seen[event] = [stdout, stderr, code];
    });
    expect(seen).toEqual(Object.fromEntries(gates.map((event) => [event, answer(mode, event)])));
  });
});

describe.each(MODES)("through the launcher, fail %s", (mode) => {
  it("out of memory: every gate is answered by the fail mode", { timeout: 120_000 }, async () => {
    const seen: Record<string, unknown> = {};
    await each(GATES, async (event) => {
      const { stdout, stderr, code } = await fire(commandOf(mode, event), "memory", payloadOf(event));
      seen[event] = [stdout, stderr, code];
    });
    expect(seen).toEqual(Object.fromEntries(GATES.map((event) => [event, expected(mode, event)])));
  });

  it("a payload beyond the cap is read to its end, and every gate is answered by the fail mode", { timeout: 240_000 }, async () => {
    const program = path.join(folder, `patient-${mode}.ts`);
    const text = `import { createHooks, main } from "agenthooks";
const hooks = createHooks({ name: "patient", policy: { fail: "${mode}" } });
hooks.use((event, next) => next(event));
export default hooks;
await main(hooks);
`;
    writeFileSync(program, text);
    const patient = await placeProgram({ program, providers: ["claude-code"], folder: path.join(folder, `patient-${mode}`) });
    const filling = Buffer.alloc(65 * 1024 * 1024, 97);
    const seen: Record<string, unknown> = {};
    await each(
      GATES,
      async (event) => {
        const big = Buffer.concat([Buffer.from(`${payloadOf(event).slice(0, -1)},"x":"`), filling, Buffer.from('"}')]);
        const { stdout, stderr, code, stdinError } = await fire(patient.command("claude-code", event), "", big);
        seen[event] = [stdout, stderr, code, stdinError];
      },
      2,
    );
    expect(seen).toEqual(Object.fromEntries(GATES.map((event) => [event, [...expected(mode, event), undefined]])));
  });

  it("a payload that does not end: every gate is answered by the fail mode", { timeout: 60_000 }, async () => {
    const seen: Record<string, unknown> = {};
    await each(GATES, async (event) => {
      const { stdout, stderr, code } = await fire(commandOf(mode, event), "", payloadOf(event).slice(0, 20), true);
      seen[event] = [stdout, stderr, code];
    });
    expect(seen).toEqual(Object.fromEntries(GATES.map((event) => [event, expected(mode, event)])));
  });

  it.each(["descriptor", "child"])("bytes on descriptor 1 by way of the %s do not reach the agent", async (fault) => {
    const { stdout, stderr, code } = await fire(commandOf(mode, "PreToolUse"), fault, payloadOf("PreToolUse"));
    expect([stdout, stderr, code]).toEqual(["{}", "", 0]);
  });

  /** A copy of the installed folder that something happens to. */
  const damaged = (name: string, damage: (own: string) => void) => {
    const own = path.join(folder, `${mode}-${name}`);
    cpSync(path.join(folder, mode), own, { recursive: true });
    damage(own);
    return (event: string) => `${own}/run agenthooks run --provider=claude-code --event=${event}`;
  };

  it.each<[string, (own: string) => void, why?: string]>([
    ["the bundle is missing", (own) => rmSync(path.join(own, "hooks.claude-code.cjs")), "the bundle is missing; install the program again"],
    ["the bundle is damaged", (own) => writeFileSync(path.join(own, "hooks.claude-code.cjs"), "%%%")],
    ["the bundle is empty", (own) => writeFileSync(path.join(own, "hooks.claude-code.cjs"), "")],
    ["the runtime is no runtime", (own) => retable(own, "/bin/false")],
    ["the runtime prints", (own) => retable(own, "/bin/echo")],
  ])("%s: every gate is answered by the fail mode", { timeout: 60_000 }, async (what, damage, why) => {
    const command = damaged(what.replaceAll(" ", "-"), damage);
    const seen: Record<string, unknown> = {};
    await each(GATES, async (event) => {
      const { stdout, stderr, code } = await fire(command(event), "", payloadOf(event));
      seen[event] = [stdout, stderr, code];
    });
    const answer = (event: string) => (why === undefined ? expected(mode, event) : saying(why, expected(mode, event)));
    expect(seen).toEqual(Object.fromEntries(GATES.map((event) => [event, answer(event)])));
  });

  it.each<[string, (own: string) => void]>([
    ["missing", (own) => rmSync(path.join(own, "answers.claude-code.sh"))],
    ["cut", (own) => retext(own, "answers.claude-code.sh", (text) => text.slice(0, 600))],
    ["cut at a line", (own) => retext(own, "answers.claude-code.sh", (text) => text.split("\n").slice(0, 3).join("\n"))],
    ["no shell", (own) => writeFileSync(path.join(own, "answers.claude-code.sh"), "((((")],
  ])("a table that is %s: the program runs, and its refusals are the same", async (what, damage) => {
    const command = damaged(`table-${what.replaceAll(" ", "-")}`, damage);
    const seen = async (event: string, fault: string) => {
      const { stdout, stderr, code } = await fire(command(event), fault, payloadOf(event));
      return [stdout, stderr, code];
    };
    expect(await seen("PreToolUse", "")).toEqual(["{}", "", 0]);
    // the refusals are the launcher's own; exit 2 would be ignored on a question of the agent
    for (const event of ["PreToolUse", "PermissionRequest", "TaskCreated"]) {
      expect(await seen(event, "kill")).toEqual(mode === "closed" ? expected(mode, event) : ["", "", 0]);
    }
    expect(await seen("Stop", "kill")).toEqual(["", "", 0]);
  });

  it("an answer that cannot be written is a refusal under fail-closed, and is said by the exit code", async () => {
    for (const fault of ["", "kill"]) {
      const { stderr, code } = await fire(`${commandOf(mode, "PreToolUse")} >/dev/full`, fault, payloadOf("PreToolUse"));
      expect([stderr, code]).toEqual(["", mode === "closed" ? 2 : 0]);
    }
  });

  it.each([
    ["no file may grow", "ulimit -f 0; "],
    ["the shell is strict", "set -eu; "],
    ["signals are ignored", "trap '' TERM HUP INT PIPE USR1; "],
  ])("where %s, the answer and its exit code are the same", async (_what, before) => {
    for (const event of ["PreToolUse", "Stop"]) {
      const { stdout, stderr, code } = await fire(`${before}${commandOf(mode, event)}`, "kill", payloadOf(event));
      expect([stdout, stderr, code]).toEqual(expected(mode, event));
    }
  });

  it("the shell ends in the middle, as where no process can be started: the answer and its exit code are the same", async () => {
    const own = path.join(folder, `${mode}-no-fork`);
    cpSync(path.join(folder, mode), own, { recursive: true });
    const at = "answer='' why='' ended='' mark=";
    // a fork that fails is an error that ends a shell; so is this
    retext(own, "run", (text) => text.replace(at, `. /nowhere/at/all\n${at}`));
    expect(readFileSync(path.join(own, "run"), "utf8")).toContain("/nowhere/at/all");
    const command = `${own}/run agenthooks run --provider=claude-code --event=PreToolUse`;
    const { stdout, stderr, code } = await fire(command, "", payloadOf("PreToolUse"));
    expect([stdout, stderr, code]).toEqual(expected(mode, "PreToolUse"));
  });

  it("an agent that is not named is refused by exit 2, one that is not known on the events that are refused", async () => {
    const bare = await fire(`${(placed[mode] as Placed).launcher} agenthooks run`, "kill", payloadOf("PreToolUse"));
    const strange = await fire(`${(placed[mode] as Placed).launcher} agenthooks run --provider=other --event=PreToolUse`, "", "{}");
    const stop = await fire(`${(placed[mode] as Placed).launcher} agenthooks run --provider=other --event=Stop`, "", "{}");
    const blind = mode === "closed" ? exit2() : ["", "", 0];
    expect([bare, strange, stop].map(({ stdout, stderr, code }) => [stdout, stderr, code])).toEqual([blind, blind, ["", "", 0]]);
  });

  it("an event that is not in the table is nobody's to refuse", async () => {
    const { stdout, code } = await fire(commandOf(mode, "NewEvent"), "kill", payloadOf("NewEvent"));
    expect([stdout, code]).toEqual(["", 0]);
  });
});

function retext(own: string, name: string, change: (text: string) => string): void {
  const file = path.join(own, name);
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

/** Another runtime in the table; the places where the launcher looks besides are taken away. */
function retable(own: string, runtime: string): void {
  retext(own, "answers.claude-code.sh", (text) => text.replace(/^runtimes=.*$/m, `runtimes='${runtime}'`));
}

describe("the launcher", () => {
  const closed = () => placed.closed as Placed;
  const working = (event = "PreToolUse") => fire(commandOf("closed", event), "", payloadOf(event));

  it("gives the program's answer, and 2 MB of payload arrive whole", async () => {
    expect(await working()).toMatchObject({ stdout: "{}", stderr: "", code: 0 });
    const event = "PreToolUse";
    const big = `${payloadOf(event).slice(0, -1)},"x":"${"a".repeat(2 * 1024 * 1024)}"}`;
    expect(await fire(commandOf("closed", event), "", big)).toMatchObject({ stdout: "{}", stderr: "", code: 0, stdinError: undefined });
  });

  it("finds a runtime where no PATH and no table names one, or answers by the fail mode", async () => {
    const own = path.join(folder, "volta");
    cpSync(path.join(folder, "closed"), own, { recursive: true });
    const launcher = path.join(own, "run");
    // only the place below HOME is left
    const narrowed = readFileSync(launcher, "utf8")
      .replaceAll(/"\/[a-z][^" ]*\/(?:node|bun)"/g, "")
      .replace(/^if \[ -z "\$runtime".*$/m, "");
    writeFileSync(launcher, narrowed);
    retable(own, "/nowhere/node");
    const command = `${launcher} agenthooks run --provider=claude-code --event=PreToolUse`;
    const without = await fire(command, "", payloadOf("PreToolUse"));
    const why = "no runtime was found; install Node 20.19 or newer, or name one with --runtime";
    expect([without.stdout, without.stderr, without.code]).toEqual(saying(why, expected("closed", "PreToolUse")));
    const place = path.join(home, ".volta/bin");
    mkdirSync(place, { recursive: true });
    symlinkSync(process.execPath, path.join(place, "node"));
    try {
      expect(await fire(command, "", payloadOf("PreToolUse"))).toMatchObject({ stdout: "{}", stderr: "", code: 0 });
    } finally {
      rmSync(path.join(home, ".volta"), { recursive: true });
    }
  });

  it("may lie in a folder of any name, behind a link, and be started from anywhere", async () => {
    const own = path.join(folder, "it's a $folder `x`");
    const { command } = await placeProgram({
      program: fileURLToPath(new URL("./programs/broken-closed.ts", import.meta.url)),
      providers: ["claude-code"],
      folder: own,
    });
    expect(await fire(command("claude-code", "PreToolUse"), "", payloadOf("PreToolUse"))).toMatchObject({ stdout: "{}", code: 0 });
    expect((await fire(command("claude-code", "PreToolUse"), "kill", payloadOf("PreToolUse"))).stdout).toContain('"deny"');
    symlinkSync(path.join(folder, "closed", "run"), path.join(folder, "first-link"));
    symlinkSync("first-link", path.join(folder, "second-link"));
    const linked = await fire("./second-link agenthooks run --provider=claude-code --event=PreToolUse", "", payloadOf("PreToolUse"));
    expect(linked).toMatchObject({ stdout: "{}", code: 0 });
    expect(
      await fire("cd closed && ./run agenthooks run --provider claude-code --event PreToolUse", "", payloadOf("PreToolUse")),
    ).toMatchObject({
      stdout: "{}",
      code: 0,
    });
  });

  it("without standard input or with a standard output that is closed, the fail mode holds and nothing hangs", async () => {
    const closedInput = await fire(`${commandOf("closed", "PreToolUse")} <&-`, "", "");
    expect([closedInput.stdout, closedInput.stderr, closedInput.code]).toEqual(expected("closed", "PreToolUse"));
    const opened = await fire(`${commandOf("open", "PreToolUse")} <&-`, "", "");
    expect([opened.stdout, opened.stderr, opened.code]).toEqual(["{}", "", 0]);
    expect((await fire(`${commandOf("closed", "TaskCreated")} >&-`, "kill", payloadOf("TaskCreated"))).code).toBe(2);
  });

  it("leaves the program its umask, and its logs to the owner", async () => {
    await working(); // the log folder is there
    const file = path.join(folder, "written-by-the-program");
    await fire(`umask 022; ${commandOf("closed", "PreToolUse")}`, "write", payloadOf("PreToolUse"));
    expect((statSync(file).mode & 0o777).toString(8)).toBe("644");
    expect((statSync(path.join(home, ".local/state/agenthooks/broken-closed/log/stderr.log")).mode & 0o777).toString(8)).toBe("600");
  });

  it("a timeout that the command names ends an endless program, and a host version that it names is not doubled", async () => {
    const command = `${closed().launcher} agenthooks run --provider=claude-code --event=PreToolUse --timeout=2s --host-version=2.1.197`;
    const { stdout, stderr, code } = await fire(command, "loop", payloadOf("PreToolUse")); // not after the minutes of the table
    expect([stdout, stderr, code]).toEqual(expected("closed", "PreToolUse"));
  });

  it("names the events that need an entry, and no command of an event that is none", async () => {
    const program = path.join(folder, "named.ts");
    writeFileSync(
      program,
      `import { createHooks, main } from "agenthooks";
const hooks = createHooks({ name: "named" });
hooks.on("tool.pre", () => undefined);
export default hooks;
await main(hooks);
`,
    );
    const own = path.join(folder, "named");
    const { events, command } = await placeProgram({ program, providers: ["claude-code"], folder: own });
    expect(events("claude-code")).toEqual(["PreToolUse", "PreSkillShellCommand"]);
    expect(closed().events("claude-code")).not.toContain("WorktreeCreate");
    expect(() => command("claude-code", "PreTool")).toThrow('claude-code has no event "PreTool"');
    expect(() => command("codex", "PreToolUse")).toThrow('placed for claude-code, not for "codex"');
  });

  it("a program that cannot be placed leaves no folder behind", async () => {
    const program = path.join(folder, "throws.ts");
    writeFileSync(program, "throw new Error('boom');\nexport default 1;\n");
    const own = path.join(folder, "not-made");
    await expect(placeProgram({ program, providers: ["claude-code"], folder: own })).rejects.toThrow(/boom/);
    expect(existsSync(own)).toBe(false);
  });

  it.each(["exit-0", "top-throw", "top-exit"])("%s has a line in the decision log", async (fault) => {
    rmSync(path.join(home, ".local"), { recursive: true, force: true });
    await fire(commandOf("closed", "PreToolUse"), fault, payloadOf("PreToolUse"));
    const logs = path.join(home, ".local/state/agenthooks/broken-closed/log");
    const lines = readFileSync(path.join(logs, "decisions.ndjson"), "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ program: "broken-closed", event: "PreToolUse", decision: "deny", failure: "crash" }),
    ]);
    expect(readFileSync(path.join(logs, "hook.ndjson"), "utf8")).toMatch(/process.exit before|uncaught error/);
  });

  it("a stack names the program's own line", async () => {
    rmSync(path.join(home, ".local"), { recursive: true, force: true });
    await fire(commandOf("closed", "PreToolUse"), "throw", payloadOf("PreToolUse"));
    const log = readFileSync(path.join(home, ".local/state/agenthooks/broken-closed/log/hook.ndjson"), "utf8");
    expect(log).toMatch(/\(broken\.ts:\d+:\d+\)/);
    expect(log).not.toContain("hooks.claude-code.cjs");
  });

  it("what cannot be placed leaves what is there as it is", async () => {
    const own = path.join(folder, "kept");
    const program = fileURLToPath(new URL("./programs/broken-closed.ts", import.meta.url));
    await placeProgram({ program, providers: ["claude-code"], folder: own });
    const before = await filesBelow(own);
    await expect(placeProgram({ program, providers: ["claude-code"], folder: own, timeoutMs: () => 1 })).rejects.toThrow(/timeout/);
    await expect(placeProgram({ program, providers: ["claude-code", "no-such"], folder: own })).rejects.toThrow(/unknown provider/);
    expect(await filesBelow(own)).toEqual(before);
  });

  it("keeps its command when the program changes", async () => {
    const before = closed().command("claude-code", "Stop");
    const text = readFileSync(closed().launcher, "utf8");
    const again = await placeProgram({
      program: fileURLToPath(new URL("./programs/broken-closed.ts", import.meta.url)),
      providers,
      folder: path.join(folder, "closed"),
      timeoutMs: () => 10_000,
    });
    expect(again.command("claude-code", "Stop")).toBe(before);
    expect(readFileSync(again.launcher, "utf8")).toBe(text);
  });

  it("leaves no process behind, and ends what the program started", async () => {
    await working();
    await fire(commandOf("closed", "PreToolUse"), "child-lives", payloadOf("PreToolUse"));
    const left = async () => {
      const all = await processesOf(folder);
      return all.length === 0 ? true : undefined;
    };
    await until(left, 5_000);
  });

  it("writes a line of the decision log for what broke, and keeps the program's last words out of the agent's sight", async () => {
    rmSync(path.join(home, ".local"), { recursive: true, force: true });
    await working();
    const crash = await fire(commandOf("closed", "PreToolUse"), "abort", payloadOf("PreToolUse"));
    expect(crash.stderr).toBe("");
    const logs = path.join(home, ".local/state/agenthooks/broken-closed/log");
    await until(() => (readFileSync(path.join(logs, "decisions.ndjson"), "utf8").includes("crash") ? true : undefined));
    const lines = readFileSync(path.join(logs, "decisions.ndjson"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines.at(-1)).toMatchObject({
      program: "broken-closed",
      provider: "claude-code",
      event: "PreToolUse",
      decision: "deny",
      failure: "crash",
      error: "ended by signal 6 and no answer",
      time: expect.any(Number),
    });
    expect((await filesBelow(path.join(home, ".local"))).map(({ mode, isFolder }) => [isFolder, mode])).toSatisfy(
      (all: [boolean, string][]) => all.every(([isFolder, mode]) => mode === (isFolder ? "700" : "600")),
    );
  });

  it("a decision log that is no file holds nothing up", async () => {
    const logs = path.join(home, ".local/state/agenthooks/broken-closed/log");
    rmSync(path.join(home, ".local"), { recursive: true, force: true });
    mkdirSync(logs, { recursive: true });
    spawnSync("mkfifo", [path.join(logs, "decisions.ndjson")]);
    const { stdout, stderr, code } = await fire(commandOf("closed", "PreToolUse"), "kill", payloadOf("PreToolUse"));
    expect([stdout, stderr, code]).toEqual(expected("closed", "PreToolUse"));
    rmSync(path.join(home, ".local"), { recursive: true, force: true });
  });

  it("knows the state folder that the program names", async () => {
    const program = path.join(folder, "own-state.ts");
    const stateDir = path.join(folder, "own state");
    writeFileSync(
      program,
      `import { createHooks, main } from "agenthooks";
const hooks = createHooks({ name: "own-state", stateDir: ${JSON.stringify(stateDir)}, policy: { fail: "closed" } });
hooks.on("tool.pre", () => process.abort());
export default hooks;
await main(hooks);
`,
    );
    const { command } = await placeProgram({ program, providers: ["claude-code"], folder: path.join(folder, "own-state") });
    expect((await fire(command("claude-code", "PreToolUse"), "", payloadOf("PreToolUse"))).stdout).toContain('"deny"');
    await until(() => (existsSync(path.join(stateDir, "log/decisions.ndjson")) ? true : undefined));
    expect(existsSync(path.join(home, ".local/state/agenthooks/own-state"))).toBe(false);
  });

  it.each([0, 1, 999, -5, Number.NaN, Number.POSITIVE_INFINITY, 1e21])(
    "a timeout of %d ms is refused: no program could answer",
    async (ms) => {
      const program = fileURLToPath(new URL("./programs/broken-closed.ts", import.meta.url));
      const options = { program, providers: ["claude-code"], folder: path.join(folder, "refused") };
      await expect(placeProgram({ ...options, timeoutMs: () => ms })).rejects.toThrow(/the timeout of \w+ is .* give it 1000 to/);
    },
  );

  it.each(["node", "./node", "bin/node", "/a\nb"])("a runtime called %j is refused: hooks start in any folder", async (runtime) => {
    const program = fileURLToPath(new URL("./programs/broken-closed.ts", import.meta.url));
    const options = { program, providers: ["claude-code"], folder: path.join(folder, "refused") };
    await expect(placeProgram({ ...options, runtimes: [runtime] })).rejects.toThrow(/no absolute path/);
  });

  it("ends a program later than its own deadline, and so that the agent does not end it first", () => {
    const ms = fc.integer({ min: 1_000, max: 86_400_000 });
    fc.assert(
      fc.property(ms, (timeoutMs) => {
        const [row] = answersOf({ adapter, manifest: { hooks: [], fail: "closed", timeoutMs: undefined }, timeoutMs: () => timeoutMs });
        if (!row) throw new Error("no row");
        const own = timeoutMs - Math.max(timeoutMs * 0.1, 250);
        expect(row.deadlineMs).toBeGreaterThan(own);
        expect(row.deadlineMs + row.graceMs + 100).toBeLessThan(timeoutMs);
      }),
    );
  });

  it("is readable and writable by its owner alone", async () => {
    const modes = (await filesBelow(path.join(folder, "closed"))).map((file) => [file.path, file.mode]);
    const ofEach = providers.flatMap((id) => [`answers.${id}.sh`, ...["", ".cache", ".map"].map((ending) => `hooks.${id}.cjs${ending}`)]);
    expect(Object.fromEntries(modes)).toEqual({
      ...Object.fromEntries([...ofEach, "launch.json"].map((name) => [name, "600"])),
      run: "700",
    });
  });

  it("passes the timeout of the entry on, and a program that only watches never refuses", async () => {
    const program = path.join(folder, "watch.ts");
    writeFileSync(
      program,
      `import { createHooks, main } from "agenthooks";
const hooks = createHooks({ name: "watcher", policy: { fail: "closed" } });
hooks.onAny(() => { process.kill(process.pid, "SIGKILL"); });
export default hooks;
await main(hooks);
`,
    );
    const { command } = await placeProgram({ program, providers: ["claude-code"], folder: path.join(folder, "watcher") });
    for (const payload of [payloadOf("PreToolUse"), "", "{"]) {
      const { stdout, stderr, code } = await fire(command("claude-code", "PreToolUse"), "", payload);
      expect([stdout, stderr, code]).toEqual(["{}", "", 0]);
    }
  });
});

/** Command lines of processes that name the folder. */
async function processesOf(name: string): Promise<string[]> {
  const { readdir, readFile } = await import("node:fs/promises");
  const ids = (await readdir("/proc")).filter((one) => /^\d+$/.test(one));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/environ`, "latin1").catch(() => "")));
  return lines.filter((line) => line.includes(`HOME=${name}`));
}
