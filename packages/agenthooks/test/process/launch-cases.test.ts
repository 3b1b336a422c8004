/** Reports of hooks that were not started (facts/demand.md b01, b04, b06, b07, b12), through the installed command of every agent. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StagedProgram, stageProgram } from "../../dist/install/program.js";
import { shellWord } from "../../src/base/shell-word.js";
import { contents, type StagedHost } from "../../src/install/launch/contents.js";
import { hostFor } from "../../src/install/launch/host.js";
import { HOSTS } from "../../src/providers/hosts.js";
import { SHELL, scratch } from "./helpers.js";

const made = scratch();
const folder = realpathSync(made.folder);
const home = path.join(folder, "home");
const providers = Object.keys(HOSTS);
let staged: StagedProgram;

beforeAll(async () => {
  mkdirSync(home);
  const program = path.join(folder, "guard.ts");
  writeFileSync(
    program,
    `import { createHooks, deny } from "agenthooks";
const hooks = createHooks({ name: "guard", policy: { fail: "closed" } });
hooks.on("tool.pre", ({ session }) => deny("no: " + session.cwd));
export default hooks;
`,
  );
  const where = { scope: "user", folder: path.join(home, ".agenthooks/guard"), home, env: process.env } as const;
  staged = await stageProgram({ source: { program }, providers, hostVersions: {}, current: new Map(), ...where });
}, 60_000);
afterAll(made.remove);

function place(where: string): string {
  for (const [name, { bytes, mode }] of staged.files) {
    mkdirSync(where, { recursive: true });
    writeFileSync(path.join(where, name), bytes, { mode });
  }
  return path.join(where, "run");
}

/** As an agent starts it: a shell with the command, and nothing else in the environment than what is given. */
function fire(command: string, provider: string, env: Readonly<Record<string, string>> = {}, more: object = {}, shell = "/bin/sh") {
  return new Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number | null }>((resolve, reject) => {
    const child = spawn(shell, ["-c", command], { cwd: folder, env: { HOME: home, ...env }, stdio: "pipe" });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ stdout, stderr, code }));
    void payloadOf(provider).then((payload) => child.stdin.end(JSON.stringify({ ...payload, cwd: folder, ...more })), reject);
  });
}

async function payloadOf(provider: string): Promise<object> {
  const host = await HOSTS[provider]?.();
  const sample = host?.samples.find(({ event }) => event === "PreToolUse")?.payload;
  return sample ?? { session_id: "s", hook_event_name: "PreToolUse", ...SHELL };
}

const commandOf = (provider: string, launcher: string) =>
  staged.entries(provider, shellWord(launcher)).find(({ event }) => event === "PreToolUse")?.command ?? "exit 99";
/** The reason of a refusal, in the one document on standard output or alone on standard error, and the exit code that belongs to it. */
function said({ stdout, stderr, code }: { readonly stdout: string; readonly stderr: string; readonly code: number | null }) {
  if (stdout !== "") JSON.parse(stdout);
  const inDocument = /"permissionDecisionReason":"([^"]*)"/.exec(stdout)?.[1];
  return { reason: inDocument ?? (stderr || undefined), code, alone: stdout === "" || stderr === "" };
}
/** Claude Code is refused by a document, others by exit 2. */
const refusal = (code: number | null) => ({ reason: `no: ${folder}`, code: code === 2 ? 2 : 0, alone: true });

describe.each(providers)("%s", (provider) => {
  it.each(["ada byron", "o'neil", "café/日本", 'a$b`c"d', "R&D (x86)", "100%", "-n", "a;b|c<d>e*?[f]!#~", "tab\there"])(
    "starts from a folder of any name, in the shells that agents use (b01): %s",
    async (name) => {
      const command = commandOf(provider, place(path.join(folder, "b01", name)));
      for (const shell of ["/bin/sh", "/bin/bash"]) {
        const ended = await fire(command, provider, {}, {}, shell);
        expect(said(ended)).toEqual(refusal(ended.code));
      }
    },
  );

  it("finds its runtime with the PATH of a program that was started from a desktop, or with none (b04)", async () => {
    const command = commandOf(provider, place(path.join(home, ".agenthooks/guard")));
    for (const env of [{ PATH: "/usr/bin:/bin:/usr/sbin:/sbin" }, { PATH: "/nowhere" }, {}] as readonly Record<string, string>[]) {
      {
        const ended = await fire(command, provider, env);
        expect(said(ended)).toEqual(refusal(ended.code));
      }
    }
  });

  it("answers one document where the runtime is a shim that prints (b06)", async () => {
    const where = path.join(folder, "b06");
    const launcher = place(where);
    const shim = path.join(where, "node");
    writeFileSync(shim, `#!/bin/sh\necho '{"type":"message","message":"detected agent"}'\nexec ${shellWord(process.execPath)} "$@"\n`);
    chmodSync(shim, 0o755);
    const table = Buffer.from((staged.files.get(`answers.${provider}.sh`) as { readonly bytes: Uint8Array }).bytes).toString();
    writeFileSync(path.join(where, `answers.${provider}.sh`), table.replace(/^runtimes=.*$/m, `runtimes='${shim}'`));
    const ended = await fire(commandOf(provider, launcher), provider);
    expect(said(ended)).toEqual(refusal(ended.code));
  });

  it("starts no login shell and no interactive one, whose profiles print (b07)", async () => {
    // a home of its own: bash reads .bashrc whenever its standard input is a socket, as Node's pipes are
    const noisy = path.join(folder, `noisy-${provider}`);
    mkdirSync(noisy);
    for (const file of [".profile", ".bashrc", ".bash_profile", ".zshrc"]) writeFileSync(path.join(noisy, file), 'echo "shell ready"\n');
    const launcher = place(path.join(home, ".agenthooks/guard"));
    const ended = await fire(commandOf(provider, launcher), provider, { HOME: noisy, ENV: path.join(noisy, ".profile") });
    expect(said(ended)).toEqual(refusal(ended.code));
    const run = Buffer.from((staged.files.get("run") as { readonly bytes: Uint8Array }).bytes).toString();
    expect(run).not.toMatch(/\b(?:ba|z|da)?sh\s+-\w*[li]/);
  });

  it("has no opinion in an agent that a hook has started (b12)", async () => {
    const command = commandOf(provider, place(path.join(home, ".agenthooks/guard")));
    const reasons = await Promise.all(["1", "2"].map((depth) => fire(command, provider, { AGENTHOOKS_DEPTH: depth })));
    expect(reasons.map((ended) => said(ended).reason)).toEqual([`no: ${folder}`, undefined]);
  });
});

describe("an entry of another agent", () => {
  it("is left its own events by the launcher of this one, where it has one for them", async () => {
    const host = await hostFor("claude-code", { manifest: staged.manifest, hostVersion: undefined, program: "guard.ts" });
    const cursor: StagedHost = { ...host, adapter: { ...host.adapter, id: "cursor" } };
    const facts = { manifest: staged.manifest, overridden: false, scope: "user", runtimes: [process.execPath], windows: false } as const;
    const answer = async (hosts: readonly StagedHost[], name: string) => {
      const where = path.join(folder, name);
      const launcher = place(where);
      for (const [file, text] of contents({ ...facts, hosts, stateDir: undefined, start: undefined }))
        writeFileSync(path.join(where, file), text);
      return said(await fire(commandOf("claude-code", launcher), "claude-code", {}, { cursor_version: "3.14.7" })).reason;
    };
    expect(await answer([host], "alone")).toBe(`no: ${folder}`);
    expect(await answer([host, cursor], "together")).toBeUndefined();
    expect(await answer([host, { ...cursor, rows: cursor.rows.filter(({ kind }) => kind !== "tool.pre") }], "apart")).toBe(`no: ${folder}`);
  });
});
