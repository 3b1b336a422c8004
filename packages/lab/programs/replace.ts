/** The model never sees what a tool answered. */
import { createHooks, main, replaceOutput } from "agenthooks";

const hooks = createHooks({ name: "lab-replace" });

hooks.on(["tool.post", "tool.error"], () => replaceOutput("LAB-REPLACED"));

export default hooks;
await main(hooks);
