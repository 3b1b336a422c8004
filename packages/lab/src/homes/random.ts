/** Choices that a number repeats: the same seed gives the same configuration on every machine. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(options: readonly [T, ...T[]]): T;
  /** True once in `times`. */
  onceIn(times: number): boolean;
}

/** Mulberry32: 32 bits of state, good enough to choose layouts. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return {
    below,
    pick: (options) => options[below(options.length)] ?? options[0],
    onceIn: (times) => below(times) === 0,
  };
}
