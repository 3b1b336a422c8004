/** Which entries are ours: those that start our launcher. Never a comment, a word in a text, or the event. */
import type { Own } from "../providers/install.js";

/**
 * Knows the entries of one program in one scope.
 * @param words the launcher as the first word of a command, for the shell: as it is written now and as it was before.
 * @param launcher its path, for handlers that name a program and its arguments apart.
 */
export function ownBy(words: readonly string[], launcher: string): Own {
  const starts = words.map((word) => `${word} agenthooks run `);
  return ({ command, args }) => {
    if (typeof command !== "string") return false;
    if (Array.isArray(args)) return (command === launcher || words.includes(command)) && args[0] === "agenthooks" && args[1] === "run";
    return starts.some((start) => command.startsWith(start));
  };
}
