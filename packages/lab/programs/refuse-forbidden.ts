/** Denies a shell command that names a file `forbidden.txt`, watches the rest; breaks closed. */
import { createHooks, deny, main, matchCanonical, when } from "agenthooks";

const hooks = createHooks({ name: "lab-installed", version: "1.0.0", policy: { fail: "closed" } });

hooks.on(
  "tool.pre",
  when(matchCanonical("shell"), ({ tool }) => (tool.shell.command.includes("forbidden.txt") ? deny("LAB-REASON") : undefined)),
);
hooks.on("prompt.submitted", () => undefined);
hooks.on("agent.stop", () => undefined);

export default hooks;
await main(hooks);
