/** The event map in a JSON file. */
import { type ConfigText, positionOf } from "../../base/edit/file.js";
import { newText } from "../../base/edit/json.js";
import { appended, removed, replaced } from "../../base/edit/json-splice.js";
import { type Dialect, expectType, type JsonDocument, type JsonNode, listOf, memberOf, parseJson } from "../../base/edit/json-tree.js";
import { hasComment, type Splice, spaceBefore, spliced } from "../../base/edit/splice.js";
import { isObject, type Json, type JsonObject } from "../../base/json.js";
import { differing } from "./differing.js";
import type { DocumentEntry, EntryDocument, ShapedEntry } from "./entries.js";

/** An entry with the nodes around it, from the inside out. */
interface JsonEntry extends DocumentEntry {
  readonly nodes: readonly [handler: JsonNode, handlers: JsonNode, group: JsonNode, groups: JsonNode, hooks: JsonNode, root: JsonNode];
}

export function jsonDocument(config: ConfigText, dialect: Dialect): EntryDocument {
  const document = parseJson(config, dialect);
  const entries = entriesOf(document);
  const at = ({ event, group, index }: DocumentEntry): JsonEntry => {
    const found = entries.find((entry) => entry.event === event && entry.group === group && entry.index === index);
    if (!found) throw new Error(`no entry ${event}[${group}].hooks[${index}]; ${config.path}; this is a fault of agenthooks`);
    return found;
  };
  return {
    entries,
    append: (entry) => append(document, entry),
    update: (entry, wanted) => spliced(document.text, update(document, at(entry), wanted)),
    cut: (entry) => spliced(document.text, cutEntry(document, at(entry))),
  };
}

function entriesOf(document: JsonDocument): readonly JsonEntry[] {
  const { root } = document;
  if (!root) return [];
  const hooks = memberOf(document, root, "hooks")?.node;
  if (!hooks) return [];
  return hooks.members.flatMap(({ name: event }) => {
    const groups = memberOf(document, hooks, event)?.node;
    return groups?.elements.flatMap((group, position) => groupEntries(document, event, position, [group, groups, hooks, root])) ?? [];
  });
}

function groupEntries(
  document: JsonDocument,
  event: string,
  group: number,
  around: readonly [group: JsonNode, groups: JsonNode, hooks: JsonNode, root: JsonNode],
): readonly JsonEntry[] {
  const [node] = around;
  const handlers = memberOf(document, node, "hooks")?.node;
  if (!handlers) return [];
  const rawMatcher = memberOf(document, node, "matcher")?.node.value;
  return handlers.elements.flatMap((handler, index) => {
    const { value } = handler;
    if (!isObject(value)) return [];
    return {
      event,
      matcher: typeof rawMatcher === "string" ? rawMatcher : undefined,
      rawMatcher,
      handler: value,
      group,
      index,
      groupSize: handlers.elements.length,
      line: positionOf(document.text, handler.start).line,
      source: document.text.slice(handler.start, handler.end),
      nodes: [handler, handlers, ...around] as const,
    };
  });
}

function groupOf({ matcher, handler }: ShapedEntry): JsonObject {
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
}

function append(document: JsonDocument, entry: ShapedEntry): string {
  const { text, root } = document;
  const group = groupOf(entry);
  if (!root) return newText({ hooks: { [entry.event]: [group] } }, document);
  const hooks = memberOf(document, expectType(document, root, "object", "the top level"), "hooks")?.node;
  if (!hooks) return spliced(text, appended(document, root, "hooks", { [entry.event]: [group] }));
  const groups = memberOf(document, expectType(document, hooks, "object", "hooks"), entry.event)?.node;
  if (!groups) return spliced(text, appended(document, hooks, entry.event, [group]));
  return spliced(text, appended(document, expectType(document, groups, "array", `hooks.${entry.event}`), undefined, group));
}

/** One step towards what is wanted. */
function update(document: JsonDocument, { nodes, rawMatcher, handler: standing }: JsonEntry, wanted: ShapedEntry): readonly Splice[] {
  const [handler, , group] = nodes;
  if (rawMatcher !== wanted.matcher) return memberSplices(document, group, "matcher", wanted.matcher);
  const name = differing(standing, wanted.handler);
  return name === undefined ? [] : memberSplices(document, handler, name, wanted.handler[name]);
}

function memberSplices(document: JsonDocument, holder: JsonNode, name: string, value: Json | undefined): readonly Splice[] {
  const member = memberOf(document, holder, name);
  if (value === undefined) return member ? removed(document, holder, holder.members.indexOf(member)) : [];
  return member ? [replaced(document, member.node, value)] : appended(document, holder, name, value);
}

/** Cuts the handler, or the outermost thing around it that nobody but us has filled. */
function cutEntry(document: JsonDocument, { nodes }: JsonEntry): readonly Splice[] {
  const [handler, handlers, group, groups, hooks, root] = nodes;
  if (handlers.elements.length > 1) return removed(document, handlers, handlers.elements.indexOf(handler));
  if (!isMade(document, groups)) return removed(document, groups, groups.elements.indexOf(group));
  if (!isMade(document, hooks)) return removed(document, hooks, indexOf(hooks, groups));
  return removed(document, root, indexOf(root, hooks));
}

function indexOf(holder: JsonNode, node: JsonNode): number {
  return holder.members.findIndex((member) => member.node === node);
}

/** Whether brackets hold one thing, no comment, and were made for it: then there is space behind the bracket (splice.ts). */
function isMade({ text, marks }: JsonDocument, node: JsonNode): boolean {
  const { open, close, items } = listOf(node);
  const [item, more] = items;
  if (!item || more) return false;
  const around = [
    { start: open, end: item.start },
    { start: item.end, end: close },
  ];
  return spaceBefore(text, item.start, open) < item.start && !around.some((span) => hasComment(marks, span));
}
