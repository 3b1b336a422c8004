/** Writes what it is told of every event into `observed.ndjson` beside the folder of the program. */
import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHooks, main } from "agenthooks";
import { unknownKeys } from "agenthooks/claude-code";

const hooks = createHooks({ name: "lab-observe-all" });

hooks.onAny((event) => {
  const { provider, variant, nativeName, kind } = event;
  // the member that tells events of one name apart
  const how = ["source", "trigger", "reason", "notification_type", "load_reason", "command_source", "event", "error", "action"]
    .map((member) => event.rawField(member))
    .find((value) => typeof value === "string");
  const line = JSON.stringify({ provider, variant, nativeName, kind, how, unknownKeys: unknownKeys(event) });
  // the working folder follows the agent's `cd`; the launcher's folder is below the lab's
  appendFileSync(join(dirname(process.argv[1] ?? ""), "..", "observed.ndjson"), `${line}\n`);
});

export default hooks;
await main(hooks);
