/** Asks the person about every tool call; the policy fails closed, so that an ask which the agent cannot put is a denial. */
import { askUser, createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-ask-closed", policy: { fail: "closed" } });

hooks.on(["tool.pre", "permission.request"], () => askUser("LAB-REASON"));

export default hooks;
await main(hooks);
