/** The argv contract: `<program> agenthooks <mode> [flags] [positionals]` (design §5). */
import { type Duration, toMs } from "../../base/duration.js";
import { errorText, UsageError } from "../../base/errors.js";
import { consistsOf, DIGITS } from "../../base/text.js";
import { providerId } from "../../event/provider.js";
import type { Matcher } from "../../router/matchers.js";
import { parseFilter } from "../../router/matchers.js";

export const SENTINEL = "agenthooks";
const MODES = ["run", "notify", "serve", "worker", "manifest"] as const;
export type Mode = (typeof MODES)[number];

export interface Flags {
  /** With aliases resolved. */
  readonly provider: string | undefined;
  readonly event: string | undefined;
  readonly variant: string | undefined;
  /** The agent's own timeout for this hook, milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly filter: Matcher | undefined;
  /** The payload is the positionals joined with a space (old Cursor CLIs; Codex's `notify`). */
  readonly argvPayload: boolean;
  readonly hostVersion: string | undefined;
  /** What a failure means, where the launcher knows better than the program: nothing of it can decide here, or the install chose. */
  readonly fail: "open" | "closed" | undefined;
  /**
   * The agents, with commas between, that an entry of this program is installed for which sees what this event shows (launch.json): a
   * payload with the mark of one of them is left to it.
   */
  readonly installed: string | undefined;
  /** The launcher waits for the answer on descriptor 3, behind this mark. */
  readonly answer: string | undefined;
}
export interface Invocation {
  readonly mode: Mode;
  readonly flags: Flags;
  readonly positionals: readonly string[];
}

export const NO_FLAGS: Flags = {
  provider: undefined,
  event: undefined,
  variant: undefined,
  timeoutMs: undefined,
  filter: undefined,
  argvPayload: false,
  hostVersion: undefined,
  fail: undefined,
  installed: undefined,
  answer: undefined,
};

/**
 * What the arguments ask for; `undefined` when the literal argument `agenthooks` is not among them. `run` is the default mode; unknown
 * flags are left to versions that know them.
 * @throws UsageError for an unknown mode or a flag with a value that it does not take.
 */
export function parseArgv(argv: readonly string[]): Invocation | undefined {
  const at = argv.indexOf(SENTINEL);
  if (at < 0) return undefined;
  const rest = argv.slice(at + 1);
  const first = rest[0];
  const named = first && first[0] !== "-";
  if (named && !(MODES as readonly string[]).includes(first)) {
    throw new UsageError(`unknown mode ${JSON.stringify(first)}; after ${SENTINEL} comes one of ${MODES.join(", ")}`);
  }
  const values = new Map<string, string>();
  const positionals: string[] = [];
  for (let index = named ? 1 : 0; index < rest.length; index++) {
    const word = rest[index] as string;
    if (!word.startsWith("--")) {
      positionals.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    if (equals > 0) values.set(word.slice(2, equals), word.slice(equals + 1));
    else if (word === "--argv-payload") values.set("argv-payload", "");
    else if (VALUED.has(word.slice(2)) && rest[index + 1] !== undefined) values.set(word.slice(2), rest[++index] as string);
  }
  return { mode: named ? (first as Mode) : "run", flags: flagsOf((name) => values.get(name), first === "notify"), positionals };
}

const VALUED = new Set(["provider", "event", "variant", "timeout", "filter", "host-version", "fail", "answer"]);

function flagsOf(value: (name: string) => string | undefined, notify: boolean): Flags {
  const timeout = value("timeout");
  const filter = value("filter");
  const provider = value("provider");
  return {
    provider: provider && providerId(provider),
    event: value("event"),
    variant: value("variant"),
    timeoutMs:
      timeout === undefined
        ? undefined
        : usage("--timeout", () => toMs((timeout && consistsOf(timeout, DIGITS) ? Number(timeout) : timeout) as Duration)),
    filter: filter === undefined ? undefined : usage("--filter", () => parseFilter(filter)),
    argvPayload: notify || value("argv-payload") !== undefined,
    hostVersion: value("host-version"),
    fail: (["open", "closed"] as const).find((mode) => mode === value("fail")),
    installed: value("installed"),
    answer: value("answer")?.slice(2),
  };
}

function usage<T>(flag: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`${flag}: ${errorText(error)}`);
  }
}
