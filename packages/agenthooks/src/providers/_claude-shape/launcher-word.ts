/** The launcher as the first word of a command, for agents that hand the command to a shell. */
import { relative, sep } from "node:path";
import { shellWord } from "../../base/shell-word.js";

/** By its absolute path, for a POSIX shell. */
export function absoluteWord(launcher: string): string {
  return shellWord(launcher);
}

/** Below a folder that a variable of the agent names: `"$VARIABLE"/.agenthooks/acme-guard/run`. The quotes keep a path with spaces whole. */
export function variableWord(variable: string, root: string, launcher: string): string {
  return `"${variable}"/${shellWord(slashed(relative(root, launcher)))}`;
}

/** A path with `/`. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
