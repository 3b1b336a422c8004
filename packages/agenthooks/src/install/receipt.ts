/** What an install has written, and what stood there before: with it everything can be taken back. */
import fs from "node:fs";
import path from "node:path";
import { errorText, InstallConflictError, StateError } from "../base/errors.js";
import { errorCode } from "../base/files.js";
import { sha256 } from "../base/hash.js";
import { isObject } from "../base/json.js";
import { stateFolder } from "../base/state-folder.js";
import type { ProviderId } from "../event/provider.js";
import type { Scope } from "../providers/install.js";
import { readBytes } from "./links.js";

/** One file that an install has written. */
export interface ReceiptFile {
  readonly path: string;
  /** The agent whose configuration it is; absent: of the program itself. */
  readonly provider?: ProviderId;
  /** What stood there before the first install, base64; absent: nothing. */
  readonly before?: string;
  readonly beforeDigest?: string;
  /** Digest of what the last install wrote. */
  readonly after: string;
  readonly mode: number;
}
/** An entry of ours as it stood after the install. */
export interface ReceiptEntry {
  readonly provider: ProviderId;
  readonly path: string;
  readonly event: string;
  readonly matcher?: string;
  readonly command?: string;
  readonly digest?: string;
}
/** How a program was installed, so that it can be installed again: what `upgrade` without a program goes by. */
export interface Origin {
  /** Absolute path of the module; absent: `command`. */
  readonly program?: string;
  readonly command?: readonly [string, ...string[]];
  readonly version?: string;
  readonly description?: string;
  readonly runtime?: string;
  readonly link?: boolean;
  readonly fail?: "open" | "closed";
}

/** An install, as the state folder remembers it. Paths are as the person sees them. */
export interface Receipt {
  readonly schema: 1;
  readonly name: string;
  readonly version?: string;
  readonly scope: Scope;
  readonly root: string;
  readonly providers: readonly ProviderId[];
  readonly hostVersions: Readonly<Record<string, string>>;
  /** The folder of the program. */
  readonly folder: string;
  readonly launcher: string;
  /** By provider: the first word of every command. */
  readonly words: Readonly<Record<string, string>>;
  readonly linked: boolean;
  /** Variables that say where the agents' configuration lies, as they were: an absolute path, or `null` for none. */
  readonly env?: Readonly<Record<string, string | null>>;
  /** Absent: installed with extras, which only the tool that installed it knows. */
  readonly origin?: Origin;
  readonly files: readonly ReceiptFile[];
  /** Folders that were made, the innermost first. */
  readonly folders: readonly string[];
  readonly entries: readonly ReceiptEntry[];
  readonly commands: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** The folder that holds the state of all programs. */
export function stateHome(home: string, env: Env): string {
  const folder = stateFolder("all", undefined, { ...env, HOME: home });
  return path.dirname(path.resolve(folder ?? path.join(home, ".local", "state", "agenthooks", "all")));
}

/** Where the receipt of one program, scope and root lies. Roots are told apart by where they really are. */
export function receiptPath(state: string, name: string, scope: Scope, root: string): string {
  return path.join(state, name, "receipts", `${scope}-${sha256(realRoot(root)).slice(0, 12)}.json`);
}

/** A root that is not there has no other place than its path. */
export function realRoot(root: string): string {
  try {
    return fs.realpathSync(root);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return path.resolve(root);
    throw error;
  }
}

/**
 * The receipt in a file; `undefined` when there is none.
 * @throws StateError when it is damaged, or of a version that this library does not know. It is left as it is.
 */
export function readReceipt(file: string, read: (file: string) => Uint8Array | undefined = readBytes): Receipt | undefined {
  const bytes = read(file);
  if (bytes === undefined) return undefined;
  try {
    return checked(JSON.parse(Buffer.from(bytes).toString("utf8")));
  } catch (error) {
    const todo = "restore it from a backup, or move it away: uninstall then finds the entries by the launcher that they name";
    throw new StateError(`the receipt of an install cannot be used: ${errorText(error)}; ${file}; ${todo}`, file, { cause: error });
  }
}

/** @throws InstallConflictError when it was written for another program. */
export function refuseForeignReceipt(receipt: Receipt | undefined, name: string, file: string): void {
  if (receipt === undefined || receipt.name === name) return;
  const message = `the receipt is of another program, ${JSON.stringify(receipt.name)}; ${file}; move it away, or give your program another name`;
  throw new InstallConflictError(message, file);
}

function checked(value: unknown): Receipt {
  if (!isObject(value)) throw new Error("it is no object");
  if (value.schema !== 1) throw new Error(`its schema is ${JSON.stringify(value.schema)}, not 1`);
  for (const member of ["name", "scope", "root", "folder", "launcher"])
    if (typeof value[member] !== "string") throw new Error(`${member} is no text`);
  for (const member of ["providers", "files", "folders", "entries", "commands"])
    if (!Array.isArray(value[member])) throw new Error(`${member} is no list`);
  for (const member of ["words", "hostVersions"]) if (!isObject(value[member])) throw new Error(`${member} is no object`);
  const receipt = value as unknown as Receipt;
  for (const file of receipt.files) {
    if (!isObject(file) || typeof file.path !== "string" || typeof file.after !== "string") throw new Error("a file has no path or digest");
    const before = bytesOf(file);
    if (file.beforeDigest !== (before && sha256(before))) throw new Error(`the bytes kept of ${file.path} are not those that it had`);
  }
  return receipt;
}

/** What stood there before the first install. */
export function bytesOf(file: ReceiptFile): Uint8Array | undefined {
  return file.before === undefined ? undefined : Buffer.from(file.before, "base64");
}

/** The bytes of a receipt: the same install gives the same bytes. */
export function receiptBytes(receipt: Receipt): Uint8Array {
  return Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`);
}

/** A receipt that was found, or why it cannot be read. */
export type Found = { readonly file: string } & (
  | { readonly receipt: Receipt; readonly error?: never }
  | { readonly error: StateError; readonly receipt?: never }
);

/** All receipts below a state folder, by path. */
export function receiptsIn(state: string, read: (file: string) => Uint8Array | undefined = readBytes): readonly Found[] {
  const files = namesIn(state).flatMap((name) => {
    const folder = path.join(state, name, "receipts");
    return namesIn(folder)
      .filter((one) => one.endsWith(".json"))
      .map((one) => path.join(folder, one));
  });
  return files.flatMap((file): readonly Found[] => {
    try {
      const receipt = readReceipt(file, read);
      return receipt ? [{ file, receipt }] : [];
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      return [{ file, error }];
    }
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder).sort();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return [];
    throw error;
  }
}
