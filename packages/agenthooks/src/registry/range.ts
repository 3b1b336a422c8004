/** Ranges of versions, as quirks and blind spots name them. */
import { isBefore } from "../event/provider.js";

const COMPARATORS: Readonly<Record<string, (version: string, other: string) => boolean>> = {
  "<": isBefore,
  ">=": (version, other) => !isBefore(version, other),
  ">": (version, other) => isBefore(other, version),
  "<=": (version, other) => !isBefore(other, version),
  "": (version, other) => !isBefore(version, other) && !isBefore(other, version),
};

/**
 * Whether a dotted version lies in a range.
 * @param range `*`, or comparators with a space between them that must all hold: `<2.1.332`, `>=2.1.0 <2.2.0`, `2.1.197`.
 * @throws TypeError when the range has another form.
 */
export function inRange(range: string, version: string): boolean {
  if (range === "*") return true;
  return range.split(" ").every((part) => {
    const [, comparator = "", other] = /^(<=|>=|<|>|)(\d+(?:\.\d+)*)$/.exec(part) ?? [];
    const holds = COMPARATORS[comparator];
    if (other === undefined || holds === undefined) {
      throw new TypeError(`not a range of versions: ${JSON.stringify(range)}; use "*" or e.g. "<2.1.332", ">=2.1.0 <2.2.0"`);
    }
    return holds(version, other);
  });
}
