/** The files of a plan while it is made: read once, changed in memory, named only where they end up different. */
import type { ConfigFile } from "../base/edit/file.js";
import type { Place, PlannedFile } from "./install.js";

/** Of what is committed, and of what is the person's own. */
export const SHARED = 0o644;
export const PRIVATE = 0o600;

export class Draft {
  readonly #before = new Map<string, Uint8Array | undefined>();
  readonly #after = new Map<string, Uint8Array | undefined>();
  readonly #read: Place["read"];
  readonly #mode: (path: string) => number;

  /** @param mode permission bits of a file that is made. */
  constructor(read: Place["read"], mode: (path: string) => number) {
    this.#read = read;
    this.#mode = mode;
  }

  /** A file as the plan has it so far. */
  async file(path: string): Promise<ConfigFile> {
    if (!this.#after.has(path)) {
      const bytes = await this.#read(path);
      this.#before.set(path, bytes);
      this.#after.set(path, bytes);
    }
    return { path, bytes: this.#after.get(path) };
  }

  /** Changes a file; one that is not there stays away while it would be empty. */
  async edit(path: string, change: (file: ConfigFile) => Uint8Array): Promise<void> {
    const file = await this.file(path);
    const bytes = change(file);
    if (file.bytes !== undefined || bytes.length > 0) this.#after.set(path, bytes);
  }

  async remove(path: string): Promise<void> {
    await this.file(path);
    this.#after.set(path, undefined);
  }

  planned(): readonly PlannedFile[] {
    return [...this.#after].flatMap(([path, after]) => {
      const before = this.#before.get(path);
      if (before === undefined ? after === undefined : after !== undefined && Buffer.compare(before, after) === 0) return [];
      return { path, after, mode: this.#mode(path) };
    });
  }
}
