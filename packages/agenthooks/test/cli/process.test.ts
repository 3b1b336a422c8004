/** The built command as a process: streams, exit codes, signals. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));
const MAIN = path.join(PACKAGE, "dist", "cli", "main.js");
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "agenthooks-cli-")));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const home = path.join(folder, "home");
mkdirSync(home);

function start(...argv: readonly string[]): ChildProcess {
  const env = { PATH: process.env.PATH, HOME: home, FORCE_COLOR: "1" };
  return spawn(process.execPath, [MAIN, ...argv], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
}

async function ended(child: ChildProcess) {
  const said = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text) => (said.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text) => (said.stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...said };
}

/** A lab in the project, as `npm install -D @agenthooks/lab` puts it there: its proof waits for Ctrl-C. */
function installLab(prove: string): void {
  const lab = path.join(folder, "node_modules", "@agenthooks", "lab");
  mkdirSync(lab, { recursive: true });
  writeFileSync(path.join(lab, "package.json"), '{ "name": "@agenthooks/lab", "type": "module", "exports": { "./prove": "./prove.js" } }');
  writeFileSync(
    path.join(lab, "prove.js"),
    `${prove}\nexport const proveText = () => "text";\nexport const proveJson = (report) => report;\n`,
  );
}

describe("the process", { timeout: 60_000 }, () => {
  it("has the version of the package, and no colours where nobody looks", async () => {
    const { version } = JSON.parse(readFileSync(path.join(PACKAGE, "package.json"), "utf8")) as { version: string };
    expect(await ended(start("--version"))).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    expect((await ended(start("install", "--help"))).stdout).not.toContain("\u001b");
  });

  it("wrong usage goes to standard error and ends with 2", async () => {
    const { code, stdout, stderr } = await ended(start("instal"));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("did you mean install?");
  });

  it("nothing installed: status is 0 and leaves nothing in the home folder", async () => {
    expect(await ended(start("status", "--json"))).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(home)).toEqual([]);
  });

  it("finds the lab in the project", async () => {
    installLab("export const prove = async () => ({ exitCode: 1 });");
    expect(await ended(start("prove", "--provider", "codex"))).toEqual({ code: 1, stdout: "text\n", stderr: "" });
  });

  it("Ctrl-C reaches what is running, and ends with 130", async () => {
    installLab(`export const prove = ({ signal }) => new Promise((_, reject) => {
      const alive = setInterval(() => {}, 1000);
      signal.addEventListener("abort", () => { clearInterval(alive); reject(signal.reason); });
      process.stderr.write("ready ");
    });`);
    const child = start("prove", "--provider", "codex");
    child.stderr?.once("data", () => child.kill("SIGINT"));
    const { code, stdout, stderr } = await ended(child);
    expect([code, stdout]).toEqual([130, ""]);
    expect(stderr).toContain("interrupted");
  });

  it("a second Ctrl-C ends what does not listen", async () => {
    installLab(`export const prove = ({ signal }) => new Promise(() => {
      setInterval(() => {}, 1000);
      signal.addEventListener("abort", () => process.stderr.write("again "));
      process.stderr.write("ready ");
    });`);
    const child = start("prove", "--provider", "codex");
    child.stderr?.on("data", () => child.kill("SIGINT"));
    expect((await ended(child)).code).toBe(130);
  });

  it("a reader that has seen enough is no error", async () => {
    const child = start("install", "--help");
    child.stdout?.destroy();
    const { stderr, code } = await ended(child);
    expect([code, stderr]).toEqual([0, ""]);
  });
});
