/** A handler that throws; the policy fails closed. */
import { createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-throw-closed", policy: { fail: "closed" } });

const broken = (): never => {
  throw new Error("LAB-FAULT");
};
hooks.on(["tool.pre", "permission.request"], broken);
hooks.on("prompt.submitted", broken);

export default hooks;
await main(hooks);
