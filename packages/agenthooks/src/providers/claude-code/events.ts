/**
 * The native events of Claude Code 2.1.332 (facts/claude-code.md §3; capabilities as the lab measured them). 2.1.197 has all but the four
 * with `since`.
 */
import type { Capability, NativeEventRow } from "../../event/provider.js";

/** Events without a kind, alike but for their names. */
function others(names: string, rest?: Partial<NativeEventRow>): NativeEventRow[] {
  return names.split(" ").map((name) => row(name, "other", rest));
}

/** The oldest version that was seen to have what 2.1.197 lacks. */
export const SINCE_332 = "2.1.332";

function row(
  native: string,
  kind: NativeEventRow["kind"],
  rest: Partial<NativeEventRow> & { readonly can?: readonly Capability[] } = {},
): NativeEventRow {
  const { can = [], ...own } = rest;
  return { native, kind, gate: false, observe: "safe", capabilities: { "": can }, ...own };
}

const MESSAGE = "system-message";
const CONTEXT = "add-context";
const STOP = "stop-agent";
/** Before, no event's message reached the stream of a headless run (lab cases `system-message.*`). */
const SILENT_BEFORE = [{ before: SINCE_332, variant: "print", capabilities: [MESSAGE] }] as const;
const GUARD = { gate: true, guards: true } as const;
const GATE = { gate: true } as const;

export const EVENTS: readonly NativeEventRow[] = [
  row("PreToolUse", "tool.pre", { ...GUARD, lacks: SILENT_BEFORE, can: ["deny", "ask", "allow", "update-input", CONTEXT, STOP, MESSAGE] }),
  row("PermissionRequest", "permission.request", {
    ...GUARD,
    rewriteNeedsAllow: true,
    can: ["deny", "ask", "allow", "update-input", STOP],
  }),
  row("PostToolUse", "tool.post", { ...GATE, lacks: SILENT_BEFORE, can: [CONTEXT, "replace-output", STOP, MESSAGE] }),
  row("PostToolUseFailure", "tool.error", { ...GATE, lacks: SILENT_BEFORE, can: [CONTEXT, MESSAGE] }),
  // the agent ends hooks of this event after 30 s unless the entry says otherwise (facts §2 "Timeouts")
  row("UserPromptSubmit", "prompt.submitted", {
    ...GUARD,
    lacks: SILENT_BEFORE,
    can: ["deny", CONTEXT, STOP, MESSAGE],
    timeoutMs: 30_000,
  }),
  row("UserPromptExpansion", "prompt.submitted", { ...GUARD, can: ["deny", CONTEXT, MESSAGE] }),
  row("PreSkillShellCommand", "tool.pre", { ...GUARD, can: ["deny", "ask", MESSAGE], since: SINCE_332 }),
  // a message is shown in the dialog only: headless runs drop it (lab case `system-message.session-start`)
  row("SessionStart", "session.start", { ...GATE, capabilities: { "": [CONTEXT, MESSAGE], print: [CONTEXT] } }),
  // 1.5 s for all hooks together; an entry with a timeout raises it to that (facts §0.17)
  row("SessionEnd", "session.end", { timeoutMs: 1_500 }),
  row("Stop", "agent.stop", { ...GATE, lacks: SILENT_BEFORE, can: ["continue-agent", STOP, MESSAGE] }),
  row("SubagentStart", "subagent.start", { ...GATE, can: [CONTEXT] }),
  row("SubagentStop", "subagent.stop", { ...GATE, can: ["continue-agent"] }),
  row("PreCompact", "compact.pre", { ...GATE, can: ["deny", MESSAGE] }),
  row("PostCompact", "compact.post"),
  row("PreModelSwitch", "other", { ...GUARD, can: ["deny"], since: SINCE_332, timeoutMs: 30_000 }),
  row("PostModelSwitch", "other", { since: SINCE_332, timeoutMs: 30_000 }),
  row("Notification", "notification", { ...GATE, can: [CONTEXT, MESSAGE] }),
  row("TaskCreated", "other", { ...GUARD, can: ["deny"] }),
  row("Elicitation", "other", { ...GUARD, can: ["deny"] }),
  row("ConfigChange", "other", { ...GUARD, can: ["deny"] }),
  // its hook replaces the creation of worktrees: an observer that prints nothing makes the agent fail (facts §3)
  row("WorktreeCreate", "other", { ...GATE, observe: "never" }),
  row("FileChanged", "file.edited"),
  row("DirectoryAdded", "other", { since: SINCE_332 }),
  // an answer replaces what is displayed, one event per line batch: approximate and loud (facts §0.8)
  row("MessageDisplay", "model.response", { ...GATE, observe: "opt-in" }),
  ...others("PermissionDenied PostToolBatch TaskCompleted TeammateIdle ElicitationResult", GATE),
  ...others("Setup StopFailure WorktreeRemove InstructionsLoaded CwdChanged"),
];

/** Events whose refusal is exit 2 and its stderr: their JSON output has no verdict (facts §3). */
export const REFUSED_BY_EXIT_2: ReadonlySet<string> = new Set([
  "TaskCreated",
  "TaskCompleted",
  "TeammateIdle",
  "Elicitation",
  "ConfigChange",
]);
