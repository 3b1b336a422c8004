/** Edits of TOML files that leave every byte they do not have to change. Each is parsed again before it is given out. */
import { ConfigParseError, InstallConflictError } from "../errors.js";
import { canonicalJson, type Json, type JsonObject } from "../json.js";
import { type ConfigFile, type ConfigText, decodeConfig, encodeConfig } from "./file.js";
import { spliced } from "./splice.js";
import { appendedItem, appendedLines, appendedPair, cutPair, cutTables, tomlKey, tomlPair, tomlValue } from "./toml-splice.js";
import { exactData, jsonData, offsetOf, parseToml, sameData, type TomlDocument, type TomlNode, tomlAt, tomlConflict } from "./toml-tree.js";

/** What a table that installers write may hold. */
export type TomlScalar = string | number | boolean;

/**
 * The data of a file. A date is its text, and a whole number that JavaScript cannot hold is the nearest one.
 * @throws ConfigParseError for what is not TOML.
 */
export function readToml(file: ConfigFile): JsonObject {
  return jsonData(parseToml(decodeConfig(file)).root) as JsonObject;
}

/**
 * Makes a table, or updates values of one in place, in whatever form it is written; other values of it stay. The same bytes when it has
 * those values.
 * @param keys names from the root, at least one.
 * @throws ConfigParseError for what is not TOML.
 * @throws InstallConflictError when something on the way is not a table.
 * @example
 * setTomlTable({ path: "config.toml", bytes }, ["hooks", "state", key], { trusted_hash: "sha256:..." });
 */
export function setTomlTable(file: ConfigFile, keys: readonly string[], values: Readonly<Record<string, TomlScalar>>): Uint8Array {
  const config = decodeConfig(file);
  const wanted = withTable(exactData(parseToml(config).root), keys, values);
  let text = config.text;
  if (!tomlAt(parseToml(config).root, keys)) text = created(parseToml(config), keys, values);
  else
    for (const [name, value] of Object.entries(values)) {
      const document = parseToml({ ...config, text });
      text = withValue(document, keys, name, value);
    }
  return verified(config, text, wanted);
}

/**
 * Cuts a table and what is below it, in whatever form it is written; the same bytes when there is none.
 * @param keys names from the root, at least one.
 * @throws ConfigParseError for what is not TOML.
 */
export function removeTomlTable(file: ConfigFile, keys: readonly string[]): Uint8Array {
  const config = decodeConfig(file);
  const wanted = without(exactData(parseToml(config).root), keys);
  let text = config.text;
  for (;;) {
    const document = parseToml({ ...config, text });
    const headers = document.headers.filter(({ path }) => begins(path, keys));
    const pair = document.pairs.find(({ path }) => begins(path, keys));
    if (headers.length > 0) text = spliced(text, cutTables(document, headers));
    else if (pair) text = spliced(text, cutPair(document, pair));
    else return verified(config, text, wanted);
  }
}

/**
 * Gives a table another name; the same bytes when there is none of the old name.
 * @param to as many names as `from`.
 * @throws ConfigParseError for what is not TOML.
 * @throws InstallConflictError when there is something of the new name.
 */
export function renameTomlTable(file: ConfigFile, from: readonly string[], to: readonly string[]): Uint8Array {
  if (from.length !== to.length) throw new RangeError(`a table keeps its depth; ${from.join(".")} to ${to.join(".")}; give as many names`);
  const config = decodeConfig(file);
  const document = parseToml(config);
  const { root, text } = document;
  const node = tomlAt(root, from);
  if (!node || from.every((name, depth) => name === to[depth])) return config.bytes;
  const standing = tomlAt(root, to);
  if (standing)
    throw tomlConflict(document, offsetOf(document, standing), `${to.join(".")} stands there already`, "take one of the two out");
  const keys = [...document.headers, ...document.pairs].filter(({ path }) => begins(path, from)).flatMap((part) => part.keys);
  const splices = keys.flatMap(({ start, end, depth }) => {
    const name = to[depth];
    return name === undefined || name === from[depth] ? [] : [{ start, end, text: tomlKey(name) }];
  });
  const data = exactData(root);
  return verified(config, spliced(text, splices), withTable(without(data, from), to, exactData(node) as JsonObject, true));
}

function created(document: TomlDocument, keys: readonly string[], values: Readonly<Record<string, TomlScalar>>): string {
  const { text, root } = document;
  let holder: TomlNode = root;
  for (const [depth, name] of keys.entries()) {
    if (holder.type !== "table") throw notATable(document, holder, keys.slice(0, depth));
    const next = holder.members.get(name);
    if (!next) {
      if (!holder.inline) break;
      const put = `${keys.slice(depth).map(tomlKey).join(".")} = ${tomlValue(values)}`;
      return spliced(text, appendedItem(document, holder, put));
    }
    holder = next;
  }
  if (holder.type !== "table") throw notATable(document, holder, keys);
  return spliced(text, [appendedLines(document, tableLines(keys, values))]);
}

function tableLines(keys: readonly string[], values: Readonly<Record<string, TomlScalar>>): readonly string[] {
  return [`[${keys.map(tomlKey).join(".")}]`, ...Object.entries(values).map(([name, value]) => tomlPair(name, value))];
}

function withValue(document: TomlDocument, keys: readonly string[], name: string, value: TomlScalar): string {
  const { text, root } = document;
  const table = tomlAt(root, keys);
  if (table?.type !== "table") throw notATable(document, table ?? root, keys);
  const member = table.members.get(name);
  if (member) {
    if (!member.inline || member.type !== "scalar")
      throw tomlConflict(document, offsetOf(document, member), `${[...keys, name].join(".")} is not a plain value`, "correct it by hand");
    if (sameData(exactData(member), exactOf(value))) return text;
    return spliced(text, [{ ...member.inline, text: tomlValue(value) }]);
  }
  if (table.inline) return spliced(text, appendedItem(document, table, tomlPair(name, value)));
  const header = table.headers.at(-1);
  if (header) return spliced(text, [appendedPair(document, header, tomlPair(name, value))]);
  const dotted = document.pairs.findLast(({ path }) => path.length === keys.length + 1 && begins(path, keys));
  if (!dotted) return spliced(text, [appendedLines(document, tableLines(keys, { [name]: value }))]);
  const put = [...dotted.keys.slice(0, -1).map((key) => text.slice(key.start, key.end)), tomlKey(name)].join(".");
  const line = `${put} = ${tomlValue(value)}`;
  if (dotted.holder && "list" in dotted.holder) return spliced(text, appendedItem(document, dotted.holder, line));
  return spliced(text, [appendedPair(document, { path: [], span: dotted, keys: [], pairs: [dotted] }, line)]);
}

function notATable(document: TomlDocument, node: TomlNode, keys: readonly string[]): Error {
  return tomlConflict(document, offsetOf(document, node), `${keys.join(".")} is not a table`, "correct it by hand");
}

function begins(path: readonly (string | number)[], keys: readonly string[]): boolean {
  return keys.every((name, depth) => path[depth] === name);
}

function exactOf(value: Json): Json {
  return typeof value === "number" ? [Number.isSafeInteger(value) ? `integer ${BigInt(value)}` : `float ${value}`] : value;
}

function withTable(data: Json, keys: readonly string[], values: JsonObject, exact = false): JsonObject {
  const [name, ...rest] = keys;
  const table = new Map(Object.entries((data ?? {}) as JsonObject));
  if (name === undefined) for (const [key, value] of Object.entries(values)) table.set(key, exact ? value : exactOf(value));
  else table.set(name, withTable(table.get(name) ?? {}, rest, values, exact));
  return Object.fromEntries(table);
}

function without(data: Json, keys: readonly string[]): Json {
  const [name, ...rest] = keys;
  if (name === undefined || typeof data !== "object" || data === null || Array.isArray(data)) return data;
  const table = new Map(Object.entries(data));
  const inner = table.get(name);
  if (inner === undefined) return data;
  if (rest.length === 0) table.delete(name);
  else table.set(name, without(inner, rest));
  return Object.fromEntries(table);
}

/** Tables that a header or a dotted key made on the way go with the last thing in them: they do not count. */
function verified(config: ConfigText, text: string, wanted: Json): Uint8Array {
  if (dataOf(config, text) === canonicalJson(filled(wanted))) return encodeConfig(config, text);
  throw new InstallConflictError(`the edit would change more than it should; ${config.path}; edit it by hand`, config.path);
}

/** `undefined` for what an edit broke. */
function dataOf(config: ConfigText, text: string): string | undefined {
  try {
    return canonicalJson(filled(exactData(parseToml({ ...config, text }).root)));
  } catch (error) {
    if (error instanceof ConfigParseError) return undefined;
    throw error;
  }
}

function filled(data: Json): Json {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return data;
  const members = Object.entries(data).map(([name, inner]) => [name, filled(inner)] as const);
  return Object.fromEntries(members.filter(([, inner]) => typeof inner !== "object" || inner === null || Object.keys(inner).length > 0));
}
