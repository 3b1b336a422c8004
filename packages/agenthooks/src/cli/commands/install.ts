import type { InstallOptions } from "../../install/types.js";
import { makeChange } from "../change.js";
import { COMMON, type Command } from "../command.js";
import { flagsOf } from "../selected.js";
import { CONFIRM, installProviders, placeOf, programOf, runtimeOf, SELECTORS } from "../selectors.js";

export const install: Command = {
  usage: "install <program> [options]",
  about: `Writes the entries of a program into the configuration of agents, and the program where they start it.
The program is a module (hooks.ts) that is bundled, or an executable that answers \`agenthooks manifest\`.
Everything else in those files stays byte for byte; a second install changes nothing.`,
  flags: {
    ...SELECTORS,
    link: { help: "start the program's file in place, without a bundle" },
    runtime: { value: "R", help: "node or bun to start it with: a path, or a name on PATH" },
    fail: { value: "open|closed", help: "what a failure of the program answers (default: its policy)", choices: ["open", "closed"] },
    ...CONFIRM,
    ...COMMON,
  },
  examples: [
    "agenthooks install hooks.ts --provider claude-code,codex",
    "agenthooks install hooks.ts --all --exclude codex --scope project",
    "agenthooks install hooks.ts --provider codex --dry-run",
  ],
  async run(args, deps) {
    const program = await programOf(args, deps);
    const { scope = "user", dir } = placeOf(args, deps);
    const providers = await installProviders(args, deps);
    const runtime = await runtimeOf(args, deps);
    const fail = args.text("fail");
    const options: InstallOptions = {
      ...program,
      providers,
      scope,
      ...(dir === undefined ? {} : { dir }),
      ...(runtime === undefined ? {} : { runtime }),
      ...(args.on("link") ? { link: true } : {}),
      ...(fail === "open" || fail === "closed" ? { fail } : {}),
      home: deps.home,
      env: deps.env,
      signal: deps.signal,
    };
    const { install: put, diff } = await deps.installs();
    return makeChange({
      args,
      deps,
      steps: [{ make: (dryRun) => put({ ...options, dryRun }), render: () => diff(options) }],
      words: {
        done: `is installed for ${providers.join(", ")} (${scope})`,
        kept: `is installed already for ${providers.join(", ")} (${scope})`,
        hints: ({ name }) => [
          ["see it", `agenthooks status ${name}`],
          ["undo it", `agenthooks uninstall ${name} ${flagsOf(scope, dir)}`],
        ],
      },
    });
  },
};
