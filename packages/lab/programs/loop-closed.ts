/** A handler that keeps the process busy for ever; the policy fails closed. */
import { createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-loop-closed", policy: { fail: "closed", timeout: "1s" } });

hooks.on("tool.pre", () => {
  for (;;);
});

export default hooks;
await main(hooks);
