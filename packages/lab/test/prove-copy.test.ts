import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codexDefinitionHash, codexStateKey } from "agenthooks/install";
import { readToml } from "agenthooks/internal/toml";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isObject, parseJson } from "../src/json.js";
import { lookAtHome, type Trust } from "../src/prove/at-home.js";
import { hostOf } from "../src/prove/hosts.js";
import { findInstalled, type Installed } from "../src/prove/installed.js";
import { createScratch, type Scratch } from "../src/prove/scratch.js";

let home = "";
let scratch: Scratch | undefined;
const write = (file: string, text: string) => {
  mkdirSync(join(home, file, ".."), { recursive: true });
  writeFileSync(join(home, file), text);
};
const program = (root = ""): Installed => {
  write(
    join(root, ".agenthooks/acme/launch.json"),
    JSON.stringify({ schema: 1, name: "acme", fail: "closed", providers: { codex: {}, "claude-code": {} } }),
  );
  write(join(root, ".agenthooks/acme/run"), "#!/bin/sh\n");
  const installed = findInstalled({ name: "acme", scope: root === "" ? "user" : "project", home, dir: join(home, root) });
  if (installed === undefined) throw new Error("not found");
  return installed;
};

beforeEach(() => {
  home = mkdtempSync(join(realpathSync(tmpdir()), "agenthooks-prove-copy-"));
});
afterEach(() => {
  scratch?.sandbox.dispose();
  scratch = undefined;
  rmSync(home, { recursive: true, force: true });
});

async function copied(provider: "codex" | "claude-code", installed: Installed, env = {}, tampered = false) {
  const place = { home, dir: installed.root, env };
  const atHome = await lookAtHome(provider, installed, place);
  const made = createScratch(installed);
  scratch = made;
  const result = hostOf(provider).copy({ installed, place, atHome, tampered }, made);
  const read = (file: string): string => readFileSync(join(made.sandbox.root, file), "utf8");
  return { atHome, made, result, read, toml: (file: string) => readToml({ path: file, bytes: Buffer.from(read(file)) }) };
}

const handlerAt = (launcher: string) => ({
  type: "command",
  command: `${launcher} agenthooks run --provider=codex --event=PreToolUse`,
  timeout: 9,
});
const foreign = { type: "command", command: "touch /tmp/never" };

/** A config.toml that gives the second group's handler this trust. */
const config = (file: string, trust: Trust, handler: ReturnType<typeof handlerAt>): string => {
  const hash = codexDefinitionHash("PreToolUse", undefined, trust === "modified" ? { ...handler, timeout: 1 } : handler);
  const table = [`[hooks.state.${JSON.stringify(codexStateKey(file, "PreToolUse", 1, 0))}]`, `trusted_hash = "${hash}"`];
  return [...(trust === "untrusted" ? [] : table), ...(trust === "disabled" ? ["enabled = false"] : []), ""].join("\n");
};

describe("a copy of the configuration of Codex", () => {
  it.each(["trusted", "modified", "untrusted", "disabled"] as const)("gives an entry that is %s at home the same trust", async (trust) => {
    const installed = program();
    const handler = handlerAt(installed.launcher);
    write(".codex/hooks.json", JSON.stringify({ hooks: { PreToolUse: [{ hooks: [foreign] }, { hooks: [handler] }] } }));
    write(".codex/config.toml", `model = "secret-model"\n${config(join(home, ".codex/hooks.json"), trust, handler)}`);
    const { atHome, made, result, read, toml } = await copied("codex", installed);
    expect(atHome.entries.map((entry) => entry.trust)).toEqual([trust]);
    expect(result.foreign).toBe(1);
    const moved = handlerAt(made.launcher);
    expect(parseJson(read("home/.codex/hooks.json"))).toEqual({
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }, { hooks: [moved] }] },
    });
    const key = codexStateKey(join(made.sandbox.home, ".codex/hooks.json"), "PreToolUse", 1, 0);
    const hash = codexDefinitionHash("PreToolUse", undefined, moved);
    const states = {
      trusted: { [key]: { trusted_hash: hash } },
      modified: { [key]: { trusted_hash: expect.not.stringContaining(hash) } },
      untrusted: {},
      disabled: { [key]: { trusted_hash: hash, enabled: false } },
    };
    expect(toml("home/.codex/config.toml")).toEqual({ hooks: { state: states[trust] } });
  });

  it("keeps the form that the person uses, and the switch, from a folder that the environment names", async () => {
    const installed = program();
    const handler = handlerAt(installed.launcher);
    const file = join(home, "elsewhere/config.toml");
    const { type, command, timeout } = handler;
    const tables = `[features]\nhooks = true\n[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "touch /tmp/never"\n[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "${type}"\ncommand = "${command}"\ntimeout = ${timeout}\n`;
    write("elsewhere/config.toml", `${tables}${config(file, "trusted", handler)}`);
    const { made, toml } = await copied("codex", installed, { CODEX_HOME: join(home, "elsewhere") });
    const moved = handlerAt(made.launcher);
    const key = codexStateKey(join(made.sandbox.home, ".codex/config.toml"), "PreToolUse", 1, 0);
    expect(toml("home/.codex/config.toml")).toEqual({
      features: { hooks: true },
      hooks: {
        PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }, { hooks: [moved] }],
        state: { [key]: { trusted_hash: codexDefinitionHash("PreToolUse", undefined, moved) } },
      },
    });
  });

  it("is no longer the one that was trusted when it is tampered with", async () => {
    const installed = program();
    const handler = handlerAt(installed.launcher);
    write(".codex/hooks.json", JSON.stringify({ hooks: { PreToolUse: [{ hooks: [foreign] }, { hooks: [handler] }] } }));
    write(".codex/config.toml", config(join(home, ".codex/hooks.json"), "trusted", handler));
    const { made, read, toml } = await copied("codex", installed, {}, true);
    expect(read("home/.codex/hooks.json")).toContain('"timeout": 10');
    const trusted = codexDefinitionHash("PreToolUse", undefined, handlerAt(made.launcher));
    expect(JSON.stringify(toml("home/.codex/config.toml"))).toContain(trusted);
  });

  it("says so when the repository is not trusted, and the agent is told", async () => {
    const { result, made } = await copied("codex", program("repo"));
    expect(result.repositoryUntrusted).toBe(true);
    expect(result.args).toEqual(["-c", `projects={"${made.sandbox.work}"={trust_level="untrusted"}}`]);
    scratch?.sandbox.dispose();
    write(".codex/config.toml", `[projects."${join(home, "repo")}"]\ntrust_level = "trusted"\n`);
    expect((await copied("codex", program("repo"))).result).toMatchObject({ repositoryUntrusted: false, args: [] });
  });
});

describe("a copy of the configuration of Claude Code", () => {
  const ours = (word: string) => ({ type: "command", command: `${word} agenthooks run --provider=claude-code --event=PreToolUse` });

  it("holds the hooks and the switch that turns them off, and nothing else", async () => {
    const installed = program();
    const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [foreign, ours(installed.launcher)] }] };
    const settings = { env: { TOKEN: "secret" }, permissions: { allow: ["Bash"] }, disableAllHooks: true, hooks };
    write(".claude/settings.json", JSON.stringify(settings));
    const { atHome, made, read } = await copied("claude-code", installed);
    expect(parseJson(read("home/.claude/settings.json"))).toEqual({
      disableAllHooks: true,
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "true" }, ours(made.launcher)] }] },
    });
    expect(atHome.findings.some(({ level, message }) => level === "error" && message.includes("disableAllHooks"))).toBe(true);
  });

  it("names the launcher of a repository as it is committed", async () => {
    const installed = program("repo");
    const committed = ours('"$CLAUDE_PROJECT_DIR"/.agenthooks/acme/run');
    write("repo/.claude/settings.json", JSON.stringify({ hooks: { PreToolUse: [{ hooks: [committed] }] } }));
    write(".claude/settings.json", "{ not json");
    const { read, atHome } = await copied("claude-code", installed);
    const copy = parseJson(read("work/.claude/settings.json"));
    expect(isObject(copy) && copy.hooks).toEqual({ PreToolUse: [{ hooks: [committed] }] });
    expect(atHome.entries).toHaveLength(1);
  });
});
