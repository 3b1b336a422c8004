/** A program that cannot be loaded where the agent runs it (there lies a file beside it that breaks it); the policy fails closed. */
import { existsSync } from "node:fs";
import { createHooks, main } from "agenthooks";

if (existsSync("break-the-program")) throw new Error("LAB-FAULT");

const hooks = createHooks({ name: "lab-load-closed", policy: { fail: "closed" } });

hooks.on(["tool.pre", "permission.request"], () => undefined);
hooks.on("prompt.submitted", () => undefined);

export default hooks;
await main(hooks);
