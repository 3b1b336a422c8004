/** Leaves every output as it is and tells the model something about it. */
import { createHooks, flagOutput, main } from "agenthooks";

const hooks = createHooks({ name: "lab-flag" });

hooks.on(["tool.post", "tool.error"], () => flagOutput("LAB-REASON"));

export default hooks;
await main(hooks);
