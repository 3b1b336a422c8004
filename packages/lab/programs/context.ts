/** Adds a line for the model wherever it can. */
import { acceptPrompt, createHooks, main, noDecision, observed, proceed } from "agenthooks";

const hooks = createHooks({ name: "lab-context" });

hooks.on("session.start", () => proceed().withContext("LAB-CONTEXT of the session"));
hooks.on("subagent.start", () => proceed().withContext("LAB-CONTEXT of the subagent"));
hooks.on("prompt.submitted", () => acceptPrompt().withContext("LAB-CONTEXT of the prompt"));
hooks.on("tool.pre", () => noDecision().withContext("LAB-CONTEXT before the tool"));
hooks.on("tool.post", () => observed().withContext("LAB-CONTEXT after the tool"));
hooks.on("tool.error", () => observed().withContext("LAB-CONTEXT after the failure"));

export default hooks;
await main(hooks);
