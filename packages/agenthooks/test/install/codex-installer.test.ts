import { symlink } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.js";
import { codex } from "../../src/providers/codex/install.js";
import { definitionHash, stateKey } from "../../src/providers/codex/trust.js";
import { Box, codexStates, type Program } from "./installer-box.js";

let box: Box;
let user: Program;
beforeEach(async () => {
  box = await Box.make(codex);
  user = { scope: "user", root: box.home };
});
afterEach(() => box.remove());

const HOOKS = "home/.codex/hooks.json";
const CONFIG = "home/.codex/config.toml";
const states = () => codexStates(box);
const FOREIGN = { type: "command", command: "other" };

function table(key: string, hash: string, more = ""): string {
  return `[hooks.state."${key}"]\ntrusted_hash = "${hash}"\n${more}`;
}

describe("the user scope", () => {
  test("writes hooks.json where there is none, and seeds the trust that the agent asks for", async () => {
    const { files, findings } = await box.install({ ...user, events: ["PreToolUse", "Stop"] });
    expect(files.map(({ path, mode }) => [path, mode])).toEqual([
      [box.path(HOOKS), 0o600],
      [box.path(CONFIG), 0o600],
    ]);
    expect(findings).toEqual([]);
    const handler = (event: string) => ({ type: "command", command: box.command(user, event) });
    expect(await box.json(HOOKS)).toEqual({
      hooks: { PreToolUse: [{ hooks: [handler("PreToolUse")] }], Stop: [{ hooks: [handler("Stop")] }] },
    });
    expect(await states()).toEqual(
      Object.fromEntries(
        ["PreToolUse", "Stop"].map((event) => [
          stateKey(box.path(HOOKS), event, 0, 0),
          { trusted_hash: definitionHash(event, undefined, handler(event)) },
        ]),
      ),
    );
    expect((await box.inspect(user)).entries.map(({ own, trust }) => [own, trust])).toEqual([
      [true, "trusted"],
      [true, "trusted"],
    ]);
  });

  test("foreign entries keep their bytes, order and trust; ours come last (case b70)", async () => {
    const before = `{ "description": "mine",\n  "hooks": {\n    "PreToolUse": [ {"matcher":"Bash","hooks":[ ${JSON.stringify(FOREIGN)} ]} ] , "Stop":[]\n  } }`;
    await box.write(HOOKS, before);
    const key = stateKey(box.path(HOOKS), "PreToolUse", 0, 0);
    const config = `# mine\nmodel = "gpt-5.5"\n\n${table(key, definitionHash("PreToolUse", "Bash", FOREIGN))}`;
    await box.write(CONFIG, config);
    await box.install(user);
    expect(await box.text(HOOKS)).toContain(`{"matcher":"Bash","hooks":[ ${JSON.stringify(FOREIGN)} ]}`);
    expect(await box.text(CONFIG)).toContain(config.trimEnd());
    const { entries } = await box.inspect(user);
    expect(entries.map(({ command, own, trust }) => [command, own, trust])).toEqual([
      ["other", false, "trusted"],
      [box.command(user, "PreToolUse"), true, "trusted"],
    ]);
    await box.uninstall(user);
    expect([await box.text(HOOKS), await box.text(CONFIG)]).toEqual([before, config]);
  });

  test("a second install changes nothing, and planning writes nothing (cases b71, b79)", async () => {
    await box.plan(user);
    expect(box.has("home/.codex")).toBe(false);
    await box.install(user);
    expect((await box.plan(user)).files).toEqual([]);
  });

  test("an entry of ours in an older form is changed in its place (case b71)", async () => {
    await box.install({ ...user, events: [{ event: "PreToolUse", timeoutMs: 5_000, matchers: [{ canonical: ["shell"] }] }] });
    await box.install({ ...user, events: [{ event: "PreToolUse", timeoutMs: 9_000 }] });
    const { entries } = await box.inspect(user);
    expect(entries.map(({ trust, matcher }) => [trust, matcher])).toEqual([["trusted", undefined]]);
    expect(Object.keys(await states())).toHaveLength(1);
  });

  test("what is not ours stays untrusted", async () => {
    await box.write(HOOKS, { hooks: { PreToolUse: [{ hooks: [FOREIGN] }] } });
    await box.install(user);
    expect((await box.inspect(user)).entries.map(({ trust }) => trust)).toEqual(["untrusted", "trusted"]);
  });

  test("a tampered command is no longer trusted", async () => {
    await box.install(user);
    await box.write(HOOKS, (await box.text(HOOKS)).replace("--event=PreToolUse", "--event=PreToolUse --x"));
    expect((await box.inspect(user)).entries.map(({ trust }) => trust)).toEqual(["modified"]);
  });

  test("CODEX_HOME names the folder; an empty one counts as none", async () => {
    await box.install({ ...user, env: { HOME: box.home, CODEX_HOME: box.path("other") } });
    expect([box.has("other/hooks.json"), box.has("other/config.toml"), box.has("home/.codex")]).toEqual([true, true, false]);
    await box.install({ ...user, env: { HOME: box.home, CODEX_HOME: "" } });
    expect(box.has(HOOKS)).toBe(true);
  });

  test("a linked home is trusted under both its names", async () => {
    await symlink(box.home, box.path("link"));
    const linked = { ...user, root: box.path("link") };
    const installer = { ...codex, plan: (request: Parameters<typeof codex.plan>[0]) => codex.plan({ ...request, home: box.path("link") }) };
    const other = Object.assign(Object.create(box) as Box, { installer });
    await other.install(linked);
    expect(Object.keys(await states()).sort()).toEqual(
      [stateKey(box.path("link/.codex/hooks.json"), "PreToolUse", 0, 0), stateKey(box.path(HOOKS), "PreToolUse", 0, 0)].sort(),
    );
  });
});

describe("the trust of entries that move", () => {
  const later = { type: "command", command: "later" };
  const key = (group: number, index = 0) => stateKey(box.path(HOOKS), "PreToolUse", group, index);

  test("what a person trusted stays trusted when ours before it is cut, with all that stands in its table", async () => {
    await box.install(user);
    const hooks = (await box.json(HOOKS)) as { hooks: { PreToolUse: JsonObject[] } };
    hooks.hooks.PreToolUse.push({ hooks: [later, FOREIGN] });
    await box.write(HOOKS, hooks);
    await box.write(
      CONFIG,
      `${await box.text(CONFIG)}\n${table(key(1), definitionHash("PreToolUse", undefined, later), "enabled = false # for now\n")}`,
    );
    await box.uninstall(user);
    expect(await states()).toEqual({ [key(0)]: { trusted_hash: definitionHash("PreToolUse", undefined, later), enabled: false } });
    expect(await box.text(CONFIG)).toContain("enabled = false # for now");
    expect((await box.inspect(user)).entries.map(({ command, trust }) => [command, trust])).toEqual([
      ["later", "disabled"],
      ["other", "untrusted"],
    ]);
  });

  test("an untrusted entry does not inherit the trust of the position it moves to", async () => {
    await box.install(user);
    const hooks = (await box.json(HOOKS)) as { hooks: { PreToolUse: JsonObject[] } };
    hooks.hooks.PreToolUse.push({ hooks: [later] }, { hooks: [FOREIGN] });
    await box.write(HOOKS, hooks);
    await box.write(CONFIG, `${await box.text(CONFIG)}\n${table(key(2), definitionHash("PreToolUse", undefined, FOREIGN))}`);
    await box.uninstall(user);
    expect(await states()).toEqual({ [key(1)]: { trusted_hash: definitionHash("PreToolUse", undefined, FOREIGN) } });
    expect((await box.inspect(user)).entries.map(({ trust }) => trust)).toEqual(["untrusted", "trusted"]);
  });

  test("an entry that a person switched off stays off, and it is said", async () => {
    await box.install(user);
    await box.write(CONFIG, `${(await box.text(CONFIG)).trimEnd()}\nenabled = false\n`);
    const { findings } = await box.install({ ...user, events: [{ event: "PreToolUse", timeoutMs: 9_000 }] });
    expect(findings.map(({ message }) => message)).toEqual(["the entry for PreToolUse is switched off: enabled = false"]);
    expect((await box.inspect(user)).entries.map(({ trust }) => trust)).toEqual(["disabled"]);
  });

  test("the state that somebody has left at a position does not hold for our entry there", async () => {
    await box.write(CONFIG, table(key(0), "sha256:0", "enabled = false\n"));
    await box.install(user);
    expect((await box.inspect(user)).entries.map(({ trust }) => trust)).toEqual(["trusted"]);
  });
});

describe("hooks.json or config.toml (case b72)", () => {
  const inToml = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "other"\n';

  test("the file that somebody uses is used, and the other one is not made", async () => {
    await box.write(CONFIG, `# mine\n${inToml}`);
    const { findings } = await box.install({ ...user, events: ["Stop"] });
    expect(box.has(HOOKS)).toBe(false);
    expect(findings).toEqual([]);
    expect((await box.inspect(user)).entries.map(({ path, command, trust }) => [path, command, trust])).toEqual([
      [box.path(CONFIG), "other", "untrusted"],
      [box.path(CONFIG), box.command(user, "Stop"), "trusted"],
    ]);
    expect((await box.plan({ ...user, events: ["Stop"] })).files).toEqual([]);
    await box.uninstall(user);
    expect(await box.text(CONFIG)).toBe(`# mine\n${inToml}`);
  });

  test("ours move to the file that somebody began to use", async () => {
    await box.install({ ...user, events: ["Stop"] });
    await box.write(CONFIG, `${await box.text(CONFIG)}\n${inToml}`);
    await box.install({ ...user, events: ["Stop"] });
    expect((await box.inspect(user)).entries.map(({ path, trust }) => [path, trust])).toEqual([
      [box.path(CONFIG), "untrusted"],
      [box.path(CONFIG), "trusted"],
    ]);
    expect(Object.keys(await states())).toEqual([stateKey(box.path(CONFIG), "Stop", 1, 0)]);
  });

  test("both in use is said", async () => {
    await box.write(HOOKS, { hooks: { Stop: [{ hooks: [FOREIGN] }] } });
    await box.write(CONFIG, inToml);
    const { findings } = await box.install(user);
    expect(findings.map(({ level, message }) => [level, message])).toEqual([
      ["warning", expect.stringContaining("hooks stand in hooks.json and in config.toml")],
    ]);
  });
});

describe("what is written", () => {
  test("timeouts are whole seconds, one to three where the agent allows no more", async () => {
    const events = ["PreToolUse", "SessionEnd", "Interrupt"].map((event) => ({ event, timeoutMs: 10_500 }));
    await box.install({ ...user, events: [...events, { event: "Stop", timeoutMs: 20 }] });
    const { hooks } = (await box.json(HOOKS)) as { hooks: Record<string, [{ hooks: [{ timeout: number }] }]> };
    expect(Object.fromEntries(Object.entries(hooks).map(([event, [group]]) => [event, group.hooks[0].timeout]))).toEqual({
      PreToolUse: 11,
      SessionEnd: 3,
      Interrupt: 3,
      Stop: 1,
    });
  });

  test("an event that the agent does not have is left out, and it is said", async () => {
    const { findings } = await box.install({ ...user, events: ["Stop", "Notification"] });
    expect(Object.keys((await box.json(HOOKS)).hooks as JsonObject)).toEqual(["Stop"]);
    expect(findings.map(({ message }) => message)).toEqual(["no entry is written for Notification: the agent has no such event"]);
  });

  test("matchers are written for tools only", async () => {
    const matchers = [{ canonical: ["shell" as const] }];
    await box.install({ ...user, events: ["PreToolUse", "SessionStart", "Stop"].map((event) => ({ event, matchers })) });
    expect((await box.inspect(user)).entries.map(({ event, matcher }) => [event, matcher])).toEqual([
      ["PreToolUse", "Bash"],
      ["SessionStart", undefined],
      ["Stop", undefined],
    ]);
  });
});

describe("switches that keep hooks from running are told, not changed", () => {
  test("[features] hooks = false", async () => {
    await box.write(CONFIG, "[features]\nhooks = false\n");
    const { findings } = await box.install(user);
    expect(findings.map(({ level, fix }) => [level, fix])).toEqual([["error", "take the line out"]]);
    expect(await box.text(CONFIG)).toContain("hooks = false");
  });

  test("an administrator's allow_managed_hooks_only", async () => {
    const elsewhere = { "/etc/codex/requirements.toml": "allow_managed_hooks_only = true\n" };
    const { findings } = await box.install({ ...user, elsewhere });
    expect(findings.map(({ level, path }) => [level, path])).toEqual([["error", "/etc/codex/requirements.toml"]]);
    const broken = { "/etc/codex/requirements.toml": "= x" };
    expect((await box.plan({ ...user, elsewhere: broken })).findings.map(({ level }) => level)).toEqual(["warning"]);
  });
});
