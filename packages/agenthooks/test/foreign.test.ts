/** Other agents that run Claude Code's entries (design §5.4; captures/foreign: cursor as documented, copilot-cli 1.0.102 as recorded). */
import { readdirSync, readFileSync } from "node:fs";
import type { AnyEvent, Hooks, JsonObject } from "agenthooks";
import { blockPrompt, continueWith, createHooks, decodeEvent, defineProvider, deny, matchCanonical, matchPaths, when } from "agenthooks";
import { adapter as claudeCode } from "agenthooks/claude-code";
import { type Invoked, invoke } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import type { Adapter } from "../src/decision/answer.js";
import { partsOf } from "../src/router/hooks.js";
import { adaptersOf } from "../src/runtime/core/adapters.js";
import { NO_FLAGS } from "../src/runtime/core/argv.js";
import { run } from "../src/runtime/core/pipeline.js";
import { captures } from "./helpers/captures.js";
import { json, payloadOf, specific } from "./helpers/claude.js";

const COPILOT = { COPILOT_CLI: "1", CLAUDE_PROJECT_DIR: "/home/ada/proj" };
const read = (agent: string, name: string) =>
  JSON.parse(readFileSync(new URL(`./captures/foreign/${agent}/${name}.json`, import.meta.url), "utf8")) as JsonObject;
const names = (agent: string) =>
  readdirSync(new URL(`./captures/foreign/${agent}/`, import.meta.url)).map((file) => file.slice(0, -".json".length));
const onClaude = (hooks: Hooks, event: string, payload: JsonObject, env = {}): Promise<Invoked> =>
  invoke(hooks, { provider: "claude-code", event, payload, env });

/** The documented events of Claude Code that Cursor maps to its own (facts/cursor.md §5). */
const CLAUDE_NAME: Readonly<Record<string, string>> = {
  preToolUse: "PreToolUse",
  postToolUse: "PostToolUse",
  beforeSubmitPrompt: "UserPromptSubmit",
  stop: "Stop",
  subagentStop: "SubagentStop",
  sessionStart: "SessionStart",
  sessionEnd: "SessionEnd",
  preCompact: "PreCompact",
};

/** Whatever is printed on a compaction that goes on becomes a part of its instructions. */
function expectNeutral(silent: boolean, sent: Invoked): void {
  expect(sent.answer).toEqual({ via: "process", stdout: silent ? "" : "{}", stderr: "", exitCode: 0 });
}

describe("without the other agent's adapter its payload is still judged", () => {
  const guard = createHooks({ policy: { fail: "closed" } })
    .on(
      "tool.pre",
      when(matchCanonical("shell"), () => deny("no shell")),
      when(matchPaths("**/*.txt"), () => deny("no text files")),
    )
    .on("prompt.submitted", () => blockPrompt("no prompts"))
    .on("agent.stop", () => continueWith("go on"));

  it.each(names("cursor"))("cursor %s", async (name) => {
    const payload = read("cursor", name);
    const own = payload.hook_event_name as string;
    // Cursor may name the event as it does, or as the file that it runs does
    for (const spelt of [own, CLAUDE_NAME[own] as string]) {
      const sent = await onClaude(guard, CLAUDE_NAME[own] as string, { ...payload, hook_event_name: spelt });
      expect([sent.failure, sent.event?.provider]).toEqual(["none", "claude-code"]);
      if (own === "preToolUse")
        expect(specific(sent)).toMatchObject({
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: expect.stringMatching(/^no /),
        });
      else if (own === "beforeSubmitPrompt") expect(json(sent)).toMatchObject({ decision: "block", reason: "no prompts" });
      else if (own === "stop") expect(json(sent)).toMatchObject({ decision: "block", reason: "go on" });
      else expectNeutral(own === "preCompact", sent);
    }
  });

  it.each(names("copilot-cli"))("copilot-cli %s", async (name) => {
    const event = name.split(".")[0] as string;
    const sent = await onClaude(guard, event, read("copilot-cli", name), COPILOT);
    expect(sent.event?.provider).toBe("claude-code");
    if (event === "PreToolUse")
      expect(specific(sent)).toMatchObject({
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringMatching(/^no /),
      });
    else if (event === "UserPromptSubmit") expect(json(sent)).toMatchObject({ decision: "block", reason: "no prompts" });
    else if (event === "Stop") expect(json(sent)).toMatchObject({ decision: "block", reason: "go on" });
    else if (event === "PermissionRequest") {
      // its names are not Claude's: a call that cannot be told is refused under fail-closed
      expect(specific(sent).decision).toMatchObject({ behavior: "deny" });
    } else expectNeutral(event === "PreCompact", sent);
  });

  it("the payload's mark is how it was told", async () => {
    const confidence = async (payload: JsonObject, env = {}) =>
      (await onClaude(createHooks(), "PreToolUse", payload, env)).event?.detectionConfidence;
    expect(await confidence(read("cursor", "preToolUse"))).toBe("shape");
    expect(await confidence(read("copilot-cli", "PreToolUse.Edit"), COPILOT)).toBe("shape");
    expect(await confidence(payloadOf("PreToolUse"))).toBe("config");
  });
});

/** An adapter that reads Claude's shape and answers in its own. */
function other(id: string): Adapter {
  return defineProvider({
    ...claudeCode,
    get events() {
      return claudeCode.events;
    },
    id,
    foreign: [],
    detect: ({ env }) => (env.OTHER_VARIANT ? "ide" : undefined),
    hostVersion: (env) => env.OTHER_VERSION,
    decode: (input) => claudeCode.decode(input).with({ session: { source: `${id} ${input.hostVersion} ${input.variant}` } }) as AnyEvent,
    encode: (_event, decision) => ({ via: "process", stdout: `{"own":"${decision?.kind ?? "neutral"}"}`, stderr: "", exitCode: 0 }),
  });
}

describe("with the other agent's adapter", () => {
  const cursor = { ...payloadOf("PreToolUse"), cursor_version: "3.14.7" };
  const hooks = () => createHooks({ providers: [other("cursor"), other("copilot-cli")] }).on("tool.pre", () => deny("no"));
  const send = (payload: JsonObject, env = {}, program = hooks()) =>
    invoke(program, { provider: "claude-code", event: "PreToolUse", payload, env, variant: "print", hostVersion: "2.1.332" });

  it("the payload is decoded and answered as that agent's; the flags speak of the one that the entry is made for", async () => {
    const sent = await send(cursor, { OTHER_VARIANT: "1", OTHER_VERSION: "3.14.7" });
    expect(json(sent)).toEqual({ own: "deny" });
    expect([sent.event?.session.source, sent.event?.detectionConfidence]).toEqual(["cursor 3.14.7 ide", "shape"]);
    expect((await send(cursor)).event?.session.source).toBe("cursor undefined ");
  });

  it("the flag holds where no mark is", async () => {
    expect(json(await send(payloadOf("PreToolUse")))).not.toHaveProperty("own");
  });

  it("a member that more agents send is a mark beside its variable only", async () => {
    const copilot = { ...payloadOf("PreToolUse"), timestamp: "2026-11-30T14:33:39.986Z" };
    expect(json(await send(copilot, COPILOT))).toEqual({ own: "deny" });
    expect(json(await send(copilot))).not.toHaveProperty("own");
    // Claude Code, started in a terminal of Copilot, inherits the variable
    expect(json(await send(payloadOf("PreToolUse"), COPILOT))).not.toHaveProperty("own");
  });

  it("a mark below the top is the call's, not the agent's", async () => {
    const quoted = payloadOf("PreToolUse", { tool_input: { command: "ls", cursor_version: "1" } });
    expect(json(await send(quoted))).not.toHaveProperty("own");
  });

  it("without a flag the mark overrules the shape too", async () => {
    const sent = await invoke(hooks(), { provider: undefined as never, payload: cursor });
    expect(json(sent)).toEqual({ own: "deny" });
  });
});

describe("an entry of the same program that is installed for the calling agent", () => {
  const cursor = { ...payloadOf("PreToolUse"), cursor_version: "3.14.7" };
  const decide = async (payload: JsonObject, installed: readonly string[] | undefined, providers: readonly Adapter[] = []) => {
    let calls = 0;
    const hooks = createHooks({ policy: { fail: "closed" }, providers: [...providers] })
      .on("tool.pre", () => {
        calls++;
        return deny("no");
      })
      .onAny(() => {
        calls++;
      });
    const parts = partsOf(hooks);
    const lines: string[] = [];
    const note = (message: string) => void lines.push(message);
    const result = await run(
      parts,
      {
        payload: Buffer.from(JSON.stringify(payload)),
        flags: { ...NO_FLAGS, provider: "claude-code", event: "PreToolUse", installed: installed?.join(",") },
        adapters: adaptersOf(parts.providers),
      },
      {
        clock: { now: () => 0 },
        env: {},
        cwd: "/",
        log: { debug: note, info: note, warn: note, error: note },
        store: { cell: (_path, init) => ({ read: async () => init, update: async (change) => change(init) }) },
        startedAt: 0,
        record: () => undefined,
        keep: () => undefined,
        startWorker: () => undefined,
      },
    );
    await result.finish();
    return { stdout: result.answer.via === "process" ? result.answer.stdout : "", calls, lines };
  };

  it("answers alone: this one is neutral, runs nothing and says so in the log", async () => {
    expect(await decide(cursor, ["claude-code", "cursor"])).toEqual({
      stdout: "{}",
      calls: 0,
      lines: ["its entry answers: no opinion"],
    });
  });

  it("neutral is neutral in the agent's own form where its adapter is here", async () => {
    expect((await decide(cursor, ["cursor"], [other("cursor")])).stdout).toBe('{"own":"neutral"}');
  });

  it.each([
    ["none is known", cursor, undefined],
    ["none is installed", cursor, []],
    ["only this one's is installed", cursor, ["claude-code"]],
    ["another one's is installed", cursor, ["copilot-cli", "claude-code"]],
    ["the payload has no mark", payloadOf("PreToolUse"), ["cursor", "copilot-cli", "claude-code"]],
  ])("a deny denies where %s", async (_name, payload, installed) => {
    const { stdout, calls } = await decide(payload, installed);
    expect([stdout.includes('"permissionDecision":"deny"'), calls]).toEqual([true, 2]);
  });
});

it("no payload of Claude Code carries a mark of another agent", async () => {
  for (const { bytes, title } of captures) {
    const sent = await invoke(createHooks(), { provider: "claude-code", payload: bytes, env: COPILOT });
    expect(sent.event?.detectionConfidence, title).toBe("config");
  }
});

it("decodeEvent takes the provider that it is given", async () => {
  const event = await decodeEvent({ provider: "claude-code", payload: read("cursor", "preToolUse"), event: "PreToolUse" });
  expect([event.provider, event.detectionConfidence]).toEqual(["claude-code", "config"]);
});
