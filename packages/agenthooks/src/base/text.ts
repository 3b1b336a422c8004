/** Checks of short names on the run path: the first use of each regular expression costs a hook start about 50 microseconds. */

export const LOWER_CASE = "abcdefghijklmnopqrstuvwxyz";
export const DIGITS = "0123456789";

/** Whether every character of `text` is one of `allowed`; so is the empty text. */
export function consistsOf(text: string, allowed: string): boolean {
  for (let at = 0; at < text.length; at++) if (!allowed.includes(text.charAt(at))) return false;
  return true;
}
