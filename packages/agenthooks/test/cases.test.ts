/** What went wrong elsewhere (captures/cases/<id>, from public reports), shown not to go wrong here. The ones about processes are in process/. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { AnyEvent, JsonObject } from "agenthooks";
import {
  acceptPrompt,
  allow,
  blockPrompt,
  continueWith,
  createHooks,
  decodeEvent,
  deny,
  finish,
  matchCanonical,
  matchMcp,
  matchPaths,
  nativeAnswer,
  noDecision,
  when,
} from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import { invoke, invokeState } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { claudeCodeHost } from "../src/providers/claude-code/host.js";
import { json, send, specific } from "./helpers/claude.js";

const read = (path: string) => readFileSync(new URL(`./captures/cases/${path}`, import.meta.url));
const readJson = <T>(path: string) => JSON.parse(read(path).toString("utf8")) as T;
const decode = (payload: Uint8Array | JsonObject, event?: string): Promise<AnyEvent> =>
  decodeEvent({ provider: "claude-code", payload, ...(event === undefined ? {} : { event }) });

describe("b09 neutral answer differs", () => {
  it("a telemetry program gives the event's own neutral bytes on every event, under both fail modes", async () => {
    for (const fail of ["open", "closed"] as const) {
      for (const { native } of claudeCode.adapter.events) {
        const hooks = createHooks({ name: "telemetry", policy: { fail } }).onAny(() => undefined);
        const { answer } = await send(hooks, native);
        // JSON on stdout would be taken for the path of the worktree (facts §3), or be an instruction for the summary (lab: compact.neutral)
        const silent = native === "WorktreeCreate" || native === "PreCompact";
        expect(answer).toEqual({ via: "process", stdout: silent ? "" : "{}", stderr: "", exitCode: 0 });
      }
    }
  });

  it("neutral on a gate lets the action go ahead, and is never taken for an allow", async () => {
    const { answer } = await send(createHooks(), "PreToolUse");
    if (answer.via !== "process") throw new Error("not a process");
    expect(claudeCodeHost.read("PreToolUse", { ...answer, timedOut: false }, "").ran).toBe(true);
    expect(answer.stdout).not.toContain("allow");
  });

  it("events that change the agent when they are subscribed are marked so", () => {
    expect(claudeCode.adapter.events.filter((row) => row.observe === "never").map((row) => row.native)).toEqual(["WorktreeCreate"]);
  });
});

describe("b20 byte order mark", () => {
  const hooks = (fail: "open" | "closed") => createHooks({ policy: { fail } }).on("tool.pre", () => allow());

  it("exactly one mark is dropped, and one inside a text stays", async () => {
    const payload = read("b20-cursor-bom-stdin/input.stdin.bin");
    const event = await decode(payload);
    expect([...event.raw.bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(event.raw.text.startsWith("{")).toBe(true);
    expect(event.rawField("command")).toBe('echo "a\ufeffb"');
  });

  it("a second mark is not JSON", async () => {
    const twice = Buffer.concat([Buffer.from("\ufeff\ufeff"), Buffer.from('{"hook_event_name":"PreToolUse"}')]);
    expect((await invoke(hooks("closed"), { provider: "claude-code", payload: twice, event: "PreToolUse" })).failure).toBe("error");
  });

  it("a payload of Claude Code with a mark is decided like one without", async () => {
    const payload = `\ufeff${JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } })}`;
    expect((await invoke(hooks("closed"), { provider: "claude-code", payload })).decision?.kind).toBe("allow");
  });

  it.each(["open", "closed"] as const)("a mark alone, or nothing, is no payload: fail %s holds", async (fail) => {
    for (const payload of [read("b20-cursor-bom-stdin/input.bom-only.bin"), Buffer.from(""), Buffer.from(" \n")]) {
      const sent = await invoke(hooks(fail), { provider: "claude-code", payload, event: "PreToolUse" });
      expect(sent.failure).toBe("error");
      expect(specific(sent).permissionDecision).toBe(fail === "closed" ? "deny" : undefined);
    }
  });
});

describe("b21 encodings", () => {
  it("text outside ASCII arrives whole", async () => {
    const event = await decode(read("b21-locale-decoding/input.utf8.json"));
    expect(event.kind === "prompt.submitted" && event.prompt.text).toBe('設定を「"本番"」に変更 → ✅');
    expect(event.session.cwd).toBe("C:\\Users\\多田\\app");
  });

  it("an answer outside ASCII is escaped, and means the same", async () => {
    const text = "設定 ✅ \u{1f6ab} \u2028 \ud800";
    const { answer } = await send(
      createHooks().on("prompt.submitted", () => acceptPrompt().withContext(text)),
      "UserPromptSubmit",
    );
    if (answer.via !== "process") throw new Error("not a process");
    expect(answer.stdout).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(answer.stdout)).toEqual({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: text } });
  });

  it("an invalid byte does not hide the rest of a command from a gate, and stays in the bytes", async () => {
    const payload = read("b21-locale-decoding/input.badbyte.bin");
    const hooks = createHooks().on(
      "tool.pre",
      when(matchCanonical("shell"), ({ tool }) => (tool.shell.command.includes("rm -rf /work") ? deny("no") : undefined)),
    );
    const sent = await invoke(hooks, { provider: "claude-code", payload });
    expect(specific(sent).permissionDecision).toBe("deny");
    expect(sent.event?.raw.text).toContain("\ufffd");
    expect(Buffer.from(sent.event?.raw.bytes ?? []).includes(0xff)).toBe(true);
  });
});

describe("b25 big integers", () => {
  it("digits that a rewrite did not touch are sent as they came", async () => {
    const payload = read("b25-big-integers/input.payload.json");
    const update = readJson<JsonObject>("b25-big-integers/input.update.json");
    const hooks = createHooks().on("tool.pre", (event) => noDecision().withUpdatedInput(event.tool.patch(update)));
    const { answer } = await invoke(hooks, { provider: "claude-code", payload });
    expect(answer.via === "process" && answer.stdout).toContain('"updatedInput":{"id":9007199254740993117,"ratio":3.10,"q":"y"}');
  });

  it("removing a member leaves the others' digits", async () => {
    const payload = read("b25-big-integers/input.payload.json");
    const hooks = createHooks().on("tool.pre", (event) => noDecision().withUpdatedInput(event.tool.patch({ q: undefined })));
    const { answer } = await invoke(hooks, { provider: "claude-code", payload });
    expect(answer.via === "process" && answer.stdout).toContain('"updatedInput":{"id":9007199254740993117,"ratio":3.10}');
  });
});

describe("b28 Cursor runs the entries of Claude Code", () => {
  const payload = readJson<JsonObject>("b28-cursor-shape-on-claude-entry/input.json");

  it("its shell tool is a shell call, and an empty cwd falls back to the workspace", async () => {
    const event = await decode(payload);
    expect(event.session.cwd).toBe("/srv/app");
    expect(event.session.workspaceRoots).toEqual(["/srv/app"]);
    expect(event.kind === "tool.pre" && [event.tool.canonical, event.tool.shell?.command]).toEqual(["shell", "rm -rf build"]);
  });

  it("a guard decides on it instead of denying everything", async () => {
    const hooks = createHooks({ policy: { fail: "closed" } }).on(
      "tool.pre",
      when(matchCanonical("shell"), ({ tool }) => (tool.shell.command.startsWith("rm") ? deny("no") : undefined)),
    );
    expect((await invoke(hooks, { provider: "claude-code", payload })).decision?.kind).toBe("deny");
    const harmless = { ...payload, tool_input: { command: "ls" } };
    expect(json(await invoke(hooks, { provider: "claude-code", payload: harmless }))).toEqual({});
  });
});

describe("b31 identity of subagents", () => {
  const of = (name: string) => decode(read(`b31-subagent-identity/input.${name}.json`));

  it("only the payload says that a call is a subagent's", async () => {
    expect((await of("main")).agent).toBeUndefined();
    expect((await of("sub")).agent).toEqual({ id: "a1b2", type: "Explore", parentId: undefined });
    expect((await of("main")).session.id).toBe((await of("sub")).session.id);
  });

  it("an agent id that nobody has seen before breaks no state", async () => {
    expect((await of("stray")).agent).toEqual({ id: "zz99", type: undefined, parentId: undefined });
    const hooks = createHooks({ name: "s", policy: { fail: "closed" } }).on("tool.pre", async (_event, context) => {
      await context.state.session("n", 0).update((n) => n + 1);
    });
    const odd = { ...readJson<JsonObject>("b31-subagent-identity/input.stray.json"), agent_id: "../../../etc/passwd" };
    expect((await invoke(hooks, { provider: "claude-code", payload: odd })).failure).toBe("none");
  });
});

describe("b33 no tool name", () => {
  it.each([
    ["empty", { tool_name: "", tool_input: { file_path: "/w/a", content: "x" } }],
    ["absent", {}],
    ["null", { tool_name: null }],
    ["a number", { tool_name: 5 }],
    ["a list", { tool_name: ["Bash"] }],
  ])("%s is an unknown tool: rules for any tool still run", async (_name, members) => {
    const payload = { ...readJson<JsonObject>("b33-falsy-tool-name/input.json"), ...members };
    const hooks = createHooks().on("tool.pre", ({ tool }) =>
      tool.canonical === "other" && !tool.targetsComplete ? deny("unknown") : undefined,
    );
    expect(specific(await invoke(hooks, { provider: "claude-code", payload })).permissionDecision).toBe("deny");
  });

  it("the input is an object whatever came", async () => {
    for (const [given, wanted] of [
      [undefined, {}],
      [null, {}],
      ["", {}],
      ['{"a":1}', { a: 1 }],
      ["text", { value: "text" }],
      [[1], { value: [1] }],
      [7, { value: 7 }],
      [false, { value: false }],
    ] as const) {
      const event = await decode({ hook_event_name: "PreToolUse", tool_name: "x", ...(given === undefined ? {} : { tool_input: given }) });
      expect(event.kind === "tool.pre" && event.tool.input).toEqual(wanted);
      expect(event.kind === "tool.pre" && event.tool.rawInput).toEqual(given);
    }
  });
});

describe("b40 hookEventName", () => {
  it("the answer names the event that came, and the agent would honour it", async () => {
    const payload = readJson<JsonObject>("b40-missing-hookEventName/input.payload.json");
    const { answer } = await invoke(
      createHooks().on("tool.pre", () => deny("x")),
      { provider: "claude-code", payload },
    );
    if (answer.via !== "process") throw new Error("not a process");
    expect((JSON.parse(answer.stdout) as JsonObject).hookSpecificOutput).toMatchObject({ hookEventName: "PreToolUse" });
    expect(claudeCodeHost.read("PreToolUse", { ...answer, timedOut: false }, "").ran).toBe(false);
  });

  it("the model of the agent drops an answer without it, as the agent does", () => {
    const stdout = read("b40-missing-hookEventName/input.bad-stdout.json").toString("utf8");
    expect(claudeCodeHost.read("PreToolUse", { stdout, stderr: "", exitCode: 0, timedOut: false }, "").ran).toBe(true);
  });

  it("a native answer cannot leave it out or give another", async () => {
    const hooks = createHooks().onNative(claudeCode.events.PreToolUse, () =>
      nativeAnswer({ hookSpecificOutput: { permissionDecision: "deny", hookEventName: "Stop" } as { permissionDecision: "deny" } }),
    );
    expect(specific(await send(hooks, "PreToolUse")).hookEventName).toBe("PreToolUse");
  });
});

describe("b06 and b55 output and exit codes", () => {
  const matrix = readJson<readonly { exit: number; stdout: string }[]>("b55-exit-code-vs-json/input.matrix.json");

  it.each(matrix)("the model of the agent: exit $exit with $stdout", ({ exit, stdout }) => {
    const effect = claudeCodeHost.read("PreToolUse", { stdout, stderr: "", exitCode: exit, timedOut: false }, "");
    expect(effect.ran).toBe(!(exit === 2 || stdout.includes('"deny"')));
  });

  it("the model of the agent drops JSON behind a banner, as the agent does", () => {
    const stdout = read("b06-shim-banner-on-stdout/input.stdout.txt").toString("utf8");
    expect(claudeCodeHost.read("PreToolUse", { stdout, stderr: "", exitCode: 0, timedOut: false }, "").ran).toBe(true);
  });

  it("channels are never mixed: JSON with exit 0, or exit 2 with a reason on stderr and nothing on stdout", async () => {
    const guards = createHooks({ policy: { fail: "closed" } }).use(() => {
      throw new Error("bug");
    });
    for (const { native } of claudeCode.adapter.events) {
      const { answer } = await send(guards, native);
      if (answer.via !== "process") throw new Error("not a process");
      if (answer.exitCode === 2) expect([answer.stdout, answer.stderr !== ""]).toEqual(["", true]);
      else expect([answer.exitCode, answer.stderr]).toEqual([0, ""]);
    }
  });

  it("every refusal holds the action back on the model of the agent", async () => {
    const guards = createHooks({ policy: { fail: "closed" } }).use(() => {
      throw new Error("bug");
    });
    for (const row of claudeCode.adapter.events.filter((one) => "guards" in one && one.guards)) {
      const { answer } = await send(guards, row.native);
      if (answer.via !== "process") throw new Error("not a process");
      expect(claudeCodeHost.read(row.native, { ...answer, timedOut: false }, "").ran, row.native).toBe(false);
    }
  });
});

describe("b07 noise of a profile", () => {
  it("the model of the agent takes it for text, as the agent does: nothing that is said behind it counts", () => {
    const stdout = read("b07-profile-noise/input.stdout.txt").toString("utf8");
    const noisy = { stdout, stderr: "", exitCode: 0, timedOut: false };
    expect(claudeCodeHost.read("UserPromptSubmit", noisy, "")).toMatchObject({ ran: true, shownToModel: [stdout.trim()] });
    const refusal = stdout.replace("{}", '{"decision":"block","reason":"no"}');
    expect(claudeCodeHost.read("UserPromptSubmit", { ...noisy, stdout: refusal }, "").ran).toBe(true);
  });
});

describe("b10 a command that is not there", () => {
  it.each(readJson<readonly string[]>("b10-missing-script-vs-missing-interpreter/input.commands.json"))(
    "%s: the model of the agent blocks on exit 2 and on no other code",
    (command) => {
      const { status, stderr } = spawnSync("/bin/sh", ["-c", command], { encoding: "utf8" });
      expect(status).not.toBe(0);
      const effect = claudeCodeHost.read("PreToolUse", { stdout: "", stderr, exitCode: status, timedOut: false }, "");
      expect(effect.ran).toBe(status !== 2);
      if (!command.startsWith("python3")) expect(status).toBe(command.startsWith("node") ? 1 : 127);
    },
  );
});

describe("b41 a policy that crashes", () => {
  type Crashing = { readonly default: { PreToolUse(): never } };
  const policy = async () => ((await import("./captures/cases/b41-exit-1-is-allow/input.policy.mjs" as string)) as Crashing).default;

  it.each(["open", "closed"] as const)("as a handler or a native handler, and a payload that is no JSON: fail %s holds", async (fail) => {
    const { PreToolUse } = await policy();
    const wanted = fail === "closed" ? "deny" : undefined;
    for (const hooks of [
      createHooks({ policy: { fail } }).on("tool.pre", PreToolUse),
      createHooks({ policy: { fail } }).onNative(claudeCode.events.PreToolUse, PreToolUse),
      createHooks({ policy: { fail } }).use(PreToolUse),
    ]) {
      const sent = await send(hooks, "PreToolUse");
      expect([specific(sent).permissionDecision, sent.failure]).toEqual([wanted, "error"]);
    }
    const payload = read("b41-exit-1-is-allow/input.stdin.txt");
    const sent = await invoke(createHooks({ policy: { fail } }), { provider: "claude-code", event: "PreToolUse", payload });
    expect([specific(sent).permissionDecision, sent.failure]).toEqual([wanted, "error"]);
  });
});

describe("b115 writes to the agent's own settings", () => {
  const payloads = readJson<readonly JsonObject[]>("b115-self-tamper/input.json");
  const hooks = createHooks().on(
    "tool.pre",
    when(matchPaths("/**/.claude/settings.json", ".claude/settings.local.json"), () => deny("not these")),
    when(matchCanonical("shell"), ({ tool }) =>
      tool.shell.command.includes(".claude/settings.json") ? deny("not by a shell") : undefined,
    ),
  );

  it("are seen by a rule on paths, relative ones too; what a shell does is in its text only", async () => {
    const reasons = [];
    for (const payload of payloads)
      reasons.push(specific(await invoke(hooks, { provider: "claude-code", payload })).permissionDecisionReason);
    const shells = payloads.slice(2).map((payload) => {
      const { command } = payload.tool_input as { readonly command: string };
      return command.includes(".claude/settings.json") ? "not by a shell" : undefined;
    });
    expect(reasons).toEqual(["not these", "not these", ...shells]);
    expect(shells.filter((reason) => reason !== undefined)).toHaveLength(2);
  });
});

describe("b48 stop loops", () => {
  const payload = (name: string) => readJson<JsonObject>(`b48-stop-loop/input.${name}.json`);

  it("the handler is told that the turn was continued, by the agent's own flag too", async () => {
    const first = await decode(payload("first"));
    const again = await decode(payload("again"));
    expect([first, again].map((event) => event.kind === "agent.stop" && event.previouslyContinued)).toEqual([false, true]);
  });

  it("a stop without the flag is a first one", async () => {
    const { stop_hook_active: _, ...rest } = payload("first");
    const event = await decode(rest);
    expect(event.kind === "agent.stop" && [event.previouslyContinued, event.loopCount]).toEqual([false, 0]);
  });

  it("a handler that always continues is ended by the cap, also where no turn is named", async () => {
    const state = invokeState();
    const hooks = createHooks({ name: "s" }).on("agent.stop", () => continueWith("more"));
    const kinds: unknown[] = [];
    for (let i = 0; i < 8; i++) {
      kinds.push((await invoke(hooks, { provider: "claude-code", payload: payload(i === 0 ? "first" : "again"), state })).decision?.kind);
    }
    expect(kinds.filter((kind) => kind === "continue")).toHaveLength(5);
    expect(kinds.at(-1)).toBe("finish");
  });

  it("Cursor's own stop has no such flag: the cap ends it too, though the agent counts instead", async () => {
    const state = invokeState();
    const hooks = createHooks({ name: "s" }).on("agent.stop", () => continueWith("more"));
    const kinds: unknown[] = [];
    for (let i = 0; i < 8; i++) {
      const sent = await invoke(hooks, { provider: "claude-code", event: "Stop", payload: { ...payload("cursor"), loop_count: i }, state });
      kinds.push(sent.decision?.kind);
    }
    expect(kinds).toEqual([...Array<string>(5).fill("continue"), ...Array<string>(3).fill("finish")]);
  });

  it("a dependency that fails never continues, under fail-closed too", async () => {
    const hooks = createHooks({ policy: { fail: "closed" } }).on("agent.stop", async (_event, context) => {
      const { code } = await context.exec("/no/such/program");
      return code === 0 ? finish() : continueWith("more");
    });
    expect(json(await invoke(hooks, { provider: "claude-code", payload: payload("first") }))).toEqual({});
  });
});

describe("b60 names of MCP tools", () => {
  const rows =
    readJson<readonly { host: string; tool_name: string; server: string | null; tool: string | null }[]>("b60-mcp-names/input.json");

  it.each(rows.filter((row) => row.host === "claude"))("$tool_name", async ({ tool_name, server, tool }) => {
    const event = await decode({ hook_event_name: "PreToolUse", tool_name, tool_input: {} });
    if (event.kind !== "tool.pre") throw new Error("not a call");
    if (server === null) expect([event.tool.canonical, event.tool.mcp]).toEqual(["other", undefined]);
    else expect([event.tool.canonical, event.tool.mcp?.server, event.tool.mcp?.tool]).toEqual(["mcp", server, tool]);
  });

  it("a rule for one server and any tool fires for every spelling of its tools, and for no other name", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchMcp("github/*", "brave-search/*", "Linear/*", "plugin_acme_github/*"), () => deny("no")),
    );
    const denied: string[] = [];
    for (const { tool_name } of rows) {
      const payload = { hook_event_name: "PreToolUse", tool_name, tool_input: {} };
      if ((await invoke(hooks, { provider: "claude-code", payload })).decision?.kind === "deny") denied.push(tool_name);
    }
    expect(denied).toEqual([
      "mcp__github__create_issue",
      "mcp__brave-search__web-search",
      "mcp__plugin_acme_github__create_issue",
      "mcp__Linear__list__issues",
    ]);
  });
});

describe("b62 a second shell", () => {
  it("PowerShell calls are shell calls of their own dialect", async () => {
    for (const payload of readJson<readonly JsonObject[]>("b62-powershell-second-shell/input.json")) {
      const event = await decode(payload);
      if (event.kind !== "tool.pre") throw new Error("not a call");
      const dialect = payload.tool_name === "PowerShell" ? "powershell" : "posix";
      expect([event.tool.canonical, event.tool.shell?.dialect, event.tool.targetsComplete]).toEqual(["shell", dialect, false]);
      expect(event.tool.shell?.command).toBe((payload.tool_input as { command?: string }).command);
    }
  });

  it.each(["Bash", "PowerShell", "Monitor"])("a shell guard sees %s", async (tool_name) => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchCanonical("shell"), () => deny("no")),
    );
    expect((await send(hooks, "PreToolUse", { tool_name, tool_input: { command: "x" } })).decision?.kind).toBe("deny");
  });
});

describe("b63 a patch that names no file", () => {
  it("an apply_patch that this agent does not have is an unknown tool whose targets are not complete: a strict rule denies", async () => {
    const payload = readJson<JsonObject>("b63-apply-patch-paths/input.json");
    const hooks = createHooks().on("tool.pre", ({ tool }) => (tool.targetsComplete ? allow() : deny("which files?")));
    expect((await invoke(hooks, { provider: "claude-code", payload })).decision?.kind).toBe("deny");
  });
});

it("b63 a patch names each file that it touches, and no line of its content does", async () => {
  const event = await decodeEvent({ provider: "codex", payload: readJson<JsonObject>("b63-apply-patch-paths/input.json") });
  if (event.kind !== "tool.pre") throw new Error("not a call");
  expect([event.tool.targets.map(({ absolute, op }) => `${op} ${absolute}`), event.tool.targetsComplete]).toEqual([
    [
      "update /srv/app/src/index.ts",
      "create /srv/app/docs/how to.md",
      "delete /srv/app/tmp/old build.log",
      "move-from /srv/app/config/.env",
      "move-to /srv/app/config/.env.bak",
    ],
    true,
  ]);
});

describe("files of Claude Code's tools", () => {
  it.each([
    ["Read", { file_path: "a" }, [["/w/a", "read"]], true],
    ["Write", { file_path: "/x/a", content: "" }, [["/x/a", "create"]], true],
    ["Edit", { file_path: "../a" }, [["/a", "update"]], true],
    ["NotebookEdit", { notebook_path: "n.ipynb" }, [["/w/n.ipynb", "update"]], true],
    ["Edit", {}, [], false],
    ["Write", { file_path: "" }, [], false],
    ["Grep", { pattern: "x", path: "src" }, [["/w/src", "read"]], false],
    ["Glob", { pattern: "/etc/*" }, [], false],
    ["Bash", { command: "cat a" }, [], false],
    ["mcp__fs__write", { path: "a" }, [], false],
    ["SomethingNew", { file_path: "a" }, [], false],
    ["WebFetch", { url: "https://x" }, [], true],
  ])("%s %j", async (tool_name, tool_input, targets, complete) => {
    const event = await decode({ hook_event_name: "PreToolUse", cwd: "/w", tool_name, tool_input: tool_input as JsonObject });
    if (event.kind !== "tool.pre") throw new Error("not a call");
    expect([event.tool.targets.map(({ absolute, op }) => [absolute, op]), event.tool.targetsComplete]).toEqual([targets, complete]);
  });

  it("a rule on paths sees a notebook", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchPaths("**/*.ipynb"), () => deny("no")),
    );
    const sent = await send(hooks, "PreToolUse", {
      cwd: "/w",
      tool_name: "NotebookEdit",
      tool_input: { notebook_path: "/w/n.ipynb", new_source: "" },
    });
    expect(sent.decision?.kind).toBe("deny");
  });
});

describe("prompts", () => {
  it.each([
    ["UserPromptSubmit", { prompt: "x" }, "user", undefined],
    ["UserPromptSubmit", { prompt: "<task-notification>\n..." }, "notification", undefined],
    ["UserPromptSubmit", { prompt: "x", agent_id: "a" }, "agent", undefined],
    ["UserPromptExpansion", { prompt: "/c x y", command_name: "c", command_args: "x y" }, "user", { name: "c", args: "x y" }],
  ])("%s %j is written by %s %s", async (event, members, origin, command) => {
    const hooks = createHooks();
    const sent = await send(hooks, event, members);
    if (sent.event?.kind !== "prompt.submitted") throw new Error("not a prompt");
    expect([sent.event.prompt.origin, sent.event.prompt.command ?? undefined]).toEqual([
      origin,
      event === "UserPromptExpansion" ? command : undefined,
    ]);
  });

  it("a prompt that only quotes a notification is the user's", async () => {
    const sent = await send(createHooks(), "UserPromptSubmit", { prompt: "what is <task-notification>?" });
    expect(sent.event?.kind === "prompt.submitted" && sent.event.prompt.origin).toBe("user");
  });

  it("a blocked prompt shows the person the reason that is meant for it", async () => {
    const hooks = createHooks().on("prompt.submitted", () => blockPrompt("for the log").withBlockReason("for the person"));
    expect(json(await send(hooks, "UserPromptSubmit"))).toMatchObject({ decision: "block", reason: "for the person" });
  });
});

describe("session.source", () => {
  it("is why the session began, and nothing else", async () => {
    expect((await send(createHooks(), "SessionStart", { source: "fork" })).event?.session.source).toBe("fork");
    // ConfigChange, DirectoryAdded and model switches have a `source` of another meaning
    for (const [event, source] of [
      ["ConfigChange", "user_settings"],
      ["DirectoryAdded", "slash_command"],
      ["PreModelSwitch", "sdk"],
    ] as const) {
      expect((await send(createHooks(), event, { source })).event?.session.source, event).toBeUndefined();
    }
  });
});
