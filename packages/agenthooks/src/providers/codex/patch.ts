/** The files that a patch of `apply_patch` names. No regular expressions: the first use of each costs a hook start (base/text.ts). */
import { target } from "../../event/project.js";
import type { Target, ToolProjection } from "../../event/tool.js";
import { trim, trimEnd } from "./rust.js";

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const UPDATE = "*** Update File: ";
const MOVE = "*** Move to: ";
const HEADERS: readonly (readonly [start: string, op: Target["op"], body: Body])[] = [
  ["*** Add File: ", "create", "add"],
  ["*** Delete File: ", "delete", "none"],
  [UPDATE, "update", "update"],
];
/** What may follow a header: lines of `+`, hunks, nothing. */
type Body = "add" | "update" | "none";

type Files = Pick<ToolProjection, "targets" | "targetsComplete">;

/** The files of a patch; complete when the agent would take the patch as it is. Of a damaged one, every file that a header names. */
export function patchTargets(patch: string, cwd: string | undefined): Files {
  const scan = new Scan(cwd);
  for (const line of patch.split("\n")) scan.line(line.endsWith("\r") ? line.slice(0, -1) : line);
  return scan.files();
}

/**
 * The files of patches that a shell command feeds to `apply_patch`: the agent applies those itself, from a heredoc behind nothing or a `cd`
 * (facts/codex.md §0.7); any other spelling is read too.
 */
export function heredocTargets(command: string, cwd: string | undefined): readonly Target[] {
  if (!command.includes("apply_patch") && !command.includes("applypatch")) return [];
  const start = command.indexOf(BEGIN);
  // to the end as one text: the same words inside of a patch are content of a file, or its name
  return start < 0 ? [] : patchTargets(command.slice(start), folderOf(command.slice(0, start), cwd)).targets;
}

/** Where a command works that begins with one `cd`. */
function folderOf(before: string, cwd: string | undefined): string | undefined {
  const start = before.trimStart();
  const end = start.indexOf("&&");
  if (!(start.startsWith("cd ") || start.startsWith("cd\t")) || end < 0) return cwd;
  const word = start.slice("cd ".length, end).trim();
  const quote = word.charAt(0);
  const bare = (quote === "'" || quote === '"') && word.length > 1 && word.endsWith(quote) ? word.slice(1, -1) : word;
  return target(bare, "read", cwd).absolute;
}

/** Reads a patch line by line as the agent's own parser does, and goes on where that gives up. */
class Scan {
  readonly #targets: Target[] = [];
  readonly #cwd: string | undefined;
  #body: Body = "none";
  /** The line before was the header of an update: a move may follow. */
  #mayMove = false;
  #begun = false;
  #ended = false;
  #sound = true;

  constructor(cwd: string | undefined) {
    this.#cwd = cwd;
  }

  files(): Files {
    return { targets: this.#targets, targetsComplete: this.#sound && this.#begun && this.#ended && this.#targets.length > 0 };
  }

  line(line: string): void {
    const mayMove = this.#mayMove;
    this.#mayMove = false;
    if (this.#content(line)) return;
    const text = trim(line);
    if (line.startsWith(MOVE)) this.#move(trimEnd(line.slice(MOVE.length)), mayMove);
    else if (text.startsWith(END)) {
      this.#sound &&= text === END && this.#begun && !this.#ended;
      this.#ended = true;
      this.#body = "none";
    } else if (text === BEGIN && !this.#begun) this.#begun = true;
    else if (text !== "") this.#header(text);
  }

  /** A line of a file's content, whatever it looks like. */
  #content(line: string): boolean {
    if (this.#body === "add") return line.startsWith("+");
    if (this.#body !== "update") return false;
    return line === "" || " +-".includes(line.charAt(0)) || line.startsWith("@@") || line.trimEnd() === "*** End of File";
  }

  #header(text: string): void {
    const header = HEADERS.find(([start]) => text.startsWith(start));
    this.#sound &&= header !== undefined && this.#begun && !this.#ended;
    if (!header) return;
    const [start, op, body] = header;
    this.#targets.push(target(text.slice(start.length), op, this.#cwd));
    this.#body = body;
    this.#mayMove = start === UPDATE;
  }

  #move(path: string, expected: boolean): void {
    const from = this.#targets.at(-1);
    this.#sound &&= expected;
    if (expected && from) this.#targets[this.#targets.length - 1] = { ...from, op: "move-from" };
    this.#targets.push(target(path, "move-to", this.#cwd));
  }
}
