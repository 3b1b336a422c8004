/** Reads the arguments of one command by its table of flags. */
import { parseArgs } from "node:util";
import { UsageError } from "./errors.js";
import { didYouMean, nearest } from "./nearest.js";

/** A flag as help shows it. */
export interface Flag {
  /** Name of the value in help; without one the flag is on or off. */
  readonly value?: string;
  readonly help: string;
  readonly short?: string;
  /** The values that it takes, when they are few. */
  readonly choices?: readonly string[];
}
export type Flags = Readonly<Record<string, Flag>>;

/** The arguments of one call. */
export class Args {
  constructor(
    readonly words: readonly string[],
    private readonly values: ReadonlyMap<string, readonly string[]>,
  ) {}

  on(flag: string): boolean {
    return this.values.has(flag);
  }
  /** The value of a flag; of several the last. */
  text(flag: string): string | undefined {
    return this.values.get(flag)?.at(-1);
  }
  /** The values of a flag that may be given several times or with commas. */
  list(flag: string): readonly string[] | undefined {
    return this.values
      .get(flag)
      ?.flatMap((value) => value.split(","))
      .map((value) => value.trim())
      .filter((value) => value !== "");
  }
  /** @throws UsageError for more words than the command takes. */
  atMostWords(count: number): void {
    const more = this.words[count];
    if (more !== undefined) throw new UsageError(`${JSON.stringify(more)} is one argument too many`, "see --help");
  }
}

/** @throws UsageError for a flag that the command does not have, with the nearest one, and for a value that is missing or not taken. */
export function readArgs(argv: readonly string[], flags: Flags): Args {
  const names = Object.keys(flags);
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(flags).map(([name, { value, short }]) => [
        name,
        { type: value === undefined ? ("boolean" as const) : ("string" as const), ...(short === undefined ? {} : { short }) },
      ]),
    ),
  });
  const words: string[] = [];
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (flag === undefined) throw new UsageError(`there is no ${token.rawName}${didYouMean(token.name, names, "--")}`, "see --help");
    values.set(token.name, [...(values.get(token.name) ?? []), valueFor(token.rawName, flag, token.value, token.inlineValue === true)]);
  }
  return new Args(words, values);
}

function valueFor(name: string, { value: placeholder, choices }: Flag, value: string | undefined, inline: boolean): string {
  if (placeholder === undefined) {
    if (value !== undefined) throw new UsageError(`${name} takes no value`, `give ${name} alone`);
    return "";
  }
  // "--scope --json": the next flag is no value
  if (value === undefined || value === "" || (!inline && value.startsWith("-"))) {
    throw new UsageError(`${name} needs a value`, `${name} ${placeholder}`);
  }
  if (choices !== undefined && !choices.includes(value)) {
    throw new UsageError(`${name} does not take ${JSON.stringify(value)}${meant(value, choices)}`, `${name} ${choices.join("|")}`);
  }
  return value;
}

const meant = (wrong: string, choices: readonly string[]) =>
  nearest(wrong, choices) === undefined ? `; one of ${choices.join(", ")}` : didYouMean(wrong, choices);
