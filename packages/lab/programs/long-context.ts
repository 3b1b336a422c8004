/** Adds more context than any agent takes: 30 000 characters between two words. */
import { acceptPrompt, createHooks, main, observed } from "agenthooks";

const hooks = createHooks({ name: "lab-long-context" });

const long = `LAB-BEGINNING ${"lorem ipsum ".repeat(2_500)}LAB-ENDING`;
hooks.on("prompt.submitted", () => acceptPrompt().withContext(long));
hooks.on("tool.post", () => observed().withContext(long));

export default hooks;
await main(hooks);
