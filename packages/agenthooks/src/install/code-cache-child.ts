/** Started by `makeCodeCache`: `<bundle> <cache file> <id> <provider> <event>`, the payload on standard input. */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Script } from "node:vm";
import { deny } from "../decision/decision.js";
import { createHooks } from "../router/hooks.js";

const [bundle = "", cache = "", id = "", provider = "", event = ""] = process.argv.slice(2);
const hooks = createHooks({ name: "warm-up", policy: { fail: "closed" } });
hooks.on("tool.pre", async ({ tool }) => (tool.shell ? deny("warm-up") : undefined));
hooks.on(["tool.post", "tool.error", "prompt.submitted", "agent.stop", "session.start"], () => undefined);

const shared = globalThis as Record<symbol, unknown>;
shared[Symbol.for("agenthooks.substitute")] = hooks;
shared[Symbol.for("agenthooks.script")] = (script: Script) => {
  process.on("exit", () => {
    const data = script.createCachedData();
    writeFileSync(cache, Buffer.concat([Buffer.from(id, "latin1"), data, data]), { mode: 0o600 });
  });
};
process.argv = [process.execPath, bundle, "agenthooks", "run", `--provider=${provider}`, `--event=${event}`];
createRequire(import.meta.url)(bundle);
