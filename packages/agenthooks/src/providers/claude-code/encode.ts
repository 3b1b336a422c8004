/** Claude Code's answers (facts §4). */
import type { Answer, EncodeTarget } from "../../decision/answer.js";
import type { Decision } from "../../decision/types.js";
import type { AnyEvent } from "../../event/kinds.js";
import { isBefore } from "../../event/provider.js";
import { encodeShape, type ShapeEncoder } from "../_claude-shape/encode.js";
import { REFUSED_BY_EXIT_2, SINCE_332 } from "./events.js";
import { replacement } from "./replaced-output.js";

const encoder: ShapeEncoder = {
  contextLimit: 9_900, // 9 900 characters arrive whole, 10 100 as a preview and a path (facts §4)
  refusedByExit2: REFUSED_BY_EXIT_2,
  replacement: (event, value) => replacement(event.tool.name, event.output, value),
};

const SILENT: Answer = { via: "process", stdout: "", stderr: "", exitCode: 0 };

export function encode(event: AnyEvent, decision: Decision | undefined, target: EncodeTarget): Answer {
  // plain text is a path there and JSON is taken for one: no output is the only neutral form, and nothing is ever installed on it
  if (event.nativeName === "WorktreeCreate") return SILENT;
  // even `{}` would become an instruction for the summary (lab case `compact.neutral`)
  if (event.nativeName === "PreCompact" && decision?.blocks !== true) return SILENT;
  if (decision?.kind === "deny" && decision.stopReason !== undefined && isBefore(target.hostVersion, SINCE_332)) {
    target.degrade?.({ capability: "stop-agent", to: "dropped", why: "this version goes on after a denied call" });
  }
  return encodeShape(encoder, event, decision, target);
}
