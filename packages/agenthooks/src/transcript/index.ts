/** Transcripts of agents as messages: this subpath loads no pipeline, and of the adapters one reader. */
import { type ProviderId, providerId } from "../event/provider.js";
import type { TranscriptMessage, TranscriptOptions } from "../providers/transcript.js";
import { TRANSCRIPTS } from "../providers/transcripts.js";

export type { SkippedLine } from "../base/json-lines.js";
export type { TranscriptMessage, TranscriptOptions, TranscriptToolResult, TranscriptToolUse } from "../providers/transcript.js";

/**
 * The messages of a transcript in the order of the file, read as they are asked for. What is no message, or cannot be read as one, is
 * skipped (`onSkipped` hears of lines that are no JSON): a transcript is the agent's own file, which no version promises to keep as it is,
 * and its last line may still be being written. A file that does not exist yet has no messages: at the first prompt of a session it does not.
 *
 * @param path as `event.session.transcriptPath`, or a subagent's own file (`agent_transcript_path`).
 * @throws TypeError for a provider without a reader, or an empty path. While reading, the system's error when a file cannot be read.
 *
 * @example
 * for await (const message of readTranscript(event.provider, path)) if (message.role === "user") prompts.push(message.text);
 */
export function readTranscript(provider: ProviderId, path: string, options: TranscriptOptions = {}): AsyncIterable<TranscriptMessage> {
  const id = providerId(provider);
  const load = Object.hasOwn(TRANSCRIPTS, id) ? TRANSCRIPTS[id] : undefined;
  if (!load)
    throw new TypeError(`no transcripts are read of provider ${JSON.stringify(provider)}; known: ${Object.keys(TRANSCRIPTS).join(", ")}`);
  if (typeof path !== "string" || path === "")
    throw new TypeError("readTranscript takes a path: event.session.transcriptPath where it is there");
  return (async function* () {
    yield* (await load())(path, options);
  })();
}
