/** Answers every prompt in the agent's place. */
import { answerPrompt, createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-answer-prompt" });

hooks.on("prompt.submitted", () => answerPrompt("LAB-ANSWER"));

export default hooks;
await main(hooks);
