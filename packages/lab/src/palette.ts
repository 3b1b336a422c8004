/** Colours of a terminal, as functions. */
export interface Palette {
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

/** No colour without a terminal, under `NO_COLOR`, or on a dumb one. */
export function palette(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Palette {
  const on = isTerminal && !env.NO_COLOR && env.TERM !== "dumb";
  const paint = (code: number) => (text: string) => (on ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { red: paint(31), green: paint(32), yellow: paint(33), dim: paint(2), bold: paint(1) };
}
