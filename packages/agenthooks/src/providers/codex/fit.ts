/** Texts within what the agent takes whole. */

/** `text`, cut with a mark when it is longer than `most` UTF-8 bytes (design §5.3). */
export function fit(text: string, most: number): string {
  if (text.length * 3 <= most || Buffer.byteLength(text) <= most) return text;
  const mark = `\n[agenthooks: cut to fit, ${text.length} characters in all]`;
  const bytes = Buffer.from(text);
  let end = most - mark.length;
  while (((bytes[end] as number) & 0xc0) === 0x80) end--; // inside a character
  return bytes.subarray(0, end).toString("utf8") + mark;
}
