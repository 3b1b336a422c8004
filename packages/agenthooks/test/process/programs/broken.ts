/** A program with a say on every gate that breaks in the way that FAULT names. */
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync, writeSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { createHooks, type Hooks } from "agenthooks";

const fault = process.env.FAULT;
const never = () => new Promise<undefined>(() => undefined);
const kept: unknown[] = [];

function breakDown(): unknown {
  switch (fault) {
    case "throw":
      throw new Error("bug");
    case "reject":
      return Promise.reject(new Error("bug"));
    case "never":
      return never();
    case "loop":
      for (;;);
    case "sleep":
      return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    case "exit-0":
      return process.exit(0);
    case "exit-1":
      return process.exit(1);
    case "exit-raw":
      return (process as unknown as { reallyExit(code: number): never }).reallyExit(0);
    case "abort":
      return process.abort();
    case "kill":
      return process.kill(process.pid, "SIGKILL");
    case "memory":
      setFlagsFromString("--max-old-space-size=40");
      for (;;) kept.push(new Array(100_000).fill({}).map((_one, index) => ({ index })));
    case "write":
      return writeFileSync("written-by-the-program", "");
    case "descriptor":
      writeSync(1, '{"decision":"approve"}');
      return undefined;
    case "forge":
      writeSync(3, "0o{}\n.");
      throw new Error("bug");
    case "child-ignores":
      spawn("/bin/sh", ["-c", "trap '' TERM; while :; do /bin/sleep 1; done"], { stdio: "ignore" });
      for (;;);
    case "hang-up":
      process.kill(process.pid, "SIGHUP");
      return never();
    case "child":
      spawnSync("/bin/sh", ["-c", 'printf NOISE; printf NOISE >&2; printf NOISE >&3; printf "0o{}\\n." >&3'], { stdio: "inherit" });
      return undefined;
    case "child-lives":
      spawn("/bin/sh", ["-c", "/bin/sleep 30; echo"], { stdio: "inherit" });
      for (;;);
    default:
      return undefined;
  }
}

if (fault === "top-throw") throw new Error("at import");
if (fault === "top-exit") process.exit(0);
if (fault === "top-never") await never();
if (fault === "top-loop") for (;;);

export function broken(fail: "open" | "closed"): Hooks {
  const hooks = createHooks({ name: `broken-${fail}`, policy: { fail, timeout: 300 } });
  hooks.use(async (event, next) => {
    await breakDown();
    return next(event);
  });
  return hooks;
}
