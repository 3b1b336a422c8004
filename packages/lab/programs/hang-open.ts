/** A handler that never answers; the policy gives it a second and fails open. */
import { createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-hang-open", policy: { fail: "open", timeout: "1s" } });

const silent = (): Promise<undefined> => new Promise(() => {});
hooks.on(["tool.pre", "permission.request"], silent);
hooks.on("prompt.submitted", silent);

export default hooks;
await main(hooks);
