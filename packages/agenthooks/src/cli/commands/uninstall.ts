import type { Target } from "../../install/types.js";
import type { Args } from "../args.js";
import { makeChange } from "../change.js";
import { COMMON, type Command } from "../command.js";
import type { Deps, Installs } from "../deps.js";
import { CommandError } from "../errors.js";
import { fileOf, foundOrHealed, placesOf, refuseManyPlaces } from "../selected.js";
import { CONFIRM, placeOf, SELECTORS, selectionOf } from "../selectors.js";

export const uninstall: Command = {
  usage: "uninstall [program or name] [options]",
  about: `Takes a program out of the configuration of agents. Files that nobody has edited since get their old bytes back;
of edited ones exactly the program's own entries are removed. With one program installed the name may be left out.`,
  flags: { ...SELECTORS, ...CONFIRM, ...COMMON },
  examples: ["agenthooks uninstall acme-guard", "agenthooks uninstall acme-guard --provider codex --dry-run"],
  async run(args, deps) {
    args.atMostWords(1);
    const installs = await deps.installs();
    const targets = await foundOrHealed(args, deps, installs, () => targetsOf(args, deps, installs));
    return makeChange({
      args,
      deps,
      steps: targets.map((target) => ({
        make: (dryRun) => installs.uninstall({ ...target, dryRun }),
        render: () => installs.renderUninstall(target),
      })),
      words: { done: "is taken out", kept: "is not there", hints: () => [] },
    });
  },
};

async function targetsOf(args: Args, deps: Deps, installs: Installs): Promise<readonly Target[]> {
  const { home, env, signal } = deps;
  const { providers = [] } = selectionOf(args, deps, undefined);
  try {
    const places = await placesOf("uninstall", args, deps, installs);
    refuseManyPlaces(places, args);
    return places.map(({ name, scope, root }) => ({
      name,
      scope,
      providers,
      ...(scope === "user" ? {} : { dir: root }),
      home,
      env,
      signal,
    }));
  } catch (error) {
    // without a receipt, as in a clone of a repository, entries are known by the launcher that they start
    const { scope, dir } = placeOf(args, deps);
    const [name] = args.words;
    if (!(error instanceof CommandError) || scope === undefined || name === undefined || fileOf(args, deps) !== undefined) throw error;
    return [{ name, scope, providers, ...(dir === undefined ? {} : { dir }), home, env, signal }];
  }
}
