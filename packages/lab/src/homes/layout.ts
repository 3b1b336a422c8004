/** The layouts in which people and other tools keep a configuration. */
import type { JsonObject } from "../json.js";
import type { Random } from "./random.js";

export interface Layout {
  /** `undefined`: all on one line. */
  readonly unit: string | undefined;
  /** Depth from which a value stands on one line. */
  readonly inlineFrom: number;
  readonly space: "" | " ";
  readonly eol: "\n" | "\r\n";
  readonly ending: boolean;
}

export const layoutOf = (random: Random): Layout => ({
  unit: random.pick(["  ", "  ", "    ", "\t", undefined]),
  inlineFrom: random.pick([99, 99, 4, 3]),
  space: random.pick([" ", " ", ""]),
  eol: random.pick(["\n", "\n", "\r\n"]),
  ending: !random.onceIn(4),
});

/** JSON in a layout. */
export function laidOut(value: JsonObject, layout: Layout): string {
  return print(value, layout, 0) + (layout.ending ? layout.eol : "");
}

function print(value: unknown, layout: Layout, depth: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const { unit, eol, space } = layout;
  const parts = Array.isArray(value)
    ? value.map((one) => print(one, layout, depth + 1))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${space}${print(one, layout, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  if (unit === undefined || depth >= layout.inlineFrom) return `${open}${parts.join(`,${space}`)}${close}`;
  const inner = unit.repeat(depth + 1);
  return `${open}${eol}${inner}${parts.join(`,${eol}${inner}`)}${eol}${unit.repeat(depth)}${close}`;
}
