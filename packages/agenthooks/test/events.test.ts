/** The table of Claude Code's events: kinds, marks and claims (facts/claude-code.md §3, design §4 and §5.10). */
import { createHooks, type Kind, nativeAnswer } from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import { blindSpots, eventMap } from "agenthooks/registry";
import { expect, it } from "vitest";
import { claudeCodeHost } from "../src/providers/claude-code/host.js";
import { captures } from "./helpers/captures.js";
import { json, send } from "./helpers/claude.js";

const rows = eventMap["claude-code"] ?? [];
const named = (mark: (row: (typeof rows)[number]) => boolean) =>
  rows
    .filter(mark)
    .map((row) => row.native)
    .toSorted();

/** Kinds of the events that have one; every other event is `other`. */
const KINDS: Readonly<Record<string, Kind>> = {
  SessionStart: "session.start",
  SessionEnd: "session.end",
  UserPromptSubmit: "prompt.submitted",
  UserPromptExpansion: "prompt.submitted",
  PreToolUse: "tool.pre",
  PreSkillShellCommand: "tool.pre",
  PostToolUse: "tool.post",
  PostToolUseFailure: "tool.error",
  PermissionRequest: "permission.request",
  Stop: "agent.stop",
  SubagentStart: "subagent.start",
  SubagentStop: "subagent.stop",
  PreCompact: "compact.pre",
  PostCompact: "compact.post",
  Notification: "notification",
  FileChanged: "file.edited",
  MessageDisplay: "model.response",
};

it("every event has the kind of the design, and those without one are `other`", () => {
  for (const row of rows) expect(row.kind, row.native).toBe(KINDS[row.native] ?? "other");
});

it("only the four events that 2.1.197 lacks have a since", () => {
  expect(named((row) => row.since !== undefined)).toEqual(["DirectoryAdded", "PostModelSwitch", "PreModelSwitch", "PreSkillShellCommand"]);
  const old = new Set(captures.filter(({ version }) => version === "2.1.197").map(({ event }) => event));
  for (const row of rows) if (row.since !== undefined) expect(old.has(row.native), row.native).toBe(false);
});

it("fail-closed refuses before an action, never a stop, a compaction or a report", () => {
  expect(named((row) => row.guards === true)).toEqual([
    ...["ConfigChange", "Elicitation", "PermissionRequest", "PreModelSwitch", "PreSkillShellCommand", "PreToolUse", "TaskCreated"],
    ...["UserPromptExpansion", "UserPromptSubmit"],
  ]);
  for (const row of rows.filter((one) => one.guards)) expect(row.capabilities[""], row.native).toContain("deny");
});

it("no observer is put where it would change the agent: WorktreeCreate never, MessageDisplay when asked for", () => {
  expect(named((row) => row.observe === "never")).toEqual(["WorktreeCreate"]);
  expect(named((row) => row.observe === "opt-in")).toEqual(["MessageDisplay"]);
});

it("the agent's own timeouts stand in the rows: 30 s for prompts and model switches, 1.5 s for the end of a session", () => {
  const timeouts = Object.fromEntries(rows.filter((row) => row.timeoutMs !== undefined).map((row) => [row.native, row.timeoutMs]));
  expect(timeouts).toEqual({ UserPromptSubmit: 30_000, PreModelSwitch: 30_000, PostModelSwitch: 30_000, SessionEnd: 1_500 });
  expect(claudeCodeHost.timeoutMs("PreToolUse")).toBe(600_000);
});

it("context that a headless Setup does not give to the model is no capability", () => {
  expect(rows.find((row) => row.native === "Setup")?.capabilities).toEqual({ "": [] });
});

it("FileChanged is file.edited of watched files only: no edit by a tool is reported as one, and the registry says so", async () => {
  expect(named((row) => row.watchList === true)).toEqual(["FileChanged"]);
  expect(blindSpots.some(({ what }) => what.includes("FileChanged"))).toBe(true);
  const seen: unknown[] = [];
  const hooks = createHooks().onAny((event) => void seen.push([event.kind, event.kind === "file.edited" ? event.absolute : undefined]), {
    kinds: ["file.edited"],
  });
  await send(hooks, "PostToolUse", { tool_name: "Write", tool_input: { file_path: "/w/a", content: "" } });
  expect(seen).toEqual([]);
  await send(hooks, "FileChanged", { file_path: "/w/a", event: "add" });
  expect(seen).toEqual([["file.edited", "/w/a"]]);
});

it("a watch list comes from an answer: SessionStart, CwdChanged and FileChanged take watchPaths", async () => {
  for (const gate of ["SessionStart", "CwdChanged", "FileChanged"] as const) {
    const hooks = createHooks();
    hooks.onNative(claudeCode.events[gate] as typeof claudeCode.events.FileChanged, () =>
      nativeAnswer({ hookSpecificOutput: { watchPaths: ["/w/a"] } }),
    );
    expect(json(await send(hooks, gate))?.hookSpecificOutput).toMatchObject({ watchPaths: ["/w/a"] });
  }
});
