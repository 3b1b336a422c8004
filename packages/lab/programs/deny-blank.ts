/** Denies without saying why. */
import { createHooks, deny, main } from "agenthooks";

const hooks = createHooks({ name: "lab-deny-blank" });

hooks.on("tool.pre", () => deny("  "));

export default hooks;
await main(hooks);
