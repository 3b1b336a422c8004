/** Changes what a patch writes, and leaves its files alone. */
import { createHooks, main, noDecision } from "agenthooks";

const hooks = createHooks({ name: "lab-rewrite-patch" });

hooks.on("tool.pre", (event) => {
  const { command } = event.tool.input;
  if (event.tool.canonical !== "file.edit" || typeof command !== "string") return undefined;
  return noDecision().withUpdatedInput(event.tool.patch({ command: command.replaceAll("LAB-OLD", "LAB-NEW") }));
});

export default hooks;
await main(hooks);
