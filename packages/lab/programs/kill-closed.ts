/** A handler that kills its own process; the policy fails closed. */
import { createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-kill-closed", policy: { fail: "closed" } });

hooks.on("tool.pre", () => {
  process.kill(process.pid, "SIGKILL");
});

export default hooks;
await main(hooks);
