/** Pieces of a page of Markdown. */

/** The mark of whatever is lost or weakened. */
export const WARNING = "⚠️";

/** A text as code; as a cell of a table too. */
export const code = (text: string): string => `\`${text.replaceAll("|", "\\|")}\``;

/** A table; `undefined` is an empty cell. A table without rows is no table. */
export function table(head: readonly string[], rows: readonly (readonly (string | undefined)[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly (string | undefined)[]) => `| ${cells.map((cell) => (cell ?? "").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Paragraphs with a line between them; what is empty is left out. The text ends with one line break. */
export const page = (...parts: readonly string[]): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`;

/** The anchor that GitHub gives a heading. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

export const link = (text: string, heading: string): string => `[${text}](#${anchor(heading)})`;

/** `0.5 s`, `10 min`. */
export function duration(ms: number): string {
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`;
}

/** `9 900`: with a space that does not break. */
export const count = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, "\u00a0");

export const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");
