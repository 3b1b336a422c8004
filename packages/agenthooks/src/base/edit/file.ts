/** A configuration file as bytes, and its text with what has to stay: byte order mark, line ends, final newline. */
import { ConfigParseError } from "../errors.js";

/** A configuration file that is to be edited. */
export interface ConfigFile {
  /** Where it lies, for messages. */
  readonly path: string;
  /** `undefined`: there is none. Nothing but white space counts as new too. */
  readonly bytes: Uint8Array | undefined;
}

/** The text of a file, without the byte order mark. */
export interface ConfigText {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Some agents reject a file that begins with one (facts/codex.md §0, case b74); what to do about it is the caller's business. */
  readonly bom: boolean;
  /** The line end that most lines have. */
  readonly eol: "\n" | "\r\n";
}

const BOM = "\ufeff";

/** @throws ConfigParseError for bytes that are not UTF-8: an edit would replace them. */
export function decodeConfig(file: ConfigFile): ConfigText {
  const bytes = file.bytes ?? new Uint8Array();
  const whole = decode(file.path, bytes);
  const bom = whole.startsWith(BOM);
  return { path: file.path, bytes, text: bom ? whole.slice(1) : whole, bom, eol: lineEnd(whole) };
}

/** The bytes of a file with a new text; the same bytes when the text is the same. */
export function encodeConfig(config: ConfigText, text: string): Uint8Array {
  return text === config.text ? config.bytes : new TextEncoder().encode(config.bom ? BOM + text : text);
}

/** Whether a file holds nothing yet. */
export function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

/** Line and column of an offset, from 1; a column counts UTF-16 units. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

/** @returns the error for something at an offset of a file. */
export function parseError(config: Pick<ConfigText, "path" | "text">, offset: number, what: string, fix: string): ConfigParseError {
  const { line, column } = positionOf(config.text, offset);
  return new ConfigParseError(`${what}; ${config.path}, line ${line}, column ${column}; ${fix}`, config.path, line, column);
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    throw parseError({ path, text }, firstDamage(text, bytes), "the file is not UTF-8", "save it as UTF-8; it was left as it is");
  }
}

/** Where the decoder put a replacement character that the bytes do not have. */
function firstDamage(text: string, bytes: Uint8Array): number {
  let at = text.indexOf("\ufffd");
  while (at >= 0) {
    const from = Buffer.byteLength(text.slice(0, at));
    if (Buffer.compare(bytes.subarray(from, from + 3), Buffer.from("\ufffd")) !== 0) return at;
    at = text.indexOf("\ufffd", at + 1);
  }
  return text.length;
}

function lineEnd(text: string): "\n" | "\r\n" {
  const all = text.split("\n").length - 1;
  const crlf = text.split("\r\n").length - 1;
  return crlf * 2 > all ? "\r\n" : "\n";
}
