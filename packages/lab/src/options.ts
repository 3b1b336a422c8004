/** The command line of the lab. */
import { parseArgs } from "node:util";
import { isLabProvider, LAB_PROVIDERS, type LabProvider } from "./agents/pins.js";

export interface LabOptions {
  readonly providers: readonly LabProvider[];
  /** Names, or beginnings of names up to a dot; `undefined`: all. */
  readonly cases: readonly string[] | undefined;
  readonly version: string | undefined;
  readonly changed: boolean;
  readonly write: boolean;
  readonly json: boolean;
  readonly keep: boolean;
  /** Print the usage, and do nothing else. */
  readonly help: boolean;
}

export class UsageError extends Error {
  override name = "UsageError";
}

export const USAGE = `usage: npm run lab -- [provider] [--case a,b] [--version V] [--changed] [--write] [--json] [--keep]

  provider     ${LAB_PROVIDERS.join(", ")} (default: all)
  --case       these cases only; "deny" means all of deny.*
  --version    one version of the agent instead of all pinned ones
  --changed    a smoke test of every agent, everything of those that the change concerns
  --write      writes lab/results instead of comparing with it
  --json       one JSON document instead of lines
  --keep       keeps every sandbox (a failed one is always kept)

example: npm run lab -- claude-code --case deny.shell,stop --version 2.1.332 --keep`;

/** Throws {@link UsageError}. */
export function parseOptions(args: readonly string[]): LabOptions {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const providers = positionals.map((name) => {
    if (isLabProvider(name)) return name;
    throw new UsageError(`the lab has no driver for "${name}"; one of: ${LAB_PROVIDERS.join(", ")}`);
  });
  if (values.version !== undefined && providers.length !== 1 && LAB_PROVIDERS.length > 1) {
    throw new UsageError("--version belongs to one provider; name it");
  }
  return {
    providers: providers.length > 0 ? providers : LAB_PROVIDERS,
    cases: values.case?.split(",").filter((name) => name !== ""),
    version: values.version,
    changed: values.changed ?? false,
    write: values.write ?? false,
    json: values.json ?? false,
    keep: values.keep ?? false,
    help: values.help ?? false,
  };
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      case: { type: "string" },
      version: { type: "string" },
      changed: { type: "boolean" },
      write: { type: "boolean" },
      json: { type: "boolean" },
      keep: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });

/** Whether `--case` means this case. */
export const selects = (cases: readonly string[] | undefined, name: string): boolean =>
  cases === undefined || cases.some((wanted) => name === wanted || name.startsWith(`${wanted}.`));
