/**
 * Several programs in one file. As long as nobody else has edited it, all their receipts know the same bytes from before the first of them,
 * and the last one to go gives them back: what stands there then is not that of the program that came before it.
 */
import path from "node:path";
import { type Draft, type DraftFile, changes as isChanged } from "./draft.js";
import { digestOf } from "./journal.js";
import { behindLinks } from "./links.js";
import { type Receipt, type ReceiptFile, receiptBytes, receiptsIn } from "./receipt.js";

interface Other {
  readonly file: string;
  readonly receipt: Receipt;
}

/** The receipts of other programs and scopes. One that is damaged says nothing. */
export class Others {
  readonly #all: readonly Other[];

  constructor(state: string, own: string, read: (file: string) => Uint8Array | undefined) {
    this.#all = receiptsIn(state, read).flatMap(({ file, receipt }) => (receipt && file !== own ? [{ file, receipt }] : []));
  }

  /** What another program knows of a file of an agent that nobody has edited since. */
  recordOf(target: string, present: Uint8Array | undefined): ReceiptFile | undefined {
    const digest = digestOf(present);
    return this.#all
      .flatMap(({ receipt }) => receipt.files)
      .find((one) => one.provider !== undefined && one.after === digest && behindLinks(one.path) === target);
  }

  /**
   * Puts the receipts of the others into the draft: what they know of files that this commit changes, and the folders that it leaves to them.
   * @param own what this program knows, or knew, of its files.
   * @param folders those that this program had made and goes away from.
   */
  draft(draft: Draft, own: readonly ReceiptFile[], folders: readonly string[] = []): void {
    const known = new Map(own.map((one) => [behindLinks(one.path), one]));
    const changed = new Map(draft.files.filter(isChanged).map((one) => [behindLinks(one.path), one]));
    for (const { file, receipt } of this.#all) {
      const files = receipt.files.map((one) => {
        const target = behindLinks(one.path);
        return follows(one, changed.get(target), known.get(target));
      });
      const below = [file, ...receipt.files.map((one) => one.path)].map(behindLinks);
      const left = folders.filter((one) => below.some((inner) => inner.startsWith(one + path.sep)));
      const made = [...new Set([...receipt.folders, ...left])].toSorted(
        (one, other) => other.length - one.length || (one < other ? -1 : 1),
      );
      const same = made.length === receipt.folders.length && files.every((one, index) => one === receipt.files[index]);
      if (!same) draft.put(file, receiptBytes({ ...receipt, files, folders: made }));
    }
  }
}

/** Who knows other bytes from before has seen an edit in between: it must not give back what this change takes out. */
function follows(record: ReceiptFile, change: DraftFile | undefined, own: ReceiptFile | undefined): ReceiptFile {
  const after = digestOf(change?.after);
  if (record.provider === undefined || change === undefined || after === undefined) return record;
  if (record.after !== digestOf(change.before) || record.beforeDigest !== own?.beforeDigest) return record;
  return { ...record, after };
}
