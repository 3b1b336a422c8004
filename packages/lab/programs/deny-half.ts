/** Denies with a context and a message that a cut through an emoji left ill-formed. */
import { createHooks, deny, main } from "agenthooks";

const hooks = createHooks({ name: "lab-deny-half" });
const cut = (text: string): string => `${text} 😀`.slice(0, -1);

hooks.on("tool.pre", () => deny(cut("LAB-REASON")).withContext(cut("LAB-CONTEXT")).withSystemMessage(cut("LAB-MESSAGE")));

export default hooks;
await main(hooks);
