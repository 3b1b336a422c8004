/** One call of the command line: arguments in, text and exit code out. */
import { readArgs } from "./args.js";
import type { Command, Outcome } from "./command.js";
import { COMMANDS } from "./commands/index.js";
import type { Deps } from "./deps.js";
import { UsageError } from "./errors.js";
import { commandHelp, mainHelp } from "./help.js";
import { didYouMean } from "./nearest.js";
import { failureOf, failureText } from "./output/failure.js";
import { paint as painter } from "./output/paint.js";

/** What a shell says of a command that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Runs a command and prints what it has to say. Resolves with the exit code; rejects never. */
export async function run(argv: readonly string[], deps: Deps): Promise<number> {
  const end = argv.indexOf("--"); // what follows is the program's
  const json = argv.slice(0, end < 0 ? argv.length : end).includes("--json");
  try {
    const { code, text, json: document } = await outcomeOf(argv, deps);
    deps.stdout.write(json && document !== undefined ? `${JSON.stringify(document, null, 2)}\n` : text);
    return code;
  } catch (thrown) {
    const interrupted = deps.signal.aborted;
    const { failure, code } = interrupted
      ? { failure: { name: "AbortError", message: "interrupted; what had begun was finished or taken back" }, code: INTERRUPTED }
      : failureOf(thrown);
    if (json) deps.stdout.write(`${JSON.stringify({ error: failure }, null, 2)}\n`);
    else deps.stderr.write(failureText(failure, painter(deps.color)));
    return code;
  }
}

async function outcomeOf(argv: readonly string[], deps: Deps): Promise<Outcome> {
  const paint = painter(deps.color);
  const [name, ...rest] = argv;
  const help = (code: 0 | 2): Outcome => ({ code, text: mainHelp(deps.version, paint), json: undefined });
  if (name === undefined) return help(2);
  if (name === "--help" || name === "-h") return help(0);
  if (name === "--version" || name === "-v") return { code: 0, text: `${deps.version}\n`, json: undefined };
  if (name === "help") return rest[0] === undefined ? help(0) : helpOf(await commandOf(rest[0]), deps);
  const command = await commandOf(name);
  const args = readArgs(rest, command.flags);
  return args.on("help") ? helpOf(command, deps) : command.run(args, deps);
}

const helpOf = (command: Command, { color }: Deps): Outcome => ({ code: 0, text: commandHelp(command, painter(color)), json: undefined });

async function commandOf(name: string): Promise<Command> {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const names = Object.keys(COMMANDS);
  if (entry === undefined) {
    throw new UsageError(`there is no command ${JSON.stringify(name)}${didYouMean(name, names)}`, `agenthooks ${names.join("|")}`);
  }
  return entry.load();
}
