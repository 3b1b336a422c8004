/** Refuses what is neither a tool call nor a prompt: a compaction by decision, events without a kind by failing closed. */
import { cancel, createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-refuse", policy: { fail: "closed" } });

hooks.on("compact.pre", () => cancel("LAB-REASON"));
hooks.use((event, next) => {
  if (event.kind === "other") throw new Error("LAB-FAULT");
  return next();
});

export default hooks;
await main(hooks);
