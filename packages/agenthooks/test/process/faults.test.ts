/** The fail mode holds through the started process, and no byte of user code reaches the agent (design §5.1, §5.2). */
import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agent, bundled, document, filesBelow, SHELL, scratch, shell, start } from "./helpers.js";

const { folder, remove } = scratch();
const files = { open: "", closed: "" };
beforeAll(async () => {
  files.open = await bundled("faulty-open", folder);
  files.closed = await bundled("faulty-closed", folder);
}, 60_000);
afterAll(remove);

const MODES = ["open", "closed"] as const;
const RUN = ["agenthooks", "run", "--provider=claude-code", "--event=PreToolUse"];
const PAYLOAD = JSON.stringify({ hook_event_name: "PreToolUse", session_id: "s", cwd: "/", ...SHELL });

describe.each(MODES)("fail %s", (fail) => {
  const fire = (fault: string, event = "PreToolUse", payload: Parameters<ReturnType<typeof agent>["fire"]>[1] = SHELL) =>
    agent(files[fail], { env: { FAULT: fault }, timeoutMs: 15_000 }).fire(event, payload);

  it("a working guard denies, and lets through what it has no opinion on", async () => {
    expect((await fire("")).effect).toMatchObject({ ran: false, shownToModel: ["no"] });
    expect(await fire("", "PreToolUse", shell("harmless"))).toMatchObject({ stdout: "{}", stderr: "", exitCode: 0 });
  });

  it.each([
    "top-throw",
    "top-exit",
    "top-never",
    "throw",
    "throw-undefined",
    "reject",
    "exit-0",
    "exit-1",
    "exit-code",
    "kill-listeners",
    "timer-throw",
    "timer-reject",
    "never",
    "never-policy",
  ])("%s: the call runs only under fail-open", async (fault) => {
    const fired = await fire(fault);
    expect(fired.timedOut).toBe(false);
    expect(fired.effect.ran).toBe(fail === "open");
    expect([fired.exitCode, fired.stderr]).toEqual([0, ""]);
    if (fail === "open") expect(document(fired)).toEqual({});
    else expect(document(fired)).toMatchObject({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } });
  });

  it("a promise that is rejected while the program is loaded does not break the answer", async () => {
    const fired = await fire("top-reject");
    expect([fired.exitCode, fired.stderr, fired.timedOut]).toEqual([0, "", false]);
    if (fail === "closed") expect(fired.effect.ran).toBe(false);
    expect(document(fired)).toBeDefined();
  });

  it.each(["top-throw", "top-never", "throw", "exit-0", "timer-throw"])("%s on an event that guards nothing is neutral", async (fault) => {
    expect(await fire(fault, "Stop", { stop_hook_active: false })).toMatchObject({ stdout: "{}", stderr: "", exitCode: 0 });
  });

  it.each([
    ["empty", ""],
    ["blank", " \n"],
    ["not JSON", "not-json"],
    ["cut off", PAYLOAD.slice(0, -5)],
    ["no object", "[1]"],
    ["null", "null"],
    ["invalid bytes", Buffer.from([0xff, 0xfe, 0x00])],
  ])("a payload that is %s: the call runs only under fail-open", async (_name, payload) => {
    const fired = await fire("", "PreToolUse", payload);
    expect([fired.effect.ran, fired.exitCode, fired.stderr]).toEqual([fail === "open", 0, ""]);
  });

  it("a payload beyond the cap is read to its end and follows the fail mode", async () => {
    const big = Buffer.concat([
      Buffer.from(PAYLOAD.slice(0, -1)),
      Buffer.from(',"x":"'),
      Buffer.alloc(65 * 1024 * 1024, 97),
      Buffer.from('"}'),
    ]);
    const started = start(files[fail], RUN, {}, big);
    const { stdout, code } = await started.ended;
    expect(started.stdinError).toBeUndefined();
    expect([code, stdout.includes('"deny"')]).toEqual([0, fail === "closed"]);
  });

  it.each([
    ["nothing", ""],
    ["a part", PAYLOAD.slice(0, 40)],
  ])("a pipe that stays open after %s is given up in time", async (_name, part) => {
    const started = start(files[fail], [...RUN, "--timeout=1s"]);
    started.child.stdin?.write(part);
    const late = setTimeout(() => started.child.kill("SIGKILL"), 6000);
    const { stdout, code, ms } = await started.ended;
    clearTimeout(late);
    expect(ms).toBeLessThan(5000);
    expect([code, stdout.includes('"deny"')]).toEqual([0, fail === "closed"]);
  });

  it("a FIFO that stays open is given up in time", async () => {
    const line = `sleep 5 | "${process.execPath}" "${files[fail]}" ${RUN.join(" ")} --timeout=1s; echo; echo "ended $?"`;
    const begun = performance.now();
    const child = spawn("/bin/sh", ["-c", line], {
      env: { PATH: process.env.PATH ?? "", HOME: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const text = await new Promise<string>((resolve) => {
      let out = "";
      child.stdout.on("data", (chunk: Buffer) => {
        out += chunk.toString();
        if (out.includes("{") && performance.now() - begun < 4000) resolve(out);
      });
      child.on("close", () => resolve(out));
    });
    expect(performance.now() - begun).toBeLessThan(4000);
    expect(text.includes('"deny"')).toBe(fail === "closed");
  });

  it("nothing that user code prints before, during or after the decision reaches the agent", async () => {
    const fired = await fire("print");
    expect([fired.stderr, fired.exitCode]).toEqual(["", 0]);
    expect(fired.stdout).not.toContain("NOISE");
    expect(document(fired)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" } });
  });

  it("an exit code that user code left behind does not become the answer's", async () => {
    expect(await fire("exit-code-fine")).toMatchObject({ exitCode: 0, effect: { ran: false } });
  });

  it("an answer that waits for an unreferenced timer is still given", async () => {
    expect((await fire("unref")).effect).toMatchObject({ ran: false, shownToModel: ["no"] });
  });

  it("an observer that never settles does not delay the answer, and is left behind after its budget", async () => {
    const started = start(files[fail], RUN, { FAULT: "observer" }, PAYLOAD);
    const { stdout, code, ms } = await started.ended;
    expect([code, stdout.includes('"deny"')]).toEqual([0, true]);
    expect(ms - (started.firstByteMs ?? ms)).toBeGreaterThan(400);
    expect(ms - (started.firstByteMs ?? 0)).toBeLessThan(3000);
  });

  it.each([
    ["an unknown mode", ["agenthooks", "ran"]],
    ["a wrong duration", ["agenthooks", "run", "--provider=claude-code", "--event=PreToolUse", "--timeout=soon"]],
    ["a wrong filter", ["agenthooks", "run", "--provider=claude-code", "--event=PreToolUse", "--filter=nope"]],
    ["an unknown provider", ["agenthooks", "run", "--provider=nobody", "--event=PreToolUse"]],
    ["a mode that this agent has not", ["agenthooks", "serve", "--provider=claude-code"]],
  ])("%s ends with exit 64 under fail-open and 2 under fail-closed, and says why", async (_name, args) => {
    const { stdout, stderr, code } = await start(files[fail], args, {}, PAYLOAD).ended;
    expect([stdout, code]).toEqual(["", fail === "open" ? 64 : 2]);
    expect(stderr).toMatch(/^agenthooks: /);
  });

  it("unknown flags are left to versions that know them", async () => {
    const { stdout } = await start(files[fail], [...RUN, "--from-the-future=1", "--and-this"], {}, PAYLOAD).ended;
    expect(stdout).toContain('"deny"');
  });

  it("the sentinel may stand anywhere; without it a bundle says how it is started", async () => {
    const anywhere = await start(files[fail], ["mine", "--flag", ...RUN], {}, PAYLOAD).ended;
    expect(anywhere.stdout).toContain('"deny"');
    const without = await start(files[fail], ["run", "--provider=claude-code"], {}, PAYLOAD).ended;
    expect([without.stdout, without.code]).toEqual(["", fail === "open" ? 64 : 2]);
    expect(without.stderr).toContain("agenthooks run --provider=");
  });

  it("without --provider and --event the payload says both", async () => {
    const { stdout } = await start(files[fail], ["agenthooks", "run"], {}, PAYLOAD).ended;
    expect(stdout).toContain('"deny"');
  });

  it("one level of agents inside hooks is decided on, deeper ones are not", async () => {
    const at = async (depth: string) => (await start(files[fail], RUN, { AGENTHOOKS_DEPTH: depth }, PAYLOAD).ended).stdout;
    expect([await at("0"), await at("1"), await at("nonsense")].every((stdout) => stdout.includes('"deny"'))).toBe(true);
    expect(await at("2")).toBe("{}");
  });

  it("a filter that does not match is neutral, one that matches lets the guard decide", async () => {
    const at = async (filter: string) => (await start(files[fail], [...RUN, `--filter=${filter}`], {}, PAYLOAD).ended).stdout;
    expect(await at("names=Read;canonical=file.read")).toBe("{}");
    expect(await at("names=Read;canonical=shell")).toContain('"deny"');
    expect(await at("names=bash")).toContain('"deny"');
  });

  it.each([
    ["has no opinion", "", RUN, {}],
    ["throws at import", "top-throw", RUN, {}],
    ["ends the process at import", "top-exit", RUN, {}],
    ["ends the process in a handler", "exit-0", RUN, {}],
    ["is too deep", "", RUN, { AGENTHOOKS_DEPTH: "2" }],
    ["has a wrong command line", "", [...RUN, "--timeout=soon"], {}],
  ])("b22: a large payload is drained when the program %s", async (_name, fault, args, env) => {
    const payload = JSON.stringify({
      hook_event_name: "PreToolUse",
      session_id: "s",
      tool_name: "Write",
      tool_input: { content: "A".repeat(2_000_000) },
    });
    const started = start(files[fail], args, { FAULT: fault, ...env }, payload);
    await started.ended;
    expect(started.stdinError).toBeUndefined();
  });

  it("a relative cwd in the payload does not make the look for the project's root endless", async () => {
    const payload = JSON.stringify({ hook_event_name: "PreToolUse", session_id: "s", cwd: "work/here", ...SHELL });
    const started = start(files[fail], RUN, { FAULT: "project-root" }, payload);
    const late = setTimeout(() => started.child.kill("SIGKILL"), 3000);
    const { stdout } = await started.ended;
    clearTimeout(late);
    expect(stdout).toContain('"deny"');
  });

  it("a reader that is gone is no error", async () => {
    const started = start(files[fail], RUN);
    started.child.stdout?.destroy();
    started.child.stdin?.end(PAYLOAD);
    expect((await started.ended).code).toBe(0);
  });
});

describe("the decision log", () => {
  it("has one line per event, in files that only the user reads, without any text of the payload", async () => {
    const home = path.join(folder, "home-log");
    const log = agent(files.closed, { home: folder, env: { XDG_STATE_HOME: home } });
    const fault = (name: string) => agent(files.closed, { home: folder, env: { XDG_STATE_HOME: home, FAULT: name } });
    const secret = "SECRET-a1b2c3";
    await log.fire("PreToolUse", shell(`echo ${secret}`));
    await log.fire("UserPromptSubmit", { prompt: secret });
    await fault("throw").fire("PreToolUse", shell(secret));
    await fault("print").fire("PreToolUse", shell(secret));
    await log.fire("PreToolUse", `{"tool_input": "${secret}`);
    const all = await filesBelow(path.join(home, "agenthooks", "faulty-closed"));
    const lines =
      all
        .find((file) => file.path.endsWith("decisions.ndjson"))
        ?.text.trim()
        .split("\n") ?? [];
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map((row) => [row.event, row.decision, row.failure])).toEqual([
      ["PreToolUse", "deny", "none"],
      ["UserPromptSubmit", "neutral", "none"],
      ["PreToolUse", "deny", "error"],
      ["PreToolUse", "deny", "none"],
      ["PreToolUse", "deny", "error"],
    ]);
    for (const file of all) {
      expect(file.mode, file.path).toBe(file.isFolder ? "700" : "600");
      expect(file.text, file.path).not.toContain("SECRET");
      expect(file.text, file.path).not.toContain("NOISE");
    }
  });

  it("a state folder that cannot be written changes no decision", async () => {
    const fired = await agent(files.closed, { env: { XDG_STATE_HOME: "/dev/null/nowhere" } }).fire("PreToolUse", SHELL);
    expect(fired).toMatchObject({ exitCode: 0, stderr: "", effect: { ran: false, shownToModel: ["no"] } });
  });

  it("neither HOME nor a state folder changes no decision", async () => {
    const { stdout, stderr } = await start(files.closed, RUN, { HOME: "", XDG_STATE_HOME: "" }, PAYLOAD).ended;
    expect([stdout.includes('"permissionDecisionReason":"no"'), stderr]).toEqual([true, ""]);
  });
});

describe("the environment of the agent", () => {
  it("does not get into any log: it holds secrets", async () => {
    const home = path.join(folder, "home-env");
    const env = { XDG_STATE_HOME: home, CLAUDE_CODE_MESSAGING_TOKEN: "TOKEN-xyz", AGENTHOOKS_LOG_LEVEL: "debug" };
    for (const fault of ["", "throw"]) await agent(files.closed, { home: folder, env: { ...env, FAULT: fault } }).fire("PreToolUse", SHELL);
    for (const file of await filesBelow(home)) expect(file.text).not.toContain("TOKEN-xyz");
  });
});
