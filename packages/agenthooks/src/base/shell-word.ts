/** Words of POSIX shell text. */

/** `text` as one word, whatever it holds. @throws TypeError for a NUL, which no shell word can hold. */
export function shellWord(text: string): string {
  if (text.includes("\0")) throw new TypeError("a shell word cannot hold a NUL character");
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
