/** The native events of Codex 0.171.0 (facts/codex.md §4; capabilities as observed there). */
import { type Capability, eventTable, type NativeEventRow } from "../../event/provider.js";

type Row = Omit<NativeEventRow, "native">;

function row(kind: Row["kind"], can: readonly Capability[] = [], rest: Partial<Row> = {}): Row {
  return { kind, gate: false, observe: "safe", capabilities: { "": can }, ...rest };
}

const MESSAGE = "system-message";
const CONTEXT = "add-context";
const STOP = "stop-agent";
const GUARD = { gate: true, guards: true } as const;
const GATE = { gate: true } as const;
/** Each model step twice, and nothing that is printed is read (facts §4). */
const LOUD = { observe: "opt-in" } as const;
/** Where an entry names no timeout; what it names is cut to three times that (facts §0.21). */
const SHORT = { timeoutMs: 1_000 } as const;

/** `codex exec` shows nobody a message of a hook (facts §0.4). */
function spoken(kind: Row["kind"], can: readonly Capability[], rest: Partial<Row>): Row {
  return row(kind, can, { ...rest, capabilities: { "": [...can, MESSAGE], print: can } });
}

export const EVENTS = eventTable({
  // no `allow`: alone it is an error, and beside a rewrite it skips no question (facts §5); no `ask`, no end of the run (facts §0.2)
  PreToolUse: () => spoken("tool.pre", ["deny", "update-input", CONTEXT], GUARD),
  // an ask is no answer: the agent's own question goes on
  PermissionRequest: () => spoken("permission.request", ["deny", "ask", "allow"], GUARD),
  PostToolUse: () => spoken("tool.post", [CONTEXT, "replace-output"], GATE),
  UserPromptSubmit: () => spoken("prompt.submitted", ["deny", CONTEXT, STOP], GUARD),
  SessionStart: () => spoken("session.start", [CONTEXT], GATE),
  SessionEnd: () => row("session.end", [], SHORT),
  Stop: () => spoken("agent.stop", ["continue-agent", STOP], GATE),
  SubagentStart: () => spoken("subagent.start", [CONTEXT], GATE),
  SubagentStop: () => spoken("subagent.stop", ["continue-agent"], GATE),
  PreCompact: () => spoken("compact.pre", ["deny"], GATE),
  PostCompact: () => row("compact.post", [], GATE),
  Interrupt: () => row("other", [], { ...GATE, ...SHORT }),
  PreModelRequest: () => row("model.request", [], LOUD),
  PostModelRequest: () => row("model.response", [], LOUD),
});

/** The report of the older `notify` program: no event of a hooks file, and nothing reads what it prints (facts §3). */
export const TURN_COMPLETE = "agent-turn-complete";

/**
 * UTF-8 bytes of context in one answer: about 2 500 tokens arrive whole, more as a preview and a path (facts §0.18). The agent counts four
 * bytes as a token, so letters of more bytes count for more.
 */
export const CONTEXT_LIMIT = 9_900;
/** UTF-8 bytes of a reason: of a million the model was shown 48 000 (facts §0.18). */
export const REASON_LIMIT = 40_000;
