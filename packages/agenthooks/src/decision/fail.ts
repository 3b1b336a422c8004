/** What a failed program decides (design §5.10). */
import type { AnyEvent } from "../event/kinds.js";
import type { NativeEventRow } from "../event/provider.js";
import { makeDecision } from "./decision.js";
import type { Decision } from "./types.js";

/** What the model or the person reads when a fail-closed program could not decide. */
export const FAIL_REASON = "agenthooks: hook handler failed (fail-closed policy)";

/** Whether a fail-closed program refuses here: a gate that stands before an action, which this agent lets a hook refuse. */
export function failClosedRefuses(event: AnyEvent, row: NativeEventRow | undefined): boolean {
  switch (event.kind) {
    case "tool.pre":
    case "permission.request":
    case "prompt.submitted":
    case "subagent.start":
    case "other":
      return (row?.guards ?? false) && event.can("deny");
    default:
      return false;
  }
}

/** The refusal of each kind that can be refused. */
export function refusal(event: AnyEvent, reason = FAIL_REASON): Decision {
  switch (event.kind) {
    case "prompt.submitted":
      return makeDecision({ family: "prompt", kind: "block-prompt", reason });
    case "subagent.start":
    case "compact.pre":
      return makeDecision({ family: "cancel", kind: "cancel", reason });
    default:
      return makeDecision({ family: "tool", kind: "deny", reason });
  }
}
