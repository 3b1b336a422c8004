/** Each marked line must not compile. */

import type { Decision, Handler, Kind } from "agenthooks";
import {
  acceptPrompt,
  all,
  any,
  cancel,
  continueWith,
  createEvent,
  createHooks,
  deny,
  finish,
  flagOutput,
  matchCanonical,
  matchMcp,
  nativeAnswer,
  noDecision,
  observed,
  proceed,
  when,
} from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";

const hooks = createHooks();

// a decision of another kind
// @ts-expect-error
hooks.on("tool.post", () => deny("x"));
// @ts-expect-error
hooks.on("prompt.submitted", async () => finish());
// @ts-expect-error
hooks.on("session.end", () => proceed());
// @ts-expect-error
hooks.on("session.start", () => cancel("x"));
// @ts-expect-error
hooks.on("notification", () => cancel("x"));
hooks.on(
  "tool.pre",
  any(
    () => deny("x"),
    // @ts-expect-error
    () => acceptPrompt(),
  ),
);
hooks.on(
  "tool.pre",
  // @ts-expect-error
  when(matchCanonical("shell"), () => observed()),
);
// a plain object
// @ts-expect-error
hooks.on("tool.pre", () => ({ kind: "deny" as const, reason: "x" }));
// a decision that was only read
declare const someDecision: Decision;
// @ts-expect-error
hooks.on("tool.pre", () => someDecision);
// a union of kinds
for (const kind of ["tool.pre", "tool.post"] as const) {
  // @ts-expect-error
  hooks.on(kind, () => deny("x"));
}
declare const anyKind: Kind;
// @ts-expect-error
hooks.on(anyKind, () => undefined);
// several kinds: only what is common
// @ts-expect-error
hooks.on(["tool.pre", "tool.post"], () => deny("x"));
// @ts-expect-error
hooks.on(["session.start", "subagent.start"], () => cancel("x"));
// no such kind, no such option, no handler
// @ts-expect-error
hooks.on("tool.before", () => undefined);
// @ts-expect-error
hooks.on("tool.pre", { timout: 3 }, () => undefined);
// @ts-expect-error
hooks.on("tool.pre");
// @ts-expect-error
createHooks({ policy: { fail: "close" } });
// @ts-expect-error
createHooks({ policy: { timeout: "30 seconds" } });
// modifiers only where they mean something
// @ts-expect-error
proceed().stopAgent("x");
// @ts-expect-error
flagOutput("x").withUpdatedInput({});
// @ts-expect-error
continueWith("x").withBlockReason("y");
// @ts-expect-error
acceptPrompt().withUpdatedInput({});
// events are read only
hooks.on("tool.pre", (event) => {
  // @ts-expect-error
  event.tool.name = "x";
  // @ts-expect-error
  event.tool.targets.push({ path: "a", absolute: "/a", op: "read" });
  // @ts-expect-error shell may be absent
  void event.tool.shell.command;
  event.ext.mine = 1;
  return undefined;
});
// narrowing must not invent
hooks.on(
  "tool.pre",
  when(matchMcp("github/*"), (event) => {
    void event.tool.mcp.server;
    // @ts-expect-error
    void event.tool.shell.command;
    return undefined;
  }),
);
hooks.on(
  "prompt.submitted",
  // @ts-expect-error no tool call there
  when(matchCanonical("shell"), () => undefined),
);
// an observer that decides
// @ts-expect-error
hooks.onAny(() => deny("x"));
// @ts-expect-error
hooks.onAny(async () => (Math.random() > 0.5 ? deny("x") : undefined));
// native answers: only the gate's own keys
// @ts-expect-error
hooks.onNative(claudeCode.events.TaskCreated, () => nativeAnswer({ decisoin: "block" }));
// @ts-expect-error
hooks.onNative(claudeCode.events.TaskCreated, () => nativeAnswer({ decision: "allow" }));
// @ts-expect-error
hooks.onNative(claudeCode.events.TaskCreated, () => nativeAnswer({ decision: "block", extra: 1 }));
// @ts-expect-error
hooks.onNative(claudeCode.events.TaskCreated, () => deny("x"));
// @ts-expect-error a rewrite is JSON
noDecision().withUpdatedInput({ when: new Date() });
// @ts-expect-error
createEvent("tool.pre", {});

// --- these must compile ---
hooks.on(
  "tool.pre",
  all(
    () => deny("x"),
    () => noDecision().withContext("y"),
    () => undefined,
  ),
);
hooks.on(
  "tool.pre",
  any(
    when(matchCanonical("shell"), (e) => (e.tool.shell.command === "" ? deny("x") : noDecision())),
    () => {},
  ),
);
const shared = when(matchCanonical("shell"), (e) => (e.tool.shell.command ? deny("x") : undefined));
hooks.on("tool.pre", shared);
hooks.on("permission.request", shared);
const typed: Handler<"agent.stop"> = (event) => (event.previouslyContinued ? finish() : continueWith("go on"));
hooks.on(["agent.stop", "subagent.stop"], () => continueWith("x"));
hooks.on("agent.stop", typed);
hooks.on("subagent.start", () => cancel("x").withContext("y"));
hooks.on(["tool.pre", "tool.post"], (event) => {
  void event.tool.name;
});
hooks.on(["session.start", "subagent.start"], () => proceed().withContext("x"));
hooks.on(
  "tool.pre",
  when({ matches: (tool) => tool.name === "Bash" }, (event) => (event.tool.name ? deny("x") : undefined)),
);
