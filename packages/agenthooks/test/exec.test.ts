/** Programs that handlers run (design §4 "context", cases b51). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Context, ExecOptions, ExecResult } from "agenthooks";
import { continueWith, createHooks } from "agenthooks";
import { describe, expect, it } from "vitest";
import { send } from "./helpers/claude.js";

/** What `act` gives inside a handler. */
async function inHandler<T>(act: (context: Context) => Promise<T>, policy = {}): Promise<T> {
  let result: Promise<T> | undefined;
  const hooks = createHooks({ name: "x", policy }).on("tool.pre", async (_event, context) => {
    result = act(context);
    await result.catch(() => undefined);
  });
  await send(hooks, "PreToolUse", { cwd: "/" });
  if (!result) throw new Error("the handler did not run");
  return result;
}
const exec = (file: string, args: readonly string[], options?: ExecOptions): Promise<ExecResult> =>
  inHandler((context) => context.exec(file, args, options));
const node = (code: string, options?: ExecOptions) => exec(process.execPath, ["-e", code], options);

/** The processes whose environment holds `mark`. */
function marked(mark: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark);
    } catch {
      return false;
    }
  });
}

describe("context.exec", () => {
  it("gives code, output and error output", async () => {
    const result = await node('process.stdout.write("é"); process.stderr.write("e"); process.exitCode = 3');
    expect(result).toEqual({ code: 3, signal: null, stdout: "é", stderr: "e", truncated: false, timedOut: false });
  });

  it("takes no shell unless asked", async () => {
    expect((await exec("echo", ["$HOME; echo x", "*"])).stdout).toBe("$HOME; echo x *\n");
    expect((await exec("echo a; echo b", [], { shell: true })).stdout).toBe("a\nb\n");
  });

  it("feeds input, and a program that does not read it is no error", async () => {
    expect((await exec("cat", [], { input: "hello" })).stdout).toBe("hello");
    expect((await exec("true", [], { input: "x".repeat(2_000_000) })).code).toBe(0);
    expect((await exec("cat", [])).stdout).toBe("");
  });

  it("runs in the event's folder, or in the one that is asked for", async () => {
    expect((await exec("pwd", [])).stdout).toBe("/\n");
    expect((await exec("pwd", [], { cwd: "/usr" })).stdout).toBe("/usr\n");
  });

  it("env is added, and undefined removes", async () => {
    process.env.EXEC_TEST = "1";
    expect((await node("console.log(process.env.EXEC_TEST, process.env.MORE)", { env: { MORE: "2" } })).stdout).toBe("1 2\n");
    expect((await node("console.log(process.env.EXEC_TEST)", { env: { EXEC_TEST: undefined } })).stdout).toBe("undefined\n");
    delete process.env.EXEC_TEST;
  });

  it("what is beyond the cap is dropped and marked, per stream", async () => {
    const big = await node('process.stdout.write("a".repeat(3 << 20)); process.stderr.write("b")');
    expect([big.truncated, big.stdout.length, big.stderr, big.code]).toEqual([true, 1 << 20, "b", 0]);
    const small = await node('process.stdout.write("abcdef")', { maxOutputBytes: 4 });
    expect([small.truncated, small.stdout]).toEqual([true, "abcd"]);
    const exact = await node('process.stdout.write("abcd")', { maxOutputBytes: 4 });
    expect([exact.truncated, exact.stdout]).toEqual([false, "abcd"]);
  });

  it("rejects only when the program cannot be started", async () => {
    await expect(exec("/no/such/program", [])).rejects.toThrow(/ENOENT/);
    await expect(exec("true", [], { cwd: "/no/such/folder" })).rejects.toThrow(/ENOENT/);
    expect((await exec("false", [])).code).toBe(1);
    expect((await node("process.kill(process.pid, 'SIGKILL')")).signal).toBe("SIGKILL");
  });

  it("says what is wrong with a command line in place of a program", async () => {
    await expect(exec("npm test", [])).rejects.toThrow(/ENOENT; a program and its arguments are given apart: exec\("npm", \["test"\]\)/);
    await expect(exec("no-such-program", [])).rejects.toThrow(/ENOENT$/);
  });

  it("a program that takes too long is ended before the handler is late: it can still answer", async () => {
    const hooks = createHooks({ policy: { timeout: "2s" } }).on("agent.stop", async (_event, context) => {
      const { timedOut, code } = await context.exec("sleep", ["30"]);
      return continueWith(`timedOut: ${timedOut}, code: ${code}`);
    });
    const { decision, failure } = await send(hooks, "Stop", { cwd: "/" });
    expect([decision?.instruction, failure]).toEqual(["timedOut: true, code: null", "none"]);
  });

  it("b51: at its timeout the whole group is ended, and inherited pipes are not waited for", async () => {
    const mark = `EXEC_MARK=${process.pid}-${Date.now()}`;
    const [name = "", value = ""] = mark.split("=");
    const script = fileURLToPath(new URL("./captures/cases/b51-timeout-leaves-orphans/input.hook.sh", import.meta.url));
    expect(existsSync(script)).toBe(true);
    const begun = performance.now();
    const result = await exec("/bin/sh", [script], { timeout: 300, env: { [name]: value } });
    expect([result.timedOut, result.code]).toEqual([true, null]);
    expect(performance.now() - begun).toBeLessThan(3000);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(marked(mark)).toEqual([]);
  });

  it("a program that ignores SIGTERM is killed", async () => {
    const begun = performance.now();
    const result = await exec("/bin/sh", ["-c", "trap '' TERM; sleep 600 & wait; sleep 600"], { timeout: 200 });
    expect([result.timedOut, performance.now() - begun < 3000]).toEqual([true, true]);
  });

  it("a child that was left behind and holds the pipes does not delay the result", async () => {
    const begun = performance.now();
    const result = await exec("/bin/sh", ["-c", "sleep 3 & echo out"], {});
    expect([result.code, result.stdout, performance.now() - begun < 2500]).toEqual([0, "out\n", true]);
  });

  it("is ended at the deadline of the event, whatever timeout it asks for", async () => {
    const begun = performance.now();
    const result = await inHandler((context) => context.exec("sleep", ["30"], { timeout: "20s" }), { timeout: 300 });
    expect([result.timedOut, performance.now() - begun < 5000]).toEqual([true, true]);
  });
});
