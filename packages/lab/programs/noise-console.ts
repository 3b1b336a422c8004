/** Denies, and prints before, while and after it decides. */
import { createHooks, deny, main } from "agenthooks";

console.log("LAB-NOISE while loading");

const hooks = createHooks({ name: "lab-noise-console" });

hooks.on("tool.pre", () => {
  console.log("LAB-NOISE in the handler");
  process.stdout.write("LAB-NOISE without a newline");
  setTimeout(() => console.log("LAB-NOISE after the handler"), 1);
  return deny("LAB-REASON");
});

export default hooks;
await main(hooks);
