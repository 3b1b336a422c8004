/**
 * What Codex's trust in a hook hangs on: the key of an entry, the hash of its definition, and the hash of the files of its plugin.
 * All of it is reproduced from the agent's behaviour (facts/codex.md §2.2, §2.3): a byte that differs is a hook that is silently skipped.
 */
import type { Hash } from "node:crypto";
import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Json, JsonObject } from "../../base/json.js";
import { isObject } from "../../base/json.js";

/** Events whose matcher the agent ignores; it is no part of the hash there (facts/codex.md §2.2). */
const WITHOUT_MATCHER: ReadonlySet<string> = new Set(["UserPromptSubmit", "Stop", "Interrupt", "PreModelRequest", "PostModelRequest"]);
/** Events that can hand context to the model; elsewhere the agent drops `additionalContextLimit` with a warning. */
const WITH_CONTEXT: ReadonlySet<string> = new Set(["PreToolUse", "PostToolUse", "SessionStart", "UserPromptSubmit", "SubagentStart"]);
/** Seconds: the default and the most of events that end a session (facts/codex.md §0.21), and of all others. */
const SHORT = { standard: 1, most: 3 };
const LONG = { standard: 600, most: Number.POSITIVE_INFINITY };
const SHORT_EVENTS: ReadonlySet<string> = new Set(["SessionEnd", "Interrupt"]);

/** Whether the agent looks at the matcher of an entry for this event. */
export function hasMatcher(event: string): boolean {
  return !WITHOUT_MATCHER.has(event);
}

/** The time limit in whole seconds that the agent gives to a hook whose configuration says `timeout`. */
export function effectiveTimeout(event: string, timeout: number | undefined): number {
  const { standard, most } = SHORT_EVENTS.has(event) ? SHORT : LONG;
  return Math.min(most, Math.max(1, timeout ?? standard));
}

/** The name of an event in keys and identities: `PreToolUse` is `pre_tool_use`. */
function eventKey(event: string): string {
  return event.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
}

/**
 * The key of an entry under `[hooks.state]`.
 * @param source path of the file as the agent names it, `<plugin>@<marketplace>:hooks/hooks.json` for a plugin.
 * @param group position of the matcher group below the event, from 0.
 * @param index position of the handler in its group, from 0.
 */
export function stateKey(source: string, event: string, group: number, index: number): string {
  return `${source}:${eventKey(event)}:${group}:${index}`;
}

/**
 * The hash of one handler, as `trusted_hash` of its state entry holds it. The same for hooks.json and config.toml.
 * @param event native name.
 * @param matcher of the handler's group; `undefined` when it has none. `""` and `"*"` count as they are.
 * @param handler as it stands in the configuration; what the agent does not know is no part of the hash.
 *
 * @example
 * definitionHash("PreToolUse", "^Bash$", { type: "command", command: "echo toml" }); // "sha256:2a2b1eaae9bd34..."
 */
export function definitionHash(event: string, matcher: string | undefined, handler: JsonObject): string {
  return digest(createHash("sha256").update(sortedJson(identity(event, matcher, handler)), "utf8"));
}

function identity(event: string, matcher: string | undefined, handler: JsonObject): JsonObject {
  const { type, command, async, server, tool, input, timeout, statusMessage, additionalContextLimit } = handler;
  return {
    event_name: eventKey(event),
    ...(matcher === undefined || !hasMatcher(event) ? {} : { matcher }),
    hooks: [
      {
        type: type ?? null,
        timeout: effectiveTimeout(event, typeof timeout === "number" ? timeout : undefined),
        ...(type === "mcp_tool"
          ? { server: server ?? null, tool: tool ?? null, input: taggedNumbers(input ?? {}) }
          : { command: command ?? null, async: async ?? false }),
        ...(statusMessage == null ? {} : { statusMessage }),
        ...(additionalContextLimit == null || !WITH_CONTEXT.has(event) ? {} : { additionalContextLimit }),
      },
    ],
  };
}

/** The agent hashes a number of an mcp_tool's input in the form in which its JSON library keeps the digits (facts/codex.md §2.2). */
function taggedNumbers(value: Json): Json {
  if (typeof value === "number") return { "$serde_json::private::Number": String(value) };
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, taggedNumbers(inner)]));
  return Array.isArray(value) ? value.map(taggedNumbers) : value;
}

/** Compact JSON, members in the byte order of their names. An object would put names that are numbers first, so the text is made here. */
function sortedJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => byBytes(a, b));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${sortedJson(inner)}`).join(",")}}`;
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function digest(hash: Hash): string {
  return `sha256:${hash.digest("hex")}`;
}

/** What stands first in the bytes that are hashed for a plugin. */
const CONTENT_TAG = "codex-plugin-bundle-v1";
interface Folder extends Map<string, Folder | Uint8Array> {}

/**
 * The hash over all files of a plugin, as `trusted_content_hash` holds it: what is written into the plugin later takes its trust away.
 * @param files by path relative to the plugin, with `/`; folders are those of the paths.
 * @throws TypeError for a path that is absolute, leaves the plugin, or is a file and a folder at once.
 */
export function contentHash(files: ReadonlyMap<string, Uint8Array>): string {
  const root: Folder = new Map();
  for (const [path, content] of files) {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    let at = root;
    for (const part of [...parts, name]) {
      if (part === "" || part === "." || part === "..") throw new TypeError(`not a path inside a plugin: ${JSON.stringify(path)}`);
    }
    for (const part of parts) {
      const inner = at.get(part) ?? new Map();
      if (inner instanceof Uint8Array) throw new TypeError(`a file and a folder at once: ${JSON.stringify(path)}`);
      at.set(part, inner);
      at = inner;
    }
    if (at.has(name)) throw new TypeError(`a file and a folder at once: ${JSON.stringify(path)}`);
    at.set(name, content);
  }
  return hashOf(root);
}

/** The content hash of a plugin's folder, or the reason why the agent computes none and runs none of its hooks. */
export type ContentHash = { readonly hash: string; readonly reason?: never } | { readonly hash?: undefined; readonly reason: string };

/**
 * The same over a folder on disk, empty folders included. Modes and times do not count.
 * @throws what reading the folder throws.
 */
export async function contentHashOf(folder: string): Promise<ContentHash> {
  const odd: string[] = [];
  const read = async (path: string): Promise<Folder> => {
    const inner: Folder = new Map();
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const at = join(path, entry.name);
      if (entry.isDirectory()) inner.set(entry.name, await read(at));
      else if (entry.isFile()) inner.set(entry.name, await readFile(at));
      else odd.push(`${kindOf(entry)} ${at}`);
    }
    return inner;
  };
  const root = await read(folder);
  if (odd.length === 0) return { hash: hashOf(root) };
  return { reason: `Codex runs no hook of a plugin that holds anything but files and folders; ${odd.sort().join(", ")}; remove it` };
}

function kindOf(entry: Dirent): string {
  return entry.isSymbolicLink() ? "symbolic link" : "special file";
}

function hashOf(root: Folder): string {
  const hash = createHash("sha256").update(CONTENT_TAG);
  const visit = (node: Folder | Uint8Array, path: string) => {
    hash.update(length(Buffer.byteLength(path))).update(path, "utf8");
    if (node instanceof Uint8Array) {
      hash.update("file").update(length(node.length)).update(node);
      return;
    }
    hash.update("directory");
    for (const [name, inner] of [...node].sort(([a], [b]) => byBytes(a, b))) visit(inner, path === "" ? name : `${path}/${name}`);
  };
  visit(root, "");
  return digest(hash);
}

function length(bytes: number): Uint8Array {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(bytes));
  return buffer;
}
