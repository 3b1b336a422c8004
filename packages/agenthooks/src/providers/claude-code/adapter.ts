/** The run-time half of the Claude Code adapter. */
import { isObject } from "../../base/json.js";
import type { Adapter } from "../../decision/answer.js";
import { decode } from "./decode.js";
import { encode } from "./encode.js";
import { EVENTS } from "./events.js";
import { tools } from "./tools.js";
import { hostVersion, variantOf } from "./variant.js";

/** The adapter of Claude Code, for `testAdapter` and `createHooks({ providers })`. */
export const claudeCode: Adapter = Object.freeze<Adapter>({
  apiVersion: 1,
  id: "claude-code",
  get events() {
    return EVENTS.rows;
  },
  row: EVENTS.row,
  // other agents set CLAUDE_* too: the payload's own shape first, and only a marker that is Claude's alone in the environment
  detect: ({ payload, env }) => {
    const shape = isObject(payload) && typeof payload.hook_event_name === "string" && isUpperCase(payload.hook_event_name.charAt(0));
    return shape || env.CLAUDECODE === "1" || env.CLAUDE_PROJECT_DIR !== undefined ? variantOf(env) : undefined;
  },
  decode,
  encode,
  hostVersion,
  tools,
});

function isUpperCase(letter: string): boolean {
  return letter >= "A" && letter <= "Z";
}
