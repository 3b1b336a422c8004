/** Denies, and tells the model something beside the reason. */
import { createHooks, deny, main } from "agenthooks";

const hooks = createHooks({ name: "lab-deny-with-context" });

hooks.on("tool.pre", () => deny("LAB-REASON").withContext("LAB-CONTEXT beside the denial"));

export default hooks;
await main(hooks);
