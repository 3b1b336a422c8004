/** Native answers: each gate takes its own keys, and gives its own view. */
import { createHooks, nativeAnswer } from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";

const hooks = createHooks();
const { events } = claudeCode;

hooks.onNative(events.PreToolUse, (event) => {
  void event.native.tool_use_id.length;
  // @ts-expect-error no such member in the view
  void event.native.tool_response;
  return nativeAnswer({
    hookSpecificOutput: { permissionDecision: "defer", permissionDecisionReason: "later", updatedInput: { command: "ls" } },
  });
});
// @ts-expect-error not a verdict
hooks.onNative(events.PreToolUse, () => nativeAnswer({ hookSpecificOutput: { permissionDecision: "block" } }));
// @ts-expect-error a key of PostToolUse
hooks.onNative(events.PreToolUse, () => nativeAnswer({ hookSpecificOutput: { updatedToolOutput: "x" } }));
// @ts-expect-error the old form is not offered where a newer one says the same
hooks.onNative(events.PreToolUse, () => nativeAnswer({ decision: "block" }));

hooks.onNative(events.PostToolUse, (event) =>
  event.native.duration_ms > 1000 ? nativeAnswer({ hookSpecificOutput: { updatedToolOutput: { stdout: "x" } } }) : undefined,
);
// @ts-expect-error a verdict comes too late
hooks.onNative(events.PostToolUse, () => nativeAnswer({ hookSpecificOutput: { permissionDecision: "deny" } }));
// @ts-expect-error nothing can be replaced there
hooks.onNative(events.PostToolUseFailure, () => nativeAnswer({ hookSpecificOutput: { updatedToolOutput: "x" } }));

hooks.onNative(events.PermissionRequest, (event) => {
  // @ts-expect-error a permission request has no id
  void event.native.tool_use_id;
  return nativeAnswer({ hookSpecificOutput: { decision: { behavior: "deny", message: "no", interrupt: true } } });
});
// @ts-expect-error an allow interrupts nothing
hooks.onNative(events.PermissionRequest, () => nativeAnswer({ hookSpecificOutput: { decision: { behavior: "allow", interrupt: true } } }));

hooks.onNative(events.SessionStart, (event) =>
  event.native.source === "fork" ? nativeAnswer({ hookSpecificOutput: { initialUserMessage: "hi", watchPaths: ["/w"] } }) : undefined,
);
// @ts-expect-error a session start cannot be refused
hooks.onNative(events.SessionStart, () => nativeAnswer({ decision: "block" }));
hooks.onNative(events.Stop, async () => nativeAnswer({ decision: "block", reason: "go on" }));
hooks.onNative(events.TaskCreated, () => nativeAnswer({ decision: "block", reason: "x" }), { name: "tasks", timeout: "1s" });
// @ts-expect-error nothing specific there
hooks.onNative(events.TaskCreated, () => nativeAnswer({ hookSpecificOutput: { additionalContext: "x" } }));
hooks.onNative(events.PostToolBatch, (event) =>
  event.native.tool_calls.some((call) => call.tool_name === "Bash") ? nativeAnswer({ decision: "block", reason: "enough" }) : undefined,
);
hooks.onNative(events.PermissionDenied, () => nativeAnswer({ hookSpecificOutput: { retry: true } }));
// @ts-expect-error a denial that was made cannot be refused
hooks.onNative(events.PermissionDenied, () => nativeAnswer({ decision: "block" }));
hooks.onNative(events.PreModelSwitch, (event) =>
  event.native.estimated_cache_write_usd > 1 ? nativeAnswer({ hookSpecificOutput: { permissionDecision: "ask" } }) : undefined,
);
// @ts-expect-error a switch cannot be put off
hooks.onNative(events.PreModelSwitch, () => nativeAnswer({ hookSpecificOutput: { permissionDecision: "defer" } }));
hooks.onNative(events.Elicitation, () => nativeAnswer({ hookSpecificOutput: { action: "accept", content: { name: "Ada" } } }));
hooks.onNative(events.Elicitation, () => nativeAnswer({ decision: "block", reason: "no" }));
// @ts-expect-error no such action
hooks.onNative(events.ElicitationResult, () => nativeAnswer({ hookSpecificOutput: { action: "refuse" } }));
// @ts-expect-error exit 2 carries the reason and nothing else
hooks.onNative(events.ConfigChange, () => nativeAnswer({ decision: "block", reason: "no", systemMessage: "m" }));
hooks.onNative(events.WorktreeCreate, (event) => nativeAnswer({ hookSpecificOutput: { worktreePath: `/wt/${event.native.name}` } }));
// @ts-expect-error without a path there is no worktree
hooks.onNative(events.WorktreeCreate, () => nativeAnswer({}));
hooks.onNative(events.FileChanged, (event) => nativeAnswer({ hookSpecificOutput: { watchPaths: [event.native.file_path] } }));
// @ts-expect-error a file that changed has changed
hooks.onNative(events.FileChanged, () => nativeAnswer({ decision: "block" }));
hooks.onNative(events.MessageDisplay, () => nativeAnswer({ hookSpecificOutput: { displayContent: "" } }));
// @ts-expect-error its answer changes nothing: it is no gate
void events.SessionEnd;
// @ts-expect-error keys without nativeAnswer
hooks.onNative(events.Stop, () => ({ decision: "block" }));
// @ts-expect-error a name is not a gate
hooks.onNative("Stop", () => undefined);

hooks.onAny((event) => {
  const view = claudeCode.preToolUse(event);
  // @ts-expect-error another event, another provider
  void view.tool_name;
  void view?.tool_name.length;
  void claudeCode.preCompact(event)?.custom_instructions?.length;
  // @ts-expect-error a text or null
  void claudeCode.preCompact(event)?.custom_instructions.length;
  void claudeCode.teammateIdle(event)?.teammate_name.length;
  void claudeCode.unknownKeys(event).length;
});
