/** Writes what it is told of every event of Codex into `observed.ndjson` beside the folder of the program. */
import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHooks, main } from "agenthooks";
import { unknownKeys } from "agenthooks/codex";

const hooks = createHooks({ name: "lab-observe-codex" });

hooks.onAny((event) => {
  const { provider, variant, nativeName, kind } = event;
  // the member that tells events of one name apart
  const how = ["source", "trigger", "status", "kind", "reason", "tool_name"]
    .map((member) => event.rawField(member))
    .find((value) => typeof value === "string");
  const line = JSON.stringify({ provider, variant, nativeName, kind, how, unknownKeys: unknownKeys(event) });
  appendFileSync(join(dirname(process.argv[1] ?? ""), "..", "observed.ndjson"), `${line}\n`);
});

export default hooks;
await main(hooks);
