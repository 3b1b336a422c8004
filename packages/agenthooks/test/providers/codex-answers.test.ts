/** What Codex is sent, to the byte, and what it then does by its own rules (facts/codex.md §0, §4 and §5). */
import {
  acceptPrompt,
  allow,
  answerPrompt,
  askUser,
  blockPrompt,
  cancel,
  continueWith,
  createHooks,
  deny,
  finish,
  flagOutput,
  type Hooks,
  type JsonObject,
  noDecision,
  observed,
  proceed,
  replaceOutput,
  type ToolDecision,
} from "agenthooks";
import { invokeState } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { CONTEXT_LIMIT, REASON_LIMIT } from "../../src/providers/codex/events.js";
import { codexHost } from "../../src/providers/codex/host.js";
import { sendCodex } from "../helpers/codex.js";

const NOTHING = { via: "process", stdout: "", stderr: "", exitCode: 0 };
const json = (text: string) => ({ via: "process", stdout: text, stderr: "", exitCode: 0 });
const exit2 = (reason: string) => ({ via: "process", stdout: "", stderr: reason, exitCode: 2 });
const specific = (event: string, members: string) => json(`{"hookSpecificOutput":{${members},"hookEventName":"${event}"}}`);

/** The answer, what was lost, and what the agent makes of the answer. */
async function sent(hooks: Hooks, event: string, members: JsonObject = {}) {
  const { answer, degraded } = await sendCodex(hooks, event, members);
  if (answer.via !== "process") throw new Error("not a process");
  const effect = codexHost.read(event, { ...answer, timedOut: false }, "");
  return { answer, lost: degraded.map(({ capability, to }) => `${capability}: ${to}`), effect };
}
const tool = (decision: ToolDecision, policy: Parameters<typeof createHooks>[0] = {}) =>
  createHooks(policy).on(["tool.pre", "permission.request"], () => decision);

describe("a call", () => {
  it.each([
    ["no decision", noDecision(), NOTHING, []],
    ["an allow, which alone is an error to the agent", allow(), NOTHING, ["allow: no-decision"]],
    ["a denial", deny("no \u{1F6AB}"), exit2("no \u{1F6AB}"), []],
    [
      "a denial with a context",
      deny("no").withContext("c"),
      specific("PreToolUse", '"permissionDecision":"deny","permissionDecisionReason":"no","additionalContext":"c"'),
      [],
    ],
    [
      "a denial with a text for the person",
      deny("no").withBlockReason("p"),
      json(
        '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no","hookEventName":"PreToolUse"},"systemMessage":"p"}',
      ),
      [],
    ],
    ["an ask", askUser("sure?"), NOTHING, ["ask: no-decision"]],
    ["an ask that falls back to a denial", askUser("sure?", { fallback: "deny" }), exit2("sure?"), ["ask: deny"]],
    ["a context", noDecision().withContext("é"), specific("PreToolUse", '"additionalContext":"\\u00e9"'), []],
    ["a message", noDecision().withSystemMessage("m"), json('{"systemMessage":"m"}'), []],
    ["the end of the run", noDecision().stopAgent("s"), NOTHING, ["stop-agent: dropped"]],
    ["a denial and the end of the run", deny("no").stopAgent("s"), exit2("no"), ["stop-agent: dropped"]],
    [
      "a rewrite, beside the allow that it needs",
      noDecision().withUpdatedInput({ command: "box" }),
      specific("PreToolUse", '"permissionDecision":"allow","updatedInput":{"command":"box"}'),
      [],
    ],
    [
      "an allowed rewrite",
      allow().withUpdatedInput({ command: "box" }),
      specific("PreToolUse", '"permissionDecision":"allow","updatedInput":{"command":"box"}'),
      ["allow: no-decision"],
    ],
    ["a denied rewrite", deny("no").withUpdatedInput({ command: "box" }), exit2("no"), []],
  ] as const)("PreToolUse with %s", async (_name, decision, answer, lost) => {
    const got = await sent(tool(decision), "PreToolUse");
    expect([got.answer, got.lost]).toEqual([answer, lost]);
    expect(got.effect.ran).toBe(!JSON.stringify(answer).includes("deny") && answer.exitCode === 0);
  });

  it.each([
    ["no decision", noDecision(), NOTHING, []],
    ["an allow", allow(), specific("PermissionRequest", '"decision":{"behavior":"allow"}'), []],
    ["a denial", deny("no"), exit2("no"), []],
    [
      "a denial with a message for the person",
      deny("no").withSystemMessage("m"),
      json(
        '{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"no"},"hookEventName":"PermissionRequest"},"systemMessage":"m"}',
      ),
      [],
    ],
    ["an ask, which is the agent's own question", askUser("sure?"), NOTHING, []],
    ["a context", noDecision().withContext("c"), NOTHING, ["add-context: dropped"]],
    ["a rewrite, which its allow was for", allow().withUpdatedInput({ command: "box" }), NOTHING, ["update-input: dropped"]],
    [
      "a rewrite that must happen",
      allow().withUpdatedInput({ command: "box" }, { required: true }),
      exit2("a hook must rewrite this and the agent cannot do it here"),
      ["update-input: deny"],
    ],
    ["the end of the run", deny("no").stopAgent("s"), exit2("no"), ["stop-agent: dropped"]],
  ] as const)("PermissionRequest with %s", async (_name, decision, answer, lost) => {
    const got = await sent(tool(decision), "PermissionRequest");
    expect([got.answer, got.lost]).toEqual([answer, lost]);
    const said = JSON.stringify(answer);
    expect(got.effect).toMatchObject(
      answer.exitCode === 2 || said.includes("deny")
        ? { ran: false, asked: false }
        : said.includes("allow")
          ? { ran: true, asked: false }
          : { ran: false, asked: true },
    );
  });

  it("an ask becomes a denial under fail-closed, where nobody can be asked", async () => {
    const got = await sent(tool(askUser("sure?"), { policy: { fail: "closed" } }), "PreToolUse");
    expect([got.answer, got.effect.ran]).toEqual([exit2("sure?"), false]);
  });

  const BASH = { tool_name: "Bash", tool_input: { command: "ls" } };
  const PATCH = { tool_name: "apply_patch", tool_input: { command: "*** Begin Patch\n*** End Patch\n" } };
  const MCP = { tool_name: "mcp__lab__echo", tool_input: { msg: "hey", n: 1 } };
  it.each([
    ["of a shell by its command alone", BASH, { command: "box" }, true, []],
    ["of a patch by its text", PATCH, { command: "*** Begin Patch" }, true, []],
    ["of an MCP tool by all of its arguments", MCP, { msg: "you" }, true, []],
    ["of a shell with more than its command", BASH, { command: "box", workdir: "/" }, true, ["update-input: dropped"]],
    ["of a shell without a command", BASH, { workdir: "/" }, false, ["update-input: dropped"]],
    ["of a patch whose text is none", PATCH, { command: 1 }, false, ["update-input: dropped"]],
  ] as const)("a rewrite %s is sent, or listed as lost, and then required ones deny", async (_name, call, input, taken, lost) => {
    const got = await sent(tool(noDecision().withUpdatedInput(input)), "PreToolUse", call);
    expect([got.answer.stdout.includes(`"updatedInput":${JSON.stringify(input)}`), got.lost, got.effect.ran]).toEqual([taken, lost, true]);
    const required = await sent(tool(noDecision().withUpdatedInput(input, { required: true })), "PreToolUse", call);
    expect(required.effect.ran).toBe(lost.length === 0);
    if (lost.length > 0)
      expect([required.lost, required.answer.stderr]).toEqual([
        ["update-input: deny"],
        expect.stringContaining("a hook must rewrite this"),
      ]);
  });

  const nested = (levels: number): JsonObject => JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`) as JsonObject;
  it.each([
    ["as deep as the agent reads", nested(125), true],
    ["deeper than the agent reads", nested(126), false],
    ["with a name that the agent's parser keeps for itself", { a: [{ "$serde_json::private::Number": "1" }] }, false],
  ] as const)("a rewrite %s: one that cannot be read is not sent, and a required one denies", async (_name, input, read) => {
    const got = await sent(tool(noDecision().withUpdatedInput(input).withContext("c")), "PreToolUse", MCP);
    expect([got.answer.stdout.includes("updatedInput"), got.lost, got.effect.shownToModel]).toEqual([
      read,
      read ? [] : ["update-input: dropped"],
      ["c"],
    ]);
    const required = await sent(tool(noDecision().withUpdatedInput(input, { required: true })), "PreToolUse", MCP);
    expect(required.effect.ran).toBe(read);
  });

  it("the reason of a rewrite that must happen is the denial's", async () => {
    const hooks = createHooks().on("tool.pre", () => askUser("why", { fallback: "none" }).withUpdatedInput({ a: 1 }, { required: true }));
    expect((await sent(hooks, "PreToolUse")).effect.ran).toBe(false);
  });
});

describe("half of a pair, as a cut through an emoji leaves it, never loses an answer", () => {
  const HALF = "x\ud83d";
  it.each([
    ["the reason, beside a message", deny(HALF).withSystemMessage("m")],
    ["a context", deny("no").withContext(HALF)],
    ["a message", deny("no").withSystemMessage(HALF)],
    ["a text for the person", deny("no").withBlockReason(HALF)],
    ["the reason alone", deny(HALF)],
  ] as const)("a denial holds with one in %s", async (_name, decision) => {
    const { answer, effect } = await sent(tool(decision), "PreToolUse");
    expect(effect.ran).toBe(false);
    expect(Buffer.from(answer.stdout + answer.stderr).toString()).toBe(answer.stdout + answer.stderr.replace("\ud83d", "\ufffd"));
    expect(answer.stdout).not.toContain("ud83d");
  });

  it("a rewrite has U+FFFD in its place, and pairs and escapes keep what they are", async () => {
    const command = "\ud83d \ude00 😀 \\ud83d \\\ud83d";
    const { answer, effect } = await sent(tool(noDecision().withUpdatedInput({ command }, { required: true })), "PreToolUse");
    expect((JSON.parse(answer.stdout) as JsonObject).hookSpecificOutput).toMatchObject({
      updatedInput: { command: Buffer.from(command).toString() },
    });
    expect(effect.ran).toBe(true);
  });

  it("a denial holds whose reason is white space to the agent alone", async () => {
    for (const decision of [deny("\u0085"), deny(" \u0085\n").withContext("c")]) {
      expect((await sent(tool(decision), "PreToolUse")).effect.ran).toBe(false);
    }
  });
});

describe("a prompt", () => {
  const prompt = (decide: () => ReturnType<typeof acceptPrompt>) => createHooks().on("prompt.submitted", decide);
  it.each([
    ["that is blocked", blockPrompt("no"), exit2("no"), false],
    ["that is answered", answerPrompt("42"), exit2("42"), false],
    ["that is blocked with a text for the person", blockPrompt("no").withBlockReason("p"), exit2("p"), false],
    [
      "that is blocked, with a context for the next",
      blockPrompt("no").withContext("c"),
      json('{"decision":"block","reason":"no","hookSpecificOutput":{"additionalContext":"c","hookEventName":"UserPromptSubmit"}}'),
      false,
    ],
    ["that ends the run", acceptPrompt().stopAgent("s"), json('{"continue":false,"stopReason":"s"}'), false],
    ["that is blocked and ends the run", blockPrompt("no").stopAgent("s"), exit2("no"), false],
    ["with a context", acceptPrompt().withContext("c"), specific("UserPromptSubmit", '"additionalContext":"c"'), true],
    ["with a rewrite, which is lost", acceptPrompt().withUpdatedPrompt("x"), NOTHING, true],
  ] as const)("%s", async (_name, decision, answer, ran) => {
    const got = await sent(
      prompt(() => decision),
      "UserPromptSubmit",
    );
    expect([got.answer, got.effect.ran]).toEqual([answer, ran]);
  });
});

describe("a result", () => {
  const post = (decide: () => ReturnType<typeof observed>) => createHooks().on("tool.post", decide);

  it("a flag stands beside the output: a block would take its place", async () => {
    const got = await sent(
      post(() => flagOutput("hm").withContext("c")),
      "PostToolUse",
    );
    expect([got.answer, got.effect.shownToModel]).toEqual([specific("PostToolUse", '"additionalContext":"hm\\nc"'), ["hm\nc"]]);
  });

  it.each([
    ["a text", "T", "T"],
    ["an object", { a: 1 }, '{"a":1}'],
    ["null", null, "null"],
    ["nothing, which would show the original", "", "[output removed by a hook]"],
    ["a blank, which would show the original", " \n", "[output removed by a hook]"],
    ["white space of the agent's own, which would show the original", "\u0085", "[output removed by a hook]"],
    ["a text with half of a pair, which would show the original", "x\ud83d", "x\ufffd"],
  ])("is replaced by %s", async (_name, value, shown) => {
    const got = await sent(
      post(() => replaceOutput(value)),
      "PostToolUse",
    );
    const said = JSON.stringify({ decision: "block", reason: shown }).replace("\ufffd", "\\ufffd");
    expect([got.answer, got.effect.shownToModel]).toEqual([json(said), [shown]]);
    expect(got.lost).toEqual([]);
  });

  it("does not end the run: the agent goes on, and its output would be gone", async () => {
    const got = await sent(
      post(() => observed().stopAgent("s")),
      "PostToolUse",
    );
    expect([got.answer, got.lost]).toEqual([NOTHING, ["stop-agent: dropped"]]);
  });
});

describe("a stop", () => {
  const stop = (decide: () => ReturnType<typeof finish>) => createHooks().on(["agent.stop", "subagent.stop"], decide);

  it.each(["Stop", "SubagentStop"])("%s goes on with the instruction and its contexts", async (event) => {
    const got = await sent(
      stop(() => continueWith("go on").withContext("c")),
      event,
    );
    expect([got.answer, got.effect.ran, got.lost]).toEqual([json('{"decision":"block","reason":"go on\\nc"}'), false, []]);
  });

  it("has a cap of ours, since the agent has none", async () => {
    const hooks = createHooks({ name: "stopper" }).on("agent.stop", () => continueWith("go on"));
    const state = invokeState();
    const answers: unknown[] = [];
    for (let at = 0; at < 6; at++) answers.push((await sendCodex(hooks, "Stop", { stop_hook_active: at > 0 }, { state })).answer);
    expect(answers).toEqual([...Array<unknown>(5).fill(json('{"decision":"block","reason":"go on"}')), NOTHING]);
  });

  it("ends the run against the hooks that would continue it", async () => {
    expect(
      (
        await sent(
          stop(() => finish().stopAgent("s")),
          "Stop",
        )
      ).answer,
    ).toEqual(json('{"continue":false,"stopReason":"s"}'));
    const got = await sent(
      stop(() => finish().stopAgent("s")),
      "SubagentStop",
    );
    expect([got.answer, got.lost]).toEqual([NOTHING, ["stop-agent: dropped"]]);
  });
});

describe("sessions, subagents, compactions", () => {
  it.each(["SessionStart", "SubagentStart"])("%s is given contexts", async (event) => {
    const hooks = createHooks().on(["session.start", "subagent.start"], () => proceed().withContext("c"));
    expect((await sent(hooks, event)).answer).toEqual(specific(event, '"additionalContext":"c"'));
  });

  it("a subagent cannot be refused here: loudly lost", async () => {
    const got = await sent(
      createHooks().on("subagent.start", () => cancel("no")),
      "SubagentStart",
    );
    expect([got.answer, got.lost]).toEqual([NOTHING, ["deny: proceed"]]);
  });

  it("a compaction is cancelled by not going on, which ends the turn too", async () => {
    const got = await sent(
      createHooks().on("compact.pre", () => cancel("no")),
      "PreCompact",
    );
    expect([got.answer, got.effect.ran]).toEqual([json('{"continue":false,"stopReason":"no"}'), false]);
  });

  it.each(["SessionEnd", "PostCompact", "Interrupt", "PreModelRequest", "PostModelRequest"])(
    "%s is answered with nothing",
    async (event) => {
      const seen: string[] = [];
      const got = await sent(
        createHooks({ policy: { fail: "closed" } }).onAny((one) => void seen.push(one.kind)),
        event,
      );
      expect([got.answer, seen.length]).toEqual([NOTHING, 1]);
    },
  );
});

describe("what is longer than the agent takes", () => {
  const text = (char: string, length: number) => char.repeat(length);

  it.each([
    ["letters of one byte", "x"],
    ["letters of three bytes", "€"],
    ["letters of four bytes", "\u{1F6AB}"],
  ])("a context of %s is cut with a mark that names its length", async (_name, char) => {
    const got = await sent(
      createHooks().on("tool.post", () => observed().withContext(text(char, 20_000))),
      "PostToolUse",
    );
    const [shown = ""] = got.effect.shownToModel;
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(CONTEXT_LIMIT);
    expect(Buffer.byteLength(shown)).toBeGreaterThan(CONTEXT_LIMIT * 0.95);
    expect(shown).toMatch(new RegExp(`^${char}+\n\\[agenthooks: cut to fit, ${20_000 * char.length} characters in all\\]$`, "u"));
  });

  it("a context that fits is whole", async () => {
    const got = await sent(
      createHooks().on("tool.post", () => observed().withContext(text("x", CONTEXT_LIMIT))),
      "PostToolUse",
    );
    expect(got.effect.shownToModel).toEqual([text("x", CONTEXT_LIMIT)]);
  });

  it("a reason is cut and still denies", async () => {
    const got = await sent(tool(deny(text("x", 1_000_000))), "PreToolUse");
    expect([got.effect.ran, Buffer.byteLength(got.answer.stderr) <= REASON_LIMIT]).toEqual([false, true]);
    expect(got.answer.stderr).toContain("[agenthooks: cut to fit, 1000000 characters in all]");
  });
});

describe("a program that fails", () => {
  const broken = (fail: "open" | "closed") =>
    createHooks({ policy: { fail } }).on(["tool.pre", "permission.request", "prompt.submitted", "agent.stop", "subagent.start"], () => {
      throw new Error("bug");
    });
  it.each(["PreToolUse", "PermissionRequest", "UserPromptSubmit"])(
    "refuses %s when it fails closed, by exit code 2 and a text",
    async (event) => {
      const closed = await sent(broken("closed"), event);
      expect([closed.answer, closed.effect.ran]).toEqual([exit2("agenthooks: hook handler failed (fail-closed policy)"), false]);
      expect((await sent(broken("open"), event)).answer).toEqual(NOTHING);
    },
  );

  it.each(["Stop", "SubagentStart"])("has no opinion about %s, however it fails", async (event) => {
    for (const fail of ["open", "closed"] as const) expect((await sent(broken(fail), event)).answer).toEqual(NOTHING);
  });
});
