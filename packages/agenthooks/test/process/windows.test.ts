/** The launcher's Windows form: its texts by properties, its supervisor by starting it here (documented for Windows itself). */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Placed, placeProgram } from "../../dist/install/index.js";
import { shellWord } from "../../src/base/shell-word.js";
import { sleepSeconds } from "../../src/install/launch/shell.js";
import { cmdQuoted, runCmd } from "../../src/install/launch/windows.js";
import { SHELL, scratch } from "./helpers.js";

const { folder, remove } = scratch();
afterAll(remove);

/** How a batch file reads a line: percent signs first, then quotes; what is special outside quotes is reported. */
function readBatchWord(text: string): { readonly word: string; readonly special: string } {
  const expanded = text.replaceAll(/%%|%[^%]*%|%/g, (found) => (found === "%%" ? "%" : ""));
  let [word, special, quoted] = ["", "", false];
  for (const unit of expanded) {
    if (unit === '"') quoted = !quoted;
    else if (!quoted && "&|<>^()! \t".includes(unit)) special += unit;
    else word += unit;
  }
  return { word, special };
}

const windowsPath = fc
  .array(fc.constantFrom(..."abZ09 %^&()!'`$~;=,+@[]{}#-_.ü漢", "%PATH%", "%%"), { minLength: 1, maxLength: 30 })
  .map((parts) => `C:\\${parts.join("")}\\node.exe`);

describe("a batch file", () => {
  it("reads a quoted path as it was", () => {
    fc.assert(
      fc.property(windowsPath, (file) => {
        expect(readBatchWord(cmdQuoted(file))).toEqual({ word: file, special: "" });
      }),
    );
  });

  it.each(['C:\\a"b', "C:\\a\nb", "C:\\a\rb", "C:\\a\0b"])("is never given %j", (file) => {
    expect(() => cmdQuoted(file)).toThrow(/no Windows path/);
  });

  it("has Windows line ends only, no delayed expansion, and the blocking form where nothing else is known", () => {
    fc.assert(
      fc.property(fc.array(windowsPath, { maxLength: 3 }), fc.constantFrom("open" as const, "closed" as const), (runtimes, fail) => {
        const text = runCmd({ fail, runtimes, refused: ["PreToolUse"] });
        expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
        expect(text).toContain("setlocal DisableDelayedExpansion");
        expect(text.trimEnd().endsWith(`exit /b ${fail === "closed" ? 2 : 0}`)).toBe(true);
      }),
    );
  });
});

describe("a word of the POSIX shell", () => {
  it("is read as it was", async () => {
    const words = fc.sample(
      fc.string({ unit: "binary", maxLength: 20 }).filter((text) => !/[\0\ud800-\udfff]/.test(text)),
      200,
    );
    const script = words.map((word) => `printf '%s\\0' ${shellWord(word) || "''"}`).join("\n");
    const out = await new Promise<string>((resolve) => {
      const child = spawn("/bin/sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] });
      let text = "";
      child.stdout.setEncoding("utf8").on("data", (more: string) => {
        text += more;
      });
      child.on("close", () => resolve(text));
    });
    expect(out.split("\0").slice(0, -1)).toEqual(words);
  });

  it("cannot hold a NUL", () => {
    expect(() => shellWord("a\0b")).toThrow(/NUL/);
  });

  it("a time to sleep is never longer than asked, and in tenths", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000_000 }), (ms) => {
        const text = sleepSeconds(ms);
        expect(Number(text) * 1000).toBeLessThanOrEqual(ms);
        expect(text).toMatch(/^\d+(\.\d)?$/);
      }),
    );
  });
});

describe.each(["open", "closed"] as const)("the supervisor, fail %s", (mode) => {
  const home = path.join(folder, `home-${mode}`);
  let placed: Placed;
  beforeAll(async () => {
    mkdirSync(home);
    const program = fileURLToPath(new URL(`./programs/broken-${mode}.ts`, import.meta.url));
    placed = await placeProgram({ program, providers: ["claude-code"], folder: path.join(folder, mode), platform: "win32" });
  }, 60_000);

  const fire = (fault: string, event = "PreToolUse") =>
    new Promise<{ stdout: string; stderr: string; code: number | null }>((resolve) => {
      const args = [path.join(folder, mode, "supervise.cjs"), "agenthooks", "run", "--provider=claude-code", `--event=${event}`];
      const child = spawn(process.execPath, args, { cwd: folder, env: { HOME: home, FAULT: fault }, stdio: "pipe" });
      let [stdout, stderr] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });
      child.stdin.on("error", () => undefined);
      child.stdin.end(JSON.stringify({ session_id: "s-12345678", cwd: folder, hook_event_name: event, ...SHELL }));
      child.on("close", (code) => resolve({ stdout, stderr, code }));
    });

  it.each(["throw", "loop", "exit-raw", "abort", "kill", "top-loop", "child-lives"])(
    "%s follows the fail mode",
    { timeout: 20_000 },
    async (fault) => {
      const tool = await fire(fault);
      expect([tool.stderr, tool.code]).toEqual(["", 0]);
      if (mode === "open") expect(tool.stdout).toBe("{}");
      else expect(JSON.parse(tool.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
      expect(await fire(fault, "Stop")).toEqual({ stdout: "{}", stderr: "", code: 0 });
    },
  );

  it("gives the program's answer, without what else was printed", async () => {
    expect(await fire("")).toEqual({ stdout: "{}", stderr: "", code: 0 });
    expect(await fire("descriptor")).toEqual({ stdout: "{}", stderr: "", code: 0 });
  });

  it("has the same answers in the files that the batch file prints", () => {
    const text = (ending: string) => readFileSync(path.join(folder, mode, `answers.claude-code/TaskCreated.${ending}`), "utf8");
    const refusal = ["", "agenthooks: hook handler failed (fail-closed policy)", "2\r\n"];
    expect(["out", "err", "code"].map(text)).toEqual(mode === "closed" ? refusal : ["{}", "", "0\r\n"]);
    expect(placed.command("claude-code", "Stop")).toMatch(/run\.cmd" agenthooks run --provider=claude-code --event=Stop$/);
  });

  it("a bundle that is missing follows the fail mode", async () => {
    rmSync(path.join(folder, mode, "hooks.claude-code.cjs"));
    expect((await fire("")).stdout).toContain(mode === "closed" ? '"deny"' : "{}");
  });
});
