/** Writes down what it is notified of. */
import { appendFileSync } from "node:fs";
import { createHooks } from "agenthooks";

const hooks = createHooks({ name: "notified", policy: { fail: "closed" } });
hooks.onAny(
  (event) => {
    if (event.kind === "notification") appendFileSync(process.env.NOTIFIED ?? "", `${event.nativeName}: ${event.message}\n`);
  },
  { kinds: ["notification"] },
);
export default hooks;
