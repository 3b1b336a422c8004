import { makeChange } from "../change.js";
import { COMMON, type Command } from "../command.js";
import { refuseManyPlaces, selectedProgram } from "../selected.js";
import { CONFIRM, SELECTORS } from "../selectors.js";

export const uninstall: Command = {
  usage: "uninstall [name] [options]",
  about: `Takes a program out of the configuration of agents. Files that nobody has edited since get their old bytes back;
of edited ones exactly the program's own entries are removed. With one program installed the name may be left out.`,
  flags: { ...SELECTORS, ...CONFIRM, ...COMMON },
  examples: ["agenthooks uninstall acme-guard", "agenthooks uninstall acme-guard --provider codex --dry-run"],
  async run(args, deps) {
    const installs = await deps.installs();
    const selected = await selectedProgram("uninstall", args, deps, installs);
    const { name, selection } = selected;
    refuseManyPlaces(selected, args);
    return makeChange({
      args,
      deps,
      plan: (dryRun) => installs.uninstall({ ...selection, name, dryRun }),
      words: { done: "is taken out", kept: "is not there", hints: () => [] },
    });
  },
};
