/** Data as TOML, for files that only a scratch home has: one line per table member, everything deeper inline. */
import { isObject, type JsonObject } from "../json.js";

/** Strings, numbers, booleans, lists and objects; members that are null are left out, since TOML has none. */
export function tomlOf(data: JsonObject): string {
  const tables = Object.entries(data).map(([name, table]) => {
    const members = isObject(table) ? Object.entries(table).filter(([, value]) => value !== null && value !== undefined) : [];
    return [`[${key(name)}]`, ...members.map(([member, value]) => `${key(member)} = ${inline(value)}`), ""].join("\n");
  });
  return tables.join("\n");
}

/** A JSON string is a basic string of TOML once DEL is escaped too. */
const key = (text: string): string => JSON.stringify(text).replaceAll("\u007f", "\\u007f");

function inline(value: unknown): string {
  if (typeof value === "string") return key(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (!isObject(value)) return String(value);
  const members = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return `{ ${members.map(([name, inner]) => `${key(name)} = ${inline(inner)}`).join(", ")} }`;
}
