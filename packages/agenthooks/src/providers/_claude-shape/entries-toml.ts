/** The event map in a TOML file: arrays of tables, and the inline forms that people write. */
import { type ConfigText, positionOf } from "../../base/edit/file.js";
import { cut as cutItem, hasComment, type Splice, spaceBefore, spliced } from "../../base/edit/splice.js";
import {
  appendedItem,
  appendedLines,
  appendedPair,
  cutPair,
  cutTables,
  tomlKey,
  tomlPair,
  tomlValue,
} from "../../base/edit/toml-splice.js";
import {
  jsonData,
  offsetOf,
  parseToml,
  type TomlDocument,
  type TomlHeader,
  type TomlNode,
  type TomlPath,
  tomlConflict,
} from "../../base/edit/toml-tree.js";
import { isObject, type Json } from "../../base/json.js";
import { differing } from "./differing.js";
import type { DocumentEntry, EntryDocument, ShapedEntry } from "./entries.js";

/** An entry with the nodes around it, from the inside out. */
interface TomlEntry extends DocumentEntry {
  readonly nodes: readonly [handler: TomlNode, handlers: TomlNode, group: TomlNode, groups: TomlNode, hooks: TomlNode];
}

export function tomlDocument(config: ConfigText): EntryDocument {
  const document = parseToml(config);
  const entries = entriesOf(document);
  const at = ({ event, group, index }: DocumentEntry): TomlEntry => {
    const found = entries.find((entry) => entry.event === event && entry.group === group && entry.index === index);
    if (!found) throw new Error(`no entry ${event}[${group}].hooks[${index}]; ${config.path}; this is a fault of agenthooks`);
    return found;
  };
  return {
    entries,
    append: (entry) => spliced(document.text, append(document, entry)),
    update: (entry, wanted) => spliced(document.text, update(document, at(entry), wanted)),
    cut: (entry) => spliced(document.text, cutEntry(document, at(entry))),
  };
}

function entriesOf(document: TomlDocument): readonly TomlEntry[] {
  const hooks = document.root.members.get("hooks");
  if (!hooks) return [];
  return [...hooks.members].flatMap(([event, groups]) =>
    groups.elements.flatMap((group, position) => {
      const handlers = group.members.get("hooks");
      const matcher = group.members.get("matcher");
      const rawMatcher = matcher && jsonData(matcher);
      return (handlers?.elements ?? []).flatMap((node, index) => {
        const handler = jsonData(node);
        if (!handlers || !isObject(handler)) return [];
        const offset = offsetOf(document, node);
        return {
          event,
          matcher: typeof rawMatcher === "string" ? rawMatcher : undefined,
          rawMatcher,
          handler,
          group: position,
          index,
          groupSize: handlers.elements.length,
          line: positionOf(document.text, offset).line,
          source: sourceOf(document, node),
          nodes: [node, handlers, group, groups, hooks] as const,
        };
      });
    }),
  );
}

function sourceOf({ text }: TomlDocument, node: TomlNode): string {
  const spans = node.inline ? [node.inline] : node.headers.map(({ span }) => span);
  return spans.map(({ start, end }) => text.slice(start, end)).join("\n");
}

function append(document: TomlDocument, entry: ShapedEntry): readonly Splice[] {
  const { event, matcher, handler } = entry;
  const hooks = document.root.members.get("hooks");
  const groups = hooks?.members.get(event);
  if (hooks && hooks.type !== "table") throw wrongType(document, hooks, "hooks", "a table");
  if (groups && groups.type !== "array") throw wrongType(document, groups, `hooks.${event}`, "an array");
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
  if (groups?.inline) return appendedItem(document, groups, tomlValue(group));
  if (!groups && hooks?.inline) return appendedItem(document, hooks, tomlPair(event, [group]));
  const key = `hooks.${tomlKey(event)}`;
  const lines = [
    `[[${key}]]`,
    ...(matcher === undefined ? [] : [tomlPair("matcher", matcher)]),
    `[[${key}.hooks]]`,
    ...Object.entries(handler).map(([name, value]) => tomlPair(name, value)),
  ];
  return [appendedLines(document, lines)];
}

/** One step towards what is wanted. */
function update(document: TomlDocument, { nodes, rawMatcher, handler: standing }: TomlEntry, wanted: ShapedEntry): readonly Splice[] {
  const [handler, , group] = nodes;
  if (rawMatcher !== wanted.matcher) return memberSplices(document, group, "matcher", wanted.matcher);
  const name = differing(standing, wanted.handler);
  return name === undefined ? [] : memberSplices(document, handler, name, wanted.handler[name]);
}

function memberSplices(document: TomlDocument, table: TomlNode, name: string, value: Json | undefined): readonly Splice[] {
  const member = table.members.get(name);
  if (value === undefined) return member ? cutMember(document, member, table) : [];
  if (member?.inline) return [{ ...member.inline, text: tomlValue(value) }];
  if (member) throw wrongType(document, member, name, "a value");
  if (table.inline) return appendedItem(document, table, tomlPair(name, value));
  const [header] = table.headers;
  return header ? [appendedPair(document, header, tomlPair(name, value))] : [];
}

function cutMember(document: TomlDocument, member: TomlNode, table: TomlNode): readonly Splice[] {
  const pair = document.pairs.find(({ node }) => node === member);
  if (pair) return cutPair(document, pair);
  throw wrongType(document, table, "a member of an entry", "a value");
}

/** Cuts the handler, or the outermost thing around it that nobody but us has filled. */
function cutEntry(document: TomlDocument, { nodes }: TomlEntry): readonly Splice[] {
  const [handler, handlers, group, groups, hooks] = nodes;
  if (handlers.elements.length > 1) return cutElement(document, handlers, handler);
  const pair = document.pairs.find(({ node }) => node === groups);
  if (pair && pair.holder === hooks && hooks.inline && isMade(document, groups)) return cutPair(document, pair);
  return cutElement(document, groups, group);
}

function cutElement(document: TomlDocument, array: TomlNode, element: TomlNode): readonly Splice[] {
  const { list } = array;
  if (list) return cutItem(document.text, list, array.elements.indexOf(element), document.marks);
  const paths = element.headers.map(({ path }) => path);
  const below = document.headers.filter((header) => paths.some((path) => isBelow(header, path)));
  return cutTables(document, below);
}

function isBelow(header: TomlHeader, path: TomlPath): boolean {
  return path.every((part, depth) => header.path[depth] === part);
}

/** Whether brackets hold one thing, no comment, and were made for it: then there is space behind the bracket (splice.ts). */
function isMade({ text, marks }: TomlDocument, { list }: TomlNode): boolean {
  const [item, more] = list?.items ?? [];
  if (!list || !item || more) return false;
  return spaceBefore(text, item.start, list.open) < item.start && !hasComment(marks, { start: list.open, end: list.close });
}

function wrongType(document: TomlDocument, node: TomlNode, name: string, needed: string): Error {
  return tomlConflict(document, offsetOf(document, node), `${name} is not ${needed}`, "correct it by hand");
}
