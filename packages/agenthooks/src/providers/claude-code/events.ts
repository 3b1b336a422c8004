/**
 * The native events of Claude Code 2.1.332 (facts/claude-code.md §3; capabilities as the lab measured them). 2.1.197 has all but the four
 * with `since`.
 */
import { type Capability, eventTable, type NativeEventRow } from "../../event/provider.js";

/** The oldest version that was seen to have what 2.1.197 lacks. */
export const SINCE_332 = "2.1.332";

type Row = Omit<NativeEventRow, "native">;

function row(kind: Row["kind"], can: readonly Capability[] = [], rest: Partial<Row> = {}): Row {
  return { kind, gate: false, observe: "safe", capabilities: { "": can }, ...rest };
}

const MESSAGE = "system-message";
const CONTEXT = "add-context";
const STOP = "stop-agent";
/** Before, no event's message reached the stream of a headless run (lab cases `system-message.*`). */
const SILENT_BEFORE = [{ before: SINCE_332, variant: "print", capabilities: [MESSAGE] }] as const;
const GUARD = { gate: true, guards: true } as const;
const GATE = { gate: true } as const;

export const EVENTS = eventTable({
  PreToolUse: () => row("tool.pre", ["deny", "ask", "allow", "update-input", CONTEXT, STOP, MESSAGE], { ...GUARD, lacks: SILENT_BEFORE }),
  PermissionRequest: () => row("permission.request", ["deny", "ask", "allow", "update-input", STOP], { ...GUARD, rewriteNeedsAllow: true }),
  PostToolUse: () => row("tool.post", [CONTEXT, "replace-output", STOP, MESSAGE], { ...GATE, lacks: SILENT_BEFORE }),
  PostToolUseFailure: () => row("tool.error", [CONTEXT, MESSAGE], { ...GATE, lacks: SILENT_BEFORE }),
  // the agent ends hooks of this event after 30 s unless the entry says otherwise (facts §2 "Timeouts")
  UserPromptSubmit: () => row("prompt.submitted", ["deny", CONTEXT, STOP, MESSAGE], { ...GUARD, lacks: SILENT_BEFORE, timeoutMs: 30_000 }),
  UserPromptExpansion: () => row("prompt.submitted", ["deny", CONTEXT, MESSAGE], { ...GUARD, lacks: SILENT_BEFORE }),
  PreSkillShellCommand: () => row("tool.pre", ["deny", "ask", MESSAGE], { ...GUARD, since: SINCE_332 }),
  // a message is shown in the dialog only: headless runs drop it (lab case `system-message.session-start`)
  SessionStart: () => row("session.start", [], { ...GATE, capabilities: { "": [CONTEXT, MESSAGE], print: [CONTEXT] } }),
  // 1.5 s for all hooks together; an entry with a timeout raises it to that (facts §0.17)
  SessionEnd: () => row("session.end", [], { timeoutMs: 1_500 }),
  Stop: () => row("agent.stop", ["continue-agent", STOP, MESSAGE], { ...GATE, lacks: SILENT_BEFORE }),
  SubagentStart: () => row("subagent.start", [CONTEXT], GATE),
  SubagentStop: () => row("subagent.stop", ["continue-agent"], GATE),
  // no message: whatever its hook prints beside a block becomes an instruction for the summary (lab cases `compact.*`)
  PreCompact: () => row("compact.pre", ["deny"], GATE),
  PostCompact: () => row("compact.post"),
  PreModelSwitch: () => row("other", ["deny"], { ...GUARD, since: SINCE_332, timeoutMs: 30_000 }),
  PostModelSwitch: () => row("other", [], { ...GATE, since: SINCE_332, timeoutMs: 30_000 }),
  // its schema takes context and messages: nobody is shown them (lab cases `*.notification`, `terminal.*.Notification`)
  Notification: () => row("notification", [], GATE),
  TaskCreated: () => row("other", ["deny"], GUARD),
  Elicitation: () => row("other", ["deny"], GUARD),
  ConfigChange: () => row("other", ["deny"], GUARD),
  // its hook replaces the creation of worktrees: an observer that prints nothing makes the agent fail (facts §3)
  WorktreeCreate: () => row("other", [], { ...GATE, observe: "never" }),
  // not derived from Write, Edit and NotebookEdit where no watch list is: `tool.post` names those files, and a second report of the same
  // edit would need an entry on every call, would double a watched file, and would still not see what a shell command writes
  FileChanged: () => row("file.edited", [], { ...GATE, watchList: true }),
  DirectoryAdded: () => row("other", [], { since: SINCE_332 }),
  // an answer replaces what is displayed, one event per line batch: approximate and loud (facts §0.8)
  MessageDisplay: () => row("model.response", [], { ...GATE, observe: "opt-in" }),
  PermissionDenied: () => row("other", [], GATE),
  PostToolBatch: () => row("other", [], GATE),
  // documented; a refusal is one more turn of work, as on a stop: no failure of a program may ask for that
  TaskCompleted: () => row("other", ["deny"], GATE),
  TeammateIdle: () => row("other", ["deny"], GATE),
  ElicitationResult: () => row("other", [], GATE),
  Setup: () => row("other", [], GATE),
  StopFailure: () => row("other"),
  WorktreeRemove: () => row("other"),
  InstructionsLoaded: () => row("other"),
  CwdChanged: () => row("other", [], GATE),
});

/** Characters of context in one answer: 9 900 arrive whole, 10 100 as a preview and a path (facts §4). */
export const CONTEXT_LIMIT = 9_900;

/**
 * Events where no output is the only neutral form: on WorktreeCreate plain text is a path and JSON is taken for one, and nothing of the
 * library is ever installed on it; on PreCompact even `{}` would become an instruction for the summary (lab case `compact.neutral`).
 */
export function staysSilent(nativeName: string, blocks: boolean): boolean {
  return nativeName === "WorktreeCreate" || (nativeName === "PreCompact" && !blocks);
}

/** Events whose refusal is exit 2 and its stderr: their JSON output has no verdict (facts §3). */
export const REFUSED_BY_EXIT_2: ReadonlySet<string> = new Set([
  "TaskCreated",
  "TaskCompleted",
  "TeammateIdle",
  "Elicitation",
  "ConfigChange",
]);
