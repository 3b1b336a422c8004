/** Policies, deadlines and failures (definitions.md "Decisions and stages", design §4). */
import type { HooksOptions } from "agenthooks";
import { allow, askUser, combine, createHooks, deny, proceed } from "agenthooks";
import { describe, expect, it } from "vitest";
import { json, send, specific } from "../helpers/claude.js";

const closed = (options: HooksOptions = {}) => createHooks({ name: "guard", ...options, policy: { fail: "closed" } });
const _open = (options: HooksOptions = {}) => createHooks({ name: "telemetry", ...options });
const broken = (): never => {
  throw new Error("bug in policy");
};
/** A value that the types would refuse. */
const untyped = <T>(value: unknown): T => value as T;

describe("policy", () => {
  it("a policy function decides by the event", async () => {
    const hooks = createHooks({
      name: "p",
      policy: (event) => ({ fail: event.kind === "tool.pre" ? "closed" : "open" }),
    }).on(["tool.pre", "permission.request"], broken);
    expect(specific(await send(hooks, "PreToolUse")).permissionDecision).toBe("deny");
    expect(json(await send(hooks, "PermissionRequest"))).toEqual({});
  });

  it.each([
    ["throws", broken],
    ["returns nonsense", () => untyped<object>({ fail: "maybe" })],
  ])("a policy function that %s is read as fail-closed; handlers that decide are still heard", async (_name, policy) => {
    const fails = createHooks({ name: "p", policy }).on("tool.pre", broken);
    expect(specific(await send(fails, "PreToolUse")).permissionDecision).toBe("deny");
    const fine = createHooks({ name: "p", policy }).on("tool.pre", () => allow());
    expect(specific(await send(fine, "PreToolUse")).permissionDecision).toBe("allow");
  });

  it("an async policy function is no policy: it is read as fail-closed", async () => {
    const hooks = createHooks({ name: "p", policy: untyped(async () => ({ fail: "open" })) }).on("tool.pre", broken);
    expect(specific(await send(hooks, "PreToolUse")).permissionDecision).toBe("deny");
  });

  it("a handler that is not done in time fails as a timeout", async () => {
    const never = () => new Promise<undefined>(() => undefined);
    const shut = await send(createHooks({ policy: { fail: "closed", timeout: 30 } }).on("tool.pre", never), "PreToolUse");
    expect([shut.failure, specific(shut).permissionDecision]).toEqual(["timeout", "deny"]);
    const opened = await send(createHooks().on("tool.pre", { timeout: 30 }, never), "PreToolUse");
    expect([opened.failure, json(opened)]).toEqual(["timeout", {}]);
  });

  it("the signal is aborted when time is up, and the deadline is the earliest of all", async () => {
    let aborted: boolean | undefined;
    let left = 0;
    const hooks = createHooks({ policy: { timeout: "5s" } }).on("tool.pre", { timeout: 50 }, (_event, context) => {
      left = context.deadline.getTime() - Date.now();
      return new Promise<undefined>(() => context.signal.addEventListener("abort", () => (aborted = true)));
    });
    await send(hooks, "PreToolUse");
    expect(aborted).toBe(true);
    expect(left).toBeLessThanOrEqual(50);
  });

  it("a slow handler under its own timeout does not take the time of the next one", async () => {
    const hooks = createHooks().on("tool.pre", { timeout: 20, name: "slow" }, () => new Promise<undefined>(() => undefined));
    const guard = closed().on("tool.pre", () => deny("no"));
    expect((await send(combine(hooks, guard), "PreToolUse")).decision?.reason).toBe("no");
  });

  it("strict: what the agent cannot express is a handler error", async () => {
    const strict = (fail: "open" | "closed") => createHooks({ policy: { fail, unsupported: "strict" } });
    const shut = await send(
      strict("closed").on("tool.pre", () => allow()),
      "PreSkillShellCommand",
    );
    expect([shut.failure, specific(shut).permissionDecision]).toEqual(["error", "deny"]);
    const opened = await send(
      strict("open").on("tool.pre", () => allow()),
      "PreSkillShellCommand",
    );
    expect([opened.failure, json(opened)]).toEqual(["error", {}]);
  });

  it("strict: a system message alone is never an error", async () => {
    const hooks = createHooks({ policy: { unsupported: "strict" } }).on("subagent.start", () => proceed().withSystemMessage("m"));
    const sent = await send(hooks, "SubagentStart");
    expect([sent.failure, json(sent)]).toEqual(["none", {}]);
  });

  it("strict: a deny stays a deny where what goes with it cannot be expressed, under fail-open too", async () => {
    const hooks = createHooks({ policy: { unsupported: "strict" } }).on("tool.pre", () => deny("no").withContext("c"));
    const sent = await send(hooks, "PreSkillShellCommand", { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t" });
    expect(specific(sent).permissionDecision).toBe("deny");
    expect(sent.failure).toBe("error");
  });

  it("strict: a deny that the agent can express goes out", async () => {
    const hooks = createHooks({ policy: { unsupported: "strict" } }).on("tool.pre", () => deny("no"));
    expect(specific(await send(hooks, "PreSkillShellCommand")).permissionDecision).toBe("deny");
  });

  it.each([
    ["open", undefined, undefined, "none"],
    ["open", "deny", undefined, "deny"],
    ["open", "none", "deny", "deny"],
    ["closed", undefined, undefined, "deny"],
    ["closed", "deny", "none", "none"],
    ["closed", "none", undefined, "none"],
  ] as const)("an ask that cannot be asked: fail %s, policy %s, own %s gives %s", async (fail, policy, own, wanted) => {
    // UserPromptExpansion and PreCompact cannot ask; a headless run is the case that Claude Code has
    const options = own === undefined ? {} : { fallback: own };
    const hooks = createHooks({ policy: { fail, ...(policy ? { askFallback: policy } : {}) } }).on("tool.pre", () =>
      askUser("sure?", options),
    );
    const sent = await send(hooks, "PreToolUse", {}, { variant: "print" });
    const verdict = specific(sent).permissionDecision;
    // Claude Code denies an ask in a headless run by itself (facts §0.7): "ask" there is a denial too
    if (wanted === "deny") expect(["deny", "ask"]).toContain(verdict);
    else if (own === "none") expect(verdict).toBeUndefined();
  });

  it("where a person can be asked, the agent asks", async () => {
    const hooks = createHooks({ policy: { fail: "closed" } }).on("tool.pre", () => askUser("sure?", { fallback: "deny" }));
    expect(specific(await send(hooks, "PreToolUse", {}, { variant: "cli" })).permissionDecision).toBe("ask");
  });
});

describe("fail-closed", () => {
  const fails = (event: string) => {
    const hooks = closed().use(broken);
    return send(hooks, event);
  };

  it.each([
    ["PreToolUse", { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } }],
    ["PreSkillShellCommand", { hookSpecificOutput: { hookEventName: "PreSkillShellCommand", permissionDecision: "deny" } }],
    ["PermissionRequest", { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny" } } }],
    ["UserPromptSubmit", { decision: "block" }],
    ["UserPromptExpansion", { decision: "block" }],
  ])("%s is refused when the program fails", async (event, answer) => {
    const sent = await fails(event);
    expect(sent.failure).toBe("error");
    expect(json(sent)).toMatchObject(answer);
  });

  it.each(["Stop", "SubagentStop", "PostToolUse", "PostToolUseFailure", "SessionStart", "SessionEnd", "Notification", "SubagentStart"])(
    "%s is never refused by a failure, and the log says that it cannot be enforced",
    async (event) => {
      const sent = await fails(event);
      expect(json(sent)).toEqual({});
      expect(sent.failure).toBe("error");
    },
  );

  // lab case compact.neutral: whatever is printed there becomes an instruction for the summary
  it("PreCompact is never refused by a failure, and nothing is printed", async () => {
    const sent = await fails("PreCompact");
    expect(sent.answer).toEqual({ via: "process", stdout: "", stderr: "", exitCode: 0 });
    expect(sent.failure).toBe("error");
  });

  it("the log says where fail-closed cannot be enforced", async () => {
    const sent = await fails("SubagentStart");
    expect(sent.log.map((line) => line.message)).toContain("fail-closed not enforceable here");
  });

  it("an error in a stop handler never continues the agent", async () => {
    for (const event of ["Stop", "SubagentStop"]) {
      const hooks = closed().on(["agent.stop", "subagent.stop"], broken);
      expect(json(await send(hooks, event))).toEqual({});
    }
  });

  it("a failing report handler changes nothing", async () => {
    expect(json(await send(closed().on("session.end", broken), "SessionEnd"))).toEqual({});
  });

  it("the reason names no payload and no error text", async () => {
    const hooks = closed().on("tool.pre", () => {
      throw new Error("SECRET-IN-ERROR");
    });
    const sent = await send(hooks, "PreToolUse");
    expect(JSON.stringify(sent.answer)).not.toContain("SECRET");
    expect(JSON.stringify(sent.log.filter((line) => line.level !== "debug"))).not.toContain("SECRET-IN-ERROR");
  });
});
