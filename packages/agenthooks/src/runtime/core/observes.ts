import type { AnyEvent } from "../../event/kinds.js";
import { forProvider, type ObserverStage } from "../../router/program.js";

/** Whether an observer is meant for an event. */
export function observes(stage: ObserverStage, event: AnyEvent): boolean {
  if (!forProvider(stage, event) || !(stage.kinds?.includes(event.kind) ?? true)) return false;
  return stage.nativeName === undefined || stage.nativeName === event.nativeName;
}
