/** Changes what is about to run: another file name in a shell command, another text in an MCP call. Leaves every other member alone. */
import { createHooks, main, matchCanonical, noDecision, when } from "agenthooks";

const hooks = createHooks({ name: "lab-rewrite" });

hooks.on(
  "tool.pre",
  when(matchCanonical("shell"), (event) =>
    noDecision().withUpdatedInput(event.tool.patch({ command: event.tool.shell.command.replaceAll("old.txt", "new.txt") })),
  ),
  when(matchCanonical("mcp"), (event) => noDecision().withUpdatedInput(event.tool.patch({ text: "LAB-NEW" }))),
);

export default hooks;
await main(hooks);
