/** The two files in which a folder can name hooks for Codex, and which of them is the one to write (case b72). */
import { type ConfigFile, decodeConfig } from "../../base/edit/file.js";
import { type JsonDocument, type JsonNode, parseJson } from "../../base/edit/json-tree.js";
import { readToml } from "../../base/edit/toml.js";
import { InstallConflictError } from "../../base/errors.js";
import { isObject, type Json } from "../../base/json.js";
import { lineOf } from "../_claude-shape/config-faults.js";
import { type EntryStore, jsonEntries, type PlacedEntry, tomlEntries } from "../_claude-shape/entries.js";
import type { Own } from "../install.js";
import { EVENTS } from "./events.js";
import { eventsFault, type Fault, hooksFault } from "./validate.js";

export type Representation = "json" | "toml";
export const STORES: Readonly<Record<Representation, EntryStore>> = { json: jsonEntries("json"), toml: tomlEntries };

/** Bytes of the mark in UTF-8. */
const BOM_LENGTH = 3;
const EVENT_NAMES: ReadonlySet<string> = new Set(EVENTS.rows.map(({ native }) => native));

/**
 * Which file the entries go to: the one that somebody else uses already, else the one that has ours, else hooks.json. Both at once give a
 * warning of the agent at every start.
 */
export function representationOf(json: readonly PlacedEntry[], toml: readonly PlacedEntry[]): Representation {
  const foreign = (entries: readonly PlacedEntry[]) => entries.some(({ own }) => !own);
  if (foreign(json) !== foreign(toml)) return foreign(json) ? "json" : "toml";
  return json.length === 0 && toml.some(({ own }) => own) ? "toml" : "json";
}

/** The entries of a file that the agent reads. @throws as `assertReadable`. */
export function entriesOf(kind: Representation, file: ConfigFile, own: Own): readonly PlacedEntry[] {
  assertReadable(kind, file);
  return STORES[kind].list(file, own);
}

/**
 * @throws ConfigParseError for what is not JSON or TOML.
 * @throws InstallConflictError for a file that the agent would drop: entries in it would never run (case b77).
 */
export function assertReadable(kind: Representation, file: ConfigFile): void {
  const problem = faultOf(kind, file);
  if (!problem) return;
  throw new InstallConflictError(`Codex drops the whole file: ${problem}; correct it by hand; the file was left as it is`, file.path);
}

/** What the agent drops a file for, with its place; `undefined` for one that it reads. @throws ConfigParseError for what is not JSON or TOML. */
export function faultOf(kind: Representation, file: ConfigFile): string | undefined {
  if (kind === "toml") {
    const { hooks } = readToml(file);
    const fault =
      hooks === undefined ? undefined : isObject(hooks) ? eventsFault(hooks, EVENT_NAMES) : { path: ["hooks"], message: "is no table" };
    return fault && text(fault, file.path);
  }
  const document = parseJson(decodeConfig(file), "json");
  const { root } = document;
  if (!root) return undefined;
  const fault = twice(root) ?? hooksFault(exact(document, root), EVENT_NAMES);
  return fault && text(fault, file.path, lineOf(document, fault.path));
}

function text({ path, message }: Fault, file: string, line?: number): string {
  return `${[...path].join(".") || "it"} ${message}; ${file}${line === undefined ? "" : `, line ${line}`}`;
}

/** A name that stands twice where the agent looks at names: it takes neither. */
function twice(root: JsonNode): Fault | undefined {
  const open: { readonly node: JsonNode; readonly path: readonly (string | number)[] }[] = [{ node: root, path: [] }];
  for (let item = open.pop(); item; item = open.pop()) {
    const { node, path } = item;
    // root, hooks, event, group, hooks, handler: what lies deeper is data of a tool
    if (path.length > 5) continue;
    const names = node.members.map(({ name }) => name);
    const double = names.find((name, index) => names.indexOf(name) !== index);
    if (double !== undefined) return { path: [...path, double], message: "stands there twice" };
    for (const { name, node: inner } of node.members) open.push({ node: inner, path: [...path, name] });
    for (const [index, inner] of node.elements.entries()) open.push({ node: inner, path: [...path, index] });
  }
  return undefined;
}

/** The value with every number that is not written as a whole one as its text: the agent takes `5.0` for no whole number. */
function exact(document: JsonDocument, node: JsonNode): Json {
  if (node.type === "object") return Object.fromEntries(node.members.map(({ name, node: inner }) => [name, exact(document, inner)]));
  if (node.type === "array") return node.elements.map((inner) => exact(document, inner));
  const { value } = node;
  const source = document.text.slice(node.start, node.end);
  return typeof value === "number" && !/^-?\d+$/.test(source) ? source : value;
}

/** The bytes without a byte order mark, which the agent takes for broken JSON (case b74). */
export function withoutBom(file: ConfigFile): Uint8Array {
  const { bom, bytes } = decodeConfig(file);
  return bom ? bytes.subarray(BOM_LENGTH) : bytes;
}
