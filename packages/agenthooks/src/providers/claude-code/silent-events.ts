/** Events that Claude Code has and does not fire everywhere. */
import type { SilentEvent } from "../quirk.js";

export const SILENT_EVENTS: readonly SilentEvent[] = [
  {
    provider: "claude-code",
    event: "PermissionRequest",
    versions: "<2.1.332",
    variants: ["print"],
    mark: "measured",
    source: "facts/claude-code.md §7",
  },
];
