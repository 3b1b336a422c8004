/** Claude Code's answers (facts §4). */
import type { Answer, EncodeTarget } from "../../decision/answer.js";
import type { Decision } from "../../decision/types.js";
import type { AnyEvent } from "../../event/kinds.js";
import { isBefore } from "../../event/provider.js";
import { encodeShape, type ShapeEncoder } from "../_claude-shape/encode.js";
import { CONTEXT_LIMIT, REFUSED_BY_EXIT_2, SINCE_332, staysSilent } from "./events.js";
import { replacement } from "./replaced-output.js";

const encoder: ShapeEncoder = {
  contextLimit: CONTEXT_LIMIT,
  refusedByExit2: REFUSED_BY_EXIT_2,
  replacement: (event, value) => replacement(event.tool.name, event.output, value),
};

export function encode(event: AnyEvent, decision: Decision | undefined, target: EncodeTarget): Answer {
  if (staysSilent(event.nativeName, decision?.blocks === true)) return { via: "process", stdout: "", stderr: "", exitCode: 0 };
  if (decision?.kind === "deny" && decision.stopReason !== undefined && isBefore(target.hostVersion, SINCE_332)) {
    target.degrade?.({ capability: "stop-agent", to: "dropped", why: "this version goes on after a denied call" });
  }
  return encodeShape(encoder, event, decision, target);
}
