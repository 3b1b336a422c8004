/** Says what it was given: the tool, how many bytes in all, the digest of those, the end of the command. */
import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { allow, createHooks, deny, main } from "agenthooks";

const hooks = createHooks({ name: "judge", policy: { fail: "closed" } });
hooks.onAny((event) => appendFileSync(process.env.OUT ?? "/dev/null", `${event.kind} ${event.nativeName}\n`));
hooks.on("tool.pre", ({ tool, raw }) => {
  if (tool.input.rewrite === true) return allow().withUpdatedInput(tool.patch({ rewrite: undefined, command: "true" }), { required: true });
  const digest = createHash("sha256").update(raw.bytes).digest("hex");
  return deny(JSON.stringify([tool.name, raw.bytes.length, digest, (tool.shell?.command ?? "").slice(-9)]));
});
export default hooks;
await main(hooks);
