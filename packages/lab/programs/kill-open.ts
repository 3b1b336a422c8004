/** A handler that kills its own process; the policy fails open. */
import { createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-kill-open", policy: { fail: "open" } });

hooks.on("tool.pre", () => {
  process.kill(process.pid, "SIGKILL");
});

export default hooks;
await main(hooks);
