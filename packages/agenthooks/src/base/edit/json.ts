/** Edits of JSON files that leave every byte they do not have to change (case b73): offsets of a parse tree, and splices. */
import { InstallConflictError } from "../errors.js";
import { canonicalJson, type Json, type JsonObject } from "../json.js";
import { type ConfigFile, type ConfigText, decodeConfig, encodeConfig } from "./file.js";
import { appended, formatJson, removed, replaced } from "./json-splice.js";
import { type Dialect, expectType, type JsonDocument, type JsonNode, memberOf, parseJson } from "./json-tree.js";
import { spliced } from "./splice.js";

/**
 * The value of a file; `undefined` when it holds none.
 * @throws ConfigParseError for what is not JSON of the dialect.
 */
export function readJson(file: ConfigFile, dialect: Dialect): Json | undefined {
  return parseJson(decodeConfig(file), dialect).root?.value;
}

/**
 * Sets a member of an object, and makes the objects on the way to it. The same bytes when it has that value.
 * @param path names from the root, at least one.
 * @throws ConfigParseError for a file that cannot be parsed or names a member of the path twice.
 * @throws InstallConflictError when something on the way is not an object.
 * @example
 * setMember({ path: "settings.json", bytes }, ["hooksConfig", "enabled"], true, "jsonc");
 */
export function setMember(file: ConfigFile, path: readonly string[], value: Json, dialect: Dialect): Uint8Array {
  const config = decodeConfig(file);
  const document = parseJson(config, dialect);
  if (!document.root) return encodeConfig(config, newText(nested(path, value), config));
  return verified(config, edited(document, document.root, path, value), dialect, withMember(document.root.value, path, value));
}

/**
 * Cuts a member; the same bytes when there is none. The objects on the way to it stay, also when they are empty then.
 * @param path names from the root, at least one.
 * @throws ConfigParseError for a file that cannot be parsed or names a member of the path twice.
 * @throws InstallConflictError when something on the way is not an object.
 */
export function removeMember(file: ConfigFile, path: readonly string[], dialect: Dialect): Uint8Array {
  const config = decodeConfig(file);
  const document = parseJson(config, dialect);
  let holder = document.root;
  for (const [depth, name] of path.entries()) {
    if (!holder) break;
    const member = memberOf(document, expectType(document, holder, "object", label(path.slice(0, depth))), name);
    if (!member) break;
    if (depth < path.length - 1) holder = member.node;
    else {
      const text = spliced(document.text, removed(document, holder, holder.members.indexOf(member)));
      return verified(config, text, dialect, withMember(document.root?.value ?? {}, path, undefined));
    }
  }
  return config.bytes;
}

/** The text of a file that did not hold anything. */
export function newText(value: Json, { eol }: Pick<ConfigText, "eol">): string {
  return formatJson(value, { multi: true, indent: "" }, "  ", eol) + eol;
}

/** How a member is named in a message. */
function label(path: readonly (string | number)[]): string {
  return path.length === 0 ? "the top level" : path.join(".");
}

function edited(document: JsonDocument, root: JsonNode, path: readonly string[], value: Json): string {
  let holder = root;
  for (const [depth, name] of path.entries()) {
    const member = memberOf(document, expectType(document, holder, "object", label(path.slice(0, depth))), name);
    if (!member) return spliced(document.text, appended(document, holder, name, nested(path.slice(depth + 1), value)));
    holder = member.node;
  }
  return same(holder.value, value) ? document.text : spliced(document.text, [replaced(document, holder, value)]);
}

function nested(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
}

/** What the data shall be: of equal names the last counts, as it does for `JSON.parse`. */
function withMember(data: Json, path: readonly string[], value: Json | undefined): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value ?? null;
  const members = new Map(Object.entries((data ?? {}) as JsonObject));
  if (rest.length === 0 && value === undefined) members.delete(name);
  else members.set(name, withMember(members.get(name) ?? {}, rest, value));
  return Object.fromEntries(members);
}

function same(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function verified(config: ConfigText, text: string, dialect: Dialect, wanted: Json): Uint8Array {
  const found = parseJson({ ...config, text }, dialect).root?.value ?? null;
  if (same(found, wanted)) return encodeConfig(config, text);
  throw new InstallConflictError(`the edit would change more than it should; ${config.path}; edit it by hand`, config.path);
}
