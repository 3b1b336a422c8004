/** Writes the name of every event it sees into `events.txt` of the folder that the agent works in. */
import { appendFileSync } from "node:fs";
import { createHooks, main } from "agenthooks";

const hooks = createHooks({ name: "lab-observe" });

hooks.onAny((event) => appendFileSync("events.txt", `${event.nativeName} ${event.kind}\n`));

export default hooks;
await main(hooks);
