/** Events narrow by kind, and events made by hand have the members of one kind. */
import type { AnyEvent, EventByKind, Kind, ShellTool, ToolCall } from "agenthooks";
import { createEvent, createHooks, decodeEvent } from "agenthooks";

const hooks = createHooks();
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(yes: Same<A, B>): void => void yes;

// --- narrowing by kind ---
hooks.onAny((event) => {
  // @ts-expect-error not every event has a tool
  void event.tool;
  if (event.kind === "tool.pre") {
    same<typeof event.tool, ToolCall>(true);
    // @ts-expect-error a call that has not run has no output
    void event.output;
  } else if (event.kind === "tool.post" || event.kind === "tool.error") {
    void event.outputText?.length;
    void event.failed;
  } else if (event.kind === "agent.stop") {
    void event.loopCount.toFixed();
    // @ts-expect-error
    void event.reason;
  } else if (event.kind === "session.end") {
    same<typeof event.reason, string | undefined>(true);
  } else if (event.kind === "prompt.submitted") {
    // @ts-expect-error no such origin
    void (event.prompt.origin === "human");
  } else if (event.kind === "compact.pre") {
    same<typeof event.trigger, "manual" | "auto" | undefined>(true);
  }
});
hooks.on(["tool.pre", "tool.post"], (event) => {
  if (event.kind === "tool.post") void event.output;
  // @ts-expect-error only one of the two has it
  void event.output;
});
hooks.on("tool.pre", (event) => {
  if (event.tool.canonical === "shell") {
    same<typeof event.tool, ShellTool>(true);
    // @ts-expect-error no such dialect
    void (event.tool.shell.dialect === "bash");
  }
  if (event.tool.canonical === "task") void event.tool.delegation.count;
  // @ts-expect-error no such class
  void (event.tool.canonical === "network");
  // @ts-expect-error no such capability
  void event.can("rewrite");
  // @ts-expect-error a tool's name is not changed
  void event.with({ tool: { name: "x" } });
  // @ts-expect-error there is no prompt to change
  void event.with({ prompt: { text: "x" } });
  same<ReturnType<typeof event.with>, typeof event>(true);
  const input: EventByKind["tool.pre"]["tool"]["input"] = event.tool.patch({ a: 1, b: undefined });
  void input;
});

// --- createEvent ---
const made = createEvent("tool.pre", { tool: { name: "Bash", input: { command: "ls" } }, session: { id: "s" } });
same<typeof made, EventByKind["tool.pre"]>(true);
void createEvent("prompt.submitted", { prompt: "x" });
void createEvent("prompt.submitted", { prompt: { text: "x", origin: "agent" } });
void createEvent("agent.stop", { loopCount: 2 });
void createEvent("other", { nativeName: "CwdChanged", raw: { a: 1 } });
declare const someKind: Kind;
declare const twoKinds: "tool.pre" | "tool.post";
// @ts-expect-error a union of kinds
void createEvent(someKind, {});
// @ts-expect-error a union of kinds
void createEvent(twoKinds, { tool: { name: "x" } });
// @ts-expect-error no such kind
void createEvent("tool.before", { tool: { name: "x" } });
// @ts-expect-error a tool needs a name
void createEvent("tool.post", { tool: {} });
// @ts-expect-error no prompt
void createEvent("prompt.submitted", {});
// @ts-expect-error there is no tool in a stop
void createEvent("agent.stop", { tool: { name: "x" } });
// @ts-expect-error a member of another kind
void createEvent("session.start", { loopCount: 1 });
// @ts-expect-error no such class
void createEvent("tool.pre", { tool: { name: "x", canonical: "bash" } });

// --- decodeEvent is asynchronous and says nothing about the kind ---
const decoded = await decodeEvent({ provider: "claude-code", payload: {} });
same<typeof decoded, AnyEvent>(true);
// @ts-expect-error a promise is not an event
void decodeEvent({ provider: "claude-code", payload: {} }).kind;
// @ts-expect-error a payload is needed
void decodeEvent({ provider: "claude-code" });
