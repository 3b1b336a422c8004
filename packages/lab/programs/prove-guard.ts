/** Refuses commands that name a secrets file, and has no opinion on others; the policy fails closed. */
import { createHooks, deny, main, matchCanonical, when } from "agenthooks";

const hooks = createHooks({ name: "lab-prove-guard", version: "1.2.0", policy: { fail: "closed" } });

hooks.on(
  "tool.pre",
  when(matchCanonical("shell"), function secretsFile(event) {
    return /\.env\b/.test(event.tool.shell.command) ? deny("LAB-REASON: .env holds secrets") : undefined;
  }),
);

export default hooks;
await main(hooks);
