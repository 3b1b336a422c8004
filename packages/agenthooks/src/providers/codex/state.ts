/**
 * The trust of entries in the person's config.toml. Its keys are positions, so an entry that is cut takes the trust of all behind it away:
 * what somebody trusted moves along, and nothing is trusted that was not (facts/codex.md §2).
 */
import type { ConfigFile } from "../../base/edit/file.js";
import { readToml, removeTomlTable, renameTomlTable, setTomlTable } from "../../base/edit/toml.js";
import { InstallConflictError } from "../../base/errors.js";
import { isObject, type JsonObject } from "../../base/json.js";
import type { PlacedEntry } from "../_claude-shape/entries.js";
import type { FoundEntry } from "../install.js";
import { definitionHash, stateKey } from "./trust.js";

/** The entries of one file before and after a change. */
export interface FileChange {
  /** The file as the agent may name it in keys. */
  readonly sources: readonly string[];
  readonly before: readonly PlacedEntry[];
  readonly after: readonly PlacedEntry[];
}

const STATE = ["hooks", "state"] as const;

/** The tables under `[hooks.state]` by key. */
export function statesIn(config: JsonObject): ReadonlyMap<string, JsonObject> {
  const { hooks } = config;
  const state = isObject(hooks) ? hooks.state : undefined;
  return new Map(isObject(state) ? Object.entries(state).filter((pair): pair is [string, JsonObject] => isObject(pair[1])) : []);
}

/** What the agent thinks of an entry. */
export function trustOf(states: ReadonlyMap<string, JsonObject>, source: string, entry: PlacedEntry): FoundEntry["trust"] {
  const state = states.get(keyOf(source, entry));
  if (state?.enabled === false) return "disabled";
  if (state?.trusted_hash === undefined) return "untrusted";
  return state.trusted_hash === hashOf(entry) ? "trusted" : "modified";
}

/**
 * The person's config.toml after a change: ours are trusted as they stand now, what the person trusted or switched off keeps that at its
 * new position, and tables of ours that no entry has any more are gone.
 * @throws ConfigParseError for a file that is not TOML, InstallConflictError for one that cannot take the tables.
 */
export function withTrust(config: ConfigFile, changes: readonly FileChange[]): Uint8Array {
  const states = statesIn(readToml(config));
  const drops: string[] = [];
  const moves: (readonly [from: string, to: string])[] = [];
  const sets: (readonly [key: string, hash: string])[] = [];
  for (const { sources, before, after } of changes) {
    const came = pairs(before, after);
    for (const source of sources) {
      const gone = before.filter((entry) => entry.own && ![...came.values()].includes(entry));
      drops.push(...gone.map((entry) => keyOf(source, entry)));
      for (const entry of after) {
        const from = came.get(entry);
        const key = keyOf(source, entry);
        if (from && keyOf(source, from) !== key) moves.push([keyOf(source, from), key]);
        // what a hand has left there: the state of ours as it stood before, or of somebody who is gone
        else if (!from && entry.own && states.get(key)?.trusted_hash !== hashOf(entry)) drops.push(key);
        if (entry.own) sets.push([key, hashOf(entry)]);
      }
    }
  }
  return edited(config, states, { drops, moves, sets });
}

function edited(
  config: ConfigFile,
  states: ReadonlyMap<string, JsonObject>,
  {
    drops,
    moves,
    sets,
  }: {
    readonly drops: readonly string[];
    readonly moves: readonly (readonly [from: string, to: string])[];
    readonly sets: readonly (readonly [key: string, hash: string])[];
  },
): Uint8Array {
  let file = config;
  const taken = new Set(states.keys());
  const step = (change: (file: ConfigFile) => Uint8Array) => {
    file = { path: config.path, bytes: change(file) };
  };
  const origins = new Set(moves.map(([from]) => from));
  // a state that no entry stands behind any more, since a hand has moved them: it must not be in the way
  const stale = moves.map(([, to]) => to);
  for (const key of [...drops, ...stale]) {
    if (!taken.has(key) || origins.has(key)) continue;
    step((now) => removeTomlTable(now, [...STATE, key]));
    taken.delete(key);
  }
  let open = moves.filter(([from]) => taken.has(from));
  while (open.length > 0) {
    const free = open.find(([, to]) => !taken.has(to));
    if (!free)
      throw new InstallConflictError(`the states of hooks cannot be put in order; ${config.path}; edit [hooks.state] by hand`, config.path);
    const [from, to] = free;
    step((now) => renameTomlTable(now, [...STATE, from], [...STATE, to]));
    taken.delete(from);
    taken.add(to);
    open = open.filter((move) => move !== free);
  }
  for (const [key, hash] of sets) step((now) => setTomlTable(now, [...STATE, key], { trusted_hash: hash }));
  return file.bytes ?? new Uint8Array();
}

/** For each entry the one that it was before. Foreign ones keep their order through every edit; ours are known by their command. */
function pairs(before: readonly PlacedEntry[], after: readonly PlacedEntry[]): ReadonlyMap<PlacedEntry, PlacedEntry> {
  const found = new Map<PlacedEntry, PlacedEntry>();
  const foreign = before.filter(({ own }) => !own);
  for (const [index, entry] of after.filter(({ own }) => !own).entries()) {
    const from = foreign[index];
    if (from) found.set(entry, from);
  }
  const left = before.filter(({ own }) => own);
  const alike: ((a: PlacedEntry, b: PlacedEntry) => boolean)[] = [
    (a, b) => a.handler.command === b.handler.command && a.matcher === b.matcher,
    (a, b) => a.handler.command === b.handler.command,
  ];
  for (const isAlike of alike) {
    for (const entry of after) {
      if (!entry.own || found.has(entry)) continue;
      const at = left.findIndex((one) => one.event === entry.event && isAlike(one, entry));
      if (at >= 0) for (const one of left.splice(at, 1)) found.set(entry, one);
    }
  }
  return found;
}

function keyOf(source: string, { event, group, index }: PlacedEntry): string {
  return stateKey(source, event, group, index);
}

function hashOf({ event, matcher, handler }: PlacedEntry): string {
  return definitionHash(event, matcher, handler);
}
