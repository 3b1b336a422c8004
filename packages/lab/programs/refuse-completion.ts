/** Lets no task be completed. */
import { createHooks, main, nativeAnswer } from "agenthooks";
import { events } from "agenthooks/claude-code";

const hooks = createHooks({ name: "lab-refuse-completion" });

hooks.onNative(events.TaskCompleted, () => nativeAnswer({ decision: "block", reason: "LAB-REASON" }));

export default hooks;
await main(hooks);
