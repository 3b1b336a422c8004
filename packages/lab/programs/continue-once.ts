/** Sends the agent, and every subagent, on once. */
import { continueWith, createHooks, finish, main } from "agenthooks";

const hooks = createHooks({ name: "lab-continue-once" });

hooks.on(["agent.stop", "subagent.stop"], (event) => (event.previouslyContinued ? finish() : continueWith("LAB-INSTRUCTION")));

export default hooks;
await main(hooks);
