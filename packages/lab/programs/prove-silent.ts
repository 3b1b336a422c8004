/** Says that it denies, to everybody but the agent. */
import { appendFileSync } from "node:fs";
import { createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-prove-silent", policy: { fail: "open" } });

hooks.on("tool.pre", (event) => {
  console.log(`deny ${event.tool.name}`);
  appendFileSync("denied.txt", `deny ${event.tool.name}\n`);
  return undefined;
});

export default hooks;
await main(hooks);
