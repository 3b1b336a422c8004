/**
 * The event map that several agents share, `hooks.<Event>[ { matcher?, hooks: [ handler ] } ]`, as edits of a file: ours are put in,
 * brought up to date and cut out, everybody else's keep their bytes (cases b70, b71).
 */
import { type ConfigFile, type ConfigText, decodeConfig, encodeConfig } from "../../base/edit/file.js";
import { errorText, InstallConflictError } from "../../base/errors.js";
import { canonicalJson, type Json, type JsonObject } from "../../base/json.js";
import type { Own } from "../install.js";
import { jsonDocument } from "./entries-json.js";
import { tomlDocument } from "./entries-toml.js";

/** One handler with what it hangs on. */
export interface ShapedEntry {
  /** Native name. */
  readonly event: string;
  /** `undefined`: every call. */
  readonly matcher: string | undefined;
  readonly handler: JsonObject;
}

/** A handler that stands in a file. */
export interface PlacedEntry extends ShapedEntry {
  /** Position of its group among those of the event, from 0. */
  readonly group: number;
  /** Position in its group, from 0. */
  readonly index: number;
  readonly own: boolean;
  /** From 1. */
  readonly line: number;
}

/**
 * All three throw ConfigParseError for a file that cannot be parsed or that names an event twice; `merge` and `remove` throw
 * InstallConflictError for a file that cannot take the change.
 */
export interface EntryStore {
  /** All handlers, ours and others, in the order of the file. What is no group or no handler is passed over. */
  list(file: ConfigFile, own: Own): readonly PlacedEntry[];
  /**
   * Makes ours what is wanted: one that stands there already stays where it is and is changed only where it differs, a missing one goes
   * behind all others of its event (Codex trusts entries by their position, facts/codex.md §2.1), one too many is cut. The same bytes
   * when nothing changes.
   */
  merge(file: ConfigFile, wanted: readonly ShapedEntry[], own: Own): Uint8Array;
  /** Cuts ours, and what only they filled. Undoes `merge` byte for byte, except that a file that was new keeps an empty object. */
  remove(file: ConfigFile, own: Own): Uint8Array;
}

/** An entry, for a kind of file. */
export interface DocumentEntry extends Omit<PlacedEntry, "own"> {
  /** As it stands there, of whatever type. */
  readonly rawMatcher: Json | undefined;
  /** How many things its group holds. */
  readonly groupSize: number;
  /** The text of what somebody wrote there, for comparisons. */
  readonly source: string;
}

/** A file of one kind, parsed; each change gives a new text. */
export interface EntryDocument {
  readonly entries: readonly DocumentEntry[];
  /** Puts an entry behind all others of its event, in a group of its own. */
  append(entry: ShapedEntry): string;
  /** One step from an entry that differs towards what is wanted: the matcher of its group, or one member of the handler. */
  update(at: DocumentEntry, entry: ShapedEntry): string;
  /** Cuts a handler; its group too when it holds nothing else; and what we made for the group. */
  cut(at: DocumentEntry): string;
}

export type OpenDocument = (config: ConfigText) => EntryDocument;

/** Entries of a JSON file. */
export const jsonEntries = (dialect: "json" | "jsonc"): EntryStore => store((config) => jsonDocument(config, dialect));

/** Entries of a TOML file. */
export const tomlEntries: EntryStore = store(tomlDocument);

function store(open: OpenDocument): EntryStore {
  return {
    list: (file, own) => open(decodeConfig(file)).entries.map((entry) => placed(entry, own)),
    merge: (file, wanted, own) => changed(open, decodeConfig(file), wanted, own),
    remove: (file, own) => changed(open, decodeConfig(file), [], own),
  };
}

function placed(entry: DocumentEntry, own: Own): PlacedEntry {
  const { event, matcher, handler, group, index, line } = entry;
  return { event, matcher, handler, group, index, line, own: own(handler) };
}

function changed(open: OpenDocument, config: ConfigText, wanted: readonly ShapedEntry[], own: Own): Uint8Array {
  let document = open(config);
  let text = config.text;
  const before = document.entries;
  const pairs = paired(
    before.filter(({ handler }) => own(handler)),
    wanted,
  );
  const kept = new Set(pairs.values());
  const edit = (after: string) => {
    if (after === text) throw unexpected(config.path, "the edit would change nothing");
    text = after;
    document = reopened(open, config, text);
  };
  // positions hold through all of it: updates move nothing, what is appended comes last, and cuts go from the end
  for (const [entry, place] of pairs)
    for (let at = place; !asWanted(at, entry); at = standing(document, place, config.path)) edit(document.update(at, entry));
  for (const entry of wanted) if (!pairs.has(entry)) edit(document.append(entry));
  for (const at of before.toReversed()) if (own(at.handler) && !kept.has(at)) edit(document.cut(at));
  if (text !== config.text) assertChange(config.path, before, document.entries, wanted, own);
  return encodeConfig(config, text);
}

function standing(document: EntryDocument, { event, group, index }: DocumentEntry, path: string): DocumentEntry {
  const at = document.entries.find((item) => item.event === event && item.group === group && item.index === index);
  if (at) return at;
  throw unexpected(path, "the edit would move an entry");
}

/** What cannot be parsed after an edit could not take it: the file itself was right. */
function reopened(open: OpenDocument, config: ConfigText, text: string): EntryDocument {
  try {
    return open({ ...config, text });
  } catch (error) {
    throw unexpected(config.path, `the edit would break the file (${errorText(error)})`);
  }
}

function unexpected(path: string, what: string): InstallConflictError {
  return new InstallConflictError(`${what}; ${path}; edit it by hand; the file was left as it is`, path);
}

/** For what is wanted, the entry that takes its place: the nearest alike first. A matcher is changed only where a group holds nothing else. */
function paired(standing: readonly DocumentEntry[], wanted: readonly ShapedEntry[]): Map<ShapedEntry, DocumentEntry> {
  const pairs = new Map<ShapedEntry, DocumentEntry>();
  const taken = new Set<DocumentEntry>();
  const alike: ((at: DocumentEntry, entry: ShapedEntry) => boolean)[] = [
    asWanted,
    (at, entry) => at.handler.command === entry.handler.command && at.rawMatcher === entry.matcher,
    (at, entry) => at.handler.command === entry.handler.command && at.groupSize === 1,
    (at, entry) => at.rawMatcher === entry.matcher || at.groupSize === 1,
  ];
  for (const isAlike of alike)
    for (const entry of wanted) {
      if (pairs.has(entry)) continue;
      const at = standing.find((item) => item.event === entry.event && !taken.has(item) && isAlike(item, entry));
      if (!at) continue;
      pairs.set(entry, at);
      taken.add(at);
    }
  return pairs;
}

function asWanted(at: DocumentEntry, entry: ShapedEntry): boolean {
  return at.rawMatcher === entry.matcher && canonicalJson(at.handler) === canonicalJson(entry.handler);
}

/** What others wrote is still there, in its order, and ours is what was wanted (case b70). */
function assertChange(
  path: string,
  before: readonly DocumentEntry[],
  after: readonly DocumentEntry[],
  wanted: readonly ShapedEntry[],
  own: Own,
): void {
  const foreign = (entries: readonly DocumentEntry[]) =>
    entries
      .filter(({ handler }) => !own(handler))
      .map(({ event, rawMatcher, source }) => canonicalJson([event, rawMatcher ?? null, source]));
  const ours = (entries: readonly ShapedEntry[]) =>
    entries.map(({ event, matcher, handler }) => canonicalJson([event, matcher ?? null, handler])).sort();
  const lost = foreign(after).join("\n") !== foreign(before).join("\n");
  const wrong = ours(after.filter(({ handler }) => own(handler))).join("\n") !== ours(wanted).join("\n");
  if (!lost && !wrong) return;
  const what = lost ? "the edit would change somebody else's hooks" : "the edit would not give the hooks that were wanted";
  throw unexpected(path, what);
}
