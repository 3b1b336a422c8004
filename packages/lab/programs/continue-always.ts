/** Would send the agent on for ever: the library's cap of 2 has to end it. */
import { continueWith, createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-continue-always", policy: { continuationCap: 2 } });

hooks.on(["agent.stop", "subagent.stop"], () => continueWith("LAB-INSTRUCTION"));

export default hooks;
await main(hooks);
