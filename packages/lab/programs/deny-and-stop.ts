/** Denies a call and ends the agent's run with it. */
import { createHooks, deny, main } from "agenthooks";

const hooks = createHooks({ name: "lab-deny-and-stop" });

hooks.on(["tool.pre", "permission.request"], () => deny("LAB-REASON").stopAgent("LAB-STOP"));

export default hooks;
await main(hooks);
