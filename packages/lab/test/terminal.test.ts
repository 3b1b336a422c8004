import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadDriver } from "../src/agents/index.js";
import { runProcess } from "../src/agents/process.js";
import { runInTerminal, type Terminal } from "../src/agents/terminal.js";
import { runCase } from "../src/bench.js";
import { UnmeasuredError } from "../src/evidence.js";
import { closingLine, counts, type Row, rowLines } from "../src/report.js";
import { createSandbox, type Sandbox } from "../src/sandbox.js";

const here = (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, "tmux")));
let sandbox: Sandbox | undefined;

afterEach(() => {
  vi.unstubAllEnvs();
  sandbox?.dispose();
});

/** A shell script in the place of an agent. */
function play(script: string, person: (terminal: Terminal) => Promise<void>, timeoutMs = 20_000) {
  sandbox = createSandbox();
  return runInTerminal({
    file: "/bin/sh",
    args: ["-c", script],
    cwd: sandbox.work,
    env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", TERM: "xterm-256color" },
    folder: sandbox.lab,
    timeoutMs,
    person,
    leave: async ({ press }) => press("C-c"),
  });
}

describe.runIf(here)("a person at a terminal", () => {
  it("reads the screen, types, presses keys, and the program's exit code is told", async () => {
    const result = await play('test -t 0 && echo "ask $LANG"; read word; echo "got $word"; read end', async ({ until, type, press }) => {
      await until(/ask C.UTF-8/);
      await type("two words");
      await press("Enter");
      expect(await until(/got two words/)).toContain("ask");
      await press("Enter");
    });
    expect(result).toMatchObject({ timedOut: false, code: 0 });
    expect(result.stdout).toContain("got two words");
  });

  it("is told what the screen showed instead, and the program is ended", async () => {
    const pid = { of: 0 };
    const played = play("echo $$; sleep 60", async ({ until }) => {
      pid.of = Number(/\d+/.exec(await until(/\d+/))?.[0]);
      await until(/never/, 300);
    });
    await expect(played).rejects.toThrow(/did not show \/never\/; after 300 ms:\n\d+/);
    await vi.waitFor(() => expect(() => process.kill(pid.of, 0)).toThrow());
  });

  it("who takes too long ends the run", async () => {
    const result = await play("sleep 60", () => new Promise(() => {}), 500);
    expect(result.timedOut).toBe(true);
  });
});

describe("a case that this machine cannot measure", () => {
  it("is neither passed nor failed where tmux is missing, and says so", async () => {
    vi.stubEnv("PATH", "/nowhere");
    await expect(play("true", async () => {})).rejects.toThrow(UnmeasuredError);
  });

  it("has a reason in the place of a verdict", async () => {
    const driver = await loadDriver("claude-code");
    const unable = {
      name: "x",
      event: "x",
      capability: "observe",
      programs: [],
      run: async () => Promise.reject(new UnmeasuredError("no tty")),
    } as const;
    const outcome = await runCase(unable, driver, "2.1.332", false);
    expect(outcome).toMatchObject({ verdict: undefined, error: undefined, unmeasured: "no tty" });
  });

  it("is counted by itself", () => {
    const row: Row = {
      provider: "p",
      version: "1",
      case: "c",
      outcome: "unmeasured",
      committed: "yes",
      passed: true,
      problem: undefined,
      evidence: "no tty",
      ms: 0,
      kept: undefined,
    };
    const rows = [row, { ...row, outcome: "yes" as const }];
    expect(counts(rows)).toEqual({ passed: 1, failed: 0, unmeasured: 1 });
    expect(closingLine(rows)).toBe("1 passed, 0 failed, 1 unmeasured");
    expect(rowLines(row).join("\n")).toMatch(/^-- .*unmeasured.*\n +no tty$/);
  });
});

it("a process that is talked with hears the next line when it has answered the one before", async () => {
  const heard: string[] = [];
  const result = await runProcess("/bin/sh", ["-c", 'while read line; do echo "heard $line"; done'], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    timeoutMs: 10_000,
    talk: ({ send, end }) => {
      send("one\n");
      return (line) => {
        heard.push(line);
        if (heard.length === 1) send("two\n");
        else end();
      };
    },
  });
  expect(heard).toEqual(["heard one", "heard two"]);
  expect(result).toMatchObject({ code: 0, timedOut: false });
});
