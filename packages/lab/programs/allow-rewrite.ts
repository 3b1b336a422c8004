/** Allows a call with another input. */
import { allow, createHooks, main, matchCanonical, when } from "agenthooks";

const hooks = createHooks({ name: "lab-allow-rewrite" });

hooks.on(
  ["tool.pre", "permission.request"],
  when(matchCanonical("shell"), (event) =>
    allow().withUpdatedInput(event.tool.patch({ command: event.tool.shell.command.replaceAll("old.txt", "new.txt") })),
  ),
);

export default hooks;
await main(hooks);
