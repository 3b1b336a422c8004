/** Ends the agent's run at the first event that can. */
import { acceptPrompt, createHooks, finish, main, noDecision, observed } from "agenthooks";

const hooks = createHooks({ name: "lab-stop-agent" });

hooks.on("prompt.submitted", () => acceptPrompt().stopAgent("LAB-STOP"));
hooks.on("tool.pre", () => noDecision().stopAgent("LAB-STOP"));
hooks.on(["tool.post", "tool.error"], () => observed().stopAgent("LAB-STOP"));
hooks.on(["agent.stop", "subagent.stop"], () => finish().stopAgent("LAB-STOP"));

export default hooks;
await main(hooks);
