/** What configurations of all kinds have in common. */

/** A configuration file that somebody else wrote. */
export interface GeneratedConfig {
  /** Without the byte order mark. */
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly eol: "\n" | "\r\n";
}

/** Events that ours and others share. */
export const EVENTS = ["PreToolUse", "PostToolUse", "SessionStart", "Stop", "odd event"];
