import path from "node:path";
import { errorText } from "../../base/errors.js";
import { errorCode } from "../../base/files.js";
import type { ProviderId } from "../../event/provider.js";
import type { Selection } from "../../install/types.js";
import { COMMON, type Command } from "../command.js";
import type { Deps, Prover } from "../deps.js";
import { CommandError, UsageError } from "../errors.js";
import { didYouMean } from "../nearest.js";
import { SELECTORS, selectionOf } from "../selectors.js";

const { provider, exclude, scope, dir } = SELECTORS;

export const prove: Command = {
  usage: "prove [name] [options]",
  about: `Runs the installed hooks on the real agents, in a home folder of its own and against a scripted model: a denied call must not run,
a neutral one must, and a program that crashes must answer by its fail mode. Needs @agenthooks/lab.
Ends with 0 when all held, with 1 when something did not, with 2 when it could not run.`,
  flags: {
    provider,
    all: { help: "every agent that it is installed for (default)" },
    exclude,
    scope: { ...scope, help: "where it is installed" },
    dir,
    deny: { value: "command", help: "a shell command that the program must refuse" },
    allow: { value: "command", help: "a shell command that it has no opinion on; it is run, in a scratch folder" },
    agent: { value: "agent=path", help: "the agent's executable, where it is not on PATH" },
    timeout: { value: "seconds", help: "the most that one run of an agent takes (default: 60)" },
    ...COMMON,
  },
  examples: ["agenthooks prove", 'agenthooks prove acme-guard --provider claude-code,codex --deny "rm -rf build"'],
  async run(args, deps) {
    args.atMostWords(1);
    const selection = selectionOf(args, deps, args.words[0]);
    const timeoutMs = milliseconds(args.text("timeout"));
    const [deny, allow] = [args.text("deny"), args.text("allow")];
    const { prove: run, proveText, proveJson } = await load(deps);
    const providers = selection.providers ?? (await installedFor(selection, deps));
    const agents = agentsOf(args.list("agent") ?? [], providers, deps);
    const { name, scope: place, dir: root } = selection;
    const report = await run({
      providers,
      ...(name === undefined ? {} : { name }),
      ...(place === undefined ? {} : { scope: place }),
      ...(root === undefined ? {} : { dir: root }),
      ...(deny === undefined ? {} : { deny }),
      ...(allow === undefined ? {} : { allow }),
      ...(Object.keys(agents).length === 0 ? {} : { agents }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      home: deps.home,
      env: deps.env,
      signal: deps.signal,
      onRow: (row, id) => deps.progress?.(`${id}: ${row.name}`),
    })
      .catch((error: unknown) => {
        throw deps.signal.aborted ? error : new CommandError(errorText(error), undefined, 2, { cause: error });
      })
      .finally(() => deps.progress?.(""));
    const { color, width, home } = deps;
    return { code: report.exitCode, json: proveJson(report), text: `${proveText(report, { color, width, home })}\n` };
  },
};

async function installedFor(selection: Selection, deps: Deps): Promise<readonly ProviderId[]> {
  const { entries } = await (await deps.installs()).status(selection);
  const found = [...new Set(entries.map(({ provider: id }) => id))];
  if (found.length === 0) throw new CommandError("nothing is installed that could be proven", "agenthooks install <program>", 2);
  return found;
}

function agentsOf(pairs: readonly string[], providers: readonly string[], { cwd }: Deps): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      const id = pair.slice(0, at);
      if (at < 1 || at === pair.length - 1)
        throw new UsageError(`--agent does not take ${JSON.stringify(pair)}`, `--agent ${providers[0]}=<path>`);
      if (!providers.includes(id))
        throw new UsageError(`--agent names ${JSON.stringify(id)}, which is not chosen${didYouMean(id, providers)}`);
      return [id, path.resolve(cwd, pair.slice(at + 1))];
    }),
  );
}

function milliseconds(seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  const value = Number(seconds) * 1000;
  if (!Number.isFinite(value) || value <= 0) throw new UsageError(`--timeout does not take ${JSON.stringify(seconds)}`, "--timeout 60");
  return value;
}

/** No lab, or one from before it could prove. A package that the lab lacks has the same code, and another name in its text. */
const MISSING: readonly string[] = ["ERR_MODULE_NOT_FOUND", "ERR_PACKAGE_PATH_NOT_EXPORTED"];

async function load({ prover }: Deps): Promise<Prover> {
  try {
    return await prover();
  } catch (error) {
    if (!MISSING.includes(errorCode(error)) || !errorText(error).includes("@agenthooks/lab")) throw error;
    throw new CommandError("the lab is not installed, and it is what runs the agents", "npm install -D @agenthooks/lab", 2, {
      cause: error,
    });
  }
}
