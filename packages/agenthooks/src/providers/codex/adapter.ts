/** The run-time half of the Codex adapter. */
import type { Adapter } from "../../decision/answer.js";
import { decode } from "./decode.js";
import { encode } from "./encode.js";
import { EVENTS } from "./events.js";
import { tools } from "./tools.js";
import { variantOf } from "./variant.js";

/** The adapter of Codex, for `testAdapter` and `createHooks({ providers })`. */
export const codex: Adapter = Object.freeze<Adapter>({
  apiVersion: 1,
  id: "codex",
  get events() {
    return EVENTS.rows;
  },
  row: EVENTS.row,
  // hooks are given no variable of the agent's (facts/codex.md §3): only the payload says who is calling
  detect: ({ payload }) => variantOf(payload),
  // both load a plugin's hooks/hooks.json (facts §3 "plugin layout"); Codex has no prompt_id
  foreign: [["claude-code", "prompt_id"]],
  decode,
  encode,
  tools,
});
