/** Colours where they are taken. */
import { styleText } from "node:util";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";
export type Paint = (style: Style, text: string) => string;

export function paint(color: boolean): Paint {
  return color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
}

/** Rows in columns, two spaces between them; the last column is as long as it is. Colours are put on after the widths are known. */
export function columns(rows: readonly (readonly string[])[], style: (cell: string, column: number) => string = (cell) => cell): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, at) => style(cell, at) + (at === row.length - 1 ? "" : " ".repeat((widths[at] ?? 0) - cell.length + 2)))
      .join("")
      .trimEnd(),
  );
}
