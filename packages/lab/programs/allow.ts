/** Allows every tool call. */
import { allow, createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-allow" });

hooks.on(["tool.pre", "permission.request"], () => allow());

export default hooks;
await main(hooks);
