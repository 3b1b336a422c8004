/** Files of the state folder: 0600, folders 0700, written whole or not at all. */
import { builtin } from "./builtin.js";
import { uniqueId } from "./hash.js";
import { resolvePath } from "./paths.js";

export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The `code` of a system error (`ENOENT`), `""` for anything else. */
export function errorCode(thrown: unknown): string {
  const code = thrown instanceof Error ? (thrown as NodeJS.ErrnoException).code : undefined;
  return code ?? "";
}

/** One by one upwards: the recursive form never ends where the system says that a parent is missing although it is there (/proc). */
function makeFolder(path: string): void {
  const fs = builtin("fs");
  // twice, since another hook may be making the parents: one that is missing now may be there a moment later
  for (const last of [false, true]) {
    try {
      fs.mkdirSync(path, { mode: FOLDER_MODE });
      return;
    } catch (error) {
      const up = resolvePath(path, "..");
      if (errorCode(error) === "EEXIST") return;
      if (errorCode(error) !== "ENOENT" || up === path || last) throw error;
      if (!fs.existsSync(up)) makeFolder(up);
    }
  }
}

/** Runs `write`; where the folder of `path` is missing it is made and `write` runs again. */
export function withFolder<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    makeFolder(resolvePath(path, ".."));
    return write();
  }
}

/** Old content or new content, never a part: a temporary file of its own name, then a rename. */
export function writeAtomic(path: string, content: string | Uint8Array): void {
  const fs = builtin("fs");
  const temporary = `${path}.${uniqueId()}.tmp`;
  withFolder(path, () => {
    fs.writeFileSync(temporary, content, { mode: FILE_MODE, flag: "wx" });
  });
  try {
    fs.renameSync(temporary, path);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Adds one line. Short appends to one file from several processes do not mix (O_APPEND). Beyond `maxBytes` the file moves to `<path>.1`,
 * which it replaces.
 */
export function appendLine(path: string, line: string, maxBytes: number): void {
  const fs = builtin("fs");
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = fs.constants; // a pipe in its place must not make us wait
  const file = withFolder(path, () => fs.openSync(path, O_APPEND | O_CREAT | O_NONBLOCK | O_WRONLY, FILE_MODE));
  let size = 0;
  try {
    fs.writeSync(file, Buffer.from(`${line}\n`));
    // a look at every line would be wasted: the size is a limit for years, not for lines
    if (Date.now() % 32 === 0) size = fs.fstatSync(file).size;
  } finally {
    fs.closeSync(file);
  }
  if (size > maxBytes) fs.renameSync(path, `${path}.1`);
}

/** The text of a file, `undefined` when there is none. An exception for a missing file would cost more than the look. */
export function readIfThere(path: string): string | undefined {
  const fs = builtin("fs");
  if (!fs.existsSync(path)) return undefined;
  try {
    return fs.readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Empties a file that has grown beyond `maxBytes`; one that is not there is left alone. */
export function dropLarge(path: string, maxBytes: number): void {
  const fs = builtin("fs");
  if (fs.existsSync(path) && fs.statSync(path).size > maxBytes) fs.truncateSync(path);
}
