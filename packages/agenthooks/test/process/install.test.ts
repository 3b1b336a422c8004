/** The whole way: a program is installed, started as an agent starts it, upgraded and taken out again. */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { diff, install, status, uninstall, upgrade } from "../../dist/install/index.js";
import { scratch } from "./helpers.js";

const made = scratch();
const folder = fs.realpathSync(made.folder);
const home = path.join(folder, "ada o'neil");
const env = { HOME: home, PATH: "/usr/bin:/bin" };
const program = path.join(folder, "hooks.ts");
const settings = path.join(home, ".claude/settings.json");
const FOREIGN =
  '{\r\n  "hooks": {"PreToolUse": [{"matcher": "Read", "hooks": [{"type": "command", "command": "true"}]}]},\r\n  "model": "opus"\r\n}\r\n';
const options = {
  program,
  providers: ["claude-code", "codex"],
  scope: "user",
  home,
  env,
  hostVersions: { "claude-code": "2.1.332", codex: "0.171.0" },
} as const;
const target = { name: "guard", providers: [], scope: "user", home, env } as const;

function write(word: string, version: string): void {
  fs.writeFileSync(
    program,
    `import { createHooks, deny } from "agenthooks";
const hooks = createHooks({ name: "guard", version: "${version}" });
hooks.on("tool.pre", ({ tool }) => (tool.shell?.command.includes("${word}") ? deny("not ${word}") : undefined));
export default hooks;
`,
  );
}

/** What the installed command answers, by the shell that the agent takes. */
function answer(command: string): unknown {
  const input = JSON.stringify({
    session_id: "s",
    transcript_path: "/t",
    cwd: home,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_use_id: "toolu_1",
    tool_input: { command },
  });
  const entries = JSON.parse(fs.readFileSync(settings, "utf8")).hooks.PreToolUse.flatMap((group: { hooks: object[] }) => group.hooks);
  const { stdout, stderr } = spawnSync("sh", ["-c", entries.at(-1).command], { input, env, encoding: "utf8" });
  return stdout === "" ? stderr : JSON.parse(stdout);
}

beforeAll(() => {
  fs.mkdirSync(path.join(folder, "node_modules"));
  fs.symlinkSync(path.resolve(import.meta.dirname, "../.."), path.join(folder, "node_modules/agenthooks"));
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  fs.writeFileSync(settings, FOREIGN);
  write("rm", "1.0.0");
});
afterAll(made.remove);

it("a program is installed for two agents, answers, is upgraded, and goes without a trace", async () => {
  const report = await install(options);
  expect(report).toMatchObject({ name: "guard", changed: true });
  expect(answer("rm -rf /")).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "not rm" } });
  const before = fs.readFileSync(settings);

  expect((await install(options)).changed).toBe(false);
  expect((await diff(options)).size).toBe(0);

  write("dd", "2.0.0");
  const upgraded = await upgrade({ ...options, providers: [] });
  const ofAgents = upgraded.files.filter((one) => one.provider !== undefined);
  expect(ofAgents.map((one) => [path.relative(home, one.path), one.action])).toEqual([
    [".claude/settings.json", "same"],
    [".codex/hooks.json", "same"],
    [".codex/config.toml", "same"],
  ]);
  expect(fs.readFileSync(settings).equals(before)).toBe(true);
  expect(answer("dd if=/dev/zero")).toMatchObject({ hookSpecificOutput: { permissionDecisionReason: "not dd" } });

  const { entries } = await status({ name: "guard", home, env });
  expect(entries.map((one) => [one.provider, one.version, one.events])).toEqual([
    ["claude-code", "2.0.0", ["PreToolUse", "PreSkillShellCommand"]],
    ["codex", "2.0.0", ["PreToolUse"]],
  ]);

  const { findings } = await uninstall(target);
  const state = path.join(home, ".local/state/agenthooks/guard");
  expect(findings.filter((one) => one.message.includes("are kept")).map((one) => one.path)).toEqual([state]);
  expect(fs.readFileSync(settings, "utf8")).toBe(FOREIGN);
  const left = execFileSync("find", [home, "-type", "f"], { encoding: "utf8" }).trim().split("\n");
  expect(left.filter((one) => !one.startsWith(`${state}/log/`))).toEqual([settings]);
}, 180_000);

it("a program that does not load is refused, and nothing is written", async () => {
  fs.writeFileSync(program, "throw new Error('broken'); export default 1;");
  await expect(install(options)).rejects.toThrow(/does not load/);
  expect(fs.existsSync(path.join(home, ".agenthooks"))).toBe(false);
  expect(fs.readFileSync(settings, "utf8")).toBe(FOREIGN);
}, 60_000);
