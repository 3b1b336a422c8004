/** Telemetry on everything, with outcomes. */

import type { Interceptor } from "agenthooks";
import { combine, createEvent, createHooks, decodeEvent, deny, main, nativeAnswer } from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import { invoke } from "agenthooks/testing";

const lines: string[] = [];
const hooks = createHooks({ name: "telemetry" });
hooks.onAny((event) => lines.push(`${event.provider} ${event.nativeName} ${event.raw.text.length}`), { blocking: false, timeout: 500 });
hooks.onAny(async (event) => {
  if (event.kind === "tool.post") lines.push(event.tool.name);
});
hooks.onOther("CwdChanged", (event) => {
  lines.push(String(event.rawField("cwd")));
});
hooks.onDecision(({ event, decision, sent, failure, durationMs }) =>
  lines.push(`${event.idempotencyKey} ${decision?.kind ?? "neutral"} ${sent.via} ${failure} ${durationMs}`),
);
hooks.onNative(claudeCode.events.TaskCreated, (event) =>
  event.native.task_subject === "" ? nativeAnswer({ decision: "block", reason: "a task needs a subject" }) : undefined,
);
const timed: Interceptor = async (event, next) => {
  if (event.kind === "tool.pre") return next(event.with({ tool: { input: event.tool.patch({ seen: true }) } }));
  return next();
};
hooks.use(timed);

export default combine(
  hooks,
  createHooks({ name: "more" }).on("tool.pre", () => deny("no")),
);
await main(hooks);

const event = createEvent("tool.pre", { tool: { name: "Bash", input: { command: "ls" } }, session: { id: "s" } });
const decision = await hooks.decide(event);
lines.push(decision?.kind ?? "neutral", decision?.contexts.join() ?? "");
const any = await decodeEvent({ provider: "codex", payload: "{}" });
if (any.kind === "tool.pre" || any.kind === "permission.request") lines.push(any.tool.id);
const { answer } = await invoke(hooks, { provider: "claude-code", event: "PreToolUse", payload: {} });
if (answer.via === "process") lines.push(answer.stdout);
