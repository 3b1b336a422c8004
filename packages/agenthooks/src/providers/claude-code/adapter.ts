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
    const name = isObject(payload) && payload.hook_event_name;
    const shape = typeof name === "string" && name >= "A" && name < "["; // begins with a capital
    return shape || env.CLAUDECODE === "1" || env.CLAUDE_PROJECT_DIR !== undefined ? variantOf(env) : undefined;
  },
  // facts/cursor.md §0.5 (measured by others), facts/copilot-cli.md §2 and §3 (observed); every payload of theirs has the member
  foreign: [
    ["cursor", "cursor_version"],
    ["copilot-cli", "timestamp", "COPILOT_CLI"],
    // Codex runs the hooks of a plugin that was made for Claude Code, with variables of a plugin of its own (facts/codex.md §3)
    ["codex", "turn_id", "PLUGIN_DATA"],
  ],
  decode,
  encode,
  hostVersion,
  tools,
});
