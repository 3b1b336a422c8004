/** The transcript readers, loaded when they are needed. One line each. */
import type { TranscriptReader } from "./transcript.js";

export const TRANSCRIPTS: Readonly<Record<string, () => Promise<TranscriptReader>>> = {
  "claude-code": async () => (await import("./claude-code/transcript.js")).readClaudeTranscript,
  codex: async () => (await import("./codex/transcript.js")).readCodexTranscript,
};
