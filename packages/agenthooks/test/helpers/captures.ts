/** The payloads that were recorded from the real agents. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Json } from "agenthooks";
import type { Capture } from "agenthooks/testing";

export interface Recorded extends Capture {
  readonly provider: string;
  /** Native event and case: `PreToolUse.Bash`. */
  readonly title: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, Json>>;
  /** Where its normalised event is kept. */
  readonly golden: string;
}

/** Every capture of one agent, oldest version first. */
function capturesOf(provider: string): readonly Recorded[] {
  const folder = new URL(`../captures/${provider}/`, import.meta.url);
  return readdirSync(folder)
    .sort()
    .flatMap((version) =>
      readdirSync(new URL(version, folder))
        .filter((file) => file.endsWith(".json"))
        .sort()
        .map((file): Recorded => {
          const bytes = new Uint8Array(readFileSync(new URL(`${version}/${file}`, folder)));
          const title = file.slice(0, -".json".length);
          const payload = JSON.parse(new TextDecoder().decode(bytes)) as Recorded["payload"];
          const golden = fileURLToPath(new URL(`${version}/events/${title}.event.json`, folder));
          return { provider, file, version, title, event: title.split(".", 1)[0] ?? "", bytes, payload, golden };
        }),
    );
}

export const captures = capturesOf("claude-code");
export const codexCaptures = capturesOf("codex");

function named(all: readonly Recorded[], version: string, title: string): Recorded {
  const found = all.find((one) => one.version === version && one.title === title);
  if (!found) throw new Error(`no capture ${title}`);
  return found;
}

/** One capture of Claude Code 2.1.332. */
export const capture = (title: string): Recorded => named(captures, "2.1.332", title);
/** One capture of Codex 0.171.0. */
export const codexCapture = (title: string): Recorded => named(codexCaptures, "0.171.0", title);
