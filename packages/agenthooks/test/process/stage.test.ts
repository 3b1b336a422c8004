/** What goes into an installed program's folder, started as an agent starts it. */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askManifest } from "../../dist/install/probe.js";
import { type StagedProgram, type StageOptions, stageProgram } from "../../dist/install/program.js";
import { shellWord } from "../../src/base/shell-word.js";
import { SHELL, scratch } from "./helpers.js";

const made = scratch();
const folder = realpathSync(made.folder);
const home = path.join(folder, "home");
const repo = path.join(folder, "repo");
afterAll(made.remove);

beforeAll(() => {
  mkdirSync(home);
  // programs that are linked or compiled find the library as a person's do
  mkdirSync(path.join(repo, "node_modules"), { recursive: true });
  symlinkSync(fileURLToPath(new URL("../..", import.meta.url)), path.join(repo, "node_modules/agenthooks"));
});

const GUARD = (fail: string, more = "") => `import { createHooks, deny, main } from "agenthooks";
const hooks = createHooks({ name: "guard", version: "1.2.3", policy: { fail: "${fail}" } });
hooks.on("tool.pre", ({ tool }) => {
  if (process.env.FAULT === "kill") process.kill(process.pid, "SIGKILL");
  if (process.env.FAULT === "throw") throw new Error("broken");
  return tool.shell?.command.includes("rm") ? deny("not that") : undefined;
});
${more}
export default hooks;
await main(hooks);
`;

/** Writes a program into the repository. */
function program(name: string, text: string): string {
  const file = path.join(repo, "hooks", name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const own = (name: string) => path.join(repo, ".agenthooks", name);
const stage = (file: string, options: Partial<StageOptions> = {}): Promise<StagedProgram> =>
  stageProgram({
    source: { program: file },
    providers: ["claude-code"],
    scope: "user",
    folder: own("guard"),
    hostVersions: { "claude-code": "2.1.332" },
    env: process.env,
    home,
    current: new Map(),
    ...options,
  });

/** Writes what is staged and gives the command of an event. */
function placed({ files, entries }: StagedProgram, where: string): (event: string) => string {
  for (const [name, { bytes, mode }] of files) {
    mkdirSync(path.dirname(path.join(where, name)), { recursive: true });
    writeFileSync(path.join(where, name), bytes, { mode });
  }
  const wanted = entries("claude-code", shellWord(path.join(where, "run")));
  return (event) => wanted.find((entry) => entry.event === event)?.command ?? `no entry for ${event}`;
}

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** As the agent starts a hook. */
function fire(command: string, env: Readonly<Record<string, string>> = {}, more: object = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", command], { cwd: repo, env: { HOME: home, ...env }, stdio: "pipe" });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ stdout, stderr, code }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify({ session_id: "s", cwd: repo, hook_event_name: "PreToolUse", ...SHELL, ...more }));
  });
}

const reasonOf = ({ stdout }: Ended) => /"permissionDecisionReason":"([^"]*)"/.exec(stdout)?.[1];
const FAILED = "agenthooks: hook handler failed (fail-closed policy)";
const NEUTRAL = { stdout: "{}", stderr: "", code: 0 };

describe("a staged program", () => {
  it("is the same bytes when it is staged again over itself, and nothing is written to its folder", async () => {
    const file = program("again.ts", GUARD("closed"));
    const first = await stage(file);
    expect([...first.files.keys()]).toEqual(
      expect.arrayContaining(["answers.claude-code.sh", "hooks.claude-code.cjs", "hooks.claude-code.cjs.cache", "launch.json", "run"]),
    );
    const current = new Map([...first.files].map(([name, { bytes }]) => [name, bytes]));
    const second = await stage(file, { current });
    expect(
      [...second.files].map(([name, { bytes, mode }]) => [name, Buffer.compare(bytes, current.get(name) as Uint8Array), mode]),
    ).toEqual([...first.files].map(([name, { mode }]) => [name, 0, mode]));
    expect(existsSync(own("guard"))).toBe(false);
  });

  it("keeps no code cache that is damaged, or of another bundle", async () => {
    const file = program("cached.ts", GUARD("closed"));
    const first = await stage(file);
    const cache = "hooks.claude-code.cjs.cache";
    const good = (first.files.get(cache) as { bytes: Uint8Array }).bytes;
    const bad = Buffer.from(good);
    bad[200] = (bad[200] as number) ^ 1;
    const current = new Map([...first.files].map(([name, { bytes }]) => [name, name === cache ? bad : bytes]));
    const kept = (await stage(file, { current })).files.get(cache)?.bytes as Uint8Array;
    expect(Buffer.compare(kept, bad)).not.toBe(0);
    writeFileSync(file, GUARD("open"));
    const other = (await stage(file, { current: new Map(current).set(cache, good) })).files.get(cache)?.bytes as Uint8Array;
    expect(Buffer.compare(other, good)).not.toBe(0);
  });

  it("says in launch.json what is installed, and starts the running Node by an absolute path", async () => {
    const { files, manifest, linked } = await stage(program("told.ts", GUARD("closed")));
    const launch = JSON.parse(Buffer.from((files.get("launch.json") as { bytes: Uint8Array }).bytes).toString()) as Record<string, unknown>;
    expect(launch).toMatchObject({ schema: 1, name: "guard", version: "1.2.3", scope: "user", fail: "closed" });
    expect(launch.providers).toMatchObject({
      "claude-code": { hostVersion: "2.1.332", bundle: "hooks.claude-code.cjs", installed: ["PreToolUse", "PreSkillShellCommand"] },
    });
    const [runtime] = launch.runtime as string[];
    expect(realpathSync(runtime as string)).toBe(realpathSync(process.execPath));
    expect([manifest.name, linked]).toEqual(["guard", false]);
  });

  it("is refused under another name than its own, for nobody, and with a runtime that is none", async () => {
    const file = program("named.ts", GUARD("closed"));
    await expect(stage(file, { name: "other" })).rejects.toThrow(
      /the program is called guard, not other; .*; uninstall other and install the program anew/,
    );
    await expect(stage(file, { providers: [] })).rejects.toThrow("no provider is named");
    await expect(stage(file, { providers: ["nobody"] })).rejects.toThrow('unknown provider "nobody"');
    await expect(stage(file, { runtime: "node" })).rejects.toThrow("no absolute path");
    await expect(stage(file, { runtime: "/bin/true" })).rejects.toThrow("it is no runtime that prints its version");
  });

  it("is given up when its signal is aborted", async () => {
    const file = program("slow.ts", `await new Promise((resolve) => setTimeout(resolve, 15_000));\n${GUARD("open")}`);
    const begun = Date.now();
    await expect(stage(file, { signal: AbortSignal.timeout(500) })).rejects.toThrow(/abort|timeout/i);
    expect(Date.now() - begun).toBeLessThan(8_000);
  });
});

describe("a fail mode that the install chose", () => {
  it.each([
    ["open", "closed"],
    ["closed", "open"],
  ] as const)("holds over the program's own: %s, told %s", async (programs, told) => {
    const where = own(`told-${told}`);
    const { manifest, ...rest } = await stage(program(`${programs}.ts`, GUARD(programs)), { fail: told, folder: where });
    expect(manifest.fail).toBe(told);
    const command = placed({ manifest, ...rest }, where)("PreToolUse");
    for (const fault of ["throw", "kill"]) {
      const ended = await fire(command, { FAULT: fault });
      expect(told === "closed" ? reasonOf(ended) : ended).toEqual(told === "closed" ? FAILED : NEUTRAL);
    }
    expect(reasonOf(await fire(command))).toBe("not that");
  });

  it("holds over a policy function, which says closed unless it is told open", async () => {
    const text = GUARD("open").replace(/policy: \{[^}]*\}/, 'policy: () => ({ fail: "open" as const })');
    const file = program("policy.ts", text);
    expect((await stage(file)).manifest.fail).toBe("closed");
    const where = own("policy");
    const staged = await stage(file, { fail: "open", folder: where });
    expect(staged.manifest.fail).toBe("open");
    const command = placed(staged, where)("PreToolUse");
    expect(await fire(command, { FAULT: "throw" })).toEqual(NEUTRAL);
    expect(await fire(command, { FAULT: "kill" })).toEqual(NEUTRAL);
  });
});

describe("a program that is committed with its repository", () => {
  const DEPENDENCY = 'const os = require("node:os"); module.exports = () => os.EOL.length;';
  const names = () => [home, repo, folder, process.execPath, process.cwd(), process.env.HOME ?? home];

  it.each(["bundled", "linked", "compiled"] as const)("names no folder of this machine and works where it is cloned: %s", async (how) => {
    const dependency = path.join(repo, "node_modules/dep/index.js");
    mkdirSync(path.dirname(dependency), { recursive: true });
    writeFileSync(dependency, DEPENDENCY);
    const text = `import dep from "dep";\n${GUARD("closed", "if (dep() > 9) throw new Error();")}`;
    const file = program("shared.mjs", text);
    const binary = program("guard-cli", '#!/bin/sh\nexec node "$(/usr/bin/dirname "$0")/shared.mjs" "$@"\n');
    chmodSync(binary, 0o755);
    const where = own("shared");
    rmSync(where, { recursive: true, force: true });
    const source = how === "compiled" ? { command: ["hooks/guard-cli"] as const } : { program: file };
    const staged = await stage(file, { source, scope: "project", folder: where, link: how === "linked" });
    for (const [name, { bytes }] of staged.files) {
      // where runtimes usually are is the same text everywhere
      const text = Buffer.from(bytes)
        .toString("latin1")
        .replaceAll(/ "[^" ]*\/(?:node|bun)"/g, "");
      for (const machine of names()) expect(text.includes(machine), `${name} holds ${machine}`).toBe(false);
    }
    const modes = [...staged.files].map(([name, { mode }]) => [name, mode.toString(8)]);
    expect(modes).toEqual(modes.map(([name]) => [name, name === "run" ? "755" : "644"]));
    expect([...staged.files.keys()].filter((name) => name.endsWith(".cache"))).toEqual([]);
    placed(staged, where);
    const clone = path.join(folder, `clone ${how}`);
    cpSync(repo, clone, { recursive: true, verbatimSymlinks: true });
    const command = `${shellWord(path.join(clone, ".agenthooks/shared/run"))} agenthooks run --provider=claude-code --event=PreToolUse`;
    const env = { PATH: path.dirname(process.execPath) };
    expect(reasonOf(await fire(command, env))).toBe("not that");
    expect(reasonOf(await fire(command, { ...env, FAULT: "kill" }))).toBe(FAILED);
  });

  it("is refused where it lies outside, or is given a path of this machine", async () => {
    const outside = path.join(folder, "outside.mjs");
    writeFileSync(outside, GUARD("closed"));
    const where = { scope: "project", folder: own("outside") } as const;
    await expect(stage(outside, { ...where, link: true })).rejects.toThrow(/lies outside .*--scope user or local/);
    await expect(stage(outside, { ...where, source: { command: [process.execPath] } })).rejects.toThrow(/lies outside/);
    const inside = program("tool", "#!/bin/sh\n");
    chmodSync(inside, 0o755);
    await expect(stage(inside, { ...where, source: { command: [inside, `--config=${home}/x`] } })).rejects.toThrow(
      /names a folder of this machine/,
    );
  });
});

describe("a linked program", () => {
  it("runs where it lies with the library that it finds there, and the fail mode holds", async () => {
    const file = program("linked.mjs", GUARD("closed", 'if (process.env.FAULT === "top") throw new Error("top");\nconsole.log("noise");'));
    const where = path.join(home, ".agenthooks/it's linked");
    const staged = await stage(file, { link: true, folder: where });
    expect([staged.linked, [...staged.files.keys()]]).toEqual([
      true,
      ["answers.claude-code.sh", "hooks.claude-code.cjs", "launch.json", "run"],
    ]);
    const command = placed(staged, where)("PreToolUse");
    expect(reasonOf(await fire(command))).toBe("not that");
    for (const fault of ["throw", "kill", "top"]) expect(reasonOf(await fire(command, { FAULT: fault }))).toBe(FAILED);
    writeFileSync(file, readFileSync(file, "utf8").replace("not that", "changed"));
    expect(reasonOf(await fire(command))).toBe("changed");
    rmSync(file);
    expect(reasonOf(await fire(command))).toBe("agenthooks: the linked program is missing; install it again (fail-closed policy)");
  });

  it("is refused where it cannot run, and the error says what to do", async () => {
    const alone = path.join(folder, "alone.mjs");
    writeFileSync(alone, GUARD("closed"));
    await expect(stage(alone, { link: true })).rejects.toThrow(/agenthooks is not found from .*: npm install agenthooks there/);
    await expect(stage(path.join(folder, "none.mjs"), { link: true })).rejects.toThrow(/no program at/);
    const old = program("old-node", "#!/bin/sh\necho v20.19.0\n");
    chmodSync(old, 0o755);
    await expect(stage(program("typed.ts", GUARD("closed")), { link: true, runtime: old })).rejects.toThrow(
      /it is Node 20.19.0, which reads no TypeScript: name Node 22.18.0 or newer or Bun with --runtime/,
    );
  });
});

describe("a compiled program", () => {
  const compiled = (name: string, text: string) => {
    const file = program(name, text);
    chmodSync(file, 0o755);
    return file;
  };

  it("is started by its words, without a shell between, and the fail mode holds", async () => {
    const module = program("compiled.mjs", GUARD("closed", 'if (process.argv[2] !== "$(touch x) \'") throw new Error("words");'));
    const binary = compiled("compiled", `#!/bin/sh\nexec ${shellWord(process.execPath)} ${shellWord(module)} "$@"\n`);
    const where = own("compiled");
    const staged = await stage(binary, { source: { command: [binary, "$(touch x) '"] }, folder: where });
    expect([staged.linked, [...staged.files.keys()]]).toEqual([false, ["answers.claude-code.sh", "launch.json", "run"]]);
    const command = placed(staged, where)("PreToolUse");
    expect(reasonOf(await fire(command))).toBe("not that");
    for (const fault of ["throw", "kill"]) expect(reasonOf(await fire(command, { FAULT: fault }))).toBe(FAILED);
    expect(existsSync(path.join(repo, "x"))).toBe(false);
    rmSync(binary);
    expect(reasonOf(await fire(command))).toBe("agenthooks: the program is missing; install it again (fail-closed policy)");
  });

  it.each<[string, string, RegExp]>([
    ["prints nothing", "exit 0", /ended with 0 and printed no manifest/],
    ["fails", "echo 'TypeError: no such thing' >&2; exit 3", /TypeError: no such thing/],
    ["prints without end", "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done", /more than 4 MB/],
    ["is of another version", `printf '{\\n  "manifestVersion": 9 }'`, /its manifest has version 9 and this agenthooks reads 1/],
    ["has a manifest without hooks", `printf '{\\n  "manifestVersion": 1, "name": "x" }'`, /lacks a name, a fail mode or its hooks/],
  ])("that %s is refused with what happened", async (_what, script, message) => {
    const binary = compiled("bad", `#!/bin/sh\n${script}\n`);
    await expect(stage(binary, { source: { command: [binary] } })).rejects.toThrow(message);
  });

  it("that gives no manifest in time is ended, with what holds its pipes", async () => {
    const binary = compiled("late", "#!/bin/sh\nsleep 30 &\nwait\n");
    const begun = Date.now();
    expect(await askManifest([binary], { timeoutMs: 300 })).toMatchObject({ why: "it took longer than 0.3 s" });
    expect(Date.now() - begun).toBeLessThan(5_000);
  });

  it("is named by an absolute path", async () => {
    await expect(stage("x", { source: { command: ["guard"] } })).rejects.toThrow(/"guard" is no absolute path/);
    await expect(stage("x", { source: { command: ["/nowhere/guard"] } })).rejects.toThrow(/no program at \/nowhere\/guard/);
  });
});
