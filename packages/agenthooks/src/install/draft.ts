/** Files as they shall be, before any of them is written. */
import type { ProviderId } from "../event/provider.js";
import type { Change } from "./commit.js";
import { behindLinks, readBytes, sameBytes, statOf } from "./links.js";

export interface DraftFile {
  /** As the person sees it. */
  readonly path: string;
  /** `undefined`: of the program itself. */
  readonly provider: ProviderId | undefined;
  /** What is there now. */
  readonly before: Uint8Array | undefined;
  after: Uint8Array | undefined;
  /** Bits that are asked for. */
  mode: number | undefined;
}

/** One draft is one commit: later steps read what earlier ones have put there, by whatever link they come. */
export class Draft {
  readonly #base: (file: string) => Uint8Array | undefined;
  readonly #seen = new Map<string, Uint8Array | undefined>();
  readonly #files = new Map<string, DraftFile>();

  constructor(base: (file: string) => Uint8Array | undefined = readBytes) {
    this.#base = base;
  }

  /** The bytes as they shall be. */
  read(file: string): Uint8Array | undefined {
    const known = this.#files.get(behindLinks(file));
    return known ? known.after : this.present(file);
  }

  /** The bytes as they were when they were first read: what is planned is planned for them, and the commit refuses others. */
  present(file: string): Uint8Array | undefined {
    const target = behindLinks(file);
    if (!this.#seen.has(target)) this.#seen.set(target, this.#base(file));
    return this.#seen.get(target);
  }

  /** @param mode bits of a file that is made, or of one that must run. */
  put(file: string, after: Uint8Array | undefined, provider?: ProviderId, mode?: number): void {
    const target = behindLinks(file);
    const known = this.#files.get(target);
    if (known) {
      known.after = after;
      known.mode ??= mode;
    } else this.#files.set(target, { path: file, provider, before: this.present(file), after, mode });
  }

  get files(): readonly DraftFile[] {
    return [...this.#files.values()];
  }

  /** What a commit has to do. */
  changes(files: readonly DraftFile[] = this.files): readonly Change[] {
    return files.filter(changes).map(({ path, before, after, mode }) => ({ path, before, after, mode: modeFor(path, mode) }));
  }
}

/** Whether bytes, or the right to run, become others. */
export function changes(file: DraftFile): boolean {
  return !sameBytes(file.before, file.after) || (file.after !== undefined && mustChangeMode(file.path, file.mode));
}

export function actionOf(file: DraftFile): "create" | "update" | "delete" | "same" {
  if (!changes(file)) return "same";
  if (file.before === undefined) return "create";
  return file.after === undefined ? "delete" : "update";
}

/** A checkout has its own bits for readers: only the one that lets a file run is ours to ask for. */
function mustChangeMode(file: string, mode: number | undefined): boolean {
  const stat = mode === undefined ? undefined : statOf(file);
  return process.platform !== "win32" && stat !== undefined && mode !== undefined && (stat.mode & 0o100) !== (mode & 0o100);
}

function modeFor(file: string, mode: number | undefined): number | undefined {
  return statOf(file) === undefined || mustChangeMode(file, mode) ? mode : undefined;
}
