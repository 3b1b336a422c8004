/** Stages that run after the answer, in the detached worker. */
import { uniqueId } from "../../base/hash.js";
import type { AnyEvent } from "../../event/kinds.js";
import { forProvider } from "../../router/program.js";
import { observes } from "./observes.js";
import type { Run } from "./run.js";

/** `blocking: false` stages run in the worker, on the event decoded again there. */
export function deferStages(run: Run, event: AnyEvent): void {
  const { observers, handlers } = run.parts.stages;
  const later =
    observers.some((stage) => stage.options.blocking === false && observes(stage, event)) ||
    handlers.some((stage) => stage.options.blocking === false && stage.kind === event.kind && forProvider(stage, event));
  if (!later || event.backfilled) return;
  run.services.keep({
    id: uniqueId(),
    createdAt: run.services.clock.now(),
    work: {
      type: "event",
      provider: event.provider,
      event: event.nativeName,
      variant: event.variant,
      hostVersion: run.target.hostVersion,
      payload: Buffer.from(event.raw.bytes).toString("base64"),
    },
  });
}
