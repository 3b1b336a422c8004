/** Denies with a reason that is white space to some agents and none to JavaScript. */
import { createHooks, deny, main } from "agenthooks";

const hooks = createHooks({ name: "lab-deny-white" });

hooks.on("tool.pre", () => deny("\u0085"));

export default hooks;
await main(hooks);
