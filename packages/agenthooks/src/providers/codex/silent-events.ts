/** Events that Codex has and does not fire everywhere. */
import type { SilentEvent } from "../quirk.js";

export const SILENT_EVENTS: readonly SilentEvent[] = [
  // approvals are off in all of `codex exec`, whatever its configuration says
  { provider: "codex", event: "PermissionRequest", versions: "*", variants: ["print"], mark: "measured", source: "facts/codex.md §0.13" },
];
