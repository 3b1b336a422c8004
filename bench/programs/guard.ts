/** The program that is measured: one gate, one observer-free decision, fail-closed. */
import { createHooks, deny, main, matchCanonical, when } from "agenthooks";

const hooks = createHooks({ name: "bench-guard", policy: { fail: "closed" } });
hooks.on(
  "tool.pre",
  when(matchCanonical("shell"), (event) => (event.tool.shell.command.startsWith("git push --force") ? deny("no force push") : undefined)),
);
export default hooks;
await main(hooks);
