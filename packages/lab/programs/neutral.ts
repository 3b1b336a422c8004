/** No opinion on anything. */
import { acceptPrompt, createHooks, finish, main, noDecision, observed, proceed } from "agenthooks";

const hooks = createHooks({ name: "lab-neutral", policy: { fail: "closed" } });

hooks.on("session.start", () => proceed());
hooks.on("prompt.submitted", () => acceptPrompt());
hooks.on("tool.pre", () => noDecision());
hooks.on("permission.request", () => undefined);
hooks.on("tool.post", () => observed());
hooks.on("agent.stop", () => finish());

export default hooks;
await main(hooks);
