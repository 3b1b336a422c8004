/** Lets no task be created, and none be completed. */
import { createHooks, main, nativeAnswer } from "agenthooks";
import { events } from "agenthooks/claude-code";

const hooks = createHooks({ name: "lab-refuse-task" });

hooks.onNative(events.TaskCreated, () => nativeAnswer({ decision: "block", reason: "LAB-REASON" }));
hooks.onNative(events.TaskCompleted, () => nativeAnswer({ decision: "block", reason: "LAB-REASON" }));

export default hooks;
await main(hooks);
