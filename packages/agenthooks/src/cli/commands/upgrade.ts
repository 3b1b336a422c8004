import { makeChange } from "../change.js";
import { COMMON, type Command } from "../command.js";
import { againFor, foundOrHealed } from "../selected.js";
import { CONFIRM, SELECTORS } from "../selectors.js";

export const upgrade: Command = {
  usage: "upgrade [program or name] [options]",
  about: `Installs a program again, as it was installed: its code as it is now, for the agents as they are now.
The commands in the agents' files never change, so what was trusted stays trusted.
With one program installed the name may be left out; a program that has moved is named by its file.`,
  flags: { ...SELECTORS, ...CONFIRM, ...COMMON },
  examples: ["agenthooks upgrade", "agenthooks upgrade acme-guard --dry-run"],
  async run(args, deps) {
    const installs = await deps.installs();
    const all = await foundOrHealed(args, deps, installs, () => againFor("upgrade", args, deps, installs));
    return makeChange({
      args,
      deps,
      steps: all.map((options) => ({
        make: (dryRun) => installs.upgrade({ ...options, dryRun }),
        render: () => installs.diff(options),
      })),
      words: { done: "is upgraded", kept: "is up to date", hints: ({ name }) => [["see it", `agenthooks status ${name}`]] },
    });
  },
};
