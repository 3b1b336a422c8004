/** A handler that keeps the process busy for ever; the policy fails open. */
import { createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-loop-open", policy: { fail: "open", timeout: "1s" } });

hooks.on("tool.pre", () => {
  for (;;);
});

export default hooks;
await main(hooks);
