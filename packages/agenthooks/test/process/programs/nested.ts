/** A hook whose handler starts the hook that NESTED_HOOK names: what an agent does that is started inside a hook. */
import { appendFileSync } from "node:fs";
import { createHooks, deny, main } from "agenthooks";

const hooks = createHooks({ name: "nested", policy: { fail: "closed" } });
hooks.on("tool.pre", async (_event, context) => {
  const depth = context.env.AGENTHOOKS_DEPTH ?? "unset";
  const { stdout, code } = await context.exec(
    process.execPath,
    [process.env.NESTED_HOOK ?? "", ...["agenthooks", "run", "--provider=claude-code", "--event=PreToolUse"]],
    { input: process.env.NESTED_PAYLOAD ?? "" },
  );
  appendFileSync(process.env.OUT ?? "/dev/null", `${JSON.stringify({ depth, code, inner: stdout })}\n`);
  return deny("no");
});
export default hooks;
await main(hooks);
