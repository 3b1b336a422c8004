/** Denies what writes, moves or deletes a file `kept.txt`, whatever the tool is called. */
import { createHooks, deny, main } from "agenthooks";

const hooks = createHooks({ name: "lab-protect" });

hooks.on("tool.pre", (event) =>
  event.tool.targets.some(({ path, op }) => op !== "read" && path.endsWith("kept.txt")) ? deny("LAB-REASON") : undefined,
);

export default hooks;
await main(hooks);
