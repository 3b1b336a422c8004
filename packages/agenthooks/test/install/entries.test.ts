/** Which entries a program wants, and what the launcher knows of other agents' entries. */
import { allow, createHooks, deny, type Hooks, matchMcp, matchPaths, matchTools, when } from "agenthooks";
import { describe, expect, it } from "vitest";
import type { Adapter } from "../../src/decision/answer.js";
import { commandOf, wantedEntries } from "../../src/install/entries.js";
import { answersOf, answerTable } from "../../src/install/launch/answers.js";
import { claudeCodeHost as host } from "../../src/providers/claude-code/host.js";
import { adapter, events as gates } from "../../src/providers/claude-code/index.js";
import { manifestOf } from "../../src/router/manifest.js";

const program = (build: (hooks: Hooks) => unknown, policy = {}) => {
  const hooks = createHooks({ name: "p", policy });
  build(hooks);
  return manifestOf(hooks);
};
const entries = (build: (hooks: Hooks) => unknown, hostVersion?: string, policy = {}) =>
  wantedEntries({ adapter, host, manifest: program(build, policy), hostVersion });
const events = (build: (hooks: Hooks) => unknown, hostVersion?: string) => entries(build, hostVersion).map(({ event }) => event);
const quiet = () => undefined;

describe("an observer of everything", () => {
  it("has no entry on a gate when a report carries the same data (cases b09)", () => {
    const seen = events((hooks) => hooks.onAny(quiet));
    expect(seen).not.toContain("PreToolUse");
    expect(seen).toEqual(expect.arrayContaining(["PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "PermissionRequest", "Stop"]));
  });

  it("has one on the gate beside a handler that decides there, and beside an interceptor", () => {
    expect(events((hooks) => hooks.onAny(quiet).on("tool.pre", quiet))).toContain("PreToolUse");
    expect(events((hooks) => hooks.use((event, next) => next(event)))).toContain("PreToolUse");
  });

  it("has none on what is loud or changes the agent", () => {
    for (const build of [(hooks: Hooks) => hooks.onAny(quiet), (hooks: Hooks) => hooks.use((event, next) => next(event))]) {
      expect(events(build)).not.toContain("MessageDisplay");
      expect(events(build)).not.toContain("WorktreeCreate");
    }
  });
});

describe("an event that is named", () => {
  it("is installed though it is loud, by its kind or by itself", () => {
    expect(events((hooks) => hooks.on("model.response", quiet))).toEqual(["MessageDisplay"]);
    expect(events((hooks) => hooks.onOther("MessageDisplay", quiet))).toEqual(["MessageDisplay"]);
  });

  it("and changes the agent is installed for a handler that answers it alone", () => {
    expect(events((hooks) => hooks.onNative(gates.WorktreeCreate, quiet))).toEqual(["WorktreeCreate"]);
    expect(events((hooks) => hooks.onOther("WorktreeCreate", quiet))).toEqual([]);
    expect(events((hooks) => hooks.on("other", quiet))).not.toContain("WorktreeCreate");
  });
});

describe("a version of the agent", () => {
  it.each([
    ["2.1.197", ["PreToolUse"]],
    ["2.1.332", ["PreToolUse", "PreSkillShellCommand"]],
    [undefined, ["PreToolUse", "PreSkillShellCommand"]],
  ])("%s has the events that it knows", (version, expected) => {
    expect(events((hooks) => hooks.on("tool.pre", quiet), version)).toEqual(expected);
  });

  it("that no longer has an event gets no entry for it", () => {
    const ended: Adapter = {
      ...adapter,
      events: adapter.events.map((row) => (row.native === "PreToolUse" ? { ...row, until: "2.2.0" } : row)),
    };
    const manifest = program((hooks) => hooks.on("tool.pre", quiet));
    const at = (hostVersion?: string) => wantedEntries({ adapter: ended, host, manifest, hostVersion }).map(({ event }) => event);
    expect([at("2.2.0"), at("2.2.1"), at()]).toEqual([
      ["PreToolUse", "PreSkillShellCommand"],
      ["PreSkillShellCommand"],
      ["PreSkillShellCommand"],
    ]);
  });
});

describe("matchers", () => {
  const [bash, github] = [matchTools("Bash"), matchMcp("github/*")];
  const ofPre = (build: (hooks: Hooks) => unknown) => entries(build).find(({ event }) => event === "PreToolUse")?.matchers;

  it("are all that the handlers of an event ask for", () => {
    expect(
      ofPre((hooks) =>
        hooks.on(
          "tool.pre",
          when(bash, () => deny("no")),
          when(github, () => allow()),
        ),
      ),
    ).toEqual([{ names: ["Bash"] }, { mcp: ["github/*"] }]);
  });

  it.each<[string, (hooks: Hooks) => unknown]>([
    ["one handler has none", (hooks) => hooks.on("tool.pre", when(bash, quiet), quiet)],
    ["one looks at more than names", (hooks) => hooks.on("tool.pre", when(bash, quiet), when(matchPaths("*.ts"), quiet))],
    ["somebody sees every call", (hooks) => hooks.on("tool.pre", when(bash, quiet)).onAny(quiet)],
    ["a native handler sees every call", (hooks) => hooks.on("tool.pre", when(bash, quiet)).onNative(gates.PreToolUse, quiet)],
  ])("are none where %s: never narrower than asked", (_what, build) => {
    expect(ofPre(build)).toBeUndefined();
  });
});

describe("a timeout", () => {
  const of = (event: string, build: (hooks: Hooks) => unknown, policy = {}) =>
    entries(build, undefined, policy).find((entry) => entry.event === event)?.timeoutMs;

  it("is named only where the program asks for more than the agent gives, in whole seconds and with room to answer", () => {
    expect(of("PreToolUse", (hooks) => hooks.on("tool.pre", { timeout: "60s" }, quiet))).toBeUndefined();
    expect(of("UserPromptSubmit", (hooks) => hooks.on("prompt.submitted", { timeout: "20s" }, quiet))).toBeUndefined();
    expect(of("UserPromptSubmit", (hooks) => hooks.on("prompt.submitted", { timeout: "60s" }, quiet))).toBe(68_000);
    expect(of("SessionEnd", (hooks) => hooks.on("session.end", quiet), { timeout: "5s" })).toBe(7_000);
  });

  it("is not longer than the policy's", () => {
    expect(of("UserPromptSubmit", (hooks) => hooks.on("prompt.submitted", { timeout: "90s" }, quiet), { timeout: "10s" })).toBeUndefined();
  });
});

describe("an entry of another agent that runs this agent's entries", () => {
  const manifest = program((hooks) => hooks.on("tool.pre", () => deny("no")));
  const timeoutMs = () => 60_000;

  it("is told where it sees the same kind of event, and nowhere else", () => {
    const rows = answersOf({ adapter, manifest, timeoutMs, installed: new Map([["cursor", new Set(["tool.pre"] as const)]]) });
    expect(rows.filter(({ installed }) => installed.length > 0).map(({ event, installed }) => [event, installed])).toEqual([
      ["PreToolUse", ["cursor"]],
      ["PreSkillShellCommand", ["cursor"]],
    ]);
    const table = answerTable(rows, { runtimes: [] });
    expect(table.split("\n").filter((line) => line.includes("installed=")).length).toBe(2);
  });

  it("is not told of agents that do not run these entries", () => {
    const rows = answersOf({ adapter, manifest, timeoutMs, installed: new Map([["gemini", new Set(["tool.pre"] as const)]]) });
    expect(rows.flatMap(({ installed }) => installed)).toEqual([]);
  });
});

it("the command of an entry holds the launcher, the agent and the event, and nothing that changes", () => {
  expect(commandOf("/srv/run", "claude-code", "Stop")).toBe("/srv/run agenthooks run --provider=claude-code --event=Stop");
});
