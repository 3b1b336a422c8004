/** Tells the person something, at every event that can. */
import { acceptPrompt, createHooks, finish, main, noDecision, observed, proceed } from "agenthooks";

const hooks = createHooks({ name: "lab-system-message" });

hooks.on("session.start", () => proceed().withSystemMessage("LAB-MESSAGE"));
hooks.on("prompt.submitted", () => acceptPrompt().withSystemMessage("LAB-MESSAGE"));
hooks.on("tool.pre", () => noDecision().withSystemMessage("LAB-MESSAGE"));
hooks.on(["tool.post", "tool.error"], () => observed().withSystemMessage("LAB-MESSAGE"));
hooks.on(["agent.stop", "subagent.stop"], () => finish().withSystemMessage("LAB-MESSAGE"));

export default hooks;
await main(hooks);
