/**
 * Contexts. The house rules at the start of a session, again whenever the agent begins with an empty memory, and the state of the work
 * tree with each prompt of a person.
 */
import { acceptPrompt, createHooks, main, proceed } from "agenthooks";

const HOUSE_RULES = "House rules: small commits, a test with every fix, no new dependencies without asking.";

const hooks = createHooks({ name: "contexts" });

hooks.on("session.start", function houseRules(event) {
  return event.session.source === "resume" ? undefined : proceed().withContext(HOUSE_RULES);
});

hooks.on("prompt.submitted", async function workTree(event, context) {
  if (event.prompt.origin !== "user") return undefined; // not for notifications and other agents
  const { code, stdout } = await context.exec("git", ["status", "--short", "--branch"], { timeout: "2s" });
  return code === 0 ? acceptPrompt().withContext(`git status:\n${stdout.slice(0, 2_000)}`) : undefined;
});

export default hooks;
await main(hooks);
