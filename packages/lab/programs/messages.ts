/** Tells the person something at the events that `system-message` leaves out. */
import { createHooks, main, noDecision, proceed } from "agenthooks";

const hooks = createHooks({ name: "lab-messages" });

hooks.on("permission.request", () => noDecision().withSystemMessage("LAB-MESSAGE"));
hooks.on(["subagent.start", "compact.pre"], () => proceed().withSystemMessage("LAB-MESSAGE"));

export default hooks;
await main(hooks);
