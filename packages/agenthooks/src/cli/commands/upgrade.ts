import { makeChange } from "../change.js";
import { COMMON, type Command } from "../command.js";
import { selectedProgram } from "../selected.js";
import { CONFIRM, SELECTORS } from "../selectors.js";

export const upgrade: Command = {
  usage: "upgrade [name] [options]",
  about: `Installs the program again from where it was installed: its code as it is now, for the agents as they are now.
The commands in the agents' files never change, so what was trusted stays trusted.
With one program installed the name may be left out.`,
  flags: { ...SELECTORS, ...CONFIRM, ...COMMON },
  examples: ["agenthooks upgrade", "agenthooks upgrade acme-guard --dry-run"],
  async run(args, deps) {
    const installs = await deps.installs();
    const { name, selection } = await selectedProgram("upgrade", args, deps, installs);
    return makeChange({
      args,
      deps,
      plan: (dryRun) => installs.upgrade({ ...selection, name, dryRun }),
      words: { done: "is upgraded", kept: "is up to date", hints: () => [["see it", `agenthooks status ${name}`]] },
    });
  },
};
