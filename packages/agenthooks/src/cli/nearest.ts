/** The name that was probably meant. */

/** How many letters were added, left out, changed, or swapped with the one beside them. */
function distance(left: string, right: string): number {
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row++) {
    const next = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      const swapped = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = last;
    last = next;
  }
  return last[right.length] ?? 0;
}

/** The nearest of the names, where one is near: a beginning of it, or a slip of a third of its letters at most. */
export function nearest(wrong: string, names: readonly string[]): string | undefined {
  const rated = names
    .map((name) => ({ name, off: distance(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(
      ({ name, off }) => off <= Math.max(1, Math.floor(name.length / 3)) || (wrong.length > 1 && name.startsWith(wrong.toLowerCase())),
    )
    .toSorted((left, right) => left.off - right.off);
  return rated[0]?.name;
}

/** `; did you mean X?`, or nothing. */
export function didYouMean(wrong: string, names: readonly string[], prefix = ""): string {
  const found = nearest(wrong, names);
  return found === undefined ? "" : `; did you mean ${prefix}${found}?`;
}
