/** A handler that ends the process with code 0; the policy fails open. */
import { createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-exit-open", policy: { fail: "open" } });

const gone = (): never => process.exit(0);
hooks.on(["tool.pre", "permission.request"], gone);
hooks.on("prompt.submitted", gone);

export default hooks;
await main(hooks);
