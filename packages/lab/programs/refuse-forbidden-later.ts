/** The next version of `refuse-forbidden`: watches one event less and two more, and gives another reason. */
import { createHooks, deny, main, matchCanonical, proceed, when } from "agenthooks";

const hooks = createHooks({ name: "lab-installed", version: "2.0.0", policy: { fail: "closed" } });

hooks.on(
  "tool.pre",
  when(matchCanonical("shell"), ({ tool }) => (tool.shell.command.includes("forbidden.txt") ? deny("LAB-REASON-2") : undefined)),
);
hooks.on("prompt.submitted", () => undefined);
hooks.on("session.start", () => proceed().withContext("LAB-CONTEXT-2"));
hooks.on("tool.post", () => undefined);

export default hooks;
await main(hooks);
