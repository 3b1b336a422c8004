/**
 * Tests first. When the agent wants to stop, `npm test` runs; while it fails the agent is sent on with the end of its output, three times
 * a turn, then it may stop and the person is told. A run that takes longer than four minutes is a failure too. The entry in the agent's
 * settings needs the time: `"timeout": 300` there, and `timeoutMs: () => 300_000` where the program is placed.
 */
import { continueWith, createHooks, finish, main } from "agenthooks";

const ATTEMPTS = 3;

const hooks = createHooks({ name: "tests-first", policy: { continuationCap: ATTEMPTS } });

hooks.on("agent.stop", async function testsFirst(event, context) {
  const { code, timedOut, stdout, stderr } = await context.exec("npm", ["test"], { timeout: "4m" });
  if (code === 0) return finish();
  if (event.loopCount >= ATTEMPTS) return finish().withSystemMessage(`npm test still fails after ${ATTEMPTS} attempts`);
  const what = timedOut ? "npm test did not end in time" : "npm test fails";
  return continueWith(`${what}. Fix it, then stop again:\n${`${stdout}\n${stderr}`.trim().slice(-2_000)}`);
});

export default hooks;
await main(hooks);
