/** Denies every tool call, before it runs and where the agent asks. */
import { createHooks, deny, main } from "agenthooks";

const hooks = createHooks({ name: "lab-deny" });

hooks.on(["tool.pre", "permission.request"], () => deny("LAB-REASON"));

export default hooks;
await main(hooks);
