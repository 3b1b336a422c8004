/** Files of one JSON object per line, read as a stream: a session may have hundreds of megabytes, and its agent may be writing it. */
import { builtin } from "./builtin.js";
import { errorCode } from "./files.js";
import { isObject, type JsonObject } from "./json.js";

const NEWLINE = 10;

export interface SkippedLine {
  /** From 1. */
  readonly line: number;
  /** `torn`: the last line, which its writer has not ended. */
  readonly why: "torn" | "invalid" | "too-long";
}
export interface JsonLinesOptions {
  /** A longer line is passed over without being kept in memory. Default 64 MiB. */
  readonly maxLineBytes?: number;
  /** Told of each line that is no JSON object; empty lines are not counted as such. */
  readonly onSkipped?: (skipped: SkippedLine) => void;
}

/**
 * The objects of a file, in order. A mark at its start, CRLF and empty lines are no faults; a line that is no object is skipped; a file that
 * does not exist has none.
 * @throws the system's error when the file is there and cannot be read.
 */
export async function* jsonLines(path: string, options: JsonLinesOptions = {}): AsyncGenerator<JsonObject, void, undefined> {
  const { maxLineBytes = 64 * 1024 * 1024, onSkipped } = options;
  let parts: Buffer[] = [];
  let size = 0;
  let line = 0;
  const add = (part: Buffer) => {
    size += part.length;
    if (size <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  const take = (ended: boolean): JsonObject | undefined => {
    line++;
    const long = size > maxLineBytes;
    const text = Buffer.concat(parts).toString("utf8");
    parts = [];
    size = 0;
    // `trim` takes the mark at the start of a file and the CR at the end of a line too
    const found = long ? undefined : parsed(text.trim());
    if (found === null || isObject(found)) return found ?? undefined;
    onSkipped?.({ line, why: long ? "too-long" : ended ? "invalid" : "torn" });
    return undefined;
  };
  try {
    for await (const chunk of builtin("fs").createReadStream(path) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, end));
        start = end + 1;
        const object = take(true);
        if (object) yield object;
      }
      add(chunk.subarray(start));
    }
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  const object = size > 0 ? take(false) : undefined;
  if (object) yield object;
}

/** `null` for an empty line, `undefined` for one that is no JSON or no object. */
function parsed(text: string): JsonObject | null | undefined {
  if (text === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
