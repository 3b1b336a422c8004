/** Asks the person about every tool call. */
import { askUser, createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-ask" });

hooks.on(["tool.pre", "permission.request"], () => askUser("LAB-REASON"));

export default hooks;
await main(hooks);
