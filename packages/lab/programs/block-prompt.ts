/** Blocks every prompt. */
import { blockPrompt, createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-block-prompt" });

hooks.on("prompt.submitted", () => blockPrompt("LAB-REASON"));

export default hooks;
await main(hooks);
