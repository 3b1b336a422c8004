/** The JSON schemas of hooks that the binary of Codex carries: what it takes and sends, in its own words (facts/codex.md, head). */
import { readFile } from "node:fs/promises";
import { isObject, type JsonObject, parseJson, text } from "../json.js";

const TITLE = /"title": "([a-z-]+\.command\.(?:input|output))"/;
const MARK = ".command.";
const START = '{\n  "$schema"';
const AROUND = 80;

/** By title, as `pre-tool-use.command.input`. Empty where the file carries none. */
export async function embeddedSchemas(binary: string): Promise<ReadonlyMap<string, JsonObject>> {
  const bytes = await readFile(binary);
  const found = new Map<string, JsonObject>();
  for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + 1)) {
    const [, title] = TITLE.exec(bytes.toString("latin1", Math.max(0, at - AROUND), at + AROUND)) ?? [];
    const start = bytes.lastIndexOf(START, at);
    if (title === undefined || start < 0) continue;
    const schema = parseJson(bytes.toString("utf8", start, endOfObject(bytes, start)));
    if (isObject(schema) && text(schema.title) === title) found.set(title, schema);
  }
  return found;
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = ['"', "\\", "{", "}"].map((char) => char.charCodeAt(0));

/** Behind the bracket that closes the one at `start`. */
function endOfObject(bytes: Buffer, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE && --depth === 0) return at + 1;
  }
  return bytes.length;
}
