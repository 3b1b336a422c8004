/** Keeps state and defers work: what it does is written to files that the test reads. */
import { appendFileSync } from "node:fs";
import { createHooks, main, noDecision } from "agenthooks";

const out = process.env.OUT ?? "/dev/null";
const note = (line: string) => appendFileSync(out, `${line}\n`);

const hooks = createHooks({ name: "keeper", policy: { fail: "open" } });
hooks.on("tool.pre", { name: "act" }, async (event, context) => {
  const [what, argument = ""] = (event.tool.shell?.command ?? "").split(" ");
  if (what === "count") {
    const cell = context.state.session("n", 0);
    for (let i = 0; i < 10; i++) await cell.update((n) => n + 1);
  }
  if (what === "read") return noDecision().withContext(String(await context.state.session("n", 0).read()));
  if (what === "defer") await context.defer("work", { argument, hook: process.pid });
  return undefined;
});
hooks.on("prompt.submitted", { blocking: false }, (event) => note(`handler ${process.pid} ${event.prompt.text}`));
hooks.onAny((event) => note(`observer ${process.pid} ${event.nativeName}`), { blocking: false, kinds: ["prompt.submitted"] });
hooks.worker("work", async (payload, context) => {
  const { argument, hook } = payload as { argument: string; hook: number };
  let hookLives = true;
  try {
    process.kill(hook, 0);
  } catch {
    hookLives = false;
  }
  if (argument === "poison") {
    note("poisoned");
    throw new Error("poison");
  }
  if (argument === "kill" && (await context.state.program("killed", 0).read()) === 0) {
    await context.state.program("killed", 0).update(() => 1);
    note("killed");
    process.kill(process.pid, "SIGKILL");
  }
  note(`done ${argument} ${hookLives ? "early" : "after"}`);
});
export default hooks;
await main(hooks);
