/** The commands, each loaded when it is asked for. One line each, in the order in which a newcomer meets them. */
import type { Command } from "../command.js";

interface Entry {
  readonly summary: string;
  load(): Promise<Command>;
}

export const COMMANDS: Readonly<Record<string, Entry>> = {
  init: { summary: "start a program: hooks.ts, a test, and what they need", load: async () => (await import("./init.js")).init },
  install: { summary: "put a program into agents", load: async () => (await import("./install.js")).install },
  status: { summary: "what is installed where, and whether it still holds", load: async () => (await import("./status.js")).status },
  diff: { summary: "what an upgrade would change", load: async () => (await import("./diff.js")).diff },
  upgrade: { summary: "install the program again, as it is now", load: async () => (await import("./upgrade.js")).upgrade },
  uninstall: { summary: "take a program out, and give back what was there", load: async () => (await import("./uninstall.js")).uninstall },
  prove: { summary: "run the installed hooks on the real agents", load: async () => (await import("./prove.js")).prove },
};
