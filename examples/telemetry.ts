/**
 * Telemetry. Every event, also those that have no kind, and what became of it go to the collector that TELEMETRY_URL names. Sending is
 * deferred: no answer waits for it, and what could not be sent is tried again with a later event. Names only: no prompt, no argument, no
 * output.
 */
import { createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "telemetry" });

hooks.onAny(function everyEvent(event, context) {
  const { provider, nativeName, kind, session } = event;
  const tool = "tool" in event ? event.tool.name : null;
  return context.defer("send", { type: "event", provider, nativeName, kind, session: session.id ?? null, tool });
});

hooks.onDecision(function everyDecision({ event, decision, degraded, failure, durationMs, handler }, context) {
  return context.defer("send", {
    type: "decision",
    nativeName: event.nativeName,
    decision: decision?.kind ?? "neutral",
    degraded: degraded.map(({ capability }) => capability),
    failure,
    durationMs,
    handler: handler ?? null,
  });
});

hooks.worker("send", async function send(record, context) {
  const url = context.env.TELEMETRY_URL;
  if (url === undefined) return;
  const { ok, status } = await fetch(url, { method: "POST", body: JSON.stringify(record), signal: AbortSignal.timeout(10_000) });
  if (!ok) throw new Error(`the collector answered ${status}`);
});

export default hooks;
await main(hooks);
