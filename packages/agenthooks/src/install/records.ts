/** What a receipt says of files: what stood there before the first install, and what the last one has written. */
import path from "node:path";
import { sha256 } from "../base/hash.js";
import type { ProviderId } from "../event/provider.js";
import { changes, type Draft } from "./draft.js";
import { digestOf, missingFolders } from "./journal.js";
import { behindLinks, statOf } from "./links.js";
import { bytesOf, type Receipt, type ReceiptFile } from "./receipt.js";
import type { Others } from "./shared.js";

/** The record that a receipt has of a file, by whatever link it is named. */
export function recordOf(receipt: Receipt | undefined, file: string): ReceiptFile | undefined {
  const target = behindLinks(file);
  return receipt?.files.find((one) => one.path === file || behindLinks(one.path) === target);
}

interface Written {
  readonly draft: Draft;
  readonly previous: Receipt | undefined;
  readonly folder: string;
  /** Files of agents without our entries. */
  readonly originals: ReadonlyMap<string, Uint8Array | undefined>;
  readonly others: Others;
  readonly entries: Receipt["entries"];
}

interface Named {
  readonly path: string;
  readonly provider: ProviderId | undefined;
  readonly mode?: number | undefined;
}

/** What every file of ours held before the first install, and holds after this one. */
export function recordFiles(written: Written): readonly ReceiptFile[] {
  const { draft, previous, entries } = written;
  const kept = (previous?.files ?? []).filter((one) => one.provider !== undefined && draft.read(one.path) !== undefined);
  const files = new Map<string, Named>();
  const name = (one: Named) => {
    const target = behindLinks(one.path);
    if (!files.has(target)) files.set(target, one);
  };
  for (const { path: file, provider, mode, after } of draft.files) if (after !== undefined) name({ path: file, provider, mode });
  for (const { path: file, provider } of [...kept, ...entries]) name({ path: file, provider });
  const changing = new Set(draft.files.filter(changes).map((one) => behindLinks(one.path)));
  return [...files].map(([target, { path: file, provider, mode }]) => {
    const record = recordOf(previous, file);
    if (record && !changing.has(target)) return record;
    const before = originalBefore(written, { path: file, provider }, record);
    const after = draft.read(file);
    const stat = statOf(file);
    return {
      path: file,
      ...(provider === undefined ? {} : { provider }),
      ...(before === undefined ? {} : { before: Buffer.from(before).toString("base64"), beforeDigest: sha256(before) }),
      after: after === undefined ? "" : sha256(after),
      mode: stat ? stat.mode & 0o7777 : (mode ?? 0o600),
    };
  });
}

/** Who has edited the file since the first install wants the edit back, not what stood there at the first. */
function originalBefore(
  { draft, folder, originals, others }: Written,
  file: Named,
  record: ReceiptFile | undefined,
): Uint8Array | undefined {
  const present = draft.present(file.path);
  if (record && (file.provider === undefined || digestOf(present) === record.after)) return bytesOf(record);
  const target = behindLinks(file.path);
  if (file.provider !== undefined) {
    if (record || originals.has(target)) return originals.has(target) ? originals.get(target) : present;
    const other = others.recordOf(target, present);
    return other ? bytesOf(other) : present;
  }
  // a folder that has our launch.json is ours: of a receipt that was lost, or of a clone
  return isBelow(behindLinks(folder), target) ? undefined : present;
}

function isBelow(folder: string, file: string): boolean {
  return file.startsWith(folder + path.sep);
}

interface Folders {
  readonly files: readonly string[];
  readonly folder: string;
  readonly root: string;
  readonly state: string;
  readonly previous: Receipt | undefined;
}

/** Folders of ours, the innermost first. The state folder goes with the lock that every command holds in it. */
export function foldersMade({ files, folder, root, state, previous }: Folders): readonly string[] {
  const shared = behindLinks(state);
  const made = new Set(previous?.folders ?? []);
  for (const one of files.flatMap((file) => missingFolders(path.dirname(behindLinks(file))))) if (one !== shared) made.add(one);
  // those of the program are ours in a clone too, where none had to be made
  for (let one = behindLinks(folder); isBelow(behindLinks(root), one); one = path.dirname(one)) made.add(one);
  return [...made].toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1));
}
