import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentEnvironment, refuseRealHome, runProcess } from "../src/agents/process.js";
import { createSandbox, type Sandbox } from "../src/sandbox.js";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.dispose());

/** A process that has ended may stay in the table until its parent asks for it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/^\d+ \(.*\) Z/.test(readFileSync(stat, "utf8"));
}

const run = (script: string, timeoutMs = 10_000, input?: string) =>
  runProcess("/bin/sh", ["-c", script], {
    cwd: sandbox.work,
    env: agentEnvironment(sandbox),
    timeoutMs,
    ...(input === undefined ? {} : { input }),
  });

describe("the environment of an agent", () => {
  it("has nothing of ours but the folder of node and the system's", async () => {
    process.env.LAB_LEAK = "1";
    const { stdout } = await run("env");
    delete process.env.LAB_LEAK;
    const names = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0]);
    const shell = ["PWD", "OLDPWD", "SHLVL", "_"];
    expect(names.filter((name) => !shell.includes(name ?? "")).toSorted()).toEqual(["HOME", "LANG", "NO_COLOR", "PATH", "TERM", "TMPDIR"]);
    expect(stdout).toContain(`HOME=${sandbox.home}`);
    expect(stdout).not.toContain(homedir() === "/" ? "HOME=/\n" : `=${homedir()}`);
  });

  it("is refused in the real home", () => {
    expect(() => refuseRealHome(homedir())).toThrow(/does not run in your own home/);
    expect(() => agentEnvironment({ ...sandbox, home: homedir() })).toThrow(/does not run in your own home/);
  });
});

describe("a process", () => {
  it("reports its output and exit code", async () => {
    expect(await run("cat; echo err >&2; exit 3", 10_000, "in")).toMatchObject({ code: 3, stdout: "in", stderr: "err\n", timedOut: false });
  });

  it("is ended with its children at the timeout", async () => {
    const { timedOut, code } = await run("sleep 60 & echo $! > child.pid; wait", 300);
    expect(timedOut).toBe(true);
    expect(code).toBe("SIGTERM");
    expect(isRunning(Number(sandbox.read("child.pid")))).toBe(false);
  });

  it("that leaves a child behind with its pipes does not hold the lab, and the child is ended", async () => {
    const { ms } = await run("sleep 60 & echo $! > child.pid");
    expect(ms).toBeLessThan(5_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isRunning(Number(sandbox.read("child.pid")))).toBe(false);
  });

  it("that cannot start rejects", async () => {
    const options = { cwd: sandbox.work, env: agentEnvironment(sandbox), timeoutMs: 1_000 };
    await expect(runProcess("/no/such/agent", [], options)).rejects.toThrow(/ENOENT/);
  });
});
