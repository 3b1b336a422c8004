/**
 * No install scripts. Every shell command that runs a package manager gets `npm_config_ignore_scripts=true` in its environment. The rewrite
 * is `required`: where an agent, an event or a version cannot change a command, the command does not run.
 */
import { createHooks, deny, main, matchCanonical, noDecision, when } from "agenthooks";

const PACKAGE_MANAGER = /\b(?:npm|npx|pnpm|yarn)\b/;

const hooks = createHooks({ name: "shell-rewrite", policy: { fail: "closed" } });

hooks.on(
  "tool.pre",
  when(matchCanonical("shell"), function noInstallScripts(event) {
    const { command, dialect } = event.tool.shell;
    if (!PACKAGE_MANAGER.test(command)) return undefined;
    if (dialect !== "posix") return deny("run package managers in a POSIX shell", { rule: "install-scripts" });
    const rewritten = `export npm_config_ignore_scripts=true; ${command}`;
    return noDecision().withUpdatedInput(event.tool.patch({ command: rewritten }), { required: true });
  }),
);

export default hooks;
await main(hooks);
