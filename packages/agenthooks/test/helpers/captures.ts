/** The payloads that were recorded from the real agent. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Json } from "agenthooks";
import type { Capture } from "agenthooks/testing";

const FOLDER = new URL("../captures/claude-code/", import.meta.url);

export interface ClaudeCapture extends Capture {
  /** Native event and case: `PreToolUse.Bash`. */
  readonly title: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, Json>>;
  /** Where its normalised event is kept. */
  readonly golden: string;
}

/** Every capture of Claude Code, oldest version first. */
export const captures: readonly ClaudeCapture[] = readdirSync(FOLDER)
  .sort()
  .flatMap((version) =>
    readdirSync(new URL(version, FOLDER))
      .filter((file) => file.endsWith(".json"))
      .sort()
      .map((file): ClaudeCapture => {
        const bytes = new Uint8Array(readFileSync(new URL(`${version}/${file}`, FOLDER)));
        const title = file.slice(0, -".json".length);
        const payload = JSON.parse(new TextDecoder().decode(bytes)) as ClaudeCapture["payload"];
        const golden = fileURLToPath(new URL(`${version}/events/${title}.event.json`, FOLDER));
        return { file, version, title, event: title.split(".", 1)[0] ?? "", bytes, payload, golden };
      }),
  );

/** One capture of 2.1.332. */
export function capture(title: string): ClaudeCapture {
  const found = captures.find((one) => one.version === "2.1.332" && one.title === title);
  if (!found) throw new Error(`no capture ${title}`);
  return found;
}
